"""Questions in a source."""

from __future__ import annotations

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

INTERVIEW = "Interview with Nell Aaby\n\nQuestion: Did Moss know of the danger?\nAaby: He knew."
REPORT = "Engineer Tove Lind had warned of this in a letter of 3 May."


def test_what_only_an_interviewer_says_does_not_tell_who_it_was(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [("Aaby", INTERVIEW), ("The flood", REPORT)])
    assert answer("Who warned of the danger?", sources, embed).startswith("Engineer Tove Lind")


def test_who_is_asked_just_that_tells_it(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, [("Aaby", INTERVIEW), ("The flood", REPORT)])
    assert "Did Moss know" in answer("Who did know of the danger?", sources, embed)
