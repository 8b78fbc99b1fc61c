"""When something starts, told by the day from which it is so."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.implied.starts import with_starts
from nodes.answering.quoting.quoting import Embed
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    "line",
    [
        "We are glad to offer you the post of harbour pilot from 1 October 2031.",
        "The post of harbour pilot is yours as of October 1, 2031.",
        "Harbour pilot, with effect from 2031-10-01.",
    ],
)
def test_a_day_from_which_something_is_so_answers(make_source: MakeSource, embed: Embed, line: str) -> None:
    sources = [
        make_source(1, "Rules of the archive", "In force from 1 January 2030."),
        make_source(2, "Our offer", f"{line}\n\nThe harbour has two pilots. They have been here from the beginning."),
    ]
    assert answer("When does the harbour pilot start?", sources, embed).startswith(line)


def test_what_was_put_off_starts_on_the_later_day(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Minutes of September", "Fares: the rise decided in March is postponed to 1 January 2032."),
        make_source(2, "Minutes of March", "The fares rise from EUR 3 to EUR 4 from 1 May 2031, as tar is dear."),
    ]
    said = answer(
        "When does the rise of the fares begin?", sources, embed, dates={"d1": "2031-09-17", "d2": "2031-03-19"}
    )
    assert "1 January 2032" in said


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When does the post start?", "The post is apart from 2 May the same."),
        ("When does the post start?", "The post is paid from the second month."),
        ("When does the ferry start?", "The post is filled from 1 October 2031."),
        ("Why does the post start?", "The post is filled from 1 October 2031."),
    ],
)
def test_no_day_no_start_or_another_thing_tells_nothing(make_source: MakeSource, question: str, text: str) -> None:
    sources = [make_source(1, "Letter", text)]
    told = with_starts(evidence_of(sources), sources, question, frozenset(analyse(question)))
    assert all("start" not in piece.terms for piece in told)
