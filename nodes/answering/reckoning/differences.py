"""By how much two values of one row differ, where that is asked: of two years, or of two columns that are named."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nodes.answering.columns.table_columns import numbers_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.answering.reckoning.row_values import Cell, cells_by_year, figure_in
from nodes.answering.reckoning.written_numbers import asked_places, decimals_of, written
from nodes.answering.tables.table_rows import years_in
from nodes.language.terms import analyse

_MORE = (
    r"more|less|fewer|dearer|cheaper|higher|lower|bigger|smaller|larger|longer|shorter|further|heavier|lighter|faster|"
    r"slower|over|under|above|below|beyond"
)
_MOVES = (
    r"grow|grew|rise|rose|fall|fell|shrink|shrank|drop|increase|decrease|change|decline|exceed|overshoot|differ|improve|"
    r"go (?:up|down|over)|went (?:up|down|over)|come down|came down"
)
_MOVED = (
    r"grown|risen|fallen|shrunk|dropped|increased|decreased|changed|declined|exceeded|overshot|gone (?:up|down|over)"
)
_ASKS = re.compile(
    rf"\bhow (?:much|many|far) (?:{_MORE})\b|\bby how (?:much|many|far)\b|\bwhat percent(?:age)? (?:{_MORE})\b"
    rf"|\bhow (?:much|far) (?:did|does|do|has|have|is|was|were)\b[^?.]*\b(?:{_MOVES}|{_MOVED})\b"
    rf"|\bdifference (?:between|in)\b|\b(?:year[- ]over[- ]year|yoy|annual) (?:change|growth|increase|decrease)\b"
    rf"|\b(?:change|growth|increase|decrease|rise|drop) in\b[^?.]*\b(?:from|between)\b[^?.]*\b(?:to|and)\b",
    re.IGNORECASE,
)
_PLACES = 1
"""Decimals of a share, where none are asked for."""
_IN_PERCENT = re.compile(r"%|\bper ?cent", re.IGNORECASE)


@dataclass(frozen=True)
class _Two:
    """Two values of a row: the one that the other is taken from first."""

    first: Cell
    heading: str
    other: Cell
    other_heading: str


def asks_difference(question: str) -> bool:
    """Whether a question asks by how much two values differ."""
    return _ASKS.search(question) is not None


def told_difference(row: Evidence, index: int, facts: Facts) -> str:
    """The line that tells by how much two values of a row differ: "Fees, 2031 less 2030: 40 − 32 = 8 (25 %) [1]".

    Empty where it is not asked, or where it is not certain which two are meant.

    Args:
        row: that answers the question.
        index: the number of its source.
        facts: what is read of the question.
    """
    if not (row.is_row and row.header and asks_difference(facts.question)):
        return ""
    # What only heads its columns does not tell which row is meant.
    if not (row.terms & facts.weights.keys()) - frozenset(analyse(" ".join(row.header))):
        return ""
    two = _of_years(row, facts) or _of_columns(row, facts)
    if two is None:
        return ""
    difference = two.first.value - two.other.value
    places = max(decimals_of(cell.shown) for cell in (two.first, two.other))
    shown = f"{_signed(two.first)} − {_signed(two.other)} = {written(difference, places)}"
    if _is_rate(row):
        share = " percentage points"
    elif two.other.value:
        share = f" ({written(100 * difference / abs(two.other.value), _share_places(facts.question))} %)"
    else:
        share = ""
    unit = f" ({row.scale})" if row.scale else ""
    label = " ".join(row.label.split()).rstrip(":")
    return f"{label}{unit}, {two.heading} less {two.other_heading}: {shown}{share} [{index}]"


def _is_rate(row: Evidence) -> bool:
    """Whether the values of a row are rates: what two differ by is told in points."""
    values = [value for value in row.values if any(map(str.isdigit, value))]
    return bool(values) and sum("%" in value for value in values) * 2 > len(values)


def _of_years(row: Evidence, facts: Facts) -> _Two | None:
    """The values of the two years that are asked for, the later first; of one and the year before, if one is."""
    cells = cells_by_year(row, rates=True)
    years = sorted(map(int, facts.wording.years))
    if len(years) == 1:
        years = [years[0] - 1, *years]
    if len(years) < 2 or not {years[0], years[-1]} <= cells.keys():
        return None
    return _Two(cells[years[-1]], str(years[-1]), cells[years[0]], str(years[0]))


def _of_columns(row: Evidence, facts: Facts) -> _Two | None:
    """The values of the two columns that the question names, or of the only two; the larger first."""
    found = []
    for heading, cell, number in zip(row.header, row.values, numbers_of(row.values), strict=True):
        digits = figure_in(cell)
        if number is not None and digits and heading.strip() and "%" not in heading and not years_in(cell):
            found.append((heading, Cell(number, digits)))
    if facts.wording.years:
        found = [each for each in found if not years_in(each[0]) or years_in(each[0]) & facts.wording.years]
    asked = frozenset(analyse(facts.question))
    named = [each for each in found if asked & frozenset(analyse(each[0]))]
    two = named if len(named) == 2 else found
    if len(two) != 2 or two[0][1].value == two[1][1].value:
        return None
    (heading, first), (other_heading, other) = sorted(two, key=lambda each: -each[1].value)
    return _Two(first, heading, other, other_heading)


def _share_places(question: str) -> int:
    places = asked_places(question) if _IN_PERCENT.search(question) else None
    return _PLACES if places is None else places


def _signed(cell: Cell) -> str:
    return f"(−{cell.shown})" if cell.value < 0 else cell.shown
