"""The year of the most: a row whose columns are years."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

LATER = """
| | 2031 | 2030 | 2029 |
|---|---|---|---|
| Guests at year end | 912 | 880 | 701 |
| Guest houses | 9 | 9 | 8 |
"""
EARLIER = "| | 2029 | 2028 |\n|---|---|---|\n| Guests at year end | 701 | 955 |\n| Guest houses | 8 | 8 |"
CENSUS = """
| | 1811 | 1821 | 1831 |
|---|---|---|---|
| Inhabitants | 310 | 402 | 377 |
| Houses inhabited | 61 | 70 | 72 |
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "In which year were there the most guests?",
            ["Guests at year end, most of 2028 to 2029: 955 in 2028", "Guests at year end: 701 (2029), 955 (2028)"],
        ),
        (
            "Which year had the fewest guests?",
            ["year end, fewest of 2029 to 2031: 701 in 2029", "year end: 912 (2031), 880 (2030), 701 (2029)"],
        ),
    ],
)
def test_the_document_with_the_most_comes_first(
    make_source: MakeSource, embed: Embed, question: str, expected: list[str]
) -> None:
    sources = [
        make_source(1, "Report 2031", f"We had many guests this year.\n\n{LATER}"),
        make_source(2, "Report 2029", f"Guests liked the year.\n\n{EARLIER}"),
    ]
    lines = answer(question, sources, embed).splitlines()
    assert all(told in line for told, line in zip(expected, lines, strict=False))
    assert len(lines) == 3


def test_the_row_that_is_nothing_else_is_meant(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Census of Lund", CENSUS)]
    said = answer("In which year did Lund have the most inhabitants?", sources, embed)
    assert "Inhabitants: 310 (1811), 402 (1821), 377 (1831)" in said
    assert "Houses" not in said


def test_a_year_that_is_planned_is_not_one_of_them(make_source: MakeSource, embed: Embed) -> None:
    budget = "| | Actual 2031 | Budget 2032 |\n|---|---|---|\n| Guests at year end | 912 | 990 |"
    sources = [make_source(1, "Budget 2032", budget), make_source(2, "Report 2031", LATER)]
    said = answer("In which year were there the most guests?", sources, embed)
    assert said.startswith("Guests at year end, most of 2029 to 2031: 912 in 2031 [2]")
    assert "990" not in said
