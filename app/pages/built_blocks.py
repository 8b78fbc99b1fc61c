"""How the text of office documents and tables is set: their readers have kept where headings and tables stand."""

from __future__ import annotations

from collections.abc import Iterator

from app.pages.blocks import Block, Piece, clipped, joined
from nodes.domain.documents import Page, TableRegion
from nodes.domain.regexes import lazy_regex

_LINE = lazy_regex(r"[^\n]*\n|[^\n]+\Z")
_ITEM = lazy_regex(r"(?P<indent> *)- (?=\S)")
"""As the readers of documents and slides mark an item of a list."""


def built_blocks(page: Page, start: int, end: int) -> list[Block]:
    """The blocks of `text[start:end]`, counted from `start`; none where the page has nothing but lines.

    Args:
        page: as `PageBuilder` makes one.
        start: where the part begins that is shown.
        end: where it ends.
    """
    blocks = clipped(_blocks(page, start, end), start, end)
    return blocks if any(block.kind != "paragraph" for block in blocks) else []


def _blocks(page: Page, start: int, end: int) -> Iterator[Block]:
    text = page["text"]
    headings = {heading["start"]: heading for heading in page["headings"]}
    tables = sorted(page["tables"], key=lambda table: table["start"])
    number = 0
    begin = text.rfind("\n", 0, start) + 1
    for line in _LINE.finditer(text, begin, max(begin, end)):
        while number < len(tables) and tables[number]["end"] <= line.start():
            number += 1
        table = tables[number] if number < len(tables) and tables[number]["start"] <= line.start() else None
        piece = Piece(line.start(), line.start() + len(line[0].rstrip()))
        if table is not None:
            yield _row(text, piece, table, number)
        elif heading := headings.get(line.start()):
            yield Block("heading", [piece], line.end(), level=heading["level"])
        elif item := _ITEM.match(line[0]):
            shown = piece._replace(start=piece.start + item.end())
            yield Block("item", [shown], line.end(), depth=1 + len(item["indent"]) // 2)
        elif piece.start < piece.end:
            yield Block("paragraph", [piece], line.end())


def _row(text: str, line: Piece, table: TableRegion, number: int) -> Block:
    """A line of a table: cells between bars, with a bar more before the first one where that is empty."""
    position = line.start + text.startswith("|", line.start)
    pieces = []
    for cell, shown in enumerate(text[position : line.end].split("|")):
        start = position + len(shown) - len(shown.lstrip())
        pieces.append(Piece(start, position + len(shown.rstrip()), cell=cell))
        position += len(shown) + 1
    is_header = line.end <= table["header_end"]
    return Block("row", joined(pieces), line.end, is_header=is_header, table=number)
