"""Of whom a sentence says something that names several: what stands in the clause that names each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from nodes.domain.regexes import lazy_regex
from nodes.language.periods import MONTH_TERMS
from nodes.language.terms import analyse, normalise_name

_PARTS = lazy_regex(r"[;,.()\n](?:\s|$)|\s{2,}")

_MOST_NAMES = 12
"""Of a sentence: more are a list, and each is looked for in every clause."""


def clauses_say(text: str, name: str, weights: Mapping[str, float]) -> bool:
    """Whether a clause of a sentence that has a name, normalised, says a term of a question."""
    parts = (part for part in _PARTS.split(text) if f" {name} " in f" {normalise_name(part)} ")
    return any(not weights.keys().isdisjoint(analyse(part)) for part in parts)


def named_where_most_is_said(text: str, names: Iterable[str], weights: Mapping[str, float]) -> list[str]:
    """Those of some names, normalised, whose clauses say most of a question: first of its months, then of its terms.

    "Bo leads the survey until March, then Ada takes over in April": who leads it from April is Ada.

    Args:
        text: A sentence.
        names: Those that it has; the first twelve count.
        weights: Of the terms of the question.
    """
    clauses = [(f" {normalise_name(part)} ", frozenset(analyse(part))) for part in _PARTS.split(text)]

    def said(name: str) -> tuple[float, float]:
        held = frozenset[str]().union(*(terms for folded, terms in clauses if f" {name} " in folded))
        told = {term: weight for term, weight in weights.items() if term in held}
        return sum(weight for term, weight in told.items() if term in MONTH_TERMS), sum(told.values())

    by_name = {name: said(name) for name in islice(names, _MOST_NAMES)}
    most = max(by_name.values(), default=(0.0, 0.0))
    return [name for name, each in by_name.items() if each == most]
