"""Rows that have something on a day that heads a column."""

from __future__ import annotations

import pytest

from nodes.answering.columns.rows_of_a_day import with_rows_of_a_day
from tests.nodes.answering.quoted import MakeSource, material_of

ROTA = (
    "Name | Post | Mon 4 May | Tue 5 May | Thurs 7 May | Hours\nAda Lind | Desk | 8-14 |  | 8-14 | 12\n"
    "Tom Reed | Van |  | 9-17 | off | 8\nIda Berg | Van | 9-17 | 9-17 | - | 16"
)
LESSONS = "Time | Monday | Tuesday\n8:00 | Maths | \n9:00 | Art | Latin\n10:00 |  | Maths"


@pytest.mark.parametrize(
    ("question", "content", "labels"),
    [
        ("who works on tuesday?", ROTA, ["Tom Reed", "Ida Berg"]),
        ("Who is on duty on Tuesday, 5 May?", ROTA, ["Tom Reed", "Ida Berg"]),
        ("Who is in the van on Monday?", ROTA, ["Ida Berg"]),
        ("Who is off on Thursday 7 May?", ROTA, ["Tom Reed", "Ida Berg"]),
        ("Who does not work on Monday?", ROTA, ["Tom Reed"]),
        ("What do we have on Tuesday?", LESSONS, ["9:00", "10:00"]),
        # Another day, and what the table says nothing of.
        ("Who works on Tuesday 12 May?", ROTA, []),
        ("Who works on Friday?", ROTA, []),
        ("Who spoke of the boiler on Monday?", ROTA, []),
        ("Does Ada work on Monday?", ROTA, []),
    ],
)
def test_rows_with_something_in_the_column_of_the_day(
    make_source: MakeSource, question: str, content: str, labels: list[str]
) -> None:
    found = with_rows_of_a_day([], material_of(question, [make_source(1, "Week 19", content)]))
    assert [piece.label for piece, _ in found] == labels


def test_of_two_tables_with_that_day_neither_is_taken(make_source: MakeSource) -> None:
    sources = [make_source(1, "Week 19", ROTA), make_source(2, "Lessons", LESSONS)]
    assert with_rows_of_a_day([], material_of("Who is there on Tuesday?", sources)) == []
