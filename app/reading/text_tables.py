"""Tables of plain text, laid out with blanks or tabs: found, and written as the tables of other files are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.reading.layout import row_line, without_blank_columns
from app.reading.tables import Grid, is_amount, unfolded
from app.reading.text_cells import Cell, cells_of, is_rule, may_be_row, split_at_columns
from app.reading.text_columns import Columns
from app.reading.text_proofs import header_rows, is_table
from nodes.domain.documents import TableRegion
from nodes.domain.regexes import lazy_regex

_GAP = "  "
_CONTENTS = lazy_regex(r"\W*(?:table of )?(?:contents|inhalt\w*|sommaire|table des matières|índice|indice)\W*")
_TAB_STOP = 8


class _Table(NamedTuple):
    """Lines from `first` to before `end`, the rows they are, and how many of those are the header."""

    first: int
    end: int
    rows: list[list[str]]
    header: int


def with_tables(text: str, expanded: str = "") -> tuple[str, list[TableRegion]]:
    """A text with its tables one row a line, their cells joined by ` | `, and where they stand. Other lines stay.

    A table is three or more rows, or two below a header, in columns that begin or end at the same places, parted
    by two or more blanks. A cell that goes on in the line below is joined; rules within a table are left out.

    Args:
        text: Of a page, normalised.
        expanded: The same with its tabs as blanks, line by line; empty without tabs.
    """
    lines = text.split("\n")
    shown = expanded.split("\n")
    shown = shown if len(shown) == len(lines) else lines
    pieces: list[str] = []
    regions: list[TableRegion] = []
    length = position = 0
    for table in _tables(shown):
        before = "".join(f"{line}\n" for line in lines[position : table.first])
        rows = [f"{row_line(row)}\n" for row in table.rows]
        start = length + len(before)
        pieces += [before, *rows]
        length = start + sum(map(len, rows))
        header_end = start + sum(map(len, rows[: table.header]))
        regions.append({"start": start, "end": length, "header_end": header_end})
        position = table.end
    if not regions:
        return text, []
    return "".join([*pieces, "\n".join(lines[position:])]), regions


def expanded_tabs(raw: str) -> str:
    """A text with its tabs as blanks up to where they lead; lines with as many tabs each stand in columns."""
    lines = raw.split("\n")
    told: list[str] = []
    position = 0
    while position < len(lines):
        width = lines[position].strip().count("\t")
        end = position + 1
        while width and end < len(lines) and lines[end].strip().count("\t") == width:
            end += 1
        if end - position > 1:
            rows = [[cell.strip() for cell in line.strip().split("\t")] for line in lines[position:end]]
            widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
            told += ["".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)) for row in rows]
        else:
            told.append(lines[position].expandtabs(_TAB_STOP))
        position = end
    return "\n".join(told)


def _tables(lines: Sequence[str]) -> Iterator[_Table]:
    position = 0
    while position < len(lines):
        end = position
        while end < len(lines) and lines[end]:
            end += 1
        yield from _tables_of_paragraph(lines, position, end)
        position = end + 1


def _tables_of_paragraph(lines: Sequence[str], first: int, last: int) -> Iterator[_Table]:
    """The tables among lines without a blank one between them: those that may be rows, between others."""
    has_gaps = [_GAP in line and _GAP in line.strip() for line in lines[first:last]]
    position, gaps = first, sum(has_gaps)
    while position < last and gaps > 1:
        end = position
        while end < last and may_be_row(lines[end]):
            end += 1
        if end > position + 1 and sum(has_gaps[position - first : end - first]) > 1:
            above = next((line for line in reversed(lines[max(0, position - 3) : position]) if line), "")
            yield from _tables_of_block(lines, position, end, above)
        position = end + 1 if end == position else end


def _tables_of_block(lines: Sequence[str], first: int, end: int, above: str) -> Iterator[_Table]:
    """The tables among lines all of which may be rows, or go on in one."""
    cells = [[] if is_rule(line) else cells_of(line) for line in lines[first:end]]
    numbers = [number for number, found in enumerate(cells) if len(found) > 1]
    for number, parts in zip(numbers, split_at_columns([cells[number] for number in numbers]), strict=True):
        cells[number] = parts
    position = floor = 0
    while position < len(cells):
        if len(cells[position]) < 2:
            position += 1
            continue
        table, stop = _table_at(cells, position, floor)
        title = lines[first + table.first - 1] if table is not None and table.first else above
        if table is not None and not _CONTENTS.fullmatch((title or above).casefold()):
            yield _Table(first + table.first, first + table.end, table.rows, table.header)
            floor = table.end
        position = stop


def _table_at(cells: Sequence[list[Cell]], first: int, floor: int) -> tuple[_Table | None, int]:
    """The table that begins at a line, if one does, and the line to go on at."""
    columns = Columns(cells[first])
    behind: list[tuple[int, Cell, Cell]] = []
    ruled = 0
    end = position = first + 1
    while position < len(cells):
        found = cells[position]
        if not found:
            ruled = ruled or len(columns.rows)
        elif told := _going_on(columns, found):
            behind += [(len(columns.rows) - 1, above, below) for above, below in told]
        elif len(found) < 2 or not columns.add(found):
            break
        position += 1
        end = position if found else end
    if len(columns.rows) < 2:
        return None, end
    rows = columns.placed()
    for number, above, below in behind:
        column = columns.column(above)
        rows[number][column] = f"{rows[number][column]} {below.text}"
    top, rows, count = _with_header(cells, columns, first, floor, rows, ruled)
    aligned = columns.are_aligned(max(0, count - (len(rows) - len(columns.rows))))
    rows = _closed_up(rows, count)
    if not aligned or not is_table(rows, count):
        return None, end
    _, told_rows = unfolded(Grid(rows, []), count)
    return _Table(top, end, told_rows, min(count, 1)), end


def _with_header(
    cells: Sequence[list[Cell]], columns: Columns, first: int, floor: int, rows: list[list[str]], ruled: int
) -> tuple[int, list[list[str]], int]:
    """Where a table begins, its rows and how many are its header, which may be a line above that fits word by word."""
    above = next((number for number in range(first - 1, floor - 1, -1) if cells[number]), None)
    if above is not None and len(cells[above]) > 1 and (header := columns.header_above(cells[above])):
        count = header_rows([header, *rows], 1 if above < first - 1 else ruled + bool(ruled))
        if count:
            return above, [header, *rows], count
    return first, rows, header_rows(rows, ruled)


def _going_on(columns: Columns, found: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """The cells of the last row that go on in a line below it, each with what goes on; none where the line does not."""
    last = columns.rows[-1]
    if len(columns.rows) - 1 in columns.totals or found[0].start <= min(columns.spans[0][0], last[0].start):
        return []
    pairs = [(above, cell) for cell in found for above in last if _is_below(columns, above, cell)]
    if len(pairs) == len(found) and not any(is_amount(cell.text) for pair in pairs for cell in pair):
        return pairs
    ending = last[-1]
    hangs = len(found) == 1 and found[0].start < ending.start and columns.column(ending) == len(columns.spans) - 1
    # A whole line that was wrapped goes on where its words began.
    return [(ending, found[0])] if hangs and len(ending.text.split()) > 1 and found[0].text[0].islower() else []


def _is_below(columns: Columns, above: Cell, cell: Cell) -> bool:
    """Whether a cell begins where the one above does, or further in, and its first word had no room there."""
    number = columns.column(above)
    room = columns.spans[number][1] - above.end
    limit = columns.spans[number + 1][0] if number + 1 < len(columns.spans) else cell.end + 1
    has_room = 1 + len(cell.text.split(" ", 1)[0]) <= room
    return above.start <= cell.start < max(above.end, columns.spans[number][1]) and cell.end < limit and not has_room


def _closed_up(rows: Sequence[Sequence[str]], count: int) -> list[list[str]]:
    """The rows without columns that say nothing of their own: a name beside its column, a remark behind one cell."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    for number, column in enumerate(columns):
        named, filled = any(column[:count]), [place for place in range(count, len(rows)) if column[place]]
        for other in (columns[near] for near in (number - 1, number + 1) if 0 <= near < len(columns)):
            if named and not filled and not any(other[:count]) and any(other[count:]):
                other[:count], column[:count] = column[:count], other[:count]
                named = False
        if number and not named and len(filled) == 1 and columns[number - 1][filled[0]]:
            columns[number - 1][filled[0]] += f" {column[filled[0]]}"
            column[filled[0]] = ""
    return without_blank_columns([list(row) for row in zip(*columns, strict=True)])
