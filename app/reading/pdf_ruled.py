"""Tables of a PDF that are drawn with rules: each word is of the cell that it stands in, each row is one of the grid.

Only what is parted both ways is such a table: rules that are level alone stand above totals and under headings, too.
Where the rules leave anything in doubt, the table is left to be found by where its words stand.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.reading.header_rows import by_its_looks
from app.reading.layout import row_line, without_blank_columns
from app.reading.pdf_headers import YEAR
from app.reading.pdf_lines import Line, PageLines, PdfTable
from app.reading.pdf_pieces import Word, pieces_of
from app.reading.pdf_rules import Drawn, Rule, Shade
from app.reading.tables import Grid, Merged, is_amount, unfolded

_SAME_PLACE = 2.5
"""Points: rules that stand closer are one, and so near a rule another ends at it."""
_MOST_ROWS = 150
_MOST_COLUMNS = 30
_MOST_CELLS = 2_000
_LEAST_FILLED = 0.5
"""Of the cells of a table, that hold words."""
_COVERED = 0.5
"""Of the edge between two cells: with less of it ruled they are one."""
_MIDDLE = 0.3
"""Of the font size, from the baseline to the middle of a word."""
_OVER = 1.5
"""Points: so far beyond a rule a word stands in the next cell, too."""
_WIDE_GAP = 0.75
"""Of the font size: a blank between words is less."""
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


class _Ruling(NamedTuple):
    """The rules of one grid."""

    columns: list[float]
    """Where its columns begin and the last one ends, in points from the left."""
    rows: list[float]
    """Where its rows end and the first one begins, in points from below, from top to bottom."""
    upright: list[Rule]
    level: list[Rule]


class _Cell(NamedTuple):
    """By its first row and column, over how many of them it goes."""

    row: int
    column: int
    rows: int
    columns: int


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
    for ruling in sorted(_rulings(drawn.rules), key=_surface):
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
        is_same = all(abs(one - other) < _SAME_PLACE for one, other in zip(above.columns, below.columns, strict=True))
        if is_same and above.columns and below.rows[below.titles] not in above.rows:
            page.found[0] = below._replace(has_header=False)


def _surface(ruling: _Ruling) -> float:
    return (ruling.columns[-1] - ruling.columns[0]) * (ruling.rows[0] - ruling.rows[-1])


def _rulings(rules: Sequence[Rule]) -> list[_Ruling]:
    """Rules that meet, where they part two rows and two columns or more."""
    whole = [
        *_joined(rule for rule in rules if rule.is_upright),
        *_joined(rule for rule in rules if not rule.is_upright),
    ]
    found: list[_Ruling] = []
    for group in _meeting(whole):
        upright = [rule for rule in group if rule.is_upright]
        level = [rule for rule in group if not rule.is_upright]
        # Some tables have no rule at their sides, or above and below.
        ends = [min(rule.begin for rule in level), max(rule.end for rule in level)]
        heights = [min(rule.begin for rule in upright), max(rule.end for rule in upright)]
        columns = _places([*(rule.at for rule in upright), *ends])
        rows = _places([*(rule.at for rule in level), *heights])[::-1]
        shape = len(rows) - 1, len(columns) - 1
        is_grid = min(shape) > 1 and shape[0] <= _MOST_ROWS and shape[1] <= _MOST_COLUMNS
        if is_grid and shape[0] * shape[1] <= _MOST_CELLS:
            found.append(_Ruling(columns, rows, upright, level))
    return found


def _places(numbers: Iterable[float]) -> list[float]:
    """Ascending, of those close together the middle."""
    groups: list[list[float]] = []
    for number in sorted(numbers):
        if groups and number - groups[-1][-1] <= _SAME_PLACE and number - groups[-1][0] <= 2 * _SAME_PLACE:
            groups[-1].append(number)
        else:
            groups.append([number])
    return [sum(group) / len(group) for group in groups]


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """The rules of one direction, those in one that go on from one another."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda each: each.at):
        if groups and rule.at - groups[-1][0].at <= _SAME_PLACE:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    found: list[Rule] = []
    for group in groups:
        parts: list[Rule] = []
        for rule in sorted(group, key=lambda each: each.begin):
            if parts and rule.begin - parts[-1].end <= _SAME_PLACE:
                parts[-1] = parts[-1]._replace(end=max(parts[-1].end, rule.end))
            else:
                parts.append(rule)
        found += parts
    return found


