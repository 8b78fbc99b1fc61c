"""How a question says what it asks: what stands in it side by side, its numbers, times and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nodes.answering.evidence.definitions import asked_clauses
from nodes.answering.implied.dated import date_terms, month_terms
from nodes.domain.chat import Plan
from nodes.language.labels import labels_of
from nodes.language.numbers import numbers_in
from nodes.language.periods import period_label
from nodes.language.terms import analyse


@dataclass(frozen=True)
class Wording:
    """What a question says besides its terms and their weights."""

    said: str
    """Its terms in the order it says them, between blanks."""
    phrases: frozenset[tuple[str, str]]
    """Terms that stand beside one another in it, names and numbers aside: "net income"."""
    numbers: frozenset[str]
    years: frozenset[str]
    quarters: frozenset[str]
    """With their years, as `2024Q3`."""
    dates: Mapping[str, frozenset[str]]
    """The terms that say each exact date (ISO 8601)."""
    months: Mapping[str, frozenset[str]]
    """The terms that say each month of which no day is asked for, by what its days begin with or hold."""
    labels: Mapping[str, frozenset[str]]
    """Letters and numbers of the things that it tells apart by them, by the stem of what they are: "sample A"."""
    clauses: frozenset[str]
    """Numbers of the clauses that are asked for."""


def read_wording(question: str, plan: Plan, terms: Sequence[str]) -> Wording:
    """How a question says what it asks for by these terms."""
    years = frozenset(str(period["year"]) for period in plan["periods"])
    return Wording(
        said=f" {' '.join(analyse(question))} ",
        phrases=_phrases(question, plan, frozenset(terms)),
        numbers=numbers_in(question),
        years=years,
        quarters=frozenset(period_label(period) for period in plan["periods"] if period["quarter"]),
        dates=date_terms(terms, plan["dates"]),
        months=month_terms(question, terms, years, plan["dates"]),
        labels=labels_of(question),
        clauses=asked_clauses(question),
    )


def _phrases(question: str, plan: Plan, asked: frozenset[str]) -> frozenset[tuple[str, str]]:
    apart = {term for name in plan["entities"] for term in analyse(name)}
    return frozenset(
        (one, other)
        for one, other in pairwise(analyse(question))
        if {one, other} <= asked - apart and not (one.isdigit() or other.isdigit())
    )
