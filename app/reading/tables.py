"""Tables with merged cells and headers of several lines: as rows of which each tells its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.reading.normalise import normalise_line
from nodes.domain.regexes import lazy_regex

_NUMBER = lazy_regex(r"[-+−–(]{0,2} ?[$€£¥]? ?[-+−]?\d[\d.,'’ ]*(?:[eE][-+]?\d+)? ?[%$€£¥]?\)?")
"""With separators of thousands, a currency, a sign of per cent, or the parentheses of what is below zero."""
_LONGEST_REPEATED = 120
"""Characters. What is longer is text beside the table, not what its rows are about."""


class Merged(NamedTuple):
    """A cell over several rows or columns, by the place of its first row and column."""

    row: int
    column: int
    rows: int
    columns: int


class Grid(NamedTuple):
    """R rows of one table, of which the cells under a merged one are empty."""

    rows: list[list[str]]
    merged: list[Merged]


def unfolded(grid: Grid, header_rows: int) -> tuple[list[str], list[list[str]]]:
    """What stands above a table as its title, and its rows: what is merged is told in each row, the header is one row.

    A cell over several rows is in all of them, unless it is long. One over several columns is in the first of them,
    and in the header in each: there it names them. Lines of the header are joined, column by column: "2023 Revenue".

    Args:
        grid: The table.
        header_rows: How many of its first rows are known as its header, the title among them. More are found where
            merged cells lead to them.
    """
    titles = _title_rows(grid)
    rows = [list(row) for row in grid.rows[titles:]]
    merged = [each._replace(row=each.row - titles) for each in grid.merged if each.row >= titles]
    count = _header_rows(rows, merged, max(1, header_rows - titles) if header_rows else 0)
    for each in merged:
        _spread(rows, each, over_columns=each.row < count)
    header = [_joined(column) for column in zip(*_padded(rows[:count]), strict=True)]
    return [" ".join(filter(None, row)) for row in grid.rows[:titles]], [*([header] if count else []), *rows[count:]]


def names_columns(row: Sequence[str]) -> bool:
    """Whether a row may be a header: at most half of its cells are numbers, years aside."""
    cells = [cell.strip() for cell in row if cell.strip()]
    return sum(map(is_amount, cells)) * 2 <= len(cells)


def is_form(rows: Sequence[Sequence[str]]) -> bool:
    """Whether all rows but those of one cell are a label that ends in a colon, and one cell beside it."""
    pairs = [row for row in rows if any(cell.strip() for cell in row[1:])]
    return len(pairs) > 1 and all(
        row[0].rstrip().endswith((":", "：")) and sum(bool(cell.strip()) for cell in row[1:]) == 1 for row in pairs
    )


def is_amount(cell: str) -> bool:
    """Whether a cell is a number and nothing else, with what belongs to it; a year is none."""
    return _NUMBER.fullmatch(cell) is not None and not (len(cell) == 4 and cell.isdigit())


def _title_rows(grid: Grid) -> int:
    """How many rows at the top are one cell over the whole table."""
    width = max(map(len, grid.rows), default=0)
    whole = {each.row for each in grid.merged if (each.rows, each.column, each.columns) == (1, 0, width)}
    count = next((number for number in range(len(grid.rows)) if number not in whole), 0)
    return count if width > 1 else 0


def _header_rows(rows: Sequence[Sequence[str]], merged: Sequence[Merged], known: int) -> int:
    """The known ones; where cells of theirs name groups of columns, also the rows below that name the columns."""
    count = max(0, min(known, len(rows) - 1))
    above = [each for each in merged if each.row < count]
    if all(each.columns == 1 for each in above):
        return count
    reached = max(each.row + each.rows for each in above)
    while count < min(reached, len(rows) - 1) and not any(map(is_amount, rows[count])):
        count += 1
    return count + (count == 1 and _is_second(rows, above))


def _is_second(rows: Sequence[Sequence[str]], merged: Sequence[Merged]) -> bool:
    """Whether the second row names the columns of groups that the first names: nowhere else are both filled."""
    groups = [range(each.column, each.column + each.columns) for each in merged if each.columns > 1]
    if len(rows) < 3:
        return False
    first, second = _padded(rows[:2])
    grouped = {column for group in groups for column in group}
    is_named = all(second[column] for column in grouped if column < len(second))
    others = [column for column in range(len(first)) if column not in grouped]
    return is_named and not any(map(is_amount, second)) and not any(first[each] and second[each] for each in others)


def _spread(rows: list[list[str]], merged: Merged, *, over_columns: bool) -> None:
    text = rows[merged.row][merged.column]
    if not text or len(text) > _LONGEST_REPEATED:
        return
    last = merged.column + (merged.columns if over_columns else 1)
    for row in rows[merged.row : merged.row + merged.rows]:
        row.extend([""] * (last - len(row)))
        row[merged.column : last] = [text] * (last - merged.column)


def _joined(column: Sequence[str]) -> str:
    return " ".join(dict.fromkeys(filter(None, column)))


def _padded(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows, each as long as the longest, their cells without white space around them."""
    width = max(map(len, rows), default=0)
    return [[*map(normalise_line, row), *[""] * (width - len(row))] for row in rows]
