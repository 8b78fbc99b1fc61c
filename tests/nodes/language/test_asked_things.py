"""Which thing a value is asked of."""

from __future__ import annotations

import pytest

from nodes.language.asked_things import asked_thing
from nodes.language.terms import stem


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What does the scaffold for the roof cost?", "scaffold"),
        ("How long is the warranty of the new boiler?", "warranty"),
        ("What did the video intercom offer come to?", "offer"),
        ("When is the second levy due?", "levy"),
        ("How long does the battery really last?", "battery"),
        ("How much does the architect charge per hour?", "architect"),
    ],
)
def test_it_is_found(question: str, thing: str) -> None:
    assert asked_thing(question) == stem(thing)


@pytest.mark.parametrize(
    "question",
    [
        "What is the total amount of the bill?",
        "What did the school pay for the talk?",
        "When did the Holms move in?",
        "How much rent do they pay?",
        "Why is the wall wet?",
        "What is 2 + 2?",
        "",
    ],
)
def test_where_it_is_not_sure_none_is(question: str) -> None:
    assert asked_thing(question) == ""
