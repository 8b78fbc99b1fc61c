"""Tables of a PDF by where their cells stand: rows whose words are parted by wide gaps, one column below the other."""

from __future__ import annotations

import itertools
import re
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from app.reading.layout import row_line
from app.reading.pdf_lines import Line, PageLines, PdfTable
from app.reading.tables import Grid, Merged, is_amount, names_columns, unfolded
from nodes.domain.documents import TableRegion

WIDE_GAP = 0.75
"""Of the font size: blanks between words are a third of it, in justified lines rarely more than half."""
_LEAST_ROWS = 3
_MOST_COLUMNS = 15
_LONGEST_CELL = 60
"""Characters, on average of a column: of two columns that are longer the page is set in columns."""
_SAME_EDGE = 2.5
"""Points."""
_ALIGNED_SHARE = 0.6
_WRAPPED = 1.35
"""Of the font size: lines of one cell are no further apart."""
_ONE_HEIGHT = 0.2
"""Of the font size."""
_FAR = 4.5
"""Of the font size: so far below, something else begins."""
_MARKER = re.compile(
    r"[^\w\s]{1,2}|o|\(?(?:\d{1,3}|[A-Za-z]{1,2}|[ivxIVX]{1,5})(?:\.\d{1,3})*[.)]|\d{1,2}(?:\.\d{1,2}){1,3}"
)
_DOTS = "•▪●■◦‣·–"
_SIGN = re.compile(r"(?:^|\s)[$€£¥]$")
_DIGIT = re.compile(r"\d")
_TWO_AMOUNTS = re.compile(r"(?:\d,\d{3}|\d\.\d)[)%]*\s+[$€£¥(]*\s?\d")
"""In one cell: its columns were not told apart."""
_TEXT = re.compile(r"[^\W\d_]{3}")


class Piece(NamedTuple):
    """Words of a line between wide gaps, and where they begin and end, in points from the left."""

    text: str
    left: float
    right: float


def find_tables(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]]) -> list[PdfTable]:
    """The tables of a page in whose cells there are words, from top to bottom.

    Tables of nothing but numbers behind labels are found by their lines alone, see `pdf_tables`.

    Args:
        lines: of the page.
        pieces: of each line, one or more.
    """
    beside = _side_by_side(lines, pieces)
    parted = [_tidied([piece for position in group for piece in pieces[position]]) for group in beside]
    found = _tables([lines[group[0]] for group in beside], parted)
    return [each._replace(first=beside[each.first][0], last=beside[each.last][-1]) for each in found]


def _side_by_side(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]]) -> list[list[int]]:
    """Positions of lines, those together that stand at one height: a wide gap may be read as the end of a line."""
    groups: list[list[int]] = []
    for position in range(len(pieces)):
        last = groups[-1][-1] if groups else position
        is_beside = abs(lines[last].y - lines[position].y) < _ONE_HEIGHT * lines[position].size
        if last < position and is_beside and pieces[last][-1].right < pieces[position][0].left:
            groups[-1].append(position)
        else:
            groups.append([position])
    return groups


def _tables(lines: Sequence[Line], parted: Sequence[Sequence[Piece]]) -> list[PdfTable]:
    found: list[PdfTable] = []
    for first, last in _runs(lines, parted):
        whole = _table(lines, parted, first, last)
        if whole is not None:
            found.append(whole)
            continue
        # Tables that stand close below one another, each under a line of its own.
        for begin, end in _between_single_lines(parted, first, last):
            part = _table(lines, parted, begin, end)
            if part is not None:
                found.append(part)
    return found


def _between_single_lines(pieces: Sequence[Sequence[Piece]], first: int, last: int) -> list[tuple[int, int]]:
    singles = [position for position in range(first, last + 1) if len(pieces[position]) == 1]
    edges = itertools.pairwise([first - 1, *singles, last + 1])
    return [(begin + 1, end - 1) for begin, end in edges if singles and end - begin > _LEAST_ROWS]


