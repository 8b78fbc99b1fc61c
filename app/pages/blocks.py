"""How the text of a page is set: its headings, paragraphs, lists, tables and code, as ranges of that text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

Style = Literal["strong", "emphasis", "code", "link", "break"]
BlockKind = Literal["heading", "paragraph", "item", "numbered", "row", "code", "rule", "plain"]


class Piece(NamedTuple):
    """A half-open range of code points that is shown. What stands between pieces are signs that only set the text."""

    start: int
    end: int
    styles: tuple[Style, ...] = ()
    """`break` stands where a line ends, and is not shown itself."""
    cell: int = 0
    """Of a row, from 0."""


class Block(NamedTuple):
    """What stands by itself on a page."""

    kind: BlockKind
    """`plain` is shown as it stands, line by line; each row of a table is a block. A numbered item shows its number."""
    pieces: list[Piece]
    """In order, without overlaps."""
    end: int
    """Where its last line ends."""
    level: int = 0
    """Of a heading, from 1."""
    depth: int = 0
    """How many lists it is in."""
    is_quoted: bool = False
    is_header: bool = False
    """Whether a row names the columns of its table."""
    table: int = 0
    """Which table a row belongs to: all with the same number, which follow each other."""


def clipped(blocks: Iterable[Block], start: int, end: int) -> list[Block]:
    """What of the blocks lies in `start..end`, counted from `start`."""
    return [
        block._replace(pieces=_within(block.pieces, start, end), end=min(block.end, end) - start)
        for block in blocks
        if block.end > start and (_within(block.pieces, start, end) or not block.pieces)
    ]


def moved(blocks: Iterable[Block], by: int) -> Iterator[Block]:
    """The blocks with all their offsets changed."""
    for block in blocks:
        pieces = [piece._replace(start=piece.start + by, end=piece.end + by) for piece in block.pieces]
        yield block._replace(pieces=pieces, end=block.end + by)


def joined(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without empty ones, and as one those that follow each other in the same style and cell."""
    found: list[Piece] = []
    for piece in pieces:
        before = found[-1] if found else None
        if before and before.end == piece.start and before[2:] == piece[2:] and "break" not in piece.styles:
            found[-1] = before._replace(end=piece.end)
        elif piece.start < piece.end:
            found.append(piece)
    return found


def _within(pieces: Sequence[Piece], start: int, end: int) -> list[Piece]:
    return [
        piece._replace(start=max(piece.start, start) - start, end=min(piece.end, end) - start)
        for piece in pieces
        if piece.start < end and piece.end > start
    ]