def _meeting(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Rules in groups of those that meet, directly or by others of both directions."""
    leaders = list(range(len(rules)))
    level = [number for number, rule in enumerate(rules) if not rule.is_upright]
    for number, rule in enumerate(rules):
        if not rule.is_upright:
            continue
        for other in level:
            across = rules[other]
            if (
                rule.begin - _SAME_PLACE <= across.at <= rule.end + _SAME_PLACE
                and across.begin - _SAME_PLACE <= rule.at <= across.end + _SAME_PLACE
            ):
                leaders[_leader(leaders, other)] = _leader(leaders, number)
    groups: dict[int, list[Rule]] = {}
    for number, rule in enumerate(rules):
        groups.setdefault(_leader(leaders, number), []).append(rule)
    return [group for group in groups.values() if 0 < sum(rule.is_upright for rule in group) < len(group)]


def _leader(leaders: list[int], number: int) -> int:
    while leaders[number] != number:
        leaders[number] = leaders[leaders[number]]
        number = leaders[number]
    return number


def _table(
    lines: Sequence[Line], words: Sequence[Sequence[Word]], ruling: _Ruling, shades: Sequence[Shade]
) -> PdfTable | None:
    cells = _cells(ruling)
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


def _cells(ruling: _Ruling) -> list[_Cell] | None:
    """The cells from left to right and from top to bottom; None where one of them is no rectangle."""
    height, width = len(ruling.rows) - 1, len(ruling.columns) - 1
    leaders = list(range(height * width))
    for row, column in itertools.product(range(height), range(width)):
        top, bottom = ruling.rows[row : row + 2]
        left, right = ruling.columns[column : column + 2]
        here = row * width + column
        if column + 1 < width and not _is_ruled(ruling.upright, right, bottom, top):
            leaders[_leader(leaders, here + 1)] = _leader(leaders, here)
        if row + 1 < height and not _is_ruled(ruling.level, bottom, left, right):
            leaders[_leader(leaders, here + width)] = _leader(leaders, here)
    groups: dict[int, list[int]] = {}
    for here in range(height * width):
        groups.setdefault(_leader(leaders, here), []).append(here)
    cells: list[_Cell] = []
    for group in groups.values():
        rows, columns = {here // width for here in group}, {here % width for here in group}
        if len(rows) * len(columns) != len(group):
            return None
        cells.append(_Cell(min(rows), min(columns), len(rows), len(columns)))
    # A row or a column that none has for itself is told from its neighbour by nothing.
    is_parted = {cell.row for cell in cells} == set(range(height)) and {cell.column for cell in cells} == set(
        range(width)
    )
    return cells if is_parted else None


def _is_ruled(rules: Sequence[Rule], at: float, begin: float, end: float) -> bool:
    """Whether most of what is between two ends at one place is ruled."""
    covered = sum(
        max(0.0, min(end, rule.end) - max(begin, rule.begin)) for rule in rules if abs(rule.at - at) <= _SAME_PLACE
    )
    return covered >= _COVERED * (end - begin)


def _held(
    lines: Sequence[Line], words: Sequence[Sequence[Word]], ruling: _Ruling, cells: Sequence[_Cell]
) -> dict[_Cell, list[_Held]]:
    """The words of each cell. A word that goes over a rule is of the cell that it begins in, and what follows it."""
    places = {
        (row, column): cell
        for cell in cells
        for row in range(cell.row, cell.row + cell.rows)
        for column in range(cell.column, cell.column + cell.columns)
    }
    held: dict[_Cell, list[_Held]] = {}
    for position, line in enumerate(lines[: len(words)]):
        overrun: _Cell | None = None
        before: Word | None = None
        for word in words[position]:
            row = _place(ruling.rows, word.y + _MIDDLE * line.size, is_falling=True)
            begin, middle = (_place(ruling.columns, at) for at in (word.left + _OVER, (word.left + word.right) / 2))
            end = _place(ruling.columns, word.right - _OVER)
            goes_on = before is not None and 0 <= word.left - before.right < _WIDE_GAP * line.size
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


def _is_filled(cells: Sequence[_Cell], held: dict[_Cell, list[_Held]]) -> bool:
    """Whether most cells hold words, in two rows and two columns or more, and no more than cells do."""
    if len(held) < _LEAST_FILLED * len(cells):
        return False
    length = sum(len(each.word.text) + 1 for inside in held.values() for each in inside)
    spread = {cell.row for cell in held}, {cell.column for cell in held}
    return min(map(len, spread)) > 1 and length <= _LONGEST_CELL * len(held)


def _is_parted(cells: Sequence[_Cell], held: dict[_Cell, list[_Held]], lines: Sequence[Line], ruling: _Ruling) -> bool:
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

    ruling: _Ruling
    held: dict[_Cell, list[_Held]]
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
