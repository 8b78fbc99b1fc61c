"""Tables laid out on more columns than they have: a currency, a parenthesis and a gap in cells of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.reading.normalise import normalise_line
from app.reading.tables import Grid, Merged
from nodes.domain.regexes import lazy_regex
from nodes.language.money import CURRENCIES, CURRENCY_CODES

_SIGNS = frozenset({*"$€£¥()%", ")%", "%)", "US$", "($", "$(", *CURRENCY_CODES})
"""Of the cells that only belong to the one beside them, those by which such a table is known."""
_MOST_SHAPES = 1_000
"""Ways in which the rows of a table are laid out. Tables that are read as others are have few."""
_OPENING = lazy_regex(rf"[-+−–(]{{0,2}} ?(?:[A-Z]{{0,3}}[$€£¥]|{CURRENCIES}) ?\(?|\(")
_CLOSING = lazy_regex(r"\)? ?%? ?\)?")
_BEGINS_AMOUNT = lazy_regex(r"[-+−–—(]{0,2} ?[\d.—–-]")
_ENDS_AMOUNT = lazy_regex(r"(?!(?:19|20)\d\d$).*[\d—–-]$")
_LOOSE = lazy_regex(r"(?<=[($€£¥]) (?=[\d.(])")
_AMOUNT = lazy_regex(r"[($€£¥\d.,% )–—-]+")
_FARTHEST = 2
"""Empty columns between a sign and its number."""


class _Cell(NamedTuple):
    """A cell that says something: its text, the columns from the first to before `end`, and the one its text is of."""

    text: str
    first: int
    end: int
    column: int


class ClosedUp(NamedTuple):
    """A table of R rows as it is read, and where its cells stood."""

    grid: Grid
    rows: list[int]
    """Of each row, its number before."""
    columns: list[dict[int, int]]
    """Of each row, by column the column before: of cells whose text is one cell's alone."""


def closed_up(grid: Grid) -> ClosedUp:
    """A table on the columns that a reader sees: each amount with its signs in one cell, nothing blank between.

    Cells that stand over one another are of one column, however many each takes: "$", "5,563" above "(12", ")" are two
    amounts. A cell over several of them is merged, as are the rows of those over several rows. Where two cells of a row
    would come into one column, the table is left as it is, but for blank rows; so are tables without merged cells and
    signs.

    Args:
        grid: The table, as laid out.
    """
    if not grid.merged and not any(cell.strip() in _SIGNS for row in grid.rows for cell in row):
        return _without_blank_rows(grid, [number for number, row in enumerate(grid.rows) if any(map(str.strip, row))])
    spans = {(each.row, each.column): each for each in grid.merged}
    laid_out = [_cells(row, number, spans) for number, row in enumerate(grid.rows)]
    kept = [number for number, cells in enumerate(laid_out) if cells]
    columns = _columns([laid_out[number] for number in kept])
    if columns is None:
        return _without_blank_rows(grid, kept)
    rows: list[list[str]] = []
    merged: list[Merged] = []
    origins: list[dict[int, int]] = []
    for place, number in enumerate(kept):
        row = [""] * len(columns)
        origin: dict[int, int] = {}
        for cell in laid_out[number]:
            over = _reached(cell, columns)
            row[over[0]] = cell.text
            if grid.rows[number][cell.column] == cell.text:
                origin[over[0]] = cell.column
            height = _height(spans.get((number, cell.column)), kept)
            if height > 1 or len(over) > 1:
                merged.append(Merged(place, over[0], height, len(over)))
        rows.append(row)
        origins.append(origin)
    return ClosedUp(Grid(rows, merged), kept, origins)


def _without_blank_rows(grid: Grid, kept: Sequence[int]) -> ClosedUp:
    places = {number: place for place, number in enumerate(kept)}
    merged = [
        each._replace(row=places[each.row], rows=_height(each, kept)) for each in grid.merged if each.row in places
    ]
    rows = [grid.rows[number] for number in kept]
    return ClosedUp(Grid(rows, merged), [*kept], [{column: column for column in range(len(row))} for row in rows])


def _height(merged: Merged | None, kept: Sequence[int]) -> int:
    """Over how many of the rows that are kept a cell is."""
    if merged is None or merged.rows == 1:
        return 1
    return sum(merged.row <= number < merged.row + merged.rows for number in kept)


def _cells(row: Sequence[str], number: int, spans: dict[tuple[int, int], Merged]) -> list[_Cell]:
    """The cells of a row that say something, each amount with the signs before and behind it."""
    found: list[_Cell] = []
    for column, written in enumerate(map(normalise_line, row)):
        if not written:
            continue
        text = _LOOSE.sub("", written) if _AMOUNT.fullmatch(written) else written
        span = spans.get((number, column))
        cell = _Cell(text, column, column + (span.columns if span else 1), column)
        before = found[-1] if found else None
        if before is not None and cell.first - before.end <= _FARTHEST:
            if _CLOSING.fullmatch(text) and _ENDS_AMOUNT.match(before.text):
                found[-1] = _Cell(before.text + text, before.first, cell.end, before.column)
                continue
            is_label = len(found) == 1 and before.text[0].isalpha()
            if not is_label and _OPENING.fullmatch(before.text) and _BEGINS_AMOUNT.match(text):
                glue = " " if before.text[-1].isalpha() else ""
                found[-1] = _Cell(before.text + glue + text, before.first, cell.end, column)
                continue
        found.append(cell)
    return found


def _columns(rows: Sequence[Sequence[_Cell]]) -> list[tuple[int, int]] | None:
    """First column and end of each that a reader sees; None where two cells of one row would be in one of them."""
    shapes = {tuple((cell.first, cell.end) for cell in cells) for cells in rows}
    if len(shapes) > _MOST_SHAPES:
        return None
    spans = sorted({span for shape in shapes for span in shape})
    narrow = [span for span in spans if not any(_is_over_several(span, shape) for shape in shapes)]
    columns: list[tuple[int, int]] = []
    for first, end in narrow:
        if columns and first < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(end, columns[-1][1]))
        else:
            columns.append((first, end))
    for shape in shapes:
        begun = [sum(end <= first for _, end in columns) for first, _ in shape]
        if len(set(begun)) < len(begun) or not all(_is_over(span, columns) for span in shape):
            return None
    return columns


def _is_over_several(span: tuple[int, int], shape: Sequence[tuple[int, int]]) -> bool:
    return sum(first < span[1] and span[0] < end for first, end in shape) > 1


def _is_over(span: tuple[int, int], columns: Sequence[tuple[int, int]]) -> bool:
    return any(first < span[1] and span[0] < end for first, end in columns)


def _reached(cell: _Cell, columns: Sequence[tuple[int, int]]) -> list[int]:
    return [place for place, (first, end) in enumerate(columns) if first < cell.end and cell.first < end]
