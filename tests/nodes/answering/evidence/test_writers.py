"""What somebody says of themselves in a letter or a mail."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.writers import with_writers, writer_of
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

MAIL = (
    "From: Nell Aaby <n@press.example>\nTo: Ruth Kell <r@press.example>\nSubject: Next weeks\n\nDear Ruth,\n\n"
    "the press is mended.\n\nI am on holiday from 9 to 20 May. Tom says “I stay”.\n\nNell\n\n"
    "> I am on holiday in June."
)
LETTER = "Dear Mr Kell,\n\nin April I measured the quay. It is low.\n\nYours sincerely\nNell Aaby, surveyor"
PLAN = "The holiday of Nell Aaby was discussed."


def test_what_a_mail_says_of_its_sender_tells_of_them(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Next weeks", MAIL), make_source(2, "Committee", PLAN)]
    assert answer("When is Nell Aaby on holiday?", sources, embed) == "Nell Aaby: I am on holiday from 9 to 20 May. [1]"


@pytest.mark.parametrize(
    ("name", "content", "about"),
    [
        ("nell aaby", MAIL, ["I am on holiday from 9 to 20 May."]),
        ("nell aaby", LETTER, ["in April I measured the quay."]),
        ("ruth kell", MAIL, []),
        ("nell aaby", PLAN, []),
    ],
)
def test_it_is_about_whoever_sent_or_signed_it(
    make_source: MakeSource, name: str, content: str, about: list[str]
) -> None:
    sources = [make_source(1, "Letter", content)]
    assert [each.text for each in with_writers(evidence_of(sources), sources, [name]) if each.about] == about


def test_the_writer_is_told_as_they_write_their_name(make_source: MakeSource) -> None:
    sources = [make_source(1, "Letter", LETTER)]
    assert "Nell Aaby" in {writer_of(piece, sources[0]) for piece in evidence_of(sources)}


THREAD = (
    "From: Nell Aaby <n@press.example>\n\nI mend the press this year.\n\nNell\n\n"
    "On Sun, 4 May 2031 at 18:02, Ruth Kell <r@press.example> wrote:\nI mend the lamp and oil the hinges."
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who mends the press?", "Nell Aaby: I mend the press this year. [1]"),
        ("Who mends the lamp?", "Ruth Kell: I mend the lamp and oil the hinges. [1]"),
    ],
)
def test_what_one_says_of_oneself_tells_who_it_is(
    make_source: MakeSource, embed: Embed, question: str, said: str
) -> None:
    assert answer(question, [make_source(1, "Work", THREAD)], embed) == said


def test_whoever_says_it_is_somebody_where_nobody_is_named(make_source: MakeSource) -> None:
    sources = [make_source(1, "Work", "From: Nell Aaby <n@press.example>\n\nI mend the press.")]
    told = with_writers(evidence_of(sources), sources, [], asks_who=True)
    assert [piece.names for piece in told if piece.said_by] == [("nell aaby",)]


def test_a_mail_that_is_answered_stands_behind_its_answer(make_source: MakeSource, embed: Embed) -> None:
    introduced = "On Sun, 4 May 2031 at 18:02, Ruth Kell wrote:"
    older = make_source(1, "Work", f"{introduced}\nI mend the press.")
    older["section_path"] = [introduced]
    newer = make_source(2, "Work", "From: Nell Aaby <n@press.example>\n\nI mend the press from now on.")
    assert answer("Who mends the press?", [older, newer], embed).startswith("Nell Aaby: I mend")
