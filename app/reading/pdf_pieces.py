"""Words of a PDF page where they stand: lines in pieces between wide gaps, which may be the cells of a table."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from app.reading.pdf_lines import Line

WRAPPED = 1.25
"""Of the font size: lines of one cell are no further apart."""
_WIDE_GAP = 0.75
"""Of the font size: blanks between words are a third of it, in justified lines rarely more than half."""
_ONE_HEIGHT = 0.2
"""Of the font size."""
_CELL_LINES = 3
_MARKER = re.compile(
    r"[^\w\s]{1,2}|o|\(?(?:\d{1,3}|[A-Za-z]{1,2}|[ivxIVX]{1,5})(?:\.\d{1,3})*[.)]|\d{1,2}(?:\.\d{1,2}){1,3}"
)
_SIGNS = frozenset("$€£¥")


class Word(NamedTuple):
    """A word, and where it begins and ends, in points from the left."""

    text: str
    left: float
    right: float


class Piece(NamedTuple):
    """One or more words of a line without a wide gap between them."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words, with blanks between them."""
        return " ".join(word.text for word in self.words)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.words[-1].right


def pieces_of(words: Sequence[Word], size: float) -> list[Piece]:
    """A line in pieces between wide gaps: a currency sign with its amount, the mark of a list with what it marks.

    Args:
        words: of the line, one or more, from left to right.
        size: of its font, in points.
    """
    return _tidied(_parted(words, size))


def _parted(words: Sequence[Word], size: float) -> list[Piece]:
    """The words of a line in pieces between wide gaps."""
    found: list[list[Word]] = [[words[0]]]
    for before, word in itertools.pairwise(words):
        if word.left - before.right > _WIDE_GAP * size:
            found.append([word])
        else:
            found[-1].append(word)
    return [Piece(tuple(each)) for each in found]


def side_by_side(lines: Sequence[Line], words: Sequence[Sequence[Word]]) -> list[list[int]]:
    """Positions of lines, those together that stand at one height: a wide gap may be read as the end of a line.

    What wraps in a cell between them may come in between, and stands above or below.
    """
    groups: list[list[int]] = []
    for position in range(len(words)):
        at = _group_beside(lines, words, groups, position)
        if at is None:
            groups.append([position])
            continue
        group = [*groups[at], position]
        others = groups[at + 1 :]
        above = [each for each in others if lines[each[0]].y > lines[position].y]
        groups[at:] = [*above, group, *(each for each in others if each not in above)]
    return groups


def _group_beside(
    lines: Sequence[Line], words: Sequence[Sequence[Word]], groups: Sequence[Sequence[int]], position: int
) -> int | None:
    """Which of the last groups a line stands to the right of, at the same height."""
    line = lines[position]
    for at in range(len(groups) - 1, max(-1, len(groups) - 1 - _CELL_LINES), -1):
        last = groups[at][-1]
        distance = abs(lines[last].y - line.y)
        if distance < _ONE_HEIGHT * line.size and words[last][-1].right < words[position][0].left:
            return at
        if distance > WRAPPED * line.size:
            return None
    return None


def _tidied(pieces: Sequence[Piece]) -> list[Piece]:
    if len(pieces) > 1 and _MARKER.fullmatch(pieces[0].text):
        pieces = [Piece(pieces[0].words + pieces[1].words), *pieces[2:]]
    found: list[Piece] = []
    sign: tuple[Word, ...] = ()
    for number, piece in enumerate(pieces):
        words = sign + piece.words
        sign = words[-1:] if number + 1 < len(pieces) and words[-1].text in _SIGNS else ()
        if words[: len(words) - len(sign)]:
            found.append(Piece(words[: len(words) - len(sign)]))
    return found
