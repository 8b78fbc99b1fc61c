"""Rows by the sign of a number in a column."""

from __future__ import annotations

import pytest

from nodes.answering.columns.rows_by_sign import with_rows_by_sign
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, material_of

BERTHS = (
    "Berth | Boat | Cost | Balance\n---|---|---|---\n1 | Petrel | 310 | 12.50\n2 | Skua | 290 | -8.10\n"
    "3 | Gannet | 305 | 0\n4 | Tern | 280 | -1.40\nTotal | | 1185 | 3.00\n"
)
MEANT = "\nPositive balance: to be paid by June. Negative balance: refunded with the next bill.\n"


def labels_of(make_source: MakeSource, question: str, text: str) -> list[str]:
    material = material_of(question, [make_source(1, "Berths 2031", text)])
    return [piece.label for piece, _ in with_rows_by_sign([], material) if piece.is_row]


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which berths get money back?", ["2", "4"]),
        ("Which berths have to pay?", ["1"]),
        ("Which berths have a negative balance?", ["2", "4"]),
        # No column is called so, no such things are listed, or no sign is asked for.
        ("Which berths have a negative score?", []),
        ("Which cabins get money back?", []),
        ("Which berths cost the most?", []),
        ("How much money does berth 2 get back?", []),
    ],
)
def test_the_rows_with_the_sign_that_means_it(make_source: MakeSource, question: str, labels: list[str]) -> None:
    assert labels_of(make_source, question, BERTHS + MEANT) == labels


def test_what_a_sign_means_stands_behind_the_rows(make_source: MakeSource) -> None:
    material = material_of("Which berths get money back?", [make_source(1, "Berths 2031", BERTHS + MEANT)])
    told = with_rows_by_sign([], material)
    assert "refunded" in told[-1].piece.text


def test_where_no_document_says_what_it_means_none_is_told(make_source: MakeSource) -> None:
    assert not labels_of(make_source, "Which berths get money back?", BERTHS)


def test_of_one_sign_alone_nothing_is_told(make_source: MakeSource) -> None:
    assert not labels_of(make_source, "Which berths get money back?", BERTHS.replace("-", "") + MEANT)


def test_the_answer_is_these_rows(make_source: MakeSource, embed: Embed) -> None:
    said = answer("Which berths get money back?", [make_source(1, "Berths 2031", BERTHS + MEANT)], embed)
    assert "Skua" in said
    assert "Tern" in said
    assert "Petrel" not in said


@pytest.mark.parametrize(
    ("headings", "shown"),
    [
        ("Cost 2031 | Balance", "Cost 2031: 290, Balance: -8"),
        # The other column is of another year, or of what was before.
        ("Cost 2031 | Cost 2030", "290 (Cost 2031)"),
        ("From 1 March 2031 | At first", "290 (From 1 March 2031)"),
    ],
)
def test_beside_a_thing_of_the_year_the_other_columns_are_shown(
    make_source: MakeSource, embed: Embed, headings: str, shown: str
) -> None:
    text = f"Berth | {headings}\n---|---|---\nSkua | 290 | -8\nTern | 280 | 4\n"
    assert shown in answer("What was there for Skua in 2031?", [make_source(1, "Berths", text)], embed)
