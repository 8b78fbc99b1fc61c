"""Ordinals that tables write as numbers."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

COURSES = (
    "The school has four terms.\n\n| Code | Course | Term | Hours |\n|---|---|---|---|\n"
    "| N-1 | Knots | 1 | 20 |\n| N-2 | Tides | 2 | 30 |\n| N-3 | Lights | 2 | 15 |\n| N-4 | Radio | 3 | 10 |"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which courses are in the second term?", ["Tides", "Lights"]),
        ("Which course is in the 3rd term?", ["Radio"]),
        ("Which courses are in the first term?", ["Knots"]),
    ],
)
def test_rows_of_that_number_are_told(make_source: MakeSource, embed: Embed, question: str, told: list[str]) -> None:
    said = answer(question, [make_source(1, "School of pilots", COURSES)], embed)
    assert [course for course in ("Knots", "Tides", "Lights", "Radio") if course in said] == told


def test_another_number_is_not_that_of_the_term(make_source: MakeSource, embed: Embed) -> None:
    table = "| Code | Course | Hours |\n|---|---|---|\n| N-1 | Knots | 2 |\n| N-2 | Second aid | 30 |"
    said = answer("Which course is the second aid?", [make_source(1, "School of pilots", table)], embed)
    assert "Second aid" in said
    assert "Knots" not in said
