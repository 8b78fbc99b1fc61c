"""Rows that a table has for each month, quarter or year: who asks for "month by month" is told all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from nodes.answering.choosing.material import Material
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import LIGHT_TERMS
from nodes.answering.question.term_weights import mass_of
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import months_named
from nodes.language.several import all_times, asks_of_each
from nodes.language.terms import analyse
from nodes.language.years import YEAR

_UNIT = lazy_regex(r"\b(month|quarter|year)s?\b", re.IGNORECASE)
_QUARTER = lazy_regex(
    r"(?:Q[1-4]|[1-4]Q|(?:first|second|third|fourth) quarter)(?:[ /-]?(?:19|20)?\d\d)?", re.IGNORECASE
)
_YEAR = lazy_regex(rf"(?:FY ?)?{YEAR}(?:[/-]\d\d(?:\d\d)?)?")
_LONGEST_MONTH = 14
"""Characters of a label that but names a month, perhaps with its year."""
_FEWEST, _MOST = 3, 12
"""Rows, for them to be the times of a table, and that are told."""
_GOING_ON = frozenset(analyse("change changed develop developed development evolve evolved go went"))


def _is_month(label: str) -> bool:
    return len(label) <= _LONGEST_MONTH and bool(months_named(label))


_NAMES: Mapping[str, Callable[[str], object]] = {
    "month": _is_month,
    "quarter": _QUARTER.fullmatch,
    "year": _YEAR.fullmatch,
}


def rows_of_times(best: Evidence, material: Material) -> list[Evidence]:
    """The rows of the best table that has one for each time that is asked for, in their order; empty without one.

    They say as much of the question as the best piece does; a table of another year than is asked for has none.
    """
    facts = material.facts
    times = all_times(facts.question) or asks_of_each(facts.question)
    unit = _UNIT.search(times)
    if unit is None:
        return []
    unasked = (LIGHT_TERMS | _GOING_ON).union(analyse(times))
    asked = {term: weight for term, weight in facts.weights.items() if term not in unasked and not term.isdigit()}
    least, tables = mass_of(best.terms, asked), dict[tuple[int, tuple[str, ...]], list[Evidence]]()
    for piece in material.pieces:
        titled = facts.source_of(piece).title_years
        is_of_other = bool(titled and facts.wording.years and titled.isdisjoint(facts.wording.years))
        if piece.is_row and not piece.is_heading and not is_of_other and _NAMES[unit[1].lower()](piece.label.strip()):
            tables.setdefault((piece.position, piece.header), []).append(piece)
    told = [
        rows
        for rows in tables.values()
        if len(rows) >= _FEWEST and all(0 < mass_of(row.terms, asked) >= least for row in rows)
    ]
    # Of several the one in the best source.
    return told[0][:_MOST] if told else []
