"""Exact days of a question, as texts and tables write them in one word."""

from __future__ import annotations

from nodes.language.periods import find_dates
from nodes.language.terms import terms_of


def day_terms(text: str) -> list[str]:
    """The terms of each exact day that a text names, written as one: `2025-06-27`, `27.06.2025`, `27.6.2025`.

    In a table of many days the parts of each stand in nearly every row: only the whole tells one from the others.
    """
    return list(dict.fromkeys(terms_of(written)[-1] for day in find_dates(text) for written in _written(day)))


def _written(day: str) -> tuple[str, ...]:
    year, month, number = day.split("-")
    return day, f"{number}.{month}.{year}", f"{int(number)}.{int(month)}.{year}"
