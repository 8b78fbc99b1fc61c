import pytest

from nodes.language.irregular_verbs import same_verb
from nodes.language.terms import stem


@pytest.mark.parametrize(
    ("one", "other"), [("keep", "kept"), ("writing", "wrote"), ("chosen", "choose"), ("fell", "falls")]
)
def test_forms_of_one_verb(one: str, other: str) -> None:
    assert stem(one) in same_verb(stem(other))
    assert stem(other) in same_verb(stem(one))


@pytest.mark.parametrize(("one", "other"), [("keep", "held"), ("founded", "find"), ("rose", "rise"), ("pump", "pumps")])
def test_other_words_are_none(one: str, other: str) -> None:
    assert stem(one) not in same_verb(stem(other))
