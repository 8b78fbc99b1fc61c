"""Columns of plain text: the places over one another at which the cells of successive lines stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.reading.text_cells import Cell
from nodes.domain.regexes import lazy_regex

_LEAST_ALIGNED = 0.6
"""Of the cells of a column."""
_FEW = 3
"""Cells of a column all of which have to agree."""
_AMOUNT = lazy_regex(r"[-+−–(]{0,2}\s?(?:[$€£¥]|[A-Z]{3}\b)?\s?[-+−–(]?\d[\d.,'’ ]*\)?(?: ?(?:%|[A-Z]{3}|[$€£¥]))?\)?")


class Columns:
    """The columns of a run of rows, as far as it goes: none has two cells of a row, no cell is in two of them."""

    def __init__(self, first: Sequence[Cell]) -> None:
        """Begins with the cells of the first row."""
        self.spans = [(cell.start, cell.end) for cell in first]
        self.rows: list[list[Cell]] = [list(first)]
        self.totals: set[int] = set()
        """Numbers of the rows that are a label and what stands in the last column."""

    def add(self, cells: Sequence[Cell]) -> bool:
        """Adds a row; False where it does not fit."""
        if self._is_total(cells):
            self.totals.add(len(self.rows))
            self.rows.append(list(cells))
            return True
        spans = list(self.spans)
        taken: set[tuple[int, int]] = set()
        for cell in cells:
            over = [span for span in self.spans if span[0] <= cell.end and cell.start <= span[1]]
            if len(over) > 1 or (over and over[0] in taken):
                return False
            taken.update(over)
            if over:
                spans[spans.index(over[0])] = (min(over[0][0], cell.start), max(over[0][1], cell.end))
            else:
                spans.append((cell.start, cell.end))
        self.spans = sorted(spans)
        self.rows.append(list(cells))
        return True

    def column(self, cell: Cell) -> int:
        """The column that a cell stands in, or the one that begins before it."""
        for number, (start, end) in enumerate(self.spans):
            if start < cell.end and cell.start < end:
                return number
        return max(0, sum(start <= cell.start for start, _ in self.spans) - 1)

    def placed(self) -> list[list[str]]:
        """The rows, one text a column; the label of a total stands first."""
        width = len(self.spans)
        rows = [[""] * width for _ in self.rows]
        for number, (row, cells) in enumerate(zip(rows, self.rows, strict=True)):
            if number in self.totals:
                row[0], row[-1] = cells[0].text, cells[1].text
                continue
            for cell in cells:
                row[self.column(cell)] = cell.text
        return rows

    def are_aligned(self, first: int) -> bool:
        """Whether the cells of each column begin, end or have their middle at one place.

        Args:
            first: Number of the first row that is no header.
        """
        body = [cells for number, cells in enumerate(self.rows) if number >= first and number not in self.totals]
        by_column: dict[int, list[Cell]] = {}
        for cells in body:
            for cell in cells:
                by_column.setdefault(self.column(cell), []).append(cell)
        return all(map(_agree, by_column.values()))

    def header_above(self, cells: Sequence[Cell]) -> list[str] | None:
        """A line above the rows as their header: its words over the columns. None where they stand over none."""
        header = [""] * len(self.spans)
        place = -1
        for word in (word for cell in cells for word in _words(cell)):
            over = [number for number, (start, end) in enumerate(self.spans) if start < word.end and word.start < end]
            if len(over) > 1 or (not over and place < 0) or (over and over[0] < place):
                return None
            place = over[0] if over else place
            header[place] = f"{header[place]} {word.text}".strip()
        return header if all(header[1:]) else None

    def _is_total(self, cells: Sequence[Cell]) -> bool:
        """Whether a row is a label, not where a label begins, and an amount in the last of three or more columns."""
        if len(cells) != 2 or len(self.spans) < 3 or len(self.rows) < 2 or not _AMOUNT.fullmatch(cells[1].text):
            return False
        label, (last, end) = cells[0], self.spans[-1]
        is_last = last <= cells[1].end <= end and self.spans[-2][1] < cells[1].start
        return is_last and label.end < cells[1].start and any(map(str.isalpha, label.text))


def _agree(cells: Sequence[Cell]) -> bool:
    least = len(cells) if len(cells) <= _FEW else _LEAST_ALIGNED * len(cells)
    starts, ends, middles = (
        Counter(places)
        for places in (
            (cell.start for cell in cells),
            (cell.end for cell in cells),
            (cell.start + cell.end for cell in cells),
        )
    )
    around = max(sum(middles[place + near] for near in (-2, -1, 0, 1, 2)) for place in middles)
    return max(*starts.values(), *ends.values(), around) >= least


def _words(cell: Cell) -> list[Cell]:
    words: list[Cell] = []
    start = cell.start
    for text in cell.text.split(" "):
        words.append(Cell(text, start, start + len(text)))
        start += len(text) + 1
    return words
