"""XLSX: one page a sheet, one line a row, the header row marked."""

from __future__ import annotations

import datetime
import functools
import re
import statistics
import warnings
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from app.reading.header_rows import by_its_looks
from app.reading.layout import PageBuilder
from app.reading.number_formats import shown_date, shown_duration, shown_number
from app.reading.ooxml import core_properties
from app.reading.sheet_comments import comments_on
from app.reading.split_cells import closed_up
from app.reading.tables import Grid, Merged, unfolded
from nodes.domain.documents import FileProperties, Page

_MERGED = re.compile(rb'mergeCell [^<>]{0,99}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_UNCALCULATED = re.compile(
    rb"<c(?P<attributes> [^<>]*)?>\s*<f(?:\s[^<>]*)?(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>"
)
"""A cell that says how its value is found, and not what it is."""
_IS_TEXT = b't="str"'
"""Of such a cell the empty value is one."""
_LONGEST_REFERENCE = 200
"""Bytes of the element that names merged cells, which two pieces of a worksheet may part."""
_CHUNK = 1_000_000
"""Bytes of a worksheet that are looked through at once."""


def read_workbook(path: Path) -> tuple[list[Page], FileProperties]:
    """All worksheets in order, their names as headings, values as last calculated, as shown; and core properties.

    Comments on cells follow their sheet. The properties have a notice of sheets with formulas that nobody has
    calculated, as programs leave them that only write.
    """
    import openpyxl

    # By stream: the library refuses paths without the suffix, which stored files do not have.
    with path.open("rb") as stream, warnings.catch_warnings():
        # openpyxl warns of every extension it does not keep; only values are read here.
        warnings.simplefilter("ignore", UserWarning)
        workbook = openpyxl.load_workbook(stream, read_only=True, data_only=True)
        try:
            pages, uncalculated = [], []
            for number, sheet in enumerate(workbook.worksheets, start=1):
                # A sheet may claim a million rows that it has not.
                sheet.reset_dimensions()
                rows = [[_shown(cell.value, cell.number_format) for cell in row] for row in sheet.iter_rows()]
                if _is_uncalculated(sheet):
                    uncalculated.append(str(sheet.title))
                comments = comments_on(workbook._archive, sheet._worksheet_path)
                pages.append(_sheet_page(str(sheet.title), Grid(rows, _merged_cells(sheet)), comments, number))
        finally:
            workbook.close()
    properties = core_properties(path)
    if uncalculated:
        properties["notice"] = {
            "message": f"Formulas without values, which are left out, in: {', '.join(uncalculated)}.",
            "hint": "Open the file in a spreadsheet program, which calculates them, save it, and add it again.",
        }
    return pages, properties


def _merged_cells(sheet: Any) -> list[Merged]:
    """The merged cells of a worksheet that is read row by row: they stand behind its rows, where the library stops."""
    found: dict[bytes, Merged] = {}
    before = b""
    with sheet._get_source() as stream:
        while chunk := stream.read(_CHUNK):
            for reference in _MERGED.finditer(before + chunk):
                left, top, right, bottom = reference.groups()
                row, column = int(top) - 1, _column(left)
                found[reference.group()] = Merged(row, column, int(bottom) - row, _column(right) + 1 - column)
            before = chunk[-_LONGEST_REFERENCE:]
    return list(found.values())


def _is_uncalculated(sheet: Any) -> bool:
    """Whether a worksheet that is read row by row has formulas whose values are not in the file."""
    before = b""
    with sheet._get_source() as stream:
        while chunk := stream.read(_CHUNK):
            # Cells whole: what comes behind the last end of one is looked through with the next piece.
            text = before + chunk
            if any(_IS_TEXT not in (found["attributes"] or b"") for found in _UNCALCULATED.finditer(text)):
                return True
            before = text[text.rfind(b"</c>") + 1 :][-_CHUNK:]
    return False


def _column(letters: bytes) -> int:
    """Counted from 0: `A` is 0, `AA` is 26."""
    return functools.reduce(lambda number, letter: 26 * number + letter - ord("A") + 1, letters, 0) - 1


def _sheet_page(name: str, sheet: Grid, comments: Sequence[str], number: int) -> Page:
    builder = PageBuilder()
    blocks = _blocks(sheet)
    if blocks or comments:
        builder.add_heading(name, 1)
    for block in blocks:
        count = _title_rows(block)
        for row in block.rows[:count]:
            builder.add_text(" ".join(cell for cell in row if cell))
        table = _part(block, range(count, len(block.rows)), range(len(block.rows[0])))
        lines, table, header_rows = by_its_looks(closed_up(table).grid)
        titles, rows = unfolded(table, header_rows)
        for title in [*lines, *titles]:
            builder.add_text(title)
        builder.add_table(rows, min(header_rows, 1))
    for comment in comments:
        builder.add_text(comment)
    return builder.build(number)


def _blocks(sheet: Grid) -> list[Grid]:
    """Runs of rows that are not blank, without their margins: a blank row ends a table."""
    blocks: list[Grid] = []
    for is_filled, group in groupby(enumerate(sheet.rows), lambda each: any(cell.strip() for cell in each[1])):
        if is_filled:
            rows = list(group)
            columns = {column for _, row in rows for column, cell in enumerate(row) if cell.strip()}
            blocks.append(_part(sheet, range(rows[0][0], rows[-1][0] + 1), range(min(columns), max(columns) + 1)))
    return blocks


def _part(grid: Grid, rows: range, columns: range) -> Grid:
    """A part of a sheet, with as much of its merged cells as is in it."""
    texts = [[*row[columns.start : columns.stop]] for row in grid.rows[rows.start : rows.stop]]
    merged = [
        Merged(
            each.row - rows.start,
            each.column - columns.start,
            min(each.rows, rows.stop - each.row),
            min(each.columns, columns.stop - each.column),
        )
        for each in grid.merged
        if each.row in rows and each.column in columns
    ]
    return Grid([row + [""] * (len(columns) - len(row)) for row in texts], merged)


def _title_rows(block: Grid) -> int:
    """How many rows at the top hold one cell, or under half as many as most rows: the title of a table, not its header.

    A title stands in the first column of a narrow table; what stands over the second one names it. Merged cells that
    are not alone, or not over the first column, name as many columns as they are over.
    """
    filled = [sum(bool(cell.strip()) for cell in row) for row in block.rows]
    for each in block.merged:
        if filled[each.row] > 1 or not block.rows[each.row][0].strip():
            filled[each.row] += each.columns - 1
    usual = statistics.median_high(filled)
    return next(
        (
            number
            for number, (row, count) in enumerate(zip(block.rows, filled, strict=True))
            if 2 * count >= usual and (count >= 2 or not row[0].strip())
        ),
        0,
    )


def _shown(value: object, number_format: str | None) -> str:
    """A cell as the sheet shows it, where its format is a simple one; dates in ISO's form."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        plain = f"{value:.15g}" if isinstance(value, float) else str(value)
        return shown_number(value, number_format or "") or plain
    if isinstance(value, datetime.date):
        return shown_date(value, number_format or "")
    if isinstance(value, datetime.timedelta):
        return shown_duration(value)
    return str(value)
