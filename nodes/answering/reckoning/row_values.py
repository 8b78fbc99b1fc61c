"""What a row of a table says of each year, as numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nodes.answering.columns.table_columns import numbers_of
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.table_rows import quarters_in, years_in
from nodes.domain.regexes import lazy_regex

_SCALES = (
    (
        lazy_regex(
            r"\b(?:thousands?|tausend|tsd|milliers|migliaia)\b|\b[kT] ?(?:EUR|CHF|€)|['’]?000s?\b", re.IGNORECASE
        ),
        1e3,
    ),
    (lazy_regex(r"\b(?:millions?|millionen|mio|millones|milioni|mln)\b", re.IGNORECASE), 1e6),
    (lazy_regex(r"\b(?:billions?|milliarden|mrd|milliards|bn)\b", re.IGNORECASE), 1e9),
)
_CHANGE = lazy_regex(r"%|\b(?:change|chg|variance|growth|increase|decrease|vs)\b", re.IGNORECASE)
"""A column that tells how two others differ."""
_FIGURE = lazy_regex(r"\d[\d.,'’\u00a0\u202f]*")


@dataclass(frozen=True)
class Cell:
    """What a row says of a year."""

    value: float
    shown: str
    """The digits as they stand there, without sign and currency."""


def cells_by_year(row: Evidence, *, rates: bool = False) -> dict[int, Cell]:
    """What a row says of each year that heads one of its columns; nothing of a year that heads several.

    Of quarters and of changes nothing is told, and nothing of what is a share ("12 %"), unless rates are wanted.
    """
    if not row.header or len(row.header) != len(row.values):
        return {}
    found: dict[int, list[Cell]] = {}
    for heading, cell, number in zip(row.header, row.values, numbers_of(row.values), strict=True):
        years = years_in(heading)
        digits = figure_in(cell)
        if len(years) != 1 or number is None or not digits or ("%" in cell and not rates):
            continue
        if not (quarters_in(heading) or _CHANGE.search(heading)):
            found.setdefault(int(*years), []).append(Cell(number, digits))
    return {year: cells[0] for year, cells in found.items() if len(cells) == 1}


def figure_in(cell: str) -> str:
    """The digits of a cell as they stand there; empty where it has none."""
    found = _FIGURE.search(cell)
    return found.group().rstrip(".,") if found else ""


def scale_of(row: Evidence) -> float | None:
    """How many each unit of a row's figures counts, 1,000 or more; None where its table does not state it."""
    return next((scale for pattern, scale in _SCALES if pattern.search(row.scale)), None)
