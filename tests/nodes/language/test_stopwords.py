"""Words that carry no content."""

from __future__ import annotations

from nodes.language.query_terms import query_terms
from nodes.language.stopwords import INSTRUCTION_WORDS, STOP_WORDS
from nodes.language.terms import fold


def test_how_many_and_how_much_ask_but_are_not_searched() -> None:
    assert query_terms("How many turbines, and how much steel?") == ["turbin", "steel"]


def test_the_lists_are_folded_and_disjoint() -> None:
    assert all(word == fold(word) and word.isalpha() for word in STOP_WORDS | INSTRUCTION_WORDS)
    assert not STOP_WORDS & INSTRUCTION_WORDS
