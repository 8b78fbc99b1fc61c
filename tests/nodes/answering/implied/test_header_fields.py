"""Fields beside a date in the header of a section."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from tests.nodes.answering.quoted import MakeSource, answer

EVENTS = {
    "Lock 3 jammed": "Date: 22 July 2031. Duration: 2 hours 25 minutes. On call: Ada Berg.\nNo barge passed the lock.",
    "Lock 3 flooded": "Date: 3 May 2031. Duration: 4 hours. On call: Ole Dahl.\nThe lock stood under water.",
}


def _sources(make_source: MakeSource) -> list[Source]:
    return [
        make_source(number, "Events", f"{head}\n{text}", section_path=[head], document_id="d1")
        for number, (head, text) in enumerate(EVENTS.items(), start=1)
    ]


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("How long was the lock out in July?", "2 hours 25 minutes", "4 hours"),
        ("Who was on call on 3 May 2031?", "Ole Dahl", "Ada Berg"),
    ],
)
def test_a_field_is_of_the_date_beside_it(
    make_source: MakeSource, embed: Embed, question: str, told: str, other: str
) -> None:
    said = answer(question, _sources(make_source), embed)
    assert told in said
    assert other not in said


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How long was the lock out in August?", EVENTS["Lock 3 jammed"]),
        ("How long was the lock out in July?", "Due: 2 July 2031\nDuration: 3 hours.\nThe lock was painted in spring."),
    ],
)
def test_another_month_or_another_line_is_not_told(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    source = make_source(1, "Events", f"Lock 3\n{text}", section_path=["Lock 3"])
    assert "hours" not in answer(question, [source], embed)
