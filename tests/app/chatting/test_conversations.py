"""What conversations are called, and those that somebody else kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.chatting.conversations import LONGEST_TITLE, title_of, turns_of
from app.service.openai_protocol import MOST_EXCHANGES, RequestMessage, conversation
from app.settings import load_settings
from app.sheaf import Sheaf
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


async def test_of_a_conversation_the_newest_checkpoint_is_kept(sample_copy: Path) -> None:
    async with Sheaf(load_settings(home=sample_copy)) as sheaf:
        for question in ("How many members are there?", "And in 2022?", "Who chairs the board?"):
            for session in ("one", "two"):
                await sheaf.ask(question, session_id=session)
        [one, two] = [await sheaf.conversations.turns("local", session) for session in ("one", "two")]
    assert [len(each.turns) for each in (one, two)] == [3, 3]
    with sqlite3.connect(sample_copy / "conversations.sqlite") as connection:
        threads = connection.execute("SELECT thread_id, count(*) FROM checkpoints GROUP BY thread_id ORDER BY 1")
        assert threads.fetchall() == [("local/one", 1), ("local/two", 1)]
        old = "SELECT count(*) FROM writes WHERE checkpoint_id NOT IN (SELECT checkpoint_id FROM checkpoints)"
        assert connection.execute(old).fetchone() == (0,)


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


def test_only_the_last_exchanges_are_read() -> None:
    messages = [message("user", str(number)) for number in range(MOST_EXCHANGES + 5)]
    question, exchanges = conversation(messages)
    assert (question, exchanges[-1]) == (str(MOST_EXCHANGES + 4), (str(MOST_EXCHANGES + 3), ""))
    assert len(exchanges) == MOST_EXCHANGES


def test_without_a_question_there_is_nothing_to_answer() -> None:
    with pytest.raises(InvalidRequestError, match="messages"):
        conversation([message("assistant", "Hello")])
