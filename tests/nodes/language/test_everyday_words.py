"""The lists of everyday words: each line calls for what it says, and for nothing wider."""

from __future__ import annotations

from collections import Counter

import pytest

from nodes.language import everyday_words
from nodes.language.abbreviations import EVERYDAY, readings
from nodes.language.terms import analyse

LINES = [line for line in everyday_words.ALL.splitlines() if line]
TRIGGERS = [(word.strip(), line) for line in LINES for word in line.partition("=>")[0].split(",")]


@pytest.mark.parametrize(("asked", "line"), TRIGGERS)
def test_what_is_asked_is_no_wider_than_it_is_written(asked: str, line: str) -> None:
    """Function words are no terms: "run out" would be every "run"."""
    words = [word for word in asked.split() if word != "of"]
    assert len(analyse(asked)) >= len(words), line


def test_a_word_has_one_line() -> None:
    assert [word for word, count in Counter(word for word, _ in TRIGGERS).items() if count > 1] == []


def test_what_is_asked_is_searched_in_the_words_of_its_line() -> None:
    assert "audit" in EVERYDAY.expansions("Who paid for the inspection?")


def test_a_word_that_is_said_is_looked_for_as_it_stands() -> None:
    (stem,) = analyse("rotten")
    assert readings({stem})
    assert not readings({stem}, {stem})
    assert not readings({stem}, wider=False)
