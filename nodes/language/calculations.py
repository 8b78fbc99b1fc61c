"""Words that ask what several values make together: their change, their mean, their sum, or which is the greatest."""

from __future__ import annotations

from nodes.language.terms import analyse, stem

_TERMS = frozenset(
    stem(word)
    for words in (
        "change changed difference increase increased decrease decreased growth grown decline drop rise fall",
        "percentage percent average mean total sum altogether combined overall amount",
        "highest lowest largest smallest biggest greatest least most maximum minimum exceed exceeded",
    )
    for word in words.split()
)


def calculating_terms(question: str) -> frozenset[str]:
    """The terms of a question that ask what values make together: the values answer it, and seldom say the word."""
    return frozenset(term for term in analyse(question) if term in _TERMS)
