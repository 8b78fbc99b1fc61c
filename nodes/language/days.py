"""Exact days of a question, as texts and tables write them in one word."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.periods import find_dates, find_months
from nodes.language.terms import terms_of

_COUNTS = lazy_regex(
    r"\bhow (?:many|much|often)\b|"
    r"\bwhat (?:did|do|does|have|has) (?:\w+ ){1,6}?(?:costs?|charged?|pa(?:y|id)|spen[dt])\b|"
    r"\bwie(?: ?viele?n?| oft)\b",
    re.IGNORECASE,
)


def day_terms(text: str) -> list[str]:
    """The terms of each exact day that a text names, written as one: `2025-06-27`, `27.06.2025`, `27.6.2025`.

    Where it asks how many, or how much, there is in a month of a year, of all its days. In a table of many days the
    parts of each stand in nearly every row: only the whole tells one from the others.
    """
    months = find_months(text) if _COUNTS.search(text) else []
    days = find_dates(text) or [day for last in months for day in _days_to(last)]
    return list(dict.fromkeys(terms_of(written)[-1] for day in days for written in _written(day)))


def _days_to(last: str) -> list[str]:
    return [f"{last[:8]}{number:02}" for number in range(1, int(last[8:]) + 1)]


def _written(day: str) -> tuple[str, ...]:
    year, month, number = day.split("-")
    return day, f"{number}.{month}.{year}", f"{int(number)}.{int(month)}.{year}"
