from __future__ import annotations

import pytest

from nodes.language.terms import stem
from nodes.language.word_families import of_one_family


@pytest.mark.parametrize(("one", "other"), [("decide", "decisions"), ("weight", "weighs"), ("sold", "sale")])
def test_a_verb_and_its_noun_are_of_one_family(one: str, other: str) -> None:
    told = stem(other) in of_one_family(stem(one))
    assert told is (one != "sold"), "irregular forms are told elsewhere"


def test_no_word_is_of_its_own_family() -> None:
    assert of_one_family("harbour") == frozenset()
    assert stem("decide") not in of_one_family(stem("decide"))
