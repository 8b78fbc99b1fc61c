"""CSV and its kin: the file as one page, one line a row, the header row marked."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path, PurePosixPath

from app.reading.encoding import decode
from app.reading.header_rows import by_its_looks
from app.reading.layout import PageBuilder, plain_page
from app.reading.tables import Grid, unfolded
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

_SNIFFED = 65_536
"""Characters of a file that its delimiter is told by."""
_DELIMITERS = "\t;,|"
"""Of two that fit the first: decimal commas stand among semicolons, and hardly the other way round."""
_TOLD_DELIMITER = lazy_regex(r"\ufeff?sep=([,;\t|])\r?\n")
"""How Excel is told of it."""
_LONGEST_FIELD = 10_000_000
"""Characters of one cell of a CSV file: Python's reader takes no more than 131,072 by itself."""


def read_csv(path: Path, file_name: str) -> Page:
    """The file as one page, its delimiter and quotes found by looking. Raises EmptyFileError where it is blank."""
    text = decode(path.read_bytes()).replace("\0", "")
    plain = plain_page(text, file_name)
    builder = PageBuilder()
    told = _TOLD_DELIMITER.match(text)
    if told:
        text = text[told.end() :]
    csv.field_size_limit(_LONGEST_FIELD)
    try:
        delimiter, quote = _dialect(text, told[1] if told else _DELIMITERS, file_name)
        rows = [row for row in _csv_rows(text, delimiter, quote) if any(cell.strip() for cell in row)]
    except csv.Error:
        builder.add_text(plain["text"])
        return builder.build(1)
    # Lines of one cell above the names of the columns: what the table is, or a comment.
    titles = next((number for number, row in enumerate(rows) if any(row[1:]) or not row[0].strip()), 0)
    for row in rows[:titles]:
        builder.add_text(row[0])
    width = max(map(len, rows), default=0)
    lines, table, header_rows = by_its_looks(Grid([row + [""] * (width - len(row)) for row in rows[titles:]], []))
    if header_rows < 2:
        builder.add_table(rows[titles:], 1)
        return builder.build(1)
    for line in lines:
        builder.add_text(line)
    builder.add_table(unfolded(table, header_rows)[1], 1)
    return builder.build(1)


def _csv_rows(text: str, delimiter: str, quote: str, *, strict: bool = False) -> list[list[str]]:
    lines = io.StringIO(text, newline="")
    return list(csv.reader(lines, delimiter=delimiter, quotechar=quote, skipinitialspace=True, strict=strict))


def _dialect(text: str, delimiters: str, file_name: str) -> tuple[str, str]:
    """The delimiter and the quote by which most rows are of one length, in good form, the longest; of two the first.

    Python's own sniffer counts characters: of decimal commas between semicolons it makes columns.
    """
    sample = text[:_SNIFFED]
    sample = sample[: sample.rfind("\n") + 1] or sample
    by_name = "\t" if PurePosixPath(file_name).suffix.lower() == ".tsv" else ""
    quotes = ['"'] if '"' in sample else ['"', "'"]
    choices = [(delimiter, quote) for quote in quotes for delimiter in dict.fromkeys(by_name + delimiters)]
    return max(choices, key=lambda choice: _evenness(sample, *choice))


def _evenness(sample: str, delimiter: str, quote: str) -> tuple[float, bool, int]:
    """Share of the rows that have the commonest number of cells over one, whether all quotes fit, and that number."""
    try:
        rows, is_strict = _csv_rows(sample, delimiter, quote, strict=True), True
    except csv.Error:
        rows, is_strict = _csv_rows(sample, delimiter, quote), False
    lengths = Counter(len(row) for row in rows if row)
    several = [(count / lengths.total(), is_strict, length) for length, count in lengths.items() if length > 1]
    return max(several, default=(0.0, is_strict, 1))
