"""Tables of a PDF: runs of lines that end in numbers, with the header lines above them."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from app.reading.pdf_lines import Line
from nodes.domain.documents import TableRegion
from nodes.domain.regexes import lazy_regex

_VALUE = r"[($€£¥₹+\-–—]*+\s?\d[\d,.]*+(?<![,.])\)?\s?[%x]?\)?"
_SIGN = r"(?:[$€£¥₹%*)(]|[-–—]{1,2}|\bn/?[am]\b)"
_ITEM = rf"(?>(?:{_VALUE}|{_SIGN})(?=\s|$))"
"""Read in one way only: "$ - 5 %" has many, and a line of them as many as they multiply to."""
_ROW_ENDS = tuple("0123456789)%x$€£¥₹*(-–—mMaA")
"""Nearly all prose ends otherwise: it is told from rows without a look at the whole line."""
_TAIL = lazy_regex(rf"(?:^|\s)(?:{_ITEM}\s++)*+{_ITEM}$", re.IGNORECASE)
_TOKEN = lazy_regex(rf"{_VALUE}|{_SIGN}", re.IGNORECASE)
_AMOUNT = lazy_regex(r"(?:^|\s)[$€£¥₹]?\s?\(?\d{1,3}(?:,\d{3})+\)?$|\s\(\d[\d.]*\)$")
_NUMBER = lazy_regex(r"\d[\d,.]*")
_YEAR = lazy_regex(r"(?:19|20)\d\d")
_LETTER = lazy_regex(r"[^\W\d_]")
_SENTENCE_END = lazy_regex(r"[.!?;。][\"'”’)]*$")
_LEAST_ROWS = 3
"""Lines that end in numbers, before they are a table."""
_LONGEST_GAP = 2
"""Lines without numbers between two rows: the label of a group, or one that wraps."""
_LONGEST_LABEL = 90
"""Characters of such a line, and of one of the header: longer ones are text."""
_HEADER_LINES = 3
"""Above the first row, at most."""


def table_regions(lines: Sequence[Line], text: str, kept_out: Set[int]) -> list[TableRegion]:
    """The tables of one page: whole lines with their line breaks, in order, without overlaps.

    A table is a run of three or more lines, most of which end in two or more numbers (or a number and signs, or an
    amount); up to two short lines without numbers (a group's label, a wrapped one) may stand between rows. Its header
    is the rows at its top that hold nothing but years, with up to three short lines directly above.

    Args:
        lines: The page's lines.
        text: The page's text.
        kept_out: Positions of lines that no table runs over: headings and furniture.
    """
    rows = [position not in kept_out and is_row(line.text) for position, line in enumerate(lines)]
    regions: list[TableRegion] = []
    floor = 0
    for first, last in _runs(lines, rows, kept_out):
        if first < floor:
            continue
        goes_on = regions and first - floor <= _LONGEST_GAP
        top = first - (0 if goes_on else _header_above(lines, first, floor, kept_out))
        below_header = first + _header_rows(lines, first, last)
        header_end = lines[below_header].start if below_header > top else lines[top].start
        end = text.find("\n", lines[last].end) + 1 or len(text)
        regions.append({"start": _line_start(text, lines[top]), "end": end, "header_end": _floor(text, header_end)})
        floor = last + 1
    return regions


def is_row(text: str) -> bool:
    """Whether a line ends in two or more numbers, in a number with signs that columns have, or in an amount."""
    if not text.endswith(_ROW_ENDS):
        return False
    found = _TAIL.search(text[-200:])
    if found is None:
        return False
    if _AMOUNT.search(text[-40:]):
        return True
    tokens = _TOKEN.findall(found.group())
    numbers = sum(1 for token in tokens if any(character.isdigit() for character in token))
    return numbers >= 2 or (numbers == 1 and len(tokens) >= 2)


def _runs(lines: Sequence[Line], rows: Sequence[bool], kept_out: Set[int]) -> list[tuple[int, int]]:
    """First and last position of each run of rows that is long and dense enough."""
    runs: list[tuple[int, int]] = []
    first = last = None
    count = 0
    for position, line in enumerate(lines):
        if rows[position]:
            first = position if first is None else first
            last, count = position, count + 1
            continue
        breaks = position in kept_out or len(line.text) > _LONGEST_LABEL or line.text.endswith((".", "。"))
        if first is not None and last is not None and (breaks or position - last > _LONGEST_GAP):
            _keep(runs, first, last, count)
            first = last = None
            count = 0
    if first is not None and last is not None:
        _keep(runs, first, last, count)
    return runs


def _keep(runs: list[tuple[int, int]], first: int, last: int, count: int) -> None:
    if count >= _LEAST_ROWS and count * 2 >= last - first + 1:
        runs.append((first, last))


def _header_rows(lines: Sequence[Line], first: int, last: int) -> int:
    """How many rows at the top hold nothing but years, whatever words stand before them, and the unit below them."""
    count = 0
    while first + count < last and _is_year_row(lines[first + count].text):
        count += 1
    while count and first + count < last and _is_unit(lines[first + count].text):
        count += 1
    return count


def _is_unit(text: str) -> bool:
    return text.startswith("(") and text.endswith(")") and _LETTER.search(text) is not None


def _is_year_row(text: str) -> bool:
    numbers = [number.rstrip(",.") for number in _NUMBER.findall(text)]
    years = [number for number in numbers if _YEAR.fullmatch(number)]
    others = [number for number in numbers if not _YEAR.fullmatch(number)]
    return len(years) >= 2 and all(len(number) <= 2 for number in others)


def _header_above(lines: Sequence[Line], first: int, floor: int, kept_out: Set[int]) -> int:
    """How many lines directly above the first row belong to the header: units, years, column titles."""
    count = 0
    while count < _HEADER_LINES and first - count - 1 >= floor:
        position = first - count - 1
        line = lines[position]
        if position in kept_out or len(line.text) > _LONGEST_LABEL or not _LETTER.search(line.text):
            break
        if _SENTENCE_END.search(line.text) and not line.text.endswith(")"):
            break
        count += 1
    return count


def _line_start(text: str, line: Line) -> int:
    return _floor(text, line.start)


def _floor(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1
