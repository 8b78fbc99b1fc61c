"""A line of heading times and the first row below it that a page has joined."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.tables.joined_heads import joined_head
from tests.nodes.answering.quoted import MakeSource

YEARS = ("2031", "2030", "2029")


@pytest.mark.parametrize(
    ("line", "values", "found"),
    [
        ("For the years ended December 31, 2031 2030 2029 Revenues $ 3 $ 2 $ 1", 3, (YEARS, "Revenues $ 3 $ 2 $ 1")),
        ("2031 2030 2029 Revenues 3 2 1", 3, (YEARS, "Revenues 3 2 1")),
        ("Revenues 3 2 1", 3, ((), "")),
        ("2031 2030 2029 Revenues 3 2", 2, ((), "")),
        ("2031 2030 2029", 3, ((), "")),
        ("The three museums of this old county were built in the years 2031 2030 2029 by Ada Holm 3 2 1", 3, ((), "")),
    ],
)
def test_times_and_row_are_told_apart(line: str, values: int, found: tuple[tuple[str, ...], str]) -> None:
    assert joined_head(line, values) == found


def test_the_row_and_those_below_it_have_their_times(make_source: MakeSource) -> None:
    text = "(In millions)\nYears ended 2031 2030 2029 Revenues $ 3 $ 2 $ 1\nGeneral taxes 31 30 29\n"
    found = {piece.label: piece.header for piece in evidence_of([make_source(1, "Report", text)]) if piece.is_row}
    assert found == {"Revenues": YEARS, "General taxes": YEARS}
