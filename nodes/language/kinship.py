"""Kinship and life dates in other words: who asks for a father is told by "daughter of", and for a birth by "born"."""

from __future__ import annotations

from nodes.language.terms import stem

_PARENTS = "father mother parent"
_CHILDREN = "son daughter child children"
_GRANDPARENTS = "grandfather grandmother grandparent"
_GRANDCHILDREN = "grandson granddaughter grandchild grandchildren"
_SPOUSES = "husband wife spouse"
_BIRTH = "born birth birthday birthdate birthplace"
_DEATH = "die died death dead"
_TOLD_BY = (
    (_PARENTS, f"{_PARENTS} {_CHILDREN}"),
    (_CHILDREN, f"{_CHILDREN} {_PARENTS}"),
    (_GRANDPARENTS, f"{_GRANDPARENTS} {_GRANDCHILDREN}"),
    (_GRANDCHILDREN, f"{_GRANDCHILDREN} {_GRANDPARENTS}"),
    (_SPOUSES, f"{_SPOUSES} married marriage wed widow widower consort"),
    ("sibling brother sister", "sibling brother sister"),
    ("uncle aunt", "uncle aunt nephew niece"),
    ("nephew niece", "nephew niece uncle aunt"),
    (_BIRTH, "born birth"),
    (_DEATH, f"{_DEATH} deceased"),
)
_WORDS = {
    stem(asked): frozenset(stem(word) for word in told.split()) - {stem(asked)}
    for words, told in _TOLD_BY
    for asked in words.split()
}
BIRTH_TERMS = frozenset(map(stem, _BIRTH.split()))
DEATH_TERMS = frozenset(map(stem, _DEATH.split()))
LIFE_TERMS = BIRTH_TERMS | DEATH_TERMS
"""Terms that ask for what a span of life tells."""


def told_by(term: str) -> frozenset[str]:
    """The terms that tell what a term of a question asks for; empty for one that is of no kin."""
    return _WORDS.get(term, frozenset())
