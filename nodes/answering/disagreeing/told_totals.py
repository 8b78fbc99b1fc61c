"""How many there are in all, as two documents tell it: "The hall has 412 seats", and "Seats | 398" in its manual."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.disagreeing.told_apart import LEAST_PARALLEL, called_apart, jaccard, years_apart
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import LIGHT_TERMS, Facts
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.numbers import numbers_in
from nodes.language.terms import analyse, fold, stem

_TOLD = lazy_regex(
    r"\b(?:has|have|had|holds?|seats|offers?|comprises?|contains?|provides?|numbers|totals?|there (?:is|are|were|was))"
    r"(?: now| only| about| almost| over| a total of)? "
    r"(?P<number>\d{1,3}(?:[,.’' ]\d{3})+|\d+) (?P<counted>(?:[\w’'-]+ ){0,2}[\w’'-]+)",
    re.IGNORECASE,
)
"""Of all that there are: "12 rooms are closed" is told of some."""


def totals_differ(one: Evidence, other: Evidence, sources: Sequence[Source], facts: Facts) -> bool:
    """Whether two documents tell another number of what is counted, each of all that is asked of.

    Reports of several years may both be right.
    """
    counted = facts.wanted.counted
    first, second = (sources[piece.position] for piece in (one, other))
    if not counted or first["document_id"] == second["document_id"] or not _say_all(one, other, facts):
        return False
    told = [_totals(piece, counted) for piece in (one, other)]
    if not all(told) or told[0] & told[1]:
        return False
    titles = [set(analyse(source["title"])) for source in (first, second)]
    is_series = jaccard(*titles) >= LEAST_PARALLEL and years_apart(one, other, sources)
    are_dated_apart = bool(one.years and other.years) and not one.years & other.years
    return not (is_series or are_dated_apart or called_apart(first, second, facts.weights))


def _say_all(one: Evidence, other: Evidence, facts: Facts) -> bool:
    """Whether each says all that is asked, itself or by what its document is called."""
    asked = facts.weights.keys() - LIGHT_TERMS
    return all(asked <= facts.held_by(piece) for piece in (one, other))


def _totals(piece: Evidence, counted: str) -> frozenset[str]:
    """The numbers that a piece tells of what is counted: the first of a row that is called so, or behind "has"."""
    if piece.is_row:
        is_called = [stem(fold(word)) for word in piece.label.split()][-1:] == [counted]
        cell = piece.values[0] if is_called and len(piece.values) == 1 else ""
        return numbers_in(cell.partition("(")[0])
    found = _TOLD.finditer(piece.text)
    return frozenset[str]().union(
        *(numbers_in(each["number"]) for each in found if counted in analyse(each["counted"]))
    )
