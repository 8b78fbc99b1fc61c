"""What heads the values of a row: the top row of its grid, or the nearest line of years above."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.tables.joined_heads import joined_head
from nodes.answering.tables.lines import Lines
from nodes.answering.tables.table_rows import (
    HEAD_OF_TIME,
    LONGEST_HEADER,
    RULE_ROW,
    WIDE_GAP,
    YEAR_TOLD,
    has_cells,
    is_rule,
    names_with_gaps,
    row_cells,
)
from nodes.documents.heads import CALLS
from nodes.documents.people import is_person_name
from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES
from nodes.language.years import YEAR

_DAY = lazy_regex(
    r"\d{1,2}(?:\.|st|nd|rd|th)? ?(?:[^\W\d_]{3,}|\d{1,2}\.)|\d{4}-\d\d-\d\d|[^\W\d_]{3,9}\.? \d{1,2},? \d{4}"
)
_CLOCK = lazy_regex(r"(?:[01]?\d|2[0-4])(?::[0-5]\d|\.[0-5]\d(?= ?[-–—]))")
"""A time of day, or the first of a slot: "8.00–10.00"."""
_AMOUNT = lazy_regex(r"\W*\d")
_PAID = lazy_regex(rf"\W*(?:{CURRENCIES}) ?\d[\d.,' ]*")
_FIRST_WORD = lazy_regex(r"[^\W\d_]{2,}")
_MEASURED_AT = lazy_regex(r"\W*\d[^|]*?[^\W\d_]{4,}")
"""An amount that goes on in a word longer than most units: "6 months"."""
_SENTENCE = lazy_regex(r"(?:\S+\s+){3,}\S+[.!?]")
"""What a row says of its label, and no heading."""
_HEADER_REACH = 14
"""Lines between a row and the times that head it, other rows not counted."""
_FARTHEST_HEADER = 60
"""Lines above a row in which its headings are looked for."""
_MOST_LABELS = 3
"""Lines that may stand between the parts of a grid: "Liabilities", "Current liabilities:"."""
_MOST_EMPTY = 2
"""Cells that a row and the one above such labels may differ by."""
_LONGEST_LABEL = 70
"""Characters of a line between labels that may be one."""
_STACKED = lazy_regex(rf"(?:(?P<day>[^\W\d_]{{3,9}}\.? \d{{1,2}}),?(?: |$))?(?P<year>{YEAR})?")
"""A part of headings that stand below one another: "September 27," above "2025"."""
_STACKED_BEFORE = lazy_regex(rf"(?P<year>{YEAR}) [^\W\d_]{{3,9}}\.? \d{{1,2}},?")
"""The end of one and the beginning of the next: "2019 May 27,"."""
_STACKED_LOWEST = lazy_regex(rf"(?P<year>{YEAR})(?: [^\W\d_][^\d|\t]{{0,60}})?")
_FEWEST_VALUES = 3
"""Words with a number in one cell that are the values of several."""
_CODE = lazy_regex(r"[^\W\d_]{1,4}[-. ]?(?!(?:19|20)\d\d)\d{1,6}")
_NUMBER = lazy_regex(r"\d[\d,]*(?:\.\d+)?")
_DIGITS = lazy_regex(r"\d+")
_LONGEST_GRID = 400
"""Rows from one to the top of its grid in one source; a longer one is read without its header."""
_PAIRS_READ = 8
"""Rows below the first of a table of labels and values that tell whether it is one."""
_NAMES_NO_COLUMN = lazy_regex(r"[^,\d]*[,\d]|[a-zß-öø-ÿ]")
"""What opens in a small letter, or has a comma or a figure in it."""


def header_of(lines: Lines, number: int, *, count: int, is_grid: bool) -> tuple[tuple[str, ...], str]:
    """The headings of a row's values and their line: the top row of a grid, or the nearest line of years above.

    A grid goes on below lines that are but labels.
    """
    if is_grid:
        found = _header_of_grid(lines, number, count=count)
        while not any(found) and (above := _row_above_labels(lines, number, count=count)) is not None:
            number = above
            found = _header_of_grid(lines, number, count=count)
            if lines.grid_tops[number] == number:
                # Right below what names the columns a label opens the table: "INCOME".
                cells = row_cells(lines.at(number))[1]
                found = (tuple(cells), found[1]) if found[1] and len(cells) >= count else found
        return found
    left = _HEADER_REACH
    for above in range(number - 1, max(-1, number - _FARTHEST_HEADER), -1):
        left -= above not in lines.rows
        if not left:
            break
        line = lines.at(above)
        columns = WIDE_GAP.split(line) if count > 1 and names_with_gaps(line) else []
        if columns and len(columns) - count in {0, 1} and _names_columns(columns):
            # A corner without words is not in the text.
            return tuple(columns[-count:]), line
        if count > 1 and above in lines.rows and (joined := joined_head(line, count)[0]):
            return joined, line
        years = [found.group() for found in HEAD_OF_TIME.finditer(line)]
        if count > 1 and len(years) == 1 and len(stacked := _stacked_years(lines, above)) == count:
            return stacked, line
        if len(re.sub(r"[\W\d_]", "", line)) > LONGEST_HEADER or (len(years) == 1 and ":" in line):
            continue
        if len(years) >= 2 or (count == 1 and len(years) == 1):
            return (tuple(years) if len(years) == count else ()), line
    return (), ""


def _stacked_years(lines: Lines, number: int) -> tuple[str, ...]:
    """The years of dates that stand below one another, up from a line, the uppermost first.

    Behind the lowest the first labels may stand: "2018 ASSETS Current assets:".
    """
    years: list[str] = []
    for above in range(number, max(-1, number - _HEADER_REACH), -1):
        line = lines.at(above)
        found = _STACKED.fullmatch(line) or _STACKED_BEFORE.fullmatch(line)
        found = found or (_STACKED_LOWEST.fullmatch(line) if above == number else None)
        if not line or found is None:
            break
        years.extend([found["year"]] if found["year"] else [])
    return tuple(years[::-1])


def _row_above_labels(lines: Lines, number: int, *, count: int) -> int | None:
    """The last row with as many cells above the part of a grid that a row is of, where but labels stand between."""
    top = max(lines.grid_tops[number], number - _LONGEST_GRID)
    for above in range(top - 1, max(-1, top - 2 - _MOST_LABELS), -1):
        line = lines.at(above)
        if above in lines.rows:
            # Empty cells at the end of a row are not in the text.
            is_as_wide = has_cells(line) and abs(len(row_cells(line)[1]) - count) <= _MOST_EMPTY
            return above if is_as_wide and above < top - 1 else None
        if not line or len(line) > _LONGEST_LABEL or line.endswith((".", ";", ",")):
            return None
    return None


def _header_of_grid(lines: Lines, number: int, *, count: int) -> tuple[tuple[str, ...], str]:
    """The headings of the values of a row of a grid, and their line: the top row."""
    lowest = max(0, number - _LONGEST_GRID)
    top = max(lines.grid_tops[number], lowest)
    is_cut = 0 < top == lowest
    if count == 1 and _are_pairs(lines, top):
        return (), ""
    if _is_headless(lines, top):
        return (), ""
    own, values = row_cells(lines.at(number)) if number != top else ("", [])
    # Above the header there may be rows of its own kind: "Approved on | 2023-11-28".
    for above in range(top, top if is_cut else number):
        line = lines.at(above)
        label, cells = row_cells(line)
        if _is_day_beside(cells, count) or any(map(_SENTENCE.fullmatch, cells)):
            break
        if len(cells) >= count and not RULE_ROW.fullmatch(line):
            is_ruled = above == top and _is_ruled_off(lines, above)
            heads = _without_heading_times(cells, values)
            if not _names_columns(heads, is_ruled=is_ruled, values=values) or _counts(label) or _is_of_kind(label, own):
                # Below what is full of values stand no names.
                return (), ""
            # Empty cells at the end of a row are not in the text.
            return tuple(cells if count else ()), line
    line = lines.at(top)
    label, cells = row_cells(line)
    below, values = row_cells(lines.at(top + 1)) if top + 1 in lines.rows else ("", [])
    heads = _without_heading_times(cells, values)
    is_header = not is_cut and _names_columns(heads, is_ruled=_is_ruled_off(lines, top), values=values)
    is_header = is_header and not _is_day_beside(cells, count)
    is_header = is_header and not _is_of_kind(label, own or below)
    return (), line if is_header and not any(map(_SENTENCE.fullmatch, cells)) else ""


def corner_of(line: str, count: int) -> str:
    """What heads the labels of rows, in the line that heads their values: "Country" before "Population" and "Area"."""
    if has_cells(line):
        label, cells = row_cells(line)
        return label if len(cells) >= count else ""
    columns = WIDE_GAP.split(line.strip())
    return columns[0] if len(columns) == count + 1 else ""


def _are_pairs(lines: Lines, top: int) -> bool:
    """Whether a grid is of labels and their values from its first row on: "Line manager | Ada Holm", "Pay | £31,250".

    No rule is below that row, what it says names no column, and some values below are amounts and some are not. Or it
    is said again below, as no name of a column is, is a sum of money, or stands in small letters beside an amount:
    "up to 500 | clerk alone".
    """
    label, first = row_cells(lines.at(top))
    if len(first) != 1 or _is_ruled_off(lines, top):
        return False
    below = [row_cells(lines.at(row))[1] for row in range(top + 1, top + 1 + _PAIRS_READ) if row in lines.rows]
    if not all(len(cells) == 1 for cells in below):
        return False
    said = _FIRST_WORD.match(first[0])
    again = said is not None and any(_opens_with(cells[0], said.group()) for cells in below)
    if again or _PAID.fullmatch(first[0]) or (first[0][:1].islower() and any(map(str.isdigit, label))):
        return True
    is_called = CALLS.fullmatch(label.strip(" :*_")) is not None and " " in first[0]
    if not (is_called or _NAMES_NO_COLUMN.match(first[0]) or is_person_name(first[0])):
        return False
    return len({_AMOUNT.match(cells[0]) is not None for cells in below}) == 2


def _opens_with(cell: str, word: str) -> bool:
    found = _FIRST_WORD.match(cell)
    return found is not None and found.group().casefold() == word.casefold()


def _is_headless(lines: Lines, top: int) -> bool:
    """Whether a grid begins with a rule below empty cells: nothing heads its columns, as Markdown must write it."""
    above = [lines.at(number) for number in (top, top + 1) if number < len(lines.spans)]
    return len(above) > 1 and all(map(is_rule, above)) and "-" not in above[0] and "-" in above[1]


def _is_ruled_off(lines: Lines, number: int) -> bool:
    """Whether a rule parts this line from those below it, and none parts those from one another."""
    below = [is_rule(lines.at(each)) for each in (number + 1, number + 3) if each < len(lines.spans)]
    return below[:1] == [True] and below[1:] != [True]


def _names_columns(cells: Sequence[str], *, is_ruled: bool = False, values: Sequence[str] = ()) -> bool:
    """Whether cells are no amounts: "Q1" and "2023" name a column, "7,200" does not, nor what holds several values.

    Above a rule "6 months" and "25 °C: purity" do as well, and beside other names "500 ml bottle" above a bare number.
    """
    amounts = {place: cell for place, cell in enumerate(cells) if _AMOUNT.match(cell) and not YEAR_TOLD.search(cell)}
    is_beside = 2 * len(amounts) < len(cells) and all(
        place < len(values) and not _MEASURED_AT.match(values[place]) for place in amounts
    )
    is_named = not amounts or ((is_ruled or is_beside) and all(map(_MEASURED_AT.match, amounts.values())))
    return bool(cells) and is_named and not any(map(_is_full, cells))


def _without_heading_times(cells: Sequence[str], values: Sequence[str]) -> list[str]:
    """Cells that may head those of a row below, "08:00" as "08h" where that row has no time of day: it is no amount."""
    if not values:
        return [*cells]
    below = [*values, *[""] * len(cells)]
    return [
        f"h {cell}" if _CLOCK.match(cell) and not _CLOCK.match(value) else cell
        for cell, value in zip(cells, below, strict=False)
    ]


def _is_full(cell: str) -> bool:
    """Whether a cell holds several values, as those of some lines read as one: "Ada Holm K-301 Mill Lane 4, 2201"."""
    numbered = [word for word in cell.split() if any(map(str.isdigit, word)) and not YEAR_TOLD.search(word)]
    return len(cell) > LONGEST_HEADER and len(numbered) >= _FEWEST_VALUES


def _is_of_kind(label: str, other: str) -> bool:
    """Whether two labels are codes of one kind, "F12" and "F14": what names columns has no code of its rows."""
    return _CODE.fullmatch(label) is not None and _DIGITS.sub("0", label) == _DIGITS.sub("0", other)


def _counts(label: str) -> bool:
    """Whether a label is a number and no year: that of a row, not of a column."""
    return _NUMBER.fullmatch(label) is not None and not YEAR_TOLD.fullmatch(label)


def _is_day_beside(cells: Sequence[str], count: int) -> bool:
    """Whether the cell of a pair is a day, "Invoice date | 14 March 2024": it is no name of what stands below."""
    return count == 1 and bool(cells) and _DAY.match(cells[0]) is not None
