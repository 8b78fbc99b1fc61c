"""Tables of a PDF that are drawn with rules: each word is of the cell that it stands in, each row is one of the grid.

Only what is parted both ways is such a table: rules that are level alone stand above totals and under headings, too.
Where the rules leave anything in doubt, the table is left to be found by where its words stand.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.reading.header_rows import by_its_looks
from app.reading.layout import row_line, without_blank_columns
from app.reading.pdf_headers import YEAR
from app.reading.pdf_lines import Line, PageLines, PdfTable
from app.reading.pdf_pieces import WIDE_GAP, Word, pieces_of
from app.reading.pdf_rule_grids import SAME_PLACE, Cell, Ruling, cells_of, rulings_of
from app.reading.pdf_rules import Drawn, Shade
from app.reading.tables import Grid, Merged, is_amount, unfolded

_LEAST_FILLED = 0.5
"""Of the cells of a table, that hold words."""
_MIDDLE = 0.3
"""Of the font size, from the baseline to the middle of a word."""
_OVER = 1.5
"""Points: so far beyond a rule a word stands in the next cell, too."""
_ONE_LINE = 0.75
"""Of the font size: what is further up or down stands in another line."""
_MOST_WIDE = 0.1
"""Of the cells, in which words stand as far apart as in columns."""
_LONGEST_CELL = 400
"""Characters, on average: in longer ones a page is laid out."""
_HEADER_LINES = 3
"""Which the cells of a header may be broken into on purpose."""
_LEAST_SHADED = 0.5
"""Of the cells of a row, for it to be marked."""
_NEAR_END = 3
"""Lines between the end of a page and that of its table that may be a running footer."""


class _Held(NamedTuple):
    """A word in a cell."""

    position: int
    """Of its line on the page."""
    word: Word


def ruled_tables(lines: Sequence[Line], words: Sequence[Sequence[Word]], drawn: Drawn) -> list[PdfTable]:
    """The tables of a page whose cells are parted by rules, from the first of its lines to the last.

    Args:
        lines: of the page.
        words: of each line, one or more.
        drawn: what the page draws.
    """
    found: list[PdfTable] = []
    # A frame may be drawn around a table: what is smaller is looked at first.
    for ruling in sorted(rulings_of(drawn.rules), key=_surface):
        table = _table(lines, words, ruling, drawn.shades)
        if table is not None and all(table.last < other.first or other.last < table.first for other in found):
            found.append(table)
    return sorted(found)


def mark_continued(pages: Sequence[PageLines]) -> None:
    """Has tables that go on from the page before begin with a row: a header is not in the middle of a table.

    They have columns at the same places, and stand first on their page, below one that stands last.
    """
    for before, page in itertools.pairwise(pages):
        if not before.found or not page.found:
            continue
        above, below = before.found[-1], page.found[0]
        is_split = len(before.lines) - 1 - above.last <= _NEAR_END and below.first <= _NEAR_END
        if not is_split or not below.has_header or below.is_marked or len(above.columns) != len(below.columns):
            continue
        is_same = all(abs(one - other) < SAME_PLACE for one, other in zip(above.columns, below.columns, strict=True))
        if is_same and above.columns and below.rows[below.titles] not in above.rows:
            page.found[0] = below._replace(has_header=False)


def _surface(ruling: Ruling) -> float:
    return (ruling.columns[-1] - ruling.columns[0]) * (ruling.rows[0] - ruling.rows[-1])


def _table(
    lines: Sequence[Line], words: Sequence[Sequence[Word]], ruling: Ruling, shades: Sequence[Shade]
) -> PdfTable | None:
    cells = cells_of(ruling)
    if cells is None:
        return None
    held = _held(lines, words, ruling, cells)
    positions = sorted({each.position for inside in held.values() for each in inside})
    if not positions or not _is_filled(cells, held) or not _is_parted(cells, held, lines, ruling):
        return None
    first, last = positions[0], positions[-1]
    is_whole = last - first + 1 == len(positions) == len(range(first, last + 1))
    count = sum(len(words[position]) for position in positions)
    # Where words of its lines stand outside, they would be lost; of the lines behind the last known one nothing tells.
    if not is_whole or count != sum(map(len, held.values())) or (last + 1 == len(words) < len(lines)):
        return None
    rows = [[""] * (len(ruling.columns) - 1) for _ in ruling.rows[1:]]
    for cell, inside in held.items():
        rows[cell.row][cell.column] = " ".join(each.word.text for each in inside)
    merged = [Merged(*cell) for cell in cells if cell.rows > 1 or cell.columns > 1]
    return _written(Grid(rows, merged), _Marks(ruling, held, lines, shades), first, last)


def _held(
    lines: Sequence[Line], words: Sequence[Sequence[Word]], ruling: Ruling, cells: Sequence[Cell]
) -> dict[Cell, list[_Held]]:
    """The words of each cell. A word that goes over a rule is of the cell that it begins in, and what follows it."""
    places = {
        (row, column): cell
        for cell in cells
        for row in range(cell.row, cell.row + cell.rows)
        for column in range(cell.column, cell.column + cell.columns)
    }
    held: dict[Cell, list[_Held]] = {}
    for position, line in enumerate(lines[: len(words)]):
        overrun: Cell | None = None
        before: Word | None = None
        for word in words[position]:
            row = _place(ruling.rows, word.y + _MIDDLE * line.size, is_falling=True)
            begin, middle = (_place(ruling.columns, at) for at in (word.left + _OVER, (word.left + word.right) / 2))
            end = _place(ruling.columns, word.right - _OVER)
            goes_on = before is not None and 0 <= word.left - before.right < WIDE_GAP * line.size
            before = word
            column = begin if begin is not None and end not in {None, begin} else middle
            cell = None if row is None or column is None else places[row, column]
            if overrun is not None and goes_on:
                cell = overrun
            else:
                overrun = None
            if cell is None:
                continue
            if end is not None and row is not None and places[row, end] != cell:
                overrun = cell
            held.setdefault(cell, []).append(_Held(position, word))
    return held


def _place(edges: Sequence[float], at: float, *, is_falling: bool = False) -> int | None:
    """Between which two edges something stands; None outside of all."""
    for number, (one, other) in enumerate(itertools.pairwise(edges)):
        if (other <= at <= one) if is_falling else (one <= at <= other):
            return number
    return None


def _is_filled(cells: Sequence[Cell], held: dict[Cell, list[_Held]]) -> bool:
    """Whether most cells hold words, in two rows and two columns or more, and no more than cells do."""
    if len(held) < _LEAST_FILLED * len(cells):
        return False
    length = sum(len(each.word.text) + 1 for inside in held.values() for each in inside)
    spread = {cell.row for cell in held}, {cell.column for cell in held}
    return min(map(len, spread)) > 1 and length <= _LONGEST_CELL * len(held)


def _is_parted(cells: Sequence[Cell], held: dict[Cell, list[_Held]], lines: Sequence[Line], ruling: Ruling) -> bool:
    """Whether the rules part all rows and columns: no cell holds what stands in columns, or in rows, of its own."""
    told = {cell: _lines_of(inside, lines) for cell, inside in held.items()}
    wide = {cell for cell, each in told.items() if _is_wide(each)}
    if len(wide) > _MOST_WIDE * len(held) or any(cell.columns > 1 for cell in wide):
        return False
    for each in told.values():
        texts = [" ".join(word.text for word in words) for words, _ in each]
        if len(each) > 1 and sum(is_amount(text) or bool(YEAR.fullmatch(text)) for text in texts) > 1:
            return False
    for row in {cell.row for cell in cells}:
        inside = {cell: told[cell] for cell in held if cell.row == row and cell.rows == 1}
        counts = set(map(len, inside.values()))
        least = 1 if row else _HEADER_LINES
        if len(inside) > 1 and len(counts) == 1 and min(counts) > least:
            # All have as many lines: they wrapped by chance, or these are the rows of a table.
            rights = {cell: ruling.columns[cell.column + cell.columns] for cell in inside}
            breaks = [is_free for cell, each in inside.items() for is_free in _free_breaks(each, rights[cell])]
            if sum(breaks) * 2 > len(breaks):
                return False
    return True


def _is_wide(told: Sequence[tuple[list[Word], float]]) -> bool:
    """Whether words of a cell stand as far apart as in columns, or go on further up, as in the next column."""
    if any(len(pieces_of(words, size)) > 1 for words, size in told):
        return True
    return any(below[0].y > above[0].y + _ONE_LINE * size for (above, size), (below, _) in itertools.pairwise(told))


def _free_breaks(told: Sequence[tuple[list[Word], float]], right: float) -> list[bool]:
    """For each line of a cell but the last whether the first word of the next one would have had room in it."""
    return [
        above[-1].right + below[0].right - below[0].left + size < right
        for (above, size), (below, _) in itertools.pairwise(told)
    ]


def _lines_of(inside: Sequence[_Held], lines: Sequence[Line]) -> list[tuple[list[Word], float]]:
    """The lines of a cell, each with the size of its font, in points."""
    told: list[tuple[list[Word], float]] = []
    for position, word in inside:
        size = max(1.0, lines[position].size)
        if told and abs(told[-1][0][-1].y - word.y) < _ONE_LINE * size:
            told[-1][0].append(word)
        else:
            told.append(([word], size))
    return told


class _Marks(NamedTuple):
    """What tells a row from the others: its type, and what it is drawn on."""

    ruling: Ruling
    held: dict[Cell, list[_Held]]
    lines: Sequence[Line]
    shades: Sequence[Shade]

    def is_marked(self, row: int, others: Sequence[int]) -> bool:
        """Whether a row is bold, or on a colour of its own, and the others are not."""
        if not others:
            return False
        if self._is_bold(row) and not self._is_bold(others[0]):
            return True
        colour = self._colour(row)
        return colour is not None and all(self._colour(other) != colour for other in others)

    def _is_bold(self, row: int) -> bool:
        positions = {each.position for cell, inside in self.held.items() if cell.row == row for each in inside}
        return bool(positions) and all(self.lines[position].bold for position in positions)

    def _colour(self, row: int) -> tuple[int, int, int] | None:
        """What most cells of a row are drawn on."""
        height = sum(self.ruling.rows[row : row + 2]) / 2
        middles = [sum(pair) / 2 for pair in itertools.pairwise(self.ruling.columns)]
        over = [shade for shade in self.shades if shade.bottom < height < shade.top]
        # What is drawn last is what is seen.
        seen = [[shade.colour for shade in over if shade.left < at < shade.right][-1:] for at in middles]
        colours = Counter(colour for each in seen for colour in each)
        if not colours:
            return None
        colour, count = colours.most_common(1)[0]
        return colour if count > _LEAST_SHADED * len(middles) else None


def _written(grid: Grid, marks: _Marks, first: int, last: int) -> PdfTable | None:
    width = max(map(len, grid.rows))
    over_all = {each.row for each in grid.merged if (each.rows, each.column, each.columns) == (1, 0, width)}
    above = next((number for number in range(len(grid.rows)) if number not in over_all), 0)
    if len(grid.rows) - above < 2 or width < 2:
        return None
    is_marked = marks.is_marked(above, range(above + 1, len(grid.rows)))
    count = _header_rows(grid, above, is_marked=is_marked)
    told, rows = unfolded(grid, above + count if count else 0)
    titles = list(filter(None, told))
    body = list(filter(None, map(row_line, without_blank_columns(rows))))
    if len(body) < 2:
        return None
    return PdfTable(
        first,
        last,
        [*titles, *body],
        has_header=count > 0,
        titles=len(titles),
        columns=tuple(marks.ruling.columns),
        is_marked=is_marked,
    )


def _header_rows(grid: Grid, above: int, *, is_marked: bool) -> int:
    """How many rows below the titles are a header: of two columns none, unless it is marked or names amounts.

    Two columns are often names and what they stand for, row by row.

    Args:
        grid: the table.
        above: how many rows are titles.
        is_marked: whether the first row below them looks otherwise than the rest.
    """
    rows = grid.rows[above:]
    if is_marked:
        return 1
    if len(rows[0]) == 2:
        values = [row[1] for row in rows if row[1]]
        amounts = [is_amount(value.lstrip(".")) for value in values]
        return int(bool(rows[0][1]) and not amounts[0] and len(amounts) > 1 and all(amounts[1:]))
    merged = [each._replace(row=each.row - above) for each in grid.merged if each.row >= above]
    labels, _, count = by_its_looks(Grid(rows, merged))
    return 0 if labels else count
