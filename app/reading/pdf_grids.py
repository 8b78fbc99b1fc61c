"""Tables of a PDF by where their cells stand: rows whose words are parted by wide gaps, one column below the other.

Where cells hold words, rows are written as those of other formats are, with bars. Numbers behind a label tell their
columns themselves: such rows stay as they are, under one line that names the columns, with wide gaps between names.
Not where the label is a number too, or ends in one ("2016", "0.1-0.2", "Week 3"): there only bars tell them apart.
"""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.reading.layout import row_line
from app.reading.pdf_headers import YEAR, header_rows_of, name_groups
from app.reading.pdf_lines import Line, PdfTable
from app.reading.pdf_pieces import WRAPPED, Piece, Row, Word, pieces_of, visual_rows
from app.reading.pdf_ruled import ruled_tables
from app.reading.pdf_rules import Drawn
from app.reading.tables import Grid, Merged, is_amount, unfolded
from nodes.answering.tables.table_rows import row_cells, row_spans
from nodes.domain.regexes import lazy_regex

_LEAST_ROWS = 3
"""Of a table."""
_MOST_COLUMNS = 15
"""Of a table."""
_MOST_SINGLE = 4
"""Rows of one piece, one behind the other: what wraps in a cell, or the name of a group of rows."""
_LEAST_SHARE = 0.25
"""Of the rows of a table, that have a cell in each column."""
_LONGEST_CELL = 60
"""Characters, on average of a column: of two columns that are longer the page is set in columns."""
_LONGEST_NAME = 40
"""Characters of what names all columns of a table alike: "Year ended June 30,". A longer one is the table's title."""
_SAME_EDGE = 2.5
"""Points."""
_ALIGNED_SHARE = 0.6
"""Of the cells of a column, that begin, end or have their middle at one place."""
_FAR = 3.2
"""Of the font size: so far below, something else begins."""
_DOTS = "•▪●■◦‣·–"
_TWO_AMOUNTS = lazy_regex(r"(?:\d,\d{3}|\d\.\d)[)%]*\s+[$€£¥(]*\s?\d|\b(?:19|20)\d\d\s+(?:19|20)\d\d\b")
"""In one cell: its columns were not told apart."""
_WIDE = "   "
_TEXT = lazy_regex(r"[^\W\d_]{3}")


def find_tables(
    lines: Sequence[Line], words: Sequence[Sequence[Word]], drawn: Callable[[], Drawn] | None = None
) -> list[PdfTable]:
    """The tables of a page whose cells or columns' names are words, from top to bottom, and those that rules part.

    Tables of nothing but numbers behind labels, under years, are found by their lines alone, see `pdf_tables`.

    Args:
        lines: of the page.
        words: of each line, one or more.
        drawn: tells what the page draws; asked only where words stand beside one another as cells do.
    """
    rows = visual_rows(lines, words)
    pieces = [pieces_of(row.words, row.line.size) for row in rows]
    if drawn is None or all(len(each) == 1 for each in pieces):
        return _by_words(rows, pieces)
    ruled = ruled_tables(lines, words, drawn())
    if not ruled:
        return _by_words(rows, pieces)
    found: list[PdfTable] = []
    for before, after in itertools.pairwise([None, *ruled, None]):
        begin, end = before.last + 1 if before else 0, after.first if after else len(words)
        rest = visual_rows(lines[begin:end], words[begin:end])
        tables = _by_words(rest, [pieces_of(row.words, row.line.size) for row in rest])
        found += [table._replace(first=table.first + begin, last=table.last + begin) for table in tables]
        found += [after] if after else []
    return found


def _by_words(rows: Sequence[Row], pieces: Sequence[Sequence[Piece]]) -> list[PdfTable]:
    """The tables of some rows, in pieces, whose columns are told by where their words stand."""
    shares = Counter(position for row in rows for position in row.positions)
    found: list[PdfTable] = []
    for table in _tables([row.line for row in rows], pieces):
        held = Counter(position for row in rows[table.first : table.last + 1] for position in row.positions)
        first, last = min(held), max(held)
        # Where other lines stand between its own, or words of a line outside, they would be lost.
        if len(held) == last - first + 1 and all(held[position] == shares[position] for position in held):
            found.append(table._replace(first=first, last=last))
    return found


