"""Dates in another notation: "27.09.2023" answers who asks for "27 September 2023", or in a table for the month."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import MONTH_TERMS, MONTHS, find_dates, months_named

_OF_A_SPAN = lazy_regex(
    r"\b(?:since|after|before|until|till|from|between|through|by|seit|nach|vor|bis|depuis|après|avant|desde|hasta)\b",
    re.IGNORECASE,
)
"""What asks about more than the month that is named: "since March"."""
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = lazy_regex(
    rf"(?:\b(?P<before>\d{{1,2}})(?:st|nd|rd|th)?\.? (?:of )?)?\b(?P<month>{_MONTH})\b"
    r"(?: (?:the )?(?P<behind>\d{1,2})(?:st|nd|rd|th)?\b(?![\d:.]))?",
    re.IGNORECASE,
)


def date_terms(terms: Iterable[str], dates: Sequence[str]) -> dict[str, frozenset[str]]:
    """Of each exact date of a question (ISO 8601) the terms of the question that say it."""
    asked = [*terms]
    return {day: frozenset(term for term in asked if _says(term, day)) for day in dates}


def terms_of_dates(text: str, spelled: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The terms of those dates, see `date_terms`, that a text names in whatever notation."""
    if not any(day[:4] in text for day in spelled):
        return frozenset()
    return frozenset(term for day in find_dates(text) for term in spelled.get(day, ()))


def month_terms(
    question: str, terms: Iterable[str], years: frozenset[str], dates: Sequence[str]
) -> dict[str, frozenset[str]]:
    """Of each month of a question that names no exact date, the terms of the question that say it and its year.

    The keys are what its days begin with in ISO 8601, `2023-09`, or hold if no year is asked for, `-09-`. Of a day
    without a year, "4 September", it is `-09-04`, and the term of the day says it as well.
    """
    asked = [*terms]
    days = {} if years else _days_without_year(question)
    said: dict[str, frozenset[str]] = {}
    for number in {} if dates else {MONTHS[name]: name for name in months_named(question)}:
        own = frozenset(term for term in asked if MONTH_TERMS.get(term) == number)
        for year in sorted(years) or ("",):
            told = own.union(term for term in asked if term == year)
            day = days.get(number, 0)
            told |= {term for term in asked if day and term.isdigit() and int(term) == day}
            key = f"{year}-{number:02}" if year else f"-{number:02}-{f'{day:02}' if day else ''}"
            said |= {key: told} if own else {}
    return said


def _days_without_year(question: str) -> dict[int, int]:
    """The day of each month of which a question names one alone: "on 4 June", "June 4th"."""
    found = [(each["before"] or each["behind"], MONTHS[each["month"].lower()]) for each in _DAY.finditer(question)]
    months = [month for _, month in found]
    return {month: int(day) for day, month in found if day and months.count(month) == 1 and 0 < int(day) <= 31}


def days_of_months(text: str, months: Iterable[str]) -> bool:
    """Whether a text names an exact day of one of those months, see `month_terms`."""
    return any(month in day for day in find_dates(text) for month in months)


def with_dates(
    pieces: Sequence[Evidence],
    spelled: Mapping[str, frozenset[str]],
    months: Mapping[str, frozenset[str]] | None = None,
) -> list[Evidence]:
    """The pieces, holding what a question says for a date also where they write it otherwise.

    A row of another day does not hold it in part: its year and month are those of many. Nor does one of another month
    hold the year of the month that is asked for.
    """
    if months:
        pieces = [_with_month(piece, months) if piece.is_row else piece for piece in pieces]
    if not spelled:
        return [*pieces]
    return [_with_date(piece, spelled) for piece in pieces]


def without_other_months(
    pieces: Sequence[Evidence], months: Mapping[str, frozenset[str]], question: str
) -> list[Evidence]:
    """The pieces without rows of exact days that are all of other months than those asked for, see `month_terms`.

    Where it is asked from, since or until a month, other months are meant as well.
    """
    if not months or _OF_A_SPAN.search(question):
        return [*pieces]
    return [piece for piece in pieces if not (piece.is_row and _is_of_other_month(piece, months))]


def _is_of_other_month(row: Evidence, months: Mapping[str, frozenset[str]]) -> bool:
    """Whether its days are all of other months, and it names none of those asked for in words."""
    if not find_dates(row.text) or days_of_months(row.text, months):
        return False
    asked = frozenset[str]().union(*months.values())
    return not any(MONTH_TERMS.get(term) for term in row.terms & asked)


def _with_month(row: Evidence, months: Mapping[str, frozenset[str]]) -> Evidence:
    asked = frozenset[str]().union(*months.values())
    if asked and _is_of_other_month(row, months):
        return replace(row, terms=row.terms - asked, numbers=row.numbers - asked)
    days = find_dates(row.text)
    told = [terms for month, terms in months.items() if any(month in day for day in days)]
    return replace(row, terms=row.terms.union(*told)) if told else row


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
