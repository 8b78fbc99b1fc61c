"""XLSX and CSV: one page a sheet, one line a row, the header row marked."""

from __future__ import annotations

import csv
import datetime
import io
import warnings
from pathlib import Path, PurePosixPath

from app.reading.encoding import decode
from app.reading.layout import PageBuilder, plain_page, without_blank_columns
from app.reading.ooxml import core_properties
from nodes.domain.documents import FileProperties, Page

_SNIFFED = 65_536
_DELIMITERS = ",;\t|"
_LONGEST_FIELD = 10_000_000


def read_workbook(path: Path) -> tuple[list[Page], FileProperties]:
    """All worksheets in order, their names as headings, values as last calculated; and the core properties."""
    import openpyxl  # type: ignore[import-untyped]  # it ships no types

    # By stream: the library refuses paths without the suffix, which stored files do not have.
    with path.open("rb") as stream, warnings.catch_warnings():
        # openpyxl warns of every extension it does not keep; only values are read here.
        warnings.simplefilter("ignore", UserWarning)
        workbook = openpyxl.load_workbook(stream, read_only=True, data_only=True)
        try:
            pages = []
            for number, sheet in enumerate(workbook.worksheets, start=1):
                # A sheet may claim a million rows that it has not.
                sheet.reset_dimensions()
                rows = [[_shown(value) for value in row] for row in sheet.iter_rows(values_only=True)]
                pages.append(_sheet_page(str(sheet.title), rows, number))
        finally:
            workbook.close()
    return pages, core_properties(path)


def read_csv(path: Path, file_name: str) -> Page:
    """The file as one page, its delimiter and quotes found by looking. Raises EmptyFileError where it is blank."""
    text = decode(path.read_bytes())
    plain = plain_page(text, file_name)
    fallback = "excel-tab" if PurePosixPath(file_name).suffix.lower() == ".tsv" else "excel"
    sample = text[:_SNIFFED]
    dialect: type[csv.Dialect] | str
    try:
        dialect = csv.Sniffer().sniff(sample[: sample.rfind("\n") + 1] or sample, delimiters=_DELIMITERS)
    except csv.Error:
        dialect = fallback
    csv.field_size_limit(_LONGEST_FIELD)
    try:
        rows = list(csv.reader(io.StringIO(text.replace("\0", ""), newline=""), dialect))
    except csv.Error:
        builder = PageBuilder()
        builder.add_text(plain["text"])
        return builder.build(1)
    builder = PageBuilder()
    builder.add_table(rows, 1)
    return builder.build(1)


def _sheet_page(name: str, rows: list[list[str]], number: int) -> Page:
    builder = PageBuilder()
    blocks = _blocks(rows)
    if blocks:
        builder.add_heading(name, 1)
    for block in blocks:
        titles = _title_rows(block)
        for row in block[:titles]:
            builder.add_text(" ".join(cell for cell in row if cell))
        table = block[titles:]
        builder.add_table(table, 1 if table and _is_header(table[0]) else 0)
    return builder.build(number)


def _blocks(rows: list[list[str]]) -> list[list[list[str]]]:
    """Runs of rows that are not blank, without their blank columns: a blank row ends a table."""
    blocks: list[list[list[str]]] = [[]]
    for row in rows:
        if any(cell.strip() for cell in row):
            blocks[-1].append(row)
        elif blocks[-1]:
            blocks.append([])
    return [without_blank_columns(block) for block in blocks if block]


def _title_rows(block: list[list[str]]) -> int:
    """How many rows at the top hold one cell, or under half as many as the table below: its title, not its header.

    A title stands in the first column of a narrow table; what stands over the second one names it.
    """
    filled = [sum(bool(cell.strip()) for cell in row) for row in block]
    if max(filled) < 2:
        return 0
    return next(
        number
        for number, (row, count) in enumerate(zip(block, filled, strict=True))
        if 2 * count >= max(filled) and (count >= 2 or not row[0].strip())
    )


def _is_header(row: list[str]) -> bool:
    """A header has words: at most half of its cells are numbers, years aside."""
    cells = [cell.strip() for cell in row if cell.strip()]
    numbers = sum(_is_number(cell) and not (len(cell) == 4 and cell.isdigit()) for cell in cells)
    return numbers * 2 <= len(cells)


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", "").rstrip("%"))
    except ValueError:
        return False
    return True


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime.datetime):
        at_midnight = value.time() == datetime.time()
        return value.date().isoformat() if at_midnight else value.isoformat(timespec="seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)
