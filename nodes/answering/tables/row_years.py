"""The years that a row of a table says, without amounts that look like one: 1926 stands in a column of amounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nodes.answering.tables.lines import Lines
from nodes.answering.tables.table_rows import has_cells, row_cells, years_in
from nodes.domain.regexes import lazy_regex
from nodes.language.years import YEAR

_FOUR_DIGITS = lazy_regex(YEAR)
_NUMBER = lazy_regex(r"[-–−(]?\d[\d.,'’ ]*\)?")
_REACH = 12
"""Rows above and below that are read for what stands in a column."""


def years_of_row(lines: Lines, number: int) -> frozenset[str]:
    """The years in a row's line; of one with cells, none that stands among amounts above or below it."""
    text = lines.at(number)
    said = years_in(text)
    if not said or not has_cells(text):
        return said
    label, values = row_cells(text)
    amounts = [
        place
        for place, value in enumerate(values)
        if _FOUR_DIGITS.fullmatch(value) and _is_of_amounts(lines, number, place, len(values))
    ]
    kept = [value for place, value in enumerate(values) if place not in amounts]
    return years_in(" | ".join([label, *kept])) if amounts else said


def _is_of_amounts(lines: Lines, number: int, place: int, count: int) -> bool:
    """Whether another row has a number in that column that is no year."""
    return any(
        len(values) == count and _NUMBER.fullmatch(values[place]) and not _FOUR_DIGITS.fullmatch(values[place])
        for values in _values_around(lines, number)
    )


def _values_around(lines: Lines, number: int) -> Iterator[Sequence[str]]:
    for step in (1, -1):
        for other in range(number + step, number + step * (_REACH + 1), step):
            if other not in lines.rows:
                break
            yield row_cells(lines.at(other))[1]
