"""Turns of everyday speech, and what says the same."""

from __future__ import annotations

import pytest

from nodes.language.terms import analyse
from nodes.language.turns_of_phrase import turns_in


@pytest.mark.parametrize(
    ("question", "said", "text"),
    [
        ("When did the Holms move in?", "move", "The tenancy begins on 1 May 2031."),
        ("When did Ada move into the attic?", "move", "The lease of the attic started in May."),
        ("When does Ada move out?", "move", "The lease ends on 30 June 2031."),
        ("Who replaced the mate in May?", "replaced", "Ada fell ill and Per took her place as mate."),
        ("Who stood in for the mate?", "stood", "Per took the mate's place."),
        ("Who deals with lost nets?", "deals", "Lost nets: Ms Holm is in charge."),
        ("Who takes care of the nets?", "takes care", "Per is responsible for the nets."),
        ("Who is responsible for the nets?", "responsible", "Ms Holm is in charge of the nets."),
        ("Who sits on the harbour board?", "sits", "Elected for two years: Ada Holm, Per Lind."),
        ("Who serves on the committee?", "serves", "Members: Ada Holm, Per Lind."),
        ("Who pays for the new mast?", "pays", "The mast is covered by the policy."),
        ("Who pays for the dinghy?", "pays", "The skipper has it mended at his own expense."),
        ("When is the essay due?", "due", "Hand-in is planned for 3 May 2031."),
        ("How soon does somebody come when the pump fails?", "come", "A fitter is on site within four hours."),
        ("Is it open in winter?", "winter", "It is closed between October and April."),
        ("When do we stay at home?", "stay home", "Above force 7 nobody goes out."),
        ("How many members were at the meeting?", "meeting", "Members of 19 boats are present or represented."),
        ("Has the pump been fixed?", "fixed", "The pump was fitted in May, tested and works."),
        ("Why did they buy a bigger pump?", "bigger", "The pump was too small."),
    ],
)
def test_what_says_the_same(question: str, said: str, text: str) -> None:
    (turn,) = turns_in(question)
    assert turn.said == set(analyse(said))
    assert turn.told.search(text)


@pytest.mark.parametrize(
    "question",
    [
        "By how much did prices move in 2031?",
        "Did the fair move in May?",
        # What is replaced is no person.
        "When was the pump replaced?",
        "What is said of responsible fishing?",
        "Who sat on the quay?",
        "How much is due?",
        "When did the ferry come into service?",
        "Who was paid for the mast?",
        "What is fixed to the mast?",
        "Who was at the meeting?",
    ],
)
def test_what_is_no_such_turn(question: str) -> None:
    assert turns_in(question) == []


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When did the Holms move in?", "They moved the table in May. The lease is kept in the safe."),
        ("Who replaced the mate in May?", "The race took place in May."),
        ("Who deals with lost nets?", "The charge for lost nets is 40 crowns."),
        ("Who pays for the new mast?", "The mast is covered in varnish."),
        ("Why did they buy a bigger pump?", "The pump is small."),
        ("Is it open in winter?", "It is closed between May and July."),
    ],
)
def test_what_says_another_thing(question: str, text: str) -> None:
    assert not any(turn.told.search(text) for turn in turns_in(question))
