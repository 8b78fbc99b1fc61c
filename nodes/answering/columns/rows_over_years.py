"""The year of the most or the least: "In which year were there the most members?" is told by a row over years."""

from __future__ import annotations

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.table_columns import SHOWN, numbers_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.table_rows import are_years
from nodes.language.accounts import PLANNED
from nodes.language.superlatives import asks_extreme, extreme_terms
from nodes.language.terms import analyse
from nodes.language.years import asks_which_year

_YEAR = frozenset(analyse("year end Jahr Ende année fin año"))
"""In a label, when in each year it was so: "Members at year end"."""


def rows_over_years(material: Material) -> list[Weighed]:
    """The rows that say most of what a question asks the year of, of tables whose columns are years.

    One of each document, first the one that has the most, or the least. None where no year of the most is asked for,
    or a table has two rows that are as good.
    """
    facts = material.facts
    sign = asks_extreme(facts.question)
    if not sign or not asks_which_year(facts.question):
        return []
    apart = extreme_terms(facts.question) | facts.name_terms | _YEAR
    asked = {term for term in facts.weights.keys() - apart if not term.isdigit()}
    found: dict[tuple[int, float], list[Weighed]] = {}
    for one in material.weighed:
        label = set(analyse(one.piece.label)) - _YEAR
        # A year that is planned has not been.
        is_of_years = are_years(one.piece.header) and PLANNED.isdisjoint(analyse(" ".join(one.piece.header)))
        if one.piece.is_row and label and is_of_years and (said := asked & one.piece.terms):
            found.setdefault((len(said), len(asked.intersection(label)) / len(label)), []).append(one)
    best = found[max(found)] if found else []
    told = [(value, one) for one in best if (value := _furthest(one.piece, sign)) is not None]
    if len(told) < len(best) or len({material.document(one.piece) for one in best}) < len(best):
        return []
    return [one for _, one in sorted(told, key=lambda each: -each[0])][:SHOWN]


def _furthest(row: Evidence, sign: int) -> float | None:
    """The most that a row has, or the least, times the sign; None where it has no number."""
    return max((sign * value for value in numbers_of(row.values) if value is not None), default=None)