def _tables(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]]) -> list[PdfTable]:
    found: list[PdfTable] = []
    for first, last in _runs(lines, pieces):
        whole = _columns(_cells(lines, pieces, first, last))
        parts = _between_single_lines(lines, pieces, first, last)
        others = [
            columns for begin, end in parts if (columns := _columns(_cells(lines, pieces, begin, end))) is not None
        ]
        if whole is not None and all(len(columns) == len(whole) for columns in others):
            parts = [(first, last)]
        # Else they are tables that stand close below one another, each under a line of its own.
        tables = (_table(lines, pieces, begin, end) for begin, end in parts)
        found += [table for table in tables if table is not None]
    return found


def _between_single_lines(
    lines: Sequence[Line], pieces: Sequence[Sequence[Piece]], first: int, last: int
) -> list[tuple[int, int]]:
    """Parts of a run between rows of one piece that stand by themselves."""
    singles = [
        position
        for position in range(first + 1, last)
        if len(pieces[position]) == 1
        and not _is_close(lines[position - 1], lines[position])
        and not _is_close(lines[position], lines[position + 1])
    ]
    edges = itertools.pairwise([first - 1, *singles, last + 1])
    return [(begin + 1, end - 1) for begin, end in edges if singles and end - begin > _LEAST_ROWS]


def _runs(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]]) -> list[tuple[int, int]]:
    """First and last line of what may be tables: lines of several pieces, and single ones of one among them."""
    runs: list[tuple[int, int]] = []
    several = _of_several(lines, pieces)
    begun: int | None = None
    last = -1
    for position in range(len(lines)):
        if begun is not None and (_is_apart(lines[position - 1], lines[position]) or position - last > _MOST_SINGLE):
            runs.append((begun, last))
            begun = None
        if several[position]:
            begun = position if begun is None else begun
            last = position
    if begun is not None:
        runs.append((begun, last))
    return [(first, last) for first, last in runs if last - first + 1 >= _LEAST_ROWS]


def _of_several(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]]) -> list[bool]:
    """For each line whether it is of several pieces, or one of a few close ones that are so together."""
    several: list[bool] = []
    for group in _close_together(lines, 0, len(lines) - 1):
        parts = _below_one_another([piece for position in group for piece in pieces[position]])
        together = len(group) <= _MOST_SINGLE and len(parts) > 1
        several += [together or len(pieces[position]) > 1 for position in group]
    return several


def _close_together(lines: Sequence[Line], first: int, last: int) -> list[list[int]]:
    """Positions of lines, those together that are as close as the lines of one cell."""
    groups: list[list[int]] = []
    for position in range(first, last + 1):
        if groups and _is_close(lines[position - 1], lines[position]):
            groups[-1].append(position)
        else:
            groups.append([position])
    return groups


def _is_apart(above: Line, below: Line) -> bool:
    return not -above.size < above.y - below.y < _FAR * max(above.size, below.size)


def _table(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]], first: int, last: int) -> PdfTable | None:
    columns = _columns(_cells(lines, pieces, first, last))
    if columns is None:
        return None
    first = _with_wrapped_top(lines, pieces, columns, first)
    last = _with_wrapped_end(lines, pieces, columns, last)
    placed = [_placed(each, columns) for each in pieces[first : last + 1]]
    groups = _grouped(lines[first : last + 1], placed, len(columns))
    while groups and _leads_in([placed[line] for line in groups[0]], len(columns)):
        del groups[0]
    rows = [
        [" ".join(filter(None, (placed[line].cells[column] for line in group))) for column in range(len(columns))]
        for group in groups
    ]
    bold = [lines[first + group[0]].bold for group in groups[:2]]
    header_rows = header_rows_of(rows, is_marked=bold == [True, False])
    for number in range(header_rows - 1):
        middles = {column: middle for line in groups[number] for column, middle in placed[line].middles.items()}
        name_groups(rows[number], middles, rows[header_rows - 1], columns)
    merged = [
        Merged(number, column, 1, count)
        for number, group in enumerate(groups)
        for line in group
        for column, count in placed[line].spans
    ]
    titles, whole = unfolded(Grid(rows, merged), header_rows)
    has_header = header_rows > 0 and not titles
    if any(map(_TWO_AMOUNTS.search, itertools.chain(*rows))):
        return None
    body = whole[header_rows > 0 :]
    untold = len(body) - sum(map(_tells_its_label, body))
    is_named = has_header and any(map(_TEXT.search, whole[0][1:]))
    if _has_words(body) or (has_header and untold * 2 >= len(body)) or (is_named and untold):
        written = [*titles, *filter(None, map(row_line, whole))]
    elif is_named:
        written = [_WIDE.join(whole[0]).strip(), *(" ".join(filter(None, row)) for row in whole[1:])]
    else:
        return None
    return PdfTable(first + groups[0][0], last, written, has_header)


