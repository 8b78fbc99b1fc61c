from __future__ import annotations

import pytest

from nodes.language.kinship import told_by
from nodes.language.terms import stem


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("father", "daughter"),
        ("sons", "mother"),
        ("spouse", "married"),
        ("wife", "widow"),
        ("grandmother", "grandson"),
        ("siblings", "brother"),
        ("aunt", "nephew"),
        ("birthplace", "born"),
        ("died", "death"),
    ],
)
def test_kin_is_told_in_other_words(asked: str, told: str) -> None:
    assert stem(told) in told_by(stem(asked))


def test_a_word_does_not_tell_itself_nor_what_is_no_kin() -> None:
    assert stem("father") not in told_by(stem("father"))
    assert stem("wife") not in told_by(stem("father"))
    assert not told_by(stem("bridge"))
