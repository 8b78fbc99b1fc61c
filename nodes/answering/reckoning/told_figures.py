"""How a figure that was reckoned is told: its value, its year, and the values that it is made of."""

from __future__ import annotations

import re

from nodes.answering.reckoning.figures import Figure, Reckoned
from nodes.answering.reckoning.row_values import cells_by_year
from nodes.language.formulas import Expression, Number, Operation, Value

_SHARE = re.compile(r"\bmargin\b|%|\bper ?cent|\bconversion\b|\bshare of\b", re.IGNORECASE)
_ROUND = re.compile(r"\bround\w*\b[^.?]*?\b(?P<places>no|zero|one|two|three|four|[0-4]) decimal", re.IGNORECASE)
_PLACES = {"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4}
_RATIO_PLACES = 2
_SHARE_PLACES = 1


def told_figure(found: Reckoned) -> str:
    """The line of an answer: "Current ratio: 1.31 in 2031 (4,147 [2] / 3,165 [2])"."""
    calculation = found.calculation
    name = calculation.called[:1].upper() + calculation.called[1:]
    is_share = _SHARE.search(calculation.called) is not None
    asked = _ROUND.search(calculation.said)
    places = None if asked is None else _PLACES.get(asked["places"].lower(), -1)
    if places == -1 and asked is not None:
        places = int(asked["places"])

    def value_of(value: float, figure: Figure) -> str:
        if is_share:
            return f"{_number(100 * value, _SHARE_PLACES if places is None else places)} %"
        if _is_ratio(found.formula):
            return _number(value, _RATIO_PLACES if places is None else places)
        decimals = max(_decimals(cell.shown) for row in figure.rows for cell in cells_by_year(row).values())
        unit = next((row.scale for row in figure.rows if row.scale), "")
        return f"{_number(value, decimals)}{f' ({unit})' if unit else ''}"

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


def _number(value: float, places: int) -> str:
    written = f"{abs(value):,.{places}f}"
    return f"−{written}" if value < 0 and written.strip("0.,") else written


def _decimals(shown: str) -> int:
    return len(shown.partition(".")[2])