def _leads_in(lines: Sequence[_Placed], width: int) -> bool:
    """Whether lines at the top of a table stand above it: nothing stands over its columns, or one title over all."""
    over = [cell for line in lines for cell in line.cells[1:] if cell]
    spans = [count for line in lines for column, count in line.spans if column == 1]
    is_title = len(over) == 1 and len(over[0]) > _LONGEST_NAME and width > 2
    return not over or (is_title and max(spans, default=0) == width - 1)


def _cells(lines: Sequence[Line], pieces: Sequence[Sequence[Piece]], first: int, last: int) -> list[list[Piece]]:
    """The pieces of each row: of lines that are close those in one piece that stand below one another.

    Lines are their own rows where that makes hardly fewer rows of them: there nothing tells wrapped lines from rows.
    """
    groups = _close_together(lines, first, last)
    if len(groups) < _LEAST_ROWS or len(groups) * 3 < last - first + 1:
        return [list(each) for each in pieces[first : last + 1]]
    return [_below_one_another([piece for position in group for piece in pieces[position]]) for group in groups]


def _below_one_another(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces from left to right, those that overlap in one."""
    found: list[Piece] = []
    for piece in sorted(pieces, key=lambda each: each.left):
        if found and piece.left < found[-1].right:
            found[-1] = Piece.of((*found[-1].words, *piece.words))
        else:
            found.append(piece)
    return found


def _columns(pieces: Sequence[Sequence[Piece]]) -> list[tuple[float, float]] | None:
    """Left and right end of each column, as rows have them that fill most; None where none stand below one another."""
    counts = Counter(len(each) for each in pieces if len(each) > 1)
    whole = sum(counts.values())
    if whole < _LEAST_ROWS:
        return None
    for number in sorted(counts, reverse=True):
        rows = [each for each in pieces if len(each) == number]
        if len(rows) >= max(_LEAST_ROWS - (number > 2), _LEAST_SHARE * whole) and number <= _MOST_COLUMNS:
            columns = _columns_of(rows)
            if columns is not None:
                return columns
    return None


def _columns_of(rows: Sequence[Sequence[Piece]]) -> list[tuple[float, float]] | None:
    """The columns of rows of equally many pieces."""
    cells = list(zip(*rows, strict=True))
    columns = [(min(each.left for each in column), max(each.right for each in column)) for column in cells]
    if any(left[1] >= right[0] for left, right in itertools.pairwise(columns)) or not all(map(_is_aligned, cells[1:])):
        return None
    if sum(each.words[0].text[0] in _DOTS for row in rows for each in row) * 2 > len(cells) * len(rows):
        return None
    lengths = [sum(len(each.text) for each in column) / len(column) for column in cells]
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


def _with_wrapped_top(
    lines: Sequence[Line], pieces: Sequence[Sequence[Piece]], columns: Sequence[tuple[float, float]], first: int
) -> int:
    """The first line of a table, with what wraps in the cells of its header."""
    while first > 0 and _is_close(lines[first - 1], lines[first]):
        placed = _placed(pieces[first - 1], columns)
        if placed.spans or placed.cells[0]:
            break
        first -= 1
    return first


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
    middles: dict[int, float]
    """Of what stands in a column and in no other."""


def _placed(pieces: Sequence[Piece], columns: Sequence[tuple[float, float]]) -> _Placed:
    cells = [""] * len(columns)
    spans: list[tuple[int, int]] = []
    middles: dict[int, float] = {}
    for piece in pieces:
        for part in _by_columns(piece, columns):
            over = _columns_over(part, columns)
            first = over[0] if over else _nearest(part, columns)
            cells[first] = f"{cells[first]} {part.text}".strip()
            if len(over) > 1:
                spans.append((first, len(over)))
            else:
                middles[first] = (part.left + part.right) / 2
    return _Placed(cells, spans, middles)


def _columns_over(part: Piece | Word, columns: Sequence[tuple[float, float]]) -> list[int]:
    """Which columns a piece or a word stands in, wholly or partly."""
    begin, end = part.left, part.right
    return [number for number, (left, right) in enumerate(columns) if begin < right and left < end]


def _nearest(part: Piece, columns: Sequence[tuple[float, float]]) -> int:
    """The column whose middle is nearest to that of a piece."""
    return min(range(len(columns)), key=lambda number: abs(sum(columns[number]) - part.left - part.right))


def _by_columns(piece: Piece, columns: Sequence[tuple[float, float]]) -> list[Piece]:
    """The piece in parts, where each of its words stands in one column: a cell may be as wide as its column.

    Not where a part would begin with a small letter: "Three months ended June" stands over two columns.
    """
    if len(piece.words) == 1:
        return [piece]
    places = [_column_of(word, columns) for word in piece.words]
    if None in places or len(set(places)) == 1:
        return [piece]
    pairs = zip(places, piece.words, strict=True)
    parts = [tuple(word for _, word in part) for _, part in itertools.groupby(pairs, key=lambda pair: pair[0])]
    return [piece] if any(part[0].text[0].islower() for part in parts[1:]) else [Piece.of(part) for part in parts]


def _column_of(word: Word, columns: Sequence[tuple[float, float]]) -> int | None:
    """The one column that a word stands in; None where it stands beside them, or over several."""
    inside = _columns_over(word, columns)
    return inside[0] if len(inside) == 1 else None


def _is_close(above: Line, below: Line) -> bool:
    return 0 <= above.y - below.y <= WRAPPED * max(above.size, below.size)


def _grouped(lines: Sequence[Line], placed: Sequence[_Placed], width: int) -> list[list[int]]:
    """The lines of each row: those that are close are one row, where rows are further apart than lines."""
    groups: list[list[int]] = [[0]]
    for number in range(1, len(lines)):
        are_apart = placed[number].spans or any(map(_is_of_years, placed[number - 1 : number + 1]))
        if _is_close(lines[number - 1], lines[number]) and not are_apart:
            groups[-1].append(number)
        else:
            groups.append([number])
    is_loose = len(groups) * 3 >= len(lines) and len(groups) >= _LEAST_ROWS - (width > 2)
    wraps = all(_may_be_one_row([placed[line].cells for line in group]) for group in groups)
    return groups if is_loose and wraps else [[number] for number in range(len(lines))]


def _is_of_years(line: _Placed) -> bool:
    """Whether a line names groups of columns by years."""
    filled = [cell for cell in line.cells if cell]
    return len(filled) > 1 and all(map(YEAR.fullmatch, filled))


def _may_be_one_row(lines: Sequence[Sequence[str]]) -> bool:
    """Whether lines may be those of cells that wrap: at most one fills all of them, or holds the number of one."""
    if sum(map(all, lines)) > 1:
        return False
    columns = zip(*lines, strict=True)
    return all(sum(is_amount(cell) or bool(YEAR.fullmatch(cell)) for cell in column) <= 1 for column in columns)


def _tells_its_label(row: Sequence[str]) -> bool:
    """Whether the label of a row is told from amounts behind it where nothing but blanks parts them."""
    amounts = [cell for cell in row[1:] if is_amount(cell)]
    if not row[0] or not amounts:
        return True
    line = " ".join([row[0], *amounts, *amounts])  # One amount alone would be no row.
    return bool(row_spans(line)) and row_cells(line)[0] == row[0].strip(" .")


def _has_words(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a quarter of the cells behind the first are words."""
    cells = [cell for row in rows for cell in row[1:] if cell]
    return sum(bool(_TEXT.search(cell)) for cell in cells) * 4 >= max(1, len(cells))
