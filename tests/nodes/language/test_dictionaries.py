"""A dictionary tells rare words from misspelt ones."""

from __future__ import annotations

import pytest

from nodes.language.dictionaries import ENGLISH, is_in_dictionary


@pytest.mark.parametrize(
    ("word", "language", "is_there"),
    [
        ("oven", ENGLISH, True),
        ("lent", ENGLISH, True),
        ("alowance", ENGLISH, False),
        ("", ENGLISH, False),
        ("spät", "german", True),
        ("spät", ENGLISH, False),
        ("поздно", "russian", True),
        ("oven", "klingon", False),
    ],
)
def test_a_word_is_in_its_own_language(word: str, language: str, *, is_there: bool) -> None:
    assert is_in_dictionary(word, language) is is_there
