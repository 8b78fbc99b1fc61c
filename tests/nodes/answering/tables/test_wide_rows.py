from __future__ import annotations

import pytest

from nodes.answering.citing.composing import Asked, readable
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.tables.wide_rows import Cell, columns_shown
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource

MONTHS: list[Cell] = [(str(500 + place), f"Month {place}") for place in range(1, 21)]


def shown(cells: list[Cell], question: str) -> list[str]:
    return [f"{cell[1]}={cell[0]}" if cell else "…" for cell in columns_shown(cells, frozenset(analyse(question)))]


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("What were the sales in Month 15 in the East?", ["…", "Month 15=515", "…"]),
        ("What were the sales in Month 1?", ["Month 1=501", "…"]),
        ("What were the sales in Month 20?", ["…", "Month 20=520"]),
        ("What about Month 3 and Month 12?", ["…", "Month 3=503", "…", "Month 12=512", "…"]),
        ("How much was sold?", [*(f"Month {place}={500 + place}" for place in range(1, 9)), "…"]),
    ],
)
def test_of_a_wide_row_the_columns_that_the_question_names_are_shown(question: str, read: list[str]) -> None:
    assert shown(MONTHS, question) == read


def test_a_narrow_row_is_shown_whole() -> None:
    assert len(columns_shown(MONTHS[:8], frozenset(analyse("What of Month 3?")))) == 8


def test_a_column_whose_value_the_question_says_is_shown() -> None:
    cells = [("1", f"Part {letter}") for letter in "BCDEFGHIJKL"] + [("Vik", "Harbour")]
    assert shown(cells, "What ships lie in Vik?")[-1] == "Harbour=Vik"


def test_beside_a_heading_that_is_said_in_part_the_first_columns_are_shown() -> None:
    cells = [("1", f"Part {letter}") for letter in "BCDEFGHIJKL"] + [("14 m", "Length overall")]
    assert shown(cells, "What is its length?") == [
        *(f"Part {letter}=1" for letter in "BCDEFGH"),
        "…",
        "Length overall=14 m",
    ]


def test_what_all_columns_come_to_is_shown() -> None:
    cells = [*MONTHS, ("9999", "Total")]
    assert shown(cells, "How much was sold?")[-2:] == ["…", "Total=9999"]
    assert shown(cells, "What were the sales in Month 15?") == ["…", "Month 15=515", "…"]


def test_the_answer_tells_of_the_column_and_that_others_are_left_out(make_source: MakeSource) -> None:
    table = "\n".join(
        " | ".join(cells)
        for cells in (["Region", *(head for _, head in MONTHS)], ["East", *(value for value, _ in MONTHS)])
    )
    row = evidence_of([make_source(1, "Sales", table)])[-1]
    asked = Asked(terms=frozenset(analyse("What were the sales in Month 15 in the East?")))
    assert readable(row, asked) == "East – …, Month 15: 515, …"


def test_the_column_that_a_row_was_chosen_by_is_shown() -> None:
    found = columns_shown(MONTHS, frozenset(analyse("What of Month 3?")), "Month 17")
    assert [cell[1] for cell in found if cell] == ["Month 3", "Month 17"]


def test_a_column_may_be_called_by_a_noun_of_what_is_asked() -> None:
    cells = [("1", f"Part {letter}") for letter in "BCDEFGHIJKL"] + [("Ada Holm", "Shift leader"), ("3", "Setters")]
    assert "Shift leader=Ada Holm" in shown(cells, "Who leads the shift?")


def test_who_asks_what_it_comes_to_is_shown_the_columns_of_money() -> None:
    cells = [("1", f"Part {letter}") for letter in "BCDEFGHIJKL"] + [("Vik", "Supplier"), ("2,480", "Net £")]
    assert {"Supplier=Vik", "Net £=2,480"} <= set(shown(cells, "What is the total from supplier Vik?"))
