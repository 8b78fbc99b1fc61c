"""A figure that is made of values, reckoned from the rows of one document that have them: "free cash flow", "ROA"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.answering.reckoning.row_scales import known_scales, scales_of
from nodes.answering.reckoning.row_values import Cell, cells_by_year
from nodes.answering.reckoning.told_values import (
    asked_calculation,
    how_surely,
    is_interim,
    is_of_statement,
    largest_value,
    years_of,
)
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.calculations import AVERAGE, Calculation, Reading, reading_of
from nodes.language.formulas import Expression, Number, Operation, Sign, Value, evaluate, values_of

_SPENT = lazy_regex(
    r"paid|payments?|purchases?|expenditures?|spending|additions?|acquisition|dividends?|costs?|expenses?|depreciation|"
    r"amorti[sz]ation|repurchases?",
    re.IGNORECASE,
)
"""Lines that may be written as deductions, and are meant as amounts."""
_DEVELOPS = lazy_regex(
    r"improv|declin|increas|decreas|\bchang|\btrend|compar|\bdrop|\bgr[oe]w|\bbetter\b|\bworse|\bdeteriorat|\bfell\b|\brose\b",
    re.IGNORECASE,
)
_ASKS_WHY = lazy_regex(
    r"\bwhy (?:did|do|does|is|are|was|were|has|have)\b|\bwhat (?:drove|caused|explains)\b", re.IGNORECASE
)
_BINDS: Mapping[Sign, int] = {"+": 0, "-": 0, "*": 1, "/": 1}
"""Which signs are taken before others."""
_WRITTEN: Mapping[Sign, str] = {"+": "+", "-": "−", "*": "×", "/": "/"}


@dataclass(frozen=True)
class Part:
    """A value that was put into a formula."""

    value: float
    shown: str
    """As the answer tells it, with the `[n]` of what it is taken from."""
    rows: tuple[Evidence, ...]


@dataclass(frozen=True)
class Figure:
    """What a formula comes to in one year."""

    year: int
    value: float
    shown: str
    """The formula with the values in place, each with its `[n]`."""
    rows: tuple[Evidence, ...]


@dataclass(frozen=True)
class Reckoned:
    """A figure that was asked for."""

    calculation: Calculation
    formula: Expression
    """By which it was."""
    figures: tuple[Figure, ...]
    """The latest year first."""
    is_mean: bool
    """The mean of the years is asked for."""

    @property
    def rows(self) -> list[Evidence]:
        """That it is taken from, each once, in the order of the formula."""
        return list(dict.fromkeys(row for figure in self.figures for row in figure.rows))


def reckoned(pieces: Sequence[Evidence], sources: Sequence[Source], facts: Facts) -> Reckoned | None:
    """The figure that a question asks for; None where it asks for none, or a value of it is in no source.

    All values are of one document, of a whole year each, and of rows that are called what they are: where it is not
    certain which row is meant, nothing is reckoned.

    Args:
        pieces: All evidence, by source and place.
        sources: What the pieces came from.
        facts: What is read of the question and the sources.
    """
    calculation = asked_calculation(facts.question)
    if calculation is None:
        return None
    if facts.wording.quarters or _ASKS_WHY.search(calculation.said):
        return None
    rows = [row for row in pieces if row.is_row and not row.is_heading and not facts.source_of(row).is_of_another]
    documents = dict.fromkeys(sources[row.position]["document_id"] for row in rows)
    for document in documents:
        own = [row for row in rows if sources[row.position]["document_id"] == document]
        found = [_of_document(calculation, formula, own, sources) for formula in calculation.formulas]
        told = [each for each in found if each is not None]
        # A note may call what it tells like the line that a statement does not have.
        best = next((each for each in told if _are_of_statements(each.rows, sources)), told[0] if told else None)
        if best is not None:
            return best
    return None


def _are_of_statements(rows: Sequence[Evidence], sources: Sequence[Source]) -> bool:
    return all(is_of_statement(sources[row.position]) for row in rows)


def _of_document(
    calculation: Calculation, formula: Expression, rows: Sequence[Evidence], sources: Sequence[Source]
) -> Reckoned | None:
    years = sorted(calculation.years, reverse=True)
    is_mean = len(years) > 1 and AVERAGE.search(calculation.said) is not None
    reckoner = _Reckoner([row for row in rows if not is_interim(sources[row.position])], sources)
    figures = [reckoner.figure(formula, year) for year in years]
    whole = [figure for figure in figures if figure is not None]
    if len(whole) < len(figures):
        return None
    if len(years) == 1 and _DEVELOPS.search(calculation.said):
        before = reckoner.figure(formula, years[0] - 1)
        whole += [before] if before is not None else []
    return Reckoned(calculation, formula, tuple(whole), is_mean)


class _Reckoner:
    """Puts the values of one document into a formula."""

    def __init__(self, rows: Sequence[Evidence], sources: Sequence[Source]) -> None:
        self._sources = sources
        self._rows = rows
        self._scales = scales_of(rows)

    def figure(self, formula: Expression, year: int) -> Figure | None:
        """What it comes to; None where a value is missing, or where their units do not go together."""
        readings = {value: reading_of(value) for value in values_of(formula)}
        parts: dict[Value, Part] = {}
        for value, reading in readings.items():
            part = None if reading is None else self._part(reading, year)
            if part is None:
                return None
            parts[value] = part
        rows = tuple(dict.fromkeys(row for part in parts.values() for row in part.rows))
        scales = known_scales(rows, self._scales)
        if scales is None:
            return None
        scaled = {value: part.value * scales[part.rows[0]] / scales[rows[0]] for value, part in parts.items()}
        result = evaluate(formula, scaled)
        return None if result is None else Figure(year, result, _shown(formula, parts), rows)

    def _part(self, reading: Reading, year: int) -> Part | None:
        """A value, or how it changed, or the mean of two years."""
        years = years_of(reading, year)
        sure = [(how_surely(row, self._sources[row.position], reading, years), row) for row in self._rows]
        # Of a whole and its parts, which notes call alike, it is the whole.
        best = max(
            ((like, largest_value(row), -row.position, -row.start, row) for like, row in sure if like),
            key=lambda found: found[:4],
            default=None,
        )
        if best is None:
            return None
        row = best[-1]
        cells = cells_by_year(row)
        index = self._sources[row.position]["index"]
        told = [_amount(row, cells[each]) for each in years]
        shown = [_with_sign(value, cells[each].shown) for value, each in zip(told, years, strict=True)]
        if reading.make == "change":
            return Part(told[-1] - told[0], f"({shown[-1]} − {shown[0]}) [{index}]", (row,))
        if reading.make == "average":
            return Part(sum(told) / len(told), f"mean of {' and '.join(shown)} [{index}]", (row,))
        return Part(told[0], f"{shown[0]} [{index}]", (row,))


def _amount(row: Evidence, cell: Cell) -> float:
    """What was spent is meant as an amount, whether or not it is written as a deduction."""
    return abs(cell.value) if _SPENT.search(row.label) else cell.value


def _with_sign(value: float, shown: str) -> str:
    return f"−{shown}" if value < 0 else shown


def _shown(formula: Expression, parts: Mapping[Value, Part]) -> str:
    """The formula with the values in place, in brackets where these are needed."""
    match formula:
        case Number(value):
            return f"{value:g}"
        case Value():
            return parts[formula].shown
        case Operation(sign, left, right):
            one, other = _shown(left, parts), _shown(right, parts)
            if isinstance(left, Operation) and _BINDS[left.sign] < _BINDS[sign]:
                one = f"({one})"
            if isinstance(right, Operation) and (_BINDS[right.sign] < _BINDS[sign] or sign in "-/"):
                other = f"({other})"
            return f"{one} {_WRITTEN[sign]} {other}"
