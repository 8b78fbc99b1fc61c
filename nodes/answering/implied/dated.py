"""Dates in another notation: "27.09.2023" answers who asks for "27 September 2023"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.periods import MONTH_TERMS, find_dates


def date_terms(terms: Iterable[str], dates: Sequence[str]) -> dict[str, frozenset[str]]:
    """Of each exact date of a question (ISO 8601) the terms of the question that say it."""
    asked = [*terms]
    return {day: frozenset(term for term in asked if _says(term, day)) for day in dates}


def terms_of_dates(text: str, spelled: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The terms of those dates, see `date_terms`, that a text names in whatever notation."""
    if not any(day[:4] in text for day in spelled):
        return frozenset()
    return frozenset(term for day in find_dates(text) for term in spelled.get(day, ()))


def with_dates(pieces: Sequence[Evidence], spelled: Mapping[str, frozenset[str]]) -> list[Evidence]:
    """The pieces, holding what a question says for a date also where they write it otherwise.

    A row of another day does not hold it in part: its year and month are those of many.
    """
    if not spelled:
        return [*pieces]
    return [_with_date(piece, spelled) for piece in pieces]


def _with_date(piece: Evidence, spelled: Mapping[str, frozenset[str]]) -> Evidence:
    told = terms_of_dates(piece.text, spelled)
    if not told and piece.is_row and find_dates(piece.text):
        asked = frozenset[str]().union(*spelled.values())
        return replace(piece, terms=piece.terms - asked, numbers=piece.numbers - asked)
    return replace(piece, terms=piece.terms | told)


def _says(term: str, day: str) -> bool:
    """Whether a term is the year, the month or the day of a date, or all of it."""
    year, month, number = (int(part) for part in day.split("-"))
    if term.isdigit():
        return int(term) in {year, month, number} or term == day.replace("-", "")
    return MONTH_TERMS.get(term) == month or find_dates(term) == [day]
