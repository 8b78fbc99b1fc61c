"""What somebody answered when they were asked what is asked may be told otherwise by another document."""

from __future__ import annotations

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

INTERVIEW = "Interview with Nell Aaby\n\nQuestion: How many people drowned?\nAaby: We always said 64."
REPORT = "In all 61 people drowned, 23 of them in Marl."


def test_it_stands_beside_what_a_report_tells(make_source: MakeSource, embed: Embed) -> None:
    told = answer(
        "How many people drowned?", sources_of(make_source, [("The fire", REPORT), ("Aaby", INTERVIEW)]), embed
    )
    assert "61" in told
    assert "64" in told
    assert told.startswith("Sources disagree")


def test_who_was_asked_something_else_does_not_contradict_it(make_source: MakeSource, embed: Embed) -> None:
    other = "Question: How many people came to help?\nAaby: We were 64. People drowned."
    told = answer("How many people drowned?", sources_of(make_source, [("The fire", REPORT), ("Aaby", other)]), embed)
    assert "64" not in told
