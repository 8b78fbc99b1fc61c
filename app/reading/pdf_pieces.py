"""Words of a PDF page where they stand: lines in pieces between wide gaps, which may be the cells of a table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from app.reading.pdf_lines import Line
from nodes.domain.regexes import lazy_regex

WRAPPED = 1.25
"""Of the font size: lines of one cell are no further apart."""
WIDE_GAP = 0.75
"""Of the font size: blanks between words are a third of it, in justified lines rarely more than half."""
_ONE_HEIGHT = 0.2
"""Of the font size."""
_RAISED = 0.45
"""Of the font size."""
_CELL_LINES = 4
"""Of a cell: among so many of the last rows is what stands to the left of one."""
_MARKER = lazy_regex(
    r"[^\w\s]{1,2}|o|\(?(?:\d{1,3}|[A-Za-z]{1,2}|[ivxIVX]{1,5})(?:\.\d{1,3})*[.)]|\d{1,2}(?:\.\d{1,2}){1,3}"
)
_LETTER = lazy_regex(r"[^\W\d_]")
"""What a mark stands before: in front of numbers, "0.1" is a number too."""
_SIGNS = frozenset("$€£¥")


class Word(NamedTuple):
    """A word, where it begins and ends, in points from the left, and its height above the page's lower edge."""

    text: str
    left: float
    right: float
    y: float


class Row(NamedTuple):
    """What stands at one height: several lines of the text, or words of one that runs over more."""

    positions: tuple[int, ...]
    """Of the lines."""
    line: Line
    """The first of them, at this height."""
    words: tuple[Word, ...]


class Piece(NamedTuple):
    """One or more words without a wide gap between them."""

    words: tuple[Word, ...]
    left: float
    """Where it begins."""
    right: float
    """Where it ends."""

    @classmethod
    def of(cls, words: Sequence[Word]) -> Piece:
        """The piece of these words, one or more."""
        return cls(tuple(words), words[0].left, max([word.right for word in words]))

    @property
    def text(self) -> str:
        """The words, with blanks between them."""
        return " ".join([word.text for word in self.words])


def pieces_of(words: Sequence[Word], size: float) -> list[Piece]:
    """A line in pieces between wide gaps: a currency sign with its amount, the mark of a list with what it marks.

    Args:
        words: of the line, one or more, from left to right.
        size: of its font, in points.
    """
    return _tidied(_parted(words, size))


def ends_apart(words: Sequence[Word], size: float) -> bool:
    """Whether a wide gap stands before the last word of a line."""
    return len(words) > 1 and words[-1].left - words[-2].right > WIDE_GAP * size


def _parted(words: Sequence[Word], size: float) -> list[Piece]:
    """The words of a line in pieces between wide gaps."""
    widest = WIDE_GAP * size
    begins = [at for at in range(1, len(words)) if words[at].left - words[at - 1].right > widest]
    return [Piece.of(words[begin:end]) for begin, end in itertools.pairwise([0, *begins, len(words)])]


def visual_rows(lines: Sequence[Line], words: Sequence[Sequence[Word]]) -> list[Row]:
    """What stands at one height together, from top to bottom where cells wrap around others.

    A wide gap may be read as the end of a line, and a cell that stands beside the middle of another as a part of it.

    Args:
        lines: of a page.
        words: of each, one or more.
    """
    rows: list[Row] = []
    for position, line in enumerate(lines[: len(words)]):
        for part in _levels(words[position], line.size):
            row = Row((position,), line if line.y == part[0].y else replace(line, y=part[0].y), part)
            at = _beside(rows, row)
            if at is None:
                rows.append(row)
                continue
            whole = Row((*rows[at].positions, position), rows[at].line, (*rows[at].words, *part))
            above = [each for each in rows[at + 1 :] if each.line.y > row.line.y]
            below = [each for each in rows[at + 1 :] if each.line.y <= row.line.y]
            rows[at:] = [*above, whole, *below]
    return _downwards(rows)


def _downwards(rows: Sequence[Row]) -> list[Row]:
    """The rows, those of wrapped cells from top to bottom; what is further up stands in another column of the page."""
    found: list[Row] = []
    for row in rows:
        at = len(found)
        while at and 0 < row.line.y - found[at - 1].line.y <= WRAPPED * row.line.size:
            at -= 1
        found.insert(at, row)
    return found


def _levels(words: Sequence[Word], size: float) -> list[tuple[Word, ...]]:
    """The words of a line by their heights; a raised digit stands with what it is raised behind."""
    begins = [0]
    height, least = words[0].y, _RAISED * size
    for at, word in enumerate(words):
        if abs(word.y - height) >= least and at:
            begins.append(at)
            height = word.y
    return [tuple(words[begin:end]) for begin, end in itertools.pairwise([*begins, len(words)])]


def _beside(rows: Sequence[Row], row: Row) -> int | None:
    """Which of the last rows stands to the left of one at the same height."""
    size = row.line.size
    for at in range(len(rows) - 1, max(-1, len(rows) - 1 - _CELL_LINES), -1):
        distance = abs(rows[at].line.y - row.line.y)
        if distance < _ONE_HEIGHT * size and rows[at].words[-1].right < row.words[0].left:
            return at
        if distance > WRAPPED * size:
            return None
    return None


def _tidied(pieces: Sequence[Piece]) -> list[Piece]:
    if len(pieces) > 1 and _MARKER.fullmatch(pieces[0].text) and _LETTER.search(pieces[1].text):
        pieces = [Piece.of(pieces[0].words + pieces[1].words), *pieces[2:]]
    found: list[Piece] = []
    sign: tuple[Word, ...] = ()
    for number, piece in enumerate(pieces):
        words = sign + piece.words
        sign = words[-1:] if number + 1 < len(pieces) and words[-1].text in _SIGNS else ()
        if words[: len(words) - len(sign)]:
            found.append(Piece.of(words[: len(words) - len(sign)]))
    return found
