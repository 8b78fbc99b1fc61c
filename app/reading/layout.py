"""Building the text of a page piece by piece, with its headings and tables where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from app.reading.normalise import normalise_line, normalise_text
from app.reading.tables import is_form
from nodes.domain.documents import Heading, Notice, Page, TableRegion
from nodes.domain.errors import EmptyFileError
from nodes.domain.regexes import lazy_regex

CELL_SEPARATOR = " | "
_AUTHOR_SEPARATOR = lazy_regex(r"\s*[;/]\s*|,\s+(?:and\s+)?|\s+and\s+")


class PageBuilder:
    """Collects the lines of one page. Everything that goes in is normalised first, so that offsets are final."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._tables: list[TableRegion] = []

    @property
    def is_empty(self) -> bool:
        """Nothing was added yet."""
        return self._length == 0

    def add_text(self, text: str) -> None:
        """Appends lines of text; nothing where the text is blank."""
        self._append(normalise_text(text))

    def add_heading(self, text: str, level: int) -> None:
        """Appends a heading on a line of its own; nothing where it is blank. Level 1 is the outermost."""
        title = normalise_line(text)
        if not title:
            return
        start = self._length
        self._append(title + "\n")
        self._headings.append({"start": start, "end": start + len(title), "level": level, "title": title})

    def add_table(self, rows: Sequence[Sequence[str]], header_rows: int) -> None:
        """Appends one line a row, cells joined by ` | `; blank rows and columns are left out.

        The lines are a table region where there are two or more of them. Rows of a form, labels with a colon and what
        they are of, are lines of text.

        Args:
            rows: Cells as text, empty strings included.
            header_rows: How many of the first rows are the header.
        """
        if is_form(rows):
            # "Owner: Lund" is no heading of "Built: 1991" below it.
            self.add_text("\n".join(" ".join(filter(None, map(normalise_line, row))) for row in rows))
            return
        start = header_end = self._length
        line_count = 0
        for number, row in enumerate(without_blank_columns(rows)):
            line = row_line(row)
            if not line:
                continue
            self._append(line + "\n")
            line_count += 1
            if number < header_rows:
                header_end = self._length
        if line_count > 1:
            self._tables.append({"start": start, "end": self._length, "header_end": header_end})

    def add_blank_line(self) -> None:
        """Appends a line with nothing on it, unless the page is empty or ends in one."""
        if self._pieces and not self._pieces[-1].endswith("\n\n") and self._pieces[-1] != "\n":
            self._append("\n")

    def add_page(self, page: Page, *, below: int) -> None:
        """Appends a blank line and all of another page, its headings as many levels further in."""
        self.add_blank_line()
        shift = self._length
        self._append(page["text"])
        for heading in page["headings"]:
            start, end, level = heading["start"] + shift, heading["end"] + shift, heading["level"] + below
            self._headings.append({"start": start, "end": end, "level": level, "title": heading["title"]})
        for table in page["tables"]:
            start, end, header_end = (table[name] + shift for name in ("start", "end", "header_end"))
            self._tables.append({"start": start, "end": end, "header_end": header_end})

    def build(self, number: int) -> Page:
        """The page. `number` counts from 1."""
        return {
            "number": number,
            "text": "".join(self._pieces),
            "headings": self._headings,
            "tables": self._tables,
            "furniture": [],
        }

    def _append(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)


def plain_page(text: str, file_name: str) -> Page:
    """One page of normalised text without structure. Raises EmptyFileError where there is none."""
    if not text.strip():
        raise EmptyFileError(f"{file_name!r} holds nothing but white space.", hint="Add a file that has text in it.")
    return {"number": 1, "text": text, "headings": [], "tables": [], "furniture": []}


def row_line(cells: Sequence[str]) -> str:
    """A table row as one line: cells joined by ` | `, empty cells at its end left out; empty for a blank row.

    One that begins with an empty cell begins with `| | `: a bar alone would be taken for the border of its table, and
    the second cell for the label of the row. A bar within a cell is broken (`¦`): it would part the cell.
    """
    lines = [normalise_line(cell).replace("|", "¦") for cell in cells]
    while lines and not lines[-1]:
        lines.pop()
    joined = CELL_SEPARATOR.join(lines)
    return f"|{joined}" if lines and not lines[0] else joined


def without_blank_columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows without the columns that are blank in all of them: margins, and gaps between columns."""
    filled = {column for row in rows for column, cell in enumerate(row) if cell.strip()}
    return [[cell for column, cell in enumerate(row) if column in filled] for row in rows]


def attached_notice(names: Sequence[str]) -> Notice:
    """What a person must be told of files that are attached to a document."""
    return {
        "message": f"Attached and not read: {', '.join(names)}.",
        "hint": "Save such attachments as files, and add these.",
    }


def split_authors(value: str) -> list[str]:
    """Names of a property that holds several: parted at `;`, `/`, `,` and `and`; each once, in order."""
    names = (name.strip(" ,;") for name in _AUTHOR_SEPARATOR.split(normalise_line(value)))
    return list(dict.fromkeys(name for name in names if name))


def split_keywords(value: str) -> list[str]:
    """Keywords of a property that holds several: parted at `;` where there is one, else at commas."""
    words = normalise_line(value).split(";" if ";" in value else ",")
    return list(dict.fromkeys(word.strip() for word in words if word.strip()))


def utc_date(value: str) -> str | None:
    """An ISO 8601 date, or date and time, in UTC: `2023-05-05` or `2023-05-05T20:24:35Z`. None for anything else.

    A time without zone counts as UTC.
    """
    stripped = value.strip()
    try:
        moment = datetime.fromisoformat(stripped)
        if len(stripped) <= 10:
            return moment.date().isoformat()
        zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return zoned.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError):
        return None
