"""Lines of a log at a time of day."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.implied.times_of_day import with_hours, with_times
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

LOG = """2031-04-02 21:15:00 WARN pump: pressure is low
2031-04-02 08:15:21 INFO pump: started
2031-04-02 15:21:00 ERROR pump: valve stuck
2031-04-02 15:28:21 INFO pump: stopped"""


@pytest.mark.parametrize("time", ["15:21", "15:21:00", "3:21 pm"])
def test_the_line_of_that_time_is_quoted(make_source: MakeSource, embed: Embed, time: str) -> None:
    told = answer(f"What happened on 2031-04-02 at {time}?", [make_source(1, "pump", LOG)], embed)
    assert "valve stuck" in told
    assert "pressure" not in told
    assert "started" not in told
    assert "stopped" not in told


def test_sentences_keep_their_numbers(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Note", "At 9:30 we counted 15 pumps.")])
    assert with_times(pieces, "What happened at 15:21?") == pieces


def test_lines_of_other_times_are_refused(make_source: MakeSource, embed: Embed) -> None:
    told = answer("What happened on 2031-04-02 at 15:22?", [make_source(1, "pump", LOG)], embed)
    assert told.startswith("I looked for")
    assert "15:22" in told


HOURS = """| Day | Office | Workshop |
| --- | --- | --- |
| Thursday | 9:00-12:00 | 10:00-20:30 |
| Saturday | closed | 10:00-14:00 |
| Sunday | closed | closed |"""


@pytest.mark.parametrize("question", ["What time does the workshop close on Thursday?", "When is it open on Thursday?"])
def test_hours_tell_when_something_opens_and_closes(make_source: MakeSource, embed: Embed, question: str) -> None:
    assert "20:30" in answer(question, [make_source(1, "Opening hours", HOURS)], embed).splitlines()[0]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How late does the bar close?", True),
        ("When is the open day?", False),
        ("When was the bar opened?", False),
    ],
)
def test_hours_tell_it_only_where_that_is_asked(make_source: MakeSource, question: str, said: bool) -> None:
    pieces = evidence_of([make_source(1, "The bar", "It is 6 am to 10 pm, and from 3.20 to 2.90 metres.")])
    assert (with_hours(pieces, question) != pieces) is said


def test_metres_are_no_hours(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "The gauge", "The limit is lowered from 3.20 to 2.90 metres.")])
    assert with_hours(pieces, "How long is the boathouse open?") == pieces