def _tidied(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, the number or dot of a list with what it stands before, a currency sign with its amount."""
    if len(pieces) > 1 and _MARKER.fullmatch(pieces[0].text):
        pieces = [Piece(f"{pieces[0].text} {pieces[1].text}", pieces[0].left, pieces[1].right), *pieces[2:]]
    found: list[Piece] = []
    sign = ""
    for number, piece in enumerate(pieces):
        text = f"{sign} {piece.text}" if sign else piece.text
        sign = text[-1] if number + 1 < len(pieces) and _SIGN.search(text) else ""
        text = text.removesuffix(sign).rstrip()
        if text:
            found.append(piece._replace(text=text))
    return found


def _runs(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]]) -> list[tuple[int, int]]:
    """First and last line of what may be tables: lines of several pieces, and single ones of one among them."""
    runs: list[tuple[int, int]] = []
    begun: int | None = None
    last = -1
    for position in range(len(lines)):
        if begun is not None and (_is_apart(lines[position - 1], lines[position]) or position - last > 2):
            runs.append((begun, last))
            begun = None
        if len(pieces[position]) > 1:
            begun = position if begun is None else begun
            last = position
    if begun is not None:
        runs.append((begun, last))
    return [(first, last) for first, last in runs if last - first + 1 >= _LEAST_ROWS]


def _is_apart(above: Line, below: Line) -> bool:
    return not -above.size < above.y - below.y < _FAR * max(above.size, below.size)


def _table(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]], first: int, last: int) -> PdfTable | None:
    columns = _columns(pieces[first : last + 1])
    if columns is None:
        return None
    last = _with_wrapped_end(lines, pieces, columns, last)
    placed = [_placed(each, columns) for each in pieces[first : last + 1]]
    groups = _grouped(lines[first : last + 1], placed, len(columns))
    rows = [
        [" ".join(filter(None, (placed[line].cells[column] for line in group))) for column in range(len(columns))]
        for group in groups
    ]
    merged = [
        Merged(number, column, 1, count)
        for number, group in enumerate(groups)
        for line in group
        for column, count in placed[line].spans
    ]
    bold = [lines[first + group[0]].bold for group in groups[:2]]
    has_header = _has_header(rows, is_marked=bold == [True, False])
    if not _has_words(rows[has_header:]) or any(_TWO_AMOUNTS.search(cell) for row in rows for cell in row[1:]):
        return None
    known = 1 if has_header else 0
    titles, whole = unfolded(Grid(rows, merged), known)
    return PdfTable(first, last, [*titles, *filter(None, map(row_line, whole))], has_header and not titles)


def _columns(pieces: Sequence[Sequence[Piece]]) -> list[tuple[float, float]] | None:
    """Left and right end of each column, as most rows have them; None where they do not stand below one another."""
    counts = Counter(len(each) for each in pieces if len(each) > 1)
    number = max(counts, key=lambda count: (counts[count], count))
    rows = [each for each in pieces if len(each) == number]
    if len(rows) < _LEAST_ROWS - (number > 2) or sum(counts.values()) < _LEAST_ROWS or number > _MOST_COLUMNS:
        return None
    cells = list(zip(*rows, strict=True))
    columns = [(min(each.left for each in column), max(each.right for each in column)) for column in cells]
    if any(left[1] >= right[0] for left, right in itertools.pairwise(columns)) or not all(map(_is_aligned, cells[1:])):
        return None
    if sum(each.text[0] in _DOTS for row in rows for each in row) * 2 > number * len(rows):
        return None
    lengths = [statistics.mean(len(each.text) for each in column) for column in cells]
    is_prose = lengths[0] > _LONGEST_CELL or sum(length > _LONGEST_CELL for length in lengths) > 1
    return None if is_prose else columns


def _is_aligned(column: Sequence[Piece]) -> bool:
    """Whether most cells of a column begin, end or have their middle at one place."""
    for edge in (
        [each.left for each in column],
        [each.right for each in column],
        [(each.left + each.right) / 2 for each in column],
    ):
        middle = statistics.median(edge)
        if sum(abs(each - middle) <= _SAME_EDGE for each in edge) >= _ALIGNED_SHARE * len(edge):
            return True
    return False


def _with_wrapped_end(
    lines: Sequence[Line], pieces: Sequence[Sequence[Piece]], columns: Sequence[tuple[float, float]], last: int
) -> int:
    """The last line of a table, with what wraps in a cell of its last row."""
    while last + 1 < len(lines) and _is_close(lines[last], lines[last + 1]):
        placed = _placed(pieces[last + 1], columns)
        (left, _), *_ = [columns[column] for column, cell in enumerate(placed.cells) if cell]
        if placed.spans or placed.cells[0] or abs(pieces[last + 1][0].left - left) > _SAME_EDGE:
            break
        last += 1
    return last


class _Placed(NamedTuple):
    """A line by columns."""

    cells: list[str]
    spans: list[tuple[int, int]]
    """Column and number of columns of what stands over several."""


def _placed(pieces: Sequence[Piece], columns: Sequence[tuple[float, float]]) -> _Placed:
    cells = [""] * len(columns)
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        over = [
            number for number, (left, right) in enumerate(columns) if piece.left < right and left < piece.right
        ] or [min(range(len(columns)), key=lambda number: abs(sum(columns[number]) - piece.left - piece.right))]
        cells[over[0]] = f"{cells[over[0]]} {piece.text}".strip()
        if len(over) > 1:
            spans.append((over[0], len(over)))
    return _Placed(cells, spans)


def _is_close(above: Line, below: Line) -> bool:
    return 0 <= above.y - below.y <= _WRAPPED * max(above.size, below.size)


def _grouped(lines: Sequence[Line], placed: Sequence[_Placed], width: int) -> list[list[int]]:
    """The lines of each row: those that are close are one row, where rows are further apart than lines."""
    groups: list[list[int]] = [[0]]
    for number in range(1, len(lines)):
        if _is_close(lines[number - 1], lines[number]) and not placed[number].spans:
            groups[-1].append(number)
        else:
            groups.append([number])
    full = [sum(all(placed[line].cells) for line in group) for group in groups]
    is_loose = (
        all(count <= 1 for count in full) and len(groups) * 2 > len(lines) and len(groups) >= _LEAST_ROWS - (width > 2)
    )
    return groups if is_loose else [[number] for number in range(len(lines))]


def _may_be_one_row(lines: Sequence[Sequence[str]]) -> bool:
    """Whether lines may be those of cells that wrap: at most one fills all of them, or tells the amount of one."""
    if sum(map(all, lines)) > 1:
        return False
    return all(sum(map(is_amount, column)) <= 1 for column in zip(*lines, strict=True))


def _has_header(rows: Sequence[Sequence[str]], *, is_marked: bool) -> bool:
    """Whether the first row names columns: two or more, none by an amount; set apart, or above what it does not hold.

    Args:
        rows: of the table.
        is_marked: whether the first row is bold, and the second is not.
    """
    first, *others = rows
    if sum(map(bool, first)) < 2 or not names_columns(first):
        return False
    named = [column for column, cell in enumerate(first) if cell and not _DIGIT.search(cell)]
    below = ([row[column] for row in others if row[column]] for column in named)
    return is_marked or any(cells and all(map(_DIGIT.search, cells)) for cells in below)


def _has_words(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a quarter of the cells behind the first are words."""
    cells = [cell for row in rows for cell in row[1:] if cell]
    return sum(bool(_TEXT.search(cell)) for cell in cells) * 4 >= max(1, len(cells))


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
            if number == 0 and table.has_header:
                region["header_end"] = length
        region["end"] = length
        page.tables.append(region)
        taken = text.find("\n", lines[table.last].end) + 1 or len(text)
        position = table.last + 1
    page.lines += _moved(lines[position:], length - taken)
    page.text = "".join([*written, text[taken:]])


def _moved(lines: Sequence[Line], by: int) -> list[Line]:
    return [replace(line, start=line.start + by, end=line.end + by) for line in lines]
