"""Opposites: whether a statement says of what its source says that it is not so, or went the other way."""

from __future__ import annotations

import re

from nodes.answering.evidence.cues import denies
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_CLAUSE_END = lazy_regex(
    r"[,;:.!?]\s+|\s[–—-]\s|\b(?:but|although|though|while|whereas|aber|obwohl|während|mais|pero)\b", re.IGNORECASE
)
_NO_DENIAL = lazy_regex(
    r"\b(?:no\.? ?\d+|no (?:later|more|less|fewer|earlier|longer than)\b(?: than)?|"
    r"not (?:only|just|least|more than|less than|later than)|whether or not|if not|why not|not until|nothing but|"
    r"nicht nur|non seulement|no s[oó]lo)\b",
    re.IGNORECASE,
)
"""It denies nothing of what it stands beside."""
_SOFT = lazy_regex(
    r"\b(?:nothing|nobody|nowhere|hardly|barely|rarely|lack(?:s|ed|ing)?|fail(?:s|ed)?|refus\w+|reject\w+|den(?:y|ies|ied)|"
    r"unable|un\w{4,}|in(?:valid|active|eligible)|exclu\w+|except\w*|exempt\w*|instead|unless|only|absent|miss(?:es|ed|ing)|"
    r"stop(?:s|ped)|cancel\w*|ended|ban(?:s|ned)?|avoid\w*|nichts|niemand|nur|ohne|kaum)\b",
    re.IGNORECASE,
)
"""Other words may deny what "not" does: where they stand, neither side can be told to say the opposite."""
_WAYS = (
    (
        r"r[io]se[sn]?|rising|grew|grows?|growth|increas\w+|climb\w*|gain(?:s|ed)?|raised?|up by|higher|"
        r"stieg\w*|gestiegen",
        r"f[ae]lls?|fallen|falling|shr[aiu]nk\w*|decreas\w+|declin\w+|drop(?:s|ped)?|reduc\w+|lower(?:ed)?|down by|"
        r"sank|gesunken|gefallen",
    ),
    (
        r"more than|at least|minimum|exceed\w*|(?:over|above)(?= \W?\d)",
        r"less than|at most|maximum|(?:under|below)(?= \W?\d)",
    ),
    (r"approved?|accept(?:s|ed)?|granted", r"reject(?:s|ed)?|refused?|dismissed"),
)
_BOTH_WAYS = tuple(tuple(lazy_regex(rf"\b(?:{words})\b", re.IGNORECASE) for words in pair) for pair in _WAYS)
_LEAST_SHARED = 0.5
"""Share of the terms of a clause that another must hold to be about the same."""


def says_opposite(statement: str, source: str) -> bool:
    """Whether a clause of a statement goes against the clause of its source that is most like it.

    "Dogs are not allowed" and "Dogs are allowed", "Profit rose" and "Profit fell". Words that deny in a way of their
    own ("lacks", "only") leave it open.

    Args:
        statement: A sentence of an answer.
        source: What it rests on: a sentence or two, or a row.
    """
    theirs = [(clause, frozenset(analyse(clause))) for clause in _clauses(source)]
    for clause in _clauses(statement):
        terms = frozenset(analyse(clause))
        like, held = max(theirs, key=lambda other: len(terms & other[1]), default=("", frozenset[str]()))
        if terms and len(terms & held) >= _LEAST_SHARED * len(terms) and _against(clause, like):
            return True
    return False


def _clauses(text: str) -> list[str]:
    return [clause for clause in _CLAUSE_END.split(text) if clause.strip()]


def _against(clause: str, other: str) -> bool:
    clause, other = (_NO_DENIAL.sub(" ", text) for text in (clause, other))
    for one_way, other_way in _BOTH_WAYS:
        mine, theirs = (
            (one_way.search(text) is not None, other_way.search(text) is not None) for text in (clause, other)
        )
        if mine[0] != mine[1] and mine == theirs[::-1] and _denies(clause) == _denies(other):
            return True
    if _SOFT.search(clause) or _SOFT.search(other):
        return False
    return _denies(clause) != _denies(other)


def _denies(text: str) -> bool:
    return denies(text, "denied")
