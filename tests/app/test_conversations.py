"""What conversations are called, and those that somebody else kept."""

from __future__ import annotations

import pytest

from app.conversations import LONGEST_TITLE, title_of, turns_of
from app.service.openai_protocol import RequestMessage, conversation
from nodes.domain.errors import InvalidRequestError


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("  How long\n is  it? ", "How long is it?"),
        ("word " * 40, f"{'word ' * 14}word…"),
        ("長" * 200, f"{'長' * 79}…"),
    ],
)
def test_a_title_is_one_short_line(question: str, title: str) -> None:
    assert title_of(question) == title
    assert len(title) <= LONGEST_TITLE


def test_each_question_is_completed_from_those_before_it() -> None:
    turns = turns_of([("What was Hask Marine's revenue in 2022?", "5 [1]"), ("and in 2023?", "6 [1]")])
    assert [turn["standalone_question"] for turn in turns] == [
        "What was Hask Marine's revenue in 2022?",
        "What was Hask Marine's revenue in 2023?",
    ]


def message(role: str, content: str | None) -> RequestMessage:
    return RequestMessage(role=role, content=content)


def test_the_last_question_is_asked_and_those_before_it_are_the_history() -> None:
    messages = [
        message("system", "Be brief."),
        message("assistant", "Hello"),
        message("user", "One?"),
        message("assistant", None),
        message("assistant", "Yes."),
        message("tool", "42"),
        message("user", "Two?"),
        message("user", "Three?"),
        message("assistant", "It"),
    ]
    assert conversation(messages) == ("Three?", [("One?", "Yes."), ("Two?", "")])


def test_without_a_question_there_is_nothing_to_answer() -> None:
    with pytest.raises(InvalidRequestError, match="messages"):
        conversation([message("assistant", "Hello")])
