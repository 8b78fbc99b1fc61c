"""How a figure that was reckoned is told: its value, its year, and the values that it is made of."""

from __future__ import annotations

import re

from nodes.answering.reckoning.figures import Figure, Reckoned
from nodes.answering.reckoning.row_values import cells_by_year
from nodes.answering.reckoning.written_numbers import asked_places, decimals_of, written
from nodes.domain.regexes import lazy_regex
from nodes.language.formulas import Expression, Number, Operation, Value

_SHARE = lazy_regex(r"\bmargin\b|%|\bper ?cent|\bconversion\b|\bshare of\b", re.IGNORECASE)
_RATIO_PLACES = 2
_SHARE_PLACES = 1


def told_figure(found: Reckoned) -> str:
    """The line of an answer: "Current ratio: 1.31 in 2031 (4,147 [2] / 3,165 [2])"."""
    calculation = found.calculation
    name = calculation.called[:1].upper() + calculation.called[1:]
    is_share = _SHARE.search(calculation.called) is not None
    places = asked_places(calculation.said)

    def value_of(value: float, figure: Figure) -> str:
        if is_share:
            return f"{written(100 * value, _SHARE_PLACES if places is None else places)} %"
        if _is_ratio(found.formula):
            return written(value, _RATIO_PLACES if places is None else places)
        decimals = max(decimals_of(cell.shown) for row in figure.rows for cell in cells_by_year(row).values())
        unit = next((row.scale for row in figure.rows if row.scale), "")
        return f"{written(value, decimals)}{f' ({unit})' if unit else ''}"

    told = [f"{value_of(figure.value, figure)} in {figure.year} ({figure.shown})" for figure in found.figures]
    if not found.is_mean:
        return f"{name}: {', '.join(told)}"
    mean = sum(figure.value for figure in found.figures) / len(found.figures)
    first, last = found.figures[-1].year, found.figures[0].year
    return f"{name}, mean of {first} to {last}: {value_of(mean, found.figures[0])}, of {', '.join(told)}"


def _is_ratio(formula: Expression) -> bool:
    """Whether the unit of the values is no longer that of the figure."""
    match formula:
        case Operation("/", _, right):
            return not isinstance(right, Number)
        case Operation(_, left, right):
            return _is_ratio(left) or _is_ratio(right)
        case Value() | Number():
            return False
