"""Headers of tables in a PDF: which rows name columns, and which of them a name stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.reading.header_rows import rows_above_amounts
from app.reading.tables import names_columns
from nodes.domain.regexes import lazy_regex

YEAR = lazy_regex(r"\b(?:19|20)\d\d\b")
_MOST_HEADER_ROWS = 3
"""Above the first amount."""


def header_rows_of(rows: Sequence[Sequence[str]], *, is_marked: bool) -> int:
    """How many rows at the top name columns: those above the first amount, or the first where it is set apart.

    Args:
        rows: of the table.
        is_marked: whether the first row is bold, and the second is not.
    """
    first = rows_above_amounts(rows)
    if first <= _MOST_HEADER_ROWS and first < len(rows):
        return first
    return int(is_marked and first > 0 and sum(map(bool, rows[0])) > 1 and names_columns(rows[0]))


def name_groups(
    row: list[str], middles: Mapping[int, float], names: Sequence[str], columns: Sequence[tuple[float, float]]
) -> None:
    """Has a row of a header name all columns that another names one by one.

    Where one of its cells stands over the middle of several columns, each takes the nearest. Years may stand over the
    last of their columns, or the first, as numbers do: where the first column has none, the next one is its own.

    Args:
        row: is changed.
        middles: of its cells, by column.
        names: the row of the header that names the columns one by one.
        columns: their left and right ends.
    """
    over = {column: middle for column, middle in middles.items() if column and row[column]}
    numbered = [column for column in range(1, len(row)) if names[column]]
    between = any(not columns[column][0] <= middle <= columns[column][1] for column, middle in over.items())
    if not numbered or not (between or (len(over) > 1 and all(YEAR.search(row[column]) for column in over))):
        return
    for column in set(numbered) - set(over):
        before, behind = [each for each in over if each < column], [each for each in over if each > column]
        if between:
            nearest = min(over, key=lambda each: abs(2 * over[each] - sum(columns[column])))
        elif numbered[0] not in over and behind:
            nearest = min(behind)
        else:
            nearest = max(before, default=min(over))
        row[column] = row[nearest]
