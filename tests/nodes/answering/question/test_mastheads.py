"""Lines at the head of a document that state nothing."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.question.mastheads import is_line_of_names, is_near_the_top, without_mastheads
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

PAPER = (
    "Journal of Orchard Studies 12 (2019), 45-51\n\nIn three of our studies the pears grew smaller.\n\n"
    "Trees were watered every week. Pears were weighed in September."
)
MINUTES = (
    "Record of the session of 8 October, 10.00 to 11.40, Orchard Room\n\nSecretary: Nell Aaby.\n\n"
    "The cider press was bought, because the old one leaks."
)


def _left(question: str, source: Source) -> list[str]:
    facts = read_question(question, rule_plan(question), [source], None)
    return [piece.text for piece in without_mastheads(evidence_of([source]), [source], facts)]


@pytest.mark.parametrize(
    ("question", "title", "text", "line"),
    [
        ("Which studies saw pears get smaller?", "Pears", PAPER, "Journal of Orchard Studies"),
        ("Why was the cider press bought?", "Committee", MINUTES, "Record of the session"),
        ("Why was the cider press bought?", "Committee", MINUTES, "Secretary: Nell Aaby."),
    ],
)
def test_a_line_without_a_verb_at_the_head_is_no_answer(
    make_source: MakeSource, embed: Embed, question: str, title: str, text: str, line: str
) -> None:
    source = make_source(1, title, text)
    assert not any(left.startswith(line) for left in _left(question, source))
    assert line not in answer(question, [source], embed)


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("What did Ruth Adeyemi offer at the meeting with Corbel?", False),
        ("What was agreed in the meeting with Corbel?", False),
        ("Who was at the meeting with Corbel?", True),
        ("How many people were at the meeting with Corbel?", True),
    ],
)
def test_who_was_there_tells_nothing_of_what_was_said(make_source: MakeSource, question: str, *, is_told: bool) -> None:
    text = "Present: A. Lowe, Ruth Adeyemi (Corbel)\n\nRuth says that Corbel would settle for GBP 1.1 million."
    left = _left(question, make_source(1, "Meeting with Corbel", text))
    assert any(each.startswith("Present") for each in left) is is_told


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("When was the session on the cider press?", "Record of the session"),
        ("Where was the session on the cider press held?", "Record of the session"),
        ("Who is the secretary of the committee?", "Secretary: Nell Aaby."),
        ("What does the secretary do about the press?", "Secretary: Nell Aaby."),
    ],
)
def test_it_may_tell_when_where_and_who(make_source: MakeSource, question: str, line: str) -> None:
    assert any(left.startswith(line) for left in _left(question, make_source(1, "Committee", MINUTES)))


def test_a_line_of_which_the_question_says_all_tells_nothing_anywhere(make_source: MakeSource) -> None:
    text = f"The ferry leaves at nine.\n\n{'It is blue. ' * 60}\n\nHolm Ferries plc, Pier 4\n\nIt runs daily."
    source = make_source(1, "Timetable", text)
    assert not any("Pier" in left for left in _left("Where is pier 4 of Holm Ferries?", source))
    assert any("Pier" in left for left in _left("Where does Holm Ferries build?", source))


def test_what_stands_farther_down_is_left_alone(make_source: MakeSource) -> None:
    source = make_source(
        1, "Pears", "The pears grew smaller. " * 20 + "\n\nOrchard Studies 12 (2019), 45-51\n\nIt ends."
    )
    piece = next(piece for piece in evidence_of([source]) if piece.text.startswith("Orchard"))
    assert not is_near_the_top(piece, source)
    assert any(left.startswith("Orchard") for left in _left("Which studies saw pears get smaller?", source))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Institute for Boreal Farming, Vik.", True),
        ("Holm Ferries plc", True),
        ("Patient: Ada Holm.", True),
        ("Sledges", False),
        ("The pears grew smaller in Vik.", False),
        ("Backup runs every night", False),
        ("Total: 4,560 EUR", False),
        ("Price of the Press 90 EUR", False),
    ],
)
def test_a_line_of_names_has_nearly_nothing_else(text: str, *, is_one: bool) -> None:
    assert is_line_of_names(text) is is_one


RELEASE = (
    "Marl, 4 February 2032. Sixty years after the fire the mill shows “The Red Night” from 16 February to 30 October "
    "2032.\n\nClosed on Mondays."
)


def test_the_day_on_which_it_was_written_is_not_until_when_something_lasts(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [make_source(1, "The mill opens its exhibition on the fire", RELEASE)]
    told = answer("Until when is the exhibition open?", sources, embed)
    assert "30 October 2032" in told
    assert "4 February" not in told
    assert "Mondays" not in told


def test_a_signature_tells_nothing_of_what_somebody_did(make_source: MakeSource) -> None:
    text = f"In April the quay was measured. {'It is low. ' * 60}\n\nYours sincerely\nNell Aaby, surveyor"
    line = "Nell Aaby, surveyor"
    assert line not in _left("What did Nell Aaby find?", make_source(1, "Letter", text))
    assert line in _left("What does Nell Aaby do?", make_source(1, "Letter", text))
    assert line in _left("Who is Nell Aaby?", make_source(1, "Letter", text))


def test_a_row_of_names_and_a_day_is_no_dateline(make_source: MakeSource) -> None:
    text = "Host | Site | System | Warranty until | Responsible\nmx-02 | Marl | Debian | 2031-08-31 | Nell Aaby"
    left = _left("Until when is the warranty of mx-02?", make_source(1, "Servers", text))
    assert "mx-02 | Marl | Debian | 2031-08-31 | Nell Aaby" in left


def test_an_item_of_a_list_at_the_head_is_no_masthead(make_source: MakeSource) -> None:
    source = make_source(1, "Tove Lind", "- Danish (native), Finnish (C2), Welsh (B2)\n\nI sail.")
    assert "Danish (native), Finnish (C2), Welsh (B2)" in _left("What Finnish does Lind speak?", source)


@pytest.mark.parametrize(("text", "is_left"), [("We mend it.\n\nNell", False), ("Crew:\n\n- Nell", True)])
def test_a_name_alone_tells_nothing_of_who_is_called_so(make_source: MakeSource, text: str, *, is_left: bool) -> None:
    assert ("Nell" in _left("What does Nell do?", make_source(1, "Boat", text))) is is_left
