"""Which rows at the top of a table name its columns, where nothing but their looks tells."""

from __future__ import annotations

from collections.abc import Sequence

from app.reading.tables import Grid, names_columns
from nodes.domain.regexes import lazy_regex

_MOST_HEADER_ROWS = 4
"""Who holds it, the period, the years, and the unit."""
_DIGIT = lazy_regex(r"\d")
_AMOUNT = lazy_regex(r"[-+–—(]{0,2}\s?[$€£¥]?\s?[-+–(]?(?!(?:19|20)\d\d(?![\d.,]))\d|[-–—]+$")
"""What begins with a number that is no year, or is a dash."""


def rows_above_amounts(rows: Sequence[Sequence[str]]) -> int:
    """How many rows stand above the first amount: all of them where none is in a column that mostly has numbers.

    Args:
        rows: of the table, all of one length.
    """
    columns = list(zip(*rows, strict=True))[1:]
    counted = [column for column in columns if sum(bool(_DIGIT.search(cell)) for cell in column) * 2 >= len(rows)]
    return next(
        (number for number, cells in enumerate(zip(*counted, strict=True)) if any(map(_AMOUNT.match, cells))), len(rows)
    )


def looking_like_headers(rows: Sequence[Sequence[str]]) -> int:
    """How many rows at the top of a table look like its header, where nothing else tells: 0 to 4.

    Those above the first amount, of which at most one names the column of the labels ("(in millions) | 2023 | 2022"
    below "| Years ended June 30 |"; a unit in parentheses is no name); else the first, unless it has amounts itself.
    What has a label alone names rows.

    Args:
        rows: of the table, all of one length.
    """
    telling = [number for number, row in enumerate(rows) if any(row[1:])]
    above = rows_above_amounts([rows[number] for number in telling])
    if 1 < above < len(telling):
        count = telling[above - 1] + 1
        labels = [row[0] for row in rows[:count] if row[0] and not row[0].startswith("(")]
        if count <= _MOST_HEADER_ROWS and len(labels) <= 1:
            return count
    return int(bool(rows) and names_columns(rows[0]))


def by_its_looks(grid: Grid) -> tuple[list[str], Grid, int]:
    """Lines that stand above the header of a table, the table below them, and how many rows its header has.

    Rows at the top with a label alone are such lines ("($ in millions)"), where a header follows. Where no cell of the
    header is merged, its groups name all their columns.
    """
    filled = [any(row[1:]) for row in grid.rows]
    above = filled.index(True) if True in filled else 0
    if not looking_like_headers(grid.rows[above:]):
        above = 0
    rows = grid.rows[above:]
    merged = [each._replace(row=each.row - above) for each in grid.merged if each.row >= above]
    count = looking_like_headers(rows)
    if count and not any(each.row < count for each in merged):
        rows = [*with_groups_named(rows[:count]), *rows[count:]]
    return [row[0] for row in grid.rows[:above]], Grid(rows, merged), count


def with_groups_named(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows of a header, each naming all columns that it has a name for: those above the last, and a unit below.

    What stands over the first of several columns is meant for all up to the next; before the first that is named,
    for those too.

    Args:
        rows: of the header, all of one length, of which no cell is merged.
    """
    told = [list(row) for row in rows]
    filled = [[column for column in range(1, len(row)) if row[column]] for row in told]
    named = sorted({column for columns in filled for column in columns})
    for number, columns in enumerate(filled):
        is_last = number == len(told) - 1
        if not columns or (is_last and (len(columns) > 1 or number == 0)):
            continue
        for column in set(named) - set(columns):
            told[number][column] = told[number][max((each for each in columns if each < column), default=columns[0])]
    return told
