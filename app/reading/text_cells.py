"""Lines of plain text as cells: what stands apart on a line by two or more blanks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES

_RUN = lazy_regex(r"\S+(?: \S+)*")
_MOST_CELLS = 40
"""Of a row; a line with more is a drawing, or one of many numbers."""
_CURRENCY = lazy_regex(rf"[-+−–(]{{0,2}}(?:[$€£¥]|{CURRENCIES})")
_RULE = lazy_regex(r"(?:-{3,}|={3,}|_{3,})(?: +(?:-{3,}|={3,}|_{3,}))*")
_NO_ROW = lazy_regex(
    r"\.{4}|(?:\. ){3}|[|{}\\]|;\s*$|/\*|\*/|(?<!:)//|[-=:]=|[=-]>|<-|(?:^|\s)=\s|\w\(\)|^\s*(?:>|#(?!\s\s)|@)"
    r"|^\s*\[?\d{4}-\d\d-\d\d[T ]\d|^\s*\[?\d\d:\d\d:\d\d|^[-dlbcps](?=\S*[rwx])(?:[r-][w-][xsStT-]){3}"
)
"""Leaders, borders that are drawn, code, quoted mails, logs and lists of files."""


class Cell(NamedTuple):
    """A run of words, and where it stands on its line."""

    text: str
    start: int
    end: int


def cells_of(line: str) -> list[Cell]:
    """What stands apart on a line, in order; a currency and the amount set apart from it are one cell."""
    found: list[Cell] = []
    for run in _RUN.finditer(line):
        before = found[-1] if found else None
        if before is not None and run.group()[0].isdigit() and _CURRENCY.fullmatch(before.text):
            found[-1] = Cell(f"{before.text} {run.group()}", before.start, run.end())
        else:
            found.append(Cell(run.group(), run.start(), run.end()))
    return found if len(found) <= _MOST_CELLS else [Cell(line.strip(), found[0].start, found[-1].end)]


def is_rule(line: str) -> bool:
    """Whether a line is a drawn one and nothing else, perhaps in pieces over the columns."""
    return _RULE.fullmatch(line.strip()) is not None


def may_be_row(line: str) -> bool:
    """Whether nothing on a line tells that it is code, a log, or a row with leaders or borders of its own."""
    return is_rule(line) or _NO_ROW.search(line) is None


def split_at_columns(rows: Sequence[list[Cell]]) -> list[list[Cell]]:
    """The rows, their cells cut where most rows begin a cell: one that fills its column leaves one blank behind it."""
    counted = Counter(cell.start for cells in rows for cell in cells[1:])
    places = {place for place, count in counted.items() if count > 1 and count * 2 >= len(rows)}
    return [[part for cell in cells for part in _cut(cell, places)] for cells in rows]


def _cut(cell: Cell, places: set[int]) -> list[Cell]:
    text, first = cell.text, cell.start
    if len(text) != cell.end - first:
        return [cell]
    parts: list[Cell] = []
    begin = 0
    for place in range(1, len(text)):
        if text[place - 1] == " " and first + place in places:
            parts.append(Cell(text[begin : place - 1], first + begin, first + place - 1))
            begin = place
    return [*parts, Cell(text[begin:], first + begin, cell.end)]
