"""Lines of PDF pages: what headings, furniture and tables are found from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from nodes.domain.documents import TableRegion
from nodes.domain.regexes import lazy_regex

Unread = Literal["image", "unrecognised", "damaged"]
"""Why a page stays without its text: a picture that nothing was recognised on yet, or in time; or it does not open."""

_RARE_FACE = 0.15
"""Share of the characters in anonymous faces, under which one of these is rare."""
_ANONYMOUS = lazy_regex(r"(?:CID)?Font[+_-]?[A-Z]{0,2}\d+|[A-Z]{1,3}_?\d+(?:_\d+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank."""

    start: int
    """Offset in the page's text."""
    end: int
    """Its end, line break left out."""
    text: str
    """Without blanks around it; `start` and `end` are those of this text."""
    size: float
    """Font size of its first character in points, rounded to halves."""
    bold: bool
    """Bold from its first character to its last."""
    italic: bool
    face: str
    """Name of the font that its first and last character share; empty where they do not."""
    y: float
    """Height of its baseline above the page's lower edge, in points."""
    ends_apart: bool = False
    """A wide gap stands before its last word."""
    is_slanted: bool = False
    """It runs neither along the page nor up or down."""


class PdfTable(NamedTuple):
    """A table that was found by where its words stand, or by its rules."""

    first: int
    last: int
    """Positions of the lines that it takes the place of."""
    rows: list[str]
    """One line each."""
    has_header: bool
    titles: int = 0
    """How many of the lines stand above the table, as what it is about."""
    columns: tuple[float, ...] = ()
    """Where its rules part the columns, in points from the left; none where they do not."""
    is_marked: bool = False
    """Its first row looks otherwise than the rest: that is a header, whatever stands before it."""


@dataclass(slots=True)
class PageLines:
    """One page on its way."""

    text: str
    lines: list[Line]
    bookmarks: list[Bookmark] = field(default_factory=list)
    unread: Unread | None = None
    edges: tuple[float, float] | None = None
    """Its lower and upper edge, in points as lines have their heights; None where they are not known."""
    found: list[PdfTable] = field(default_factory=list)
    tables: list[TableRegion] = field(default_factory=list)
    """Those of `found`, once they stand in the text."""
    rows: set[int] = field(default_factory=set)
    """Positions of the lines that are rows of `tables`."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline that points to this page."""

    title: str
    level: int
    """From 1."""
    y: float | None
    """Where on the page it points, in points above the lower edge; None for the whole page."""


def line_ranges(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines of a text that are not blank begin and end, blanks around them left out."""
    for found in re.finditer(r"\S(?:.*\S)?", text):
        yield found.start(), found.end()


def plain_line(start: int, text: str) -> Line:
    """A line of whose looks nothing is known."""
    return Line(start, start + len(text), text, size=0.0, bold=False, italic=False, face="", y=0.0)


def mark_anonymous_bold(pages: Sequence[PageLines]) -> None:
    """Counts lines in a rare anonymous face as bold: a name such as `CIDFont+F2` tells no weight.

    A face is rare that less than 15 % of the characters in anonymous faces are in.
    """
    shares: dict[str, int] = {}
    for page in pages:
        for line in page.lines:
            if _ANONYMOUS.fullmatch(line.face):
                shares[line.face] = shares.get(line.face, 0) + len(line.text)
    most = _RARE_FACE * sum(shares.values())
    rare = {face for face, count in shares.items() if count < most}
    for page in pages:
        page.lines = [replace(line, bold=True) if line.face in rare else line for line in page.lines]


def body_size(pages: Sequence[PageLines]) -> float:
    """The font size that most characters of known size have; 0 where there are none, as in a scan.

    Rows of tables count where there is nothing else: they are often set smaller, and a short page may be full of them.
    """
    counts: dict[float, int] = {}
    in_rows: dict[float, int] = {}
    for page in pages:
        for position, line in enumerate(page.lines):
            of_kind = in_rows if position in page.rows else counts
            of_kind[line.size] = of_kind.get(line.size, 0) + len(line.text)
    counts = counts or in_rows
    return max(counts, key=lambda size: (size > 0, counts[size], -size), default=0.0)


def bold_share(pages: Sequence[PageLines]) -> float:
    """Share of characters on bold lines, 0..1."""
    total = sum(len(line.text) for page in pages for line in page.lines)
    bold = sum(len(line.text) for page in pages for line in page.lines if line.bold)
    return bold / total if total else 0.0


def put_in_place(page: PageLines) -> None:
    """Puts the rows of the tables that were found in the place of their lines: in the page's text, and as its lines."""
    text, lines = page.text, page.lines
    written: list[str] = []
    page.lines = []
    length = taken = position = 0
    for table in page.found:
        begin = text.rfind("\n", 0, lines[table.first].start) + 1
        page.lines += _moved(lines[position : table.first], length - taken)
        written.append(text[taken:begin])
        length += begin - taken
        region: TableRegion = {"start": length, "end": length, "header_end": length}
        for number, row in enumerate(table.rows):
            page.rows.add(len(page.lines))
            page.lines.append(replace(lines[table.first], start=length, end=length + len(row), text=row, bold=False))
            written.append(row + "\n")
            length += len(row) + 1
            if number < table.titles:
                region["start"] = region["header_end"] = length
            elif number == table.titles and table.has_header:
                region["header_end"] = length
        region["end"] = length
        page.tables.append(region)
        taken = text.find("\n", lines[table.last].end) + 1 or len(text)
        position = table.last + 1
    page.lines += _moved(lines[position:], length - taken)
    page.text = "".join([*written, text[taken:]])


def _moved(lines: Sequence[Line], by: int) -> list[Line]:
    return [replace(line, start=line.start + by, end=line.end + by) for line in lines] if by else list(lines)
