"""The line that names the columns of a table is no answer: what stands below it is."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource

WIDE = """The lights are kept by two crews.
Light   Height (m)   Built   Visits 2019
Upper Skarn 31 1888 410
Lower Skarn 24 1888 1,250
Ommer Head 18 1902 970
The crews meet in spring.
"""
GRID = """Sheet 2019
Month | Harbour | Boats | Fees (EUR)
March | Ommer | 107 | 1,284.50
March | Skarn | 103 | 1,234.50
April | Ommer | 207 | 2,519.00
"""


def lines(question: str, source: Source, embed: Embed) -> list[str]:
    return answer_by_quoting(question, rule_plan(question), [source], embed).lines


@pytest.mark.parametrize(("text", "place"), [(WIDE, 1), (GRID, 1)])
def test_the_line_that_names_columns_is_a_heading(make_source: MakeSource, text: str, place: int) -> None:
    source = make_source(1, "Lights", text, section_path=["Sheet 2019"])
    rows = [piece for piece in evidence_of([source]) if piece.is_row]
    assert [piece.text for piece in rows if piece.is_heading] == [text.split("\n")[place]]
    assert all(piece.header for piece in rows if not piece.is_heading)


def test_rows_hold_what_their_columns_are_called(make_source: MakeSource) -> None:
    rows = [piece for piece in evidence_of([make_source(1, "Lights", WIDE)]) if piece.is_row and not piece.is_heading]
    assert all(set(analyse("height built visits")) <= row.terms for row in rows)


def test_all_rows_that_hold_what_is_asked_answer(make_source: MakeSource, embed: Embed) -> None:
    told = lines("Which lights were built in 1888?", make_source(1, "Skerries", WIDE), embed)
    assert [label for label in ("Upper Skarn", "Lower Skarn", "Ommer") if label in " ".join(told)] == [
        "Upper Skarn",
        "Lower Skarn",
    ]


def test_rows_below_years_are_told_apart_by_their_labels(make_source: MakeSource, embed: Embed) -> None:
    text = "Accounts\n2021 2020\nHarbour fees 410 390\nFees of boats 52 47\nRepairs 17 12\n"
    assert len(lines("How high were the harbour fees in 2021?", make_source(1, "Accounts", text), embed)) == 1


def test_names_of_columns_alone_answer_nothing(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Boats", "Month | Harbour | Boats | Fees (EUR)\n")
    question = "Which harbour had boats in March?"
    assert answer_by_quoting(question, rule_plan(question), [source], embed).status == "no_evidence"


def test_what_stands_in_another_column_than_is_asked_for_does_not_disagree(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [
        make_source(1, "First survey", "Bay | Cover of weed (%) | Uptake\nInner bay | 19 | 221\nOuter bay | 7 | 90\n"),
        make_source(2, "Second survey", "Bay | Cover (%) | Uptake\nInner bay | 30 | 412\nOuter bay | 9 | 80\n"),
    ]

    def told(question: str) -> str:
        return "\n".join(answer_by_quoting(question, rule_plan(question), sources, embed).lines)

    assert "disagree" in told("What is the uptake in the inner bay?")
    assert "disagree" not in told("What is the cover of weed in the inner bay?")


def test_above_a_rule_amounts_name_columns_where_they_go_on_in_a_word(make_source: MakeSource, embed: Embed) -> None:
    rows = ("| Weeks | 20 °C: strength | 60 °C: strength |", "|---|---|---|", "| 0 | 100 | 100 |", "| 8 | 97 | 84 |")
    table = "\n".join(rows)
    told = lines("What is the strength after 8 weeks at 60 °C?", make_source(1, "Rope", table), embed)
    assert told == ["Rope: Weeks 8 – 20 °C: strength: 97, 60 °C: strength: 84 [1]"]


@pytest.mark.parametrize(
    "table",
    [
        "| Rope A | 12 metres |\n|---|---|\n| Rope B | 14 metres |\n|---|---|\n| Rope C | 20 metres |",
        "| Rope A | 12 m |\n|---|---|\n| Rope B | 14 m |",
        "| Rope A | 12 metres |\n| Rope B | 14 metres |",
    ],
)
def test_amounts_elsewhere_name_none(make_source: MakeSource, table: str) -> None:
    assert not any(piece.header for piece in evidence_of([make_source(1, "Ropes", table)]))
