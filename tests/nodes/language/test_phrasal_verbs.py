"""Verbs of everyday speech and the one word that says the same."""

from __future__ import annotations

import pytest

from nodes.language.phrasal_verbs import in_plain_words, told_of_lives


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("How do I turn on the pump?", "enable"),
        ("How is the pump turned off?", "disable"),
        ("Can I throw all of them away?", "delete"),
        ("Which filters did you leave out?", "exclude"),
        ("May they be left out?", "exclude"),
        ("How do I get my files back?", "restore"),
        ("How is the release rolled back?", "rollback"),
        ("How can I roll it back?", "rollback"),
        ("When was the plant shut down?", "shutdown"),
        ("Who has taken over the shop?", "takeover"),
        ("Where do I log in?", "login"),
    ],
)
def test_what_says_the_same(question: str, word: str) -> None:
    assert any(word in each.words for each in in_plain_words(question))


@pytest.mark.parametrize(
    "question",
    [
        "Can I switch from oil to gas on the panel?",
        "Can I switch later on?",
        "Who leaves, and out of which door?",
        "When do the pumps turn?",
        "In which towns did they play in May?",
        "What is this about?",
    ],
)
def test_what_is_another_verb(question: str) -> None:
    assert in_plain_words(question) == []


def test_what_lives_are_told_by_is_no_plain_word_to_search_for() -> None:
    question = "Who set up the yard at which Ada Berg grew up?"
    assert {"founded", "raised"}.isdisjoint(word for each in in_plain_words(question) for word in each.words)
    assert [each.words for each in told_of_lives(question)] == [("founded",), ("raised",)]
