"""Columns that lists of people have, by what asks for them: who asks for a telephone number wants "Mobile", too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

HEADS_NAMES = lazy_regex(
    r"(?:full |first and last )?names?|persons?|employees?|members?(?: of staff)?|staff(?: members?)?|colleagues?|"
    r"(?:vor- und )?name|mitarbeiter(?:in|/in)?|nom(?: complet)?|nombre(?: completo)?",
    re.IGNORECASE,
)
"""What heads the column of who they are, where a number stands before it."""


class _Column(NamedTuple):
    asked: re.Pattern[str]
    """How a question asks for it."""
    headed: re.Pattern[str]
    """What heads it."""
    terms: frozenset[str]
    """By which such a list is found."""


_COLUMNS = (
    _Column(
        lazy_regex(
            r"\b(?:tele|mobile ?|cell ?)?phones?\b(?: numbers?\b)?|\bmobiles?(?: numbers?)?\b|"
            r"\b(?:on|under|at) (?:which|what) number\b|"
            r"\bnumber (?:to|(?:do|should|must|can) (?:I|we|you)(?: have to| need to)?) (?:call|ring|dial)\b",
            re.IGNORECASE,
        ),
        lazy_regex(
            r"\b(?:tele)?phone|\bmobile|\bdirect (?:line|dial)|\bext(?:ension|n)?\b|\btel\b|\bcell\b", re.IGNORECASE
        ),
        frozenset(analyse("phone telephone mobile extension")),
    ),
    _Column(
        lazy_regex(r"\bextensions?(?: numbers?)?\b", re.IGNORECASE),
        lazy_regex(r"\bext(?:ension|n)?\b", re.IGNORECASE),
        frozenset(analyse("extension ext")),
    ),
    _Column(
        lazy_regex(r"\b(?:line )?manager of\b|\bboss(?: of\b|\b)|\breports? to\b", re.IGNORECASE),
        lazy_regex(r"\b(?:line )?manager|\breports to\b|\bsupervisor", re.IGNORECASE),
        frozenset(analyse("manager")),
    ),
    _Column(
        lazy_regex(r"\bsince when\b|\bhow long has\b|\bwhen did\b(?=[^?]{1,80}\b(?:join|start)\b)", re.IGNORECASE),
        lazy_regex(r"\bsince\b|\bstart(?:ed|ing|s)?\b|\bjoined\b", re.IGNORECASE),
        frozenset(analyse("started joined")) | {"since"},
    ),
    _Column(
        lazy_regex(r"\b(?:which|what) (?:room|office)\b|\bwhere (?:do|can|could) (?:I|we|you) find\b", re.IGNORECASE),
        lazy_regex(r"\brooms?\b|\boffice\b", re.IGNORECASE),
        frozenset(analyse("room office")),
    ),
    _Column(
        lazy_regex(r"\be-?mails?\b(?: add?ress(?:es)?\b)?|\bmail add?ress(?:es)?\b", re.IGNORECASE),
        lazy_regex(r"\be-?mail", re.IGNORECASE),
        frozenset(analyse("email mail")),
    ),
)

_LONGEST_HEAD = 3
"""Words of a cell that heads a column."""


def asked_columns(question: str, heads: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Those of some headings that a question asks for, and the terms by which it does.

    By their own words ("Working days": "on which days does she work"), or else by what means the same.
    """
    said = frozenset(analyse(question))
    kinds = _asked_for(question)
    asking = frozenset(term for each in kinds for found in each.asked.findall(question) for term in analyse(found))
    named = {head for head in heads if (own := frozenset(analyse(head))) and own <= said}
    if named:
        return frozenset(named), asking.union(*map(analyse, named), {"number"})
    return frozenset(head for head in heads if any(each.headed.search(head) for each in kinds)), asking


def column_terms(question: str) -> frozenset[str]:
    """The terms by which a list is found that has a column which a question asks for; empty for most."""
    return frozenset[str]().union(*(each.terms for each in _asked_for(question)))


def has_column(text: str, question: str) -> bool:
    """Whether a line of a text, which may head a table, has a cell that heads a column which a question asks for."""
    kinds = _asked_for(question)
    cells = (cell for line in text.splitlines() if kinds and "|" in line for cell in line.split("|"))
    return any(len(cell.split()) <= _LONGEST_HEAD and each.headed.search(cell) for cell in cells for each in kinds)


def _asked_for(question: str) -> list[_Column]:
    return [each for each in _COLUMNS if each.asked.search(question)]
