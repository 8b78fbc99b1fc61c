"""Weekdays below the days of their week."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.implied.days_in_weeks import with_days_in_weeks
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

WEEKS = {
    "Week 45 (4 to 8 November)": "| Day | Tour |\n|---|---|\n| Monday | the mill |\n| Tuesday | the kiln |",
    "Week 46 (11 to 15 November)": "| Day | Tour |\n|---|---|\n| Monday | the lock |\n| Tuesday | the weir |",
    "Turn (25 November to 6 December)": "| Day | Tour |\n|---|---|\n| Monday | the tower |\n| Tuesday | the quay |",
}


def _sources(make_source: MakeSource) -> list[Source]:
    return [
        make_source(number, "Tours", f"## {head}\n\n{text}", section_path=["Tours", head], document_id="d1")
        for number, (head, text) in enumerate(WEEKS.items(), start=1)
    ]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which tour is on Tuesday 12 November?", "weir"),
        ("What is the tour of Monday, 4 November?", "mill"),
        ("Which tour is on Tuesday the 3rd of December?", "quay"),
    ],
)
def test_the_row_of_the_week_that_the_day_lies_in_answers(
    make_source: MakeSource, embed: Embed, question: str, told: str
) -> None:
    said = answer(question, _sources(make_source), embed)
    assert told in said
    assert not any(each in said for each in {"mill", "kiln", "lock", "weir", "tower", "quay"} - {told})


@pytest.mark.parametrize("question", ["Which tour is on Tuesday 19 November?", "Which tour is on Tuesday in November?"])
def test_a_day_of_no_week_is_said_by_no_row(make_source: MakeSource, question: str) -> None:
    sources = _sources(make_source)
    pieces = evidence_of(sources)
    assert with_days_in_weeks(pieces, sources, question) == pieces
