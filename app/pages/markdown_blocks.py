"""How Markdown is set, as its reader has understood it: markdown-it says what is what, and on which lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from app.pages.blocks import Block, BlockKind, Piece, clipped, joined, moved
from app.pages.inline_pieces import MisplacedError, inline_pieces, parser
from app.reading.markdown import body_start
from nodes.domain.documents import Page
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from markdown_it.token import Token

_LEAD = 4_000
"""Characters before a part that are looked at for the beginning of the list or paragraph that it begins in."""
_FENCE = lazy_regex(r"^ {0,3}(`{3,}|~{3,})([^\n]*)\n?", re.MULTILINE)
_BAR = lazy_regex(r"(?<!\\)\|")
_BLANK = lazy_regex(r"[ \t]?")
_UNREADABLE = lazy_regex("[\r\x00]")
"""markdown-it puts other characters in their place."""
_PLACED: Mapping[str, BlockKind] = {
    "fence": "code",
    "code_block": "code",
    "html_block": "plain",
    "hr": "rule",
}


def markdown_blocks(
    page: Page, start: int, end: int, *, is_written: bool = True, keeps_lines: bool = False
) -> list[Block]:
    """The blocks of `text[start:end]`, counted from `start`. It may begin in the middle of a list, a table or code.

    Args:
        page: of a file that its reader has made Markdown of.
        start: where the part begins that is shown.
        end: where it ends.
        is_written: whether somebody has written the Markdown, and not a reader.
        keeps_lines: whether lines within a paragraph are those of the document, as in HTML.
    """
    text = page["text"]
    if _UNREADABLE.search(text, start, end):
        return []
    body = body_start(text)
    front = [Block("plain", joined([Piece(0, len(text[:body].rstrip()))]), body)] if body > start else []
    begin = max(start, body)
    lead = _lead(page, body, begin)
    blocks = moved(_Setter(lead + text[begin:end], is_written, keeps_lines).blocks(), begin - len(lead))
    return clipped([*front, *(block for block in blocks if block.end > begin)], start, end)


def _lead(page: Page, body: int, begin: int) -> str:
    """What is to stand before a part so that it is understood as it is in the whole text."""
    text = page["text"]
    for table in page["tables"]:
        if table["start"] < begin < table["end"]:
            line = text.rfind("\n", 0, begin) + 1
            return text[table["start"] : min(table["header_end"], line)] + text[line:begin]
    fences = list(_fences(text, body, begin))
    if fences and fences[-1][1] > begin:
        return text[fences[-1][0] :].partition("\n")[0] + "\n" + text[text.rfind("\n", 0, begin) + 1 : begin]
    least = max(body, begin - _LEAD, fences[-1][1] if fences else 0)
    blank = begin
    while (blank := text.rfind("\n\n", least, blank + 1)) >= 0:
        if blank + 2 <= begin < len(text) and not text[blank + 2].isspace():
            return text[blank + 2 : begin]
    return text[least:begin] if least > begin - _LEAD else ""


def _fences(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Where blocks of code begin before `end`, and where they end; the last one may have no end before it."""
    opened: re.Match[str] | None = None
    for found in _FENCE.finditer(text, begin, end):
        if opened is None:
            # An opening sign of backticks has none behind it on its line.
            opened = found if found[1][0] == "~" or "`" not in found[2] else None
        elif found[1].startswith(opened[1]) and not found[2].strip():
            yield opened.start(), found.end()
            opened = None
    if opened is not None:
        yield opened.start(), len(text) + 1


class _Setter:
    """Walks over the tokens of one text."""

    def __init__(self, text: str, is_written: bool, keeps_lines: bool) -> None:
        self._text = text
        self._parser = parser(is_written=is_written)
        self._keeps_lines = keeps_lines
        self._lines = [0, *(found.end() for found in re.finditer("\n", text)), len(text)]
        self._lists: list[bool] = []
        """Those that the walk is in, the innermost last: whether its items have numbers."""
        self._quotes = 0
        self._tables = 0
        self._begins_item = False
        self._number: Piece | None = None
        """Of the item that begins."""
        self._outer: list[Block] = []
        """The numbers of the items that begin with this one on one line, as in "1. 2. both"."""
        self._numbered = 0
        """Where the last number ends."""

    def blocks(self) -> Iterator[Block]:
        """All blocks in order; what is none for markdown-it, as definitions of links, as it stands."""
        reached = 0
        for block, first, after in self._placed(self._parser.parse(self._text)):
            yield from self._left_between(reached, first)
            yield block
            reached = max(reached, after)
        yield from self._left_between(reached, len(self._lines) - 1)

    def _placed(self, tokens: Sequence[Token]) -> Iterator[tuple[Block, int, int]]:
        """Blocks with their first line, and the line behind their last one."""
        for position, token in enumerate(tokens):
            first, after = token.map or (0, 0)
            if token.type in {"ordered_list_open", "bullet_list_open"}:
                self._lists.append(token.type == "ordered_list_open")
            elif token.type in {"ordered_list_close", "bullet_list_close"}:
                self._lists.pop()
            elif token.type == "list_item_open":
                self._begin_item(token, first)
            elif token.type in {"blockquote_open", "blockquote_close"}:
                self._quotes += token.nesting
            elif token.type in {"heading_open", "paragraph_open"}:
                yield from self._number_before(first) if token.type == "heading_open" else self._outer_before(first)
                yield self._words(token, tokens[position + 1]), first, after
            elif token.type == "table_open":
                yield from self._number_before(first)
                self._tables += 1
            elif token.type == "tr_open":
                is_header = tokens[position - 1].type == "thead_open"
                yield self._row(token, tokens[position:], is_header=is_header), first, after + is_header
            elif token.type in _PLACED:
                yield from self._number_before(first)
                yield self._as_it_stands(token), first, after

    def _begin_item(self, token: Token, line: int) -> None:
        if self._number is not None and self._number.start >= self._lines[line]:
            self._outer.append(self._block("numbered", [self._number], line + 1)._replace(depth=len(self._lists) - 1))
        self._begins_item = True
        self._number = None
        if self._lists[-1]:
            start = self._text.find(token.info + token.markup, max(self._lines[line], self._numbered))
            end = start + len(token.info + token.markup)
            shown = _BLANK.match(self._text, end)
            if 0 <= start < self._lines[line + 1] and shown:
                self._number, self._numbered = Piece(start, shown.end()), shown.end()

    def _number_on(self, line: int) -> Piece | None:
        """The number of the item that begins, for the block on this line. One on a line before it stands as it is."""
        number, self._number, self._begins_item = self._number, None, False
        return number if number is not None and number.start >= self._lines[line] else None

    def _outer_before(self, line: int) -> Iterator[tuple[Block, int, int]]:
        """The numbers of the items that begin on this line with another item."""
        outer, self._outer = self._outer, []
        yield from ((block, line, line) for block in outer if block.pieces[0].start >= self._lines[line])

    def _number_before(self, line: int) -> Iterator[tuple[Block, int, int]]:
        """The number of an item that begins with something else than words on this line, and those around it."""
        yield from self._outer_before(line)
        number = self._number_on(line)
        if number is not None:
            yield self._block("numbered", [number], line + 1), line, line

    def _words(self, opening: Token, inline: Token) -> Block:
        first, after = opening.map or (0, 0)
        is_heading = opening.type == "heading_open"
        begins, number = self._begins_item, self._number_on(first)
        try:
            segments = self._segments(inline.content, first, is_titled=is_heading and opening.markup.startswith("#"))
            shown = inline_pieces(inline.content, inline.children or [], keeps_lines=self._keeps_lines)
            pieces = list(_in_source(shown, segments))
        except MisplacedError:
            pieces = [Piece(max(self._numbered, self._lines[first]), self._lines[after])]
            begins = False
        kind: BlockKind = "heading" if is_heading else "paragraph"
        if begins and not is_heading:
            kind = "numbered" if number else "item"
        level = int(opening.tag[1:]) if is_heading else 0
        return self._block(kind, [*([number] if number else []), *pieces], after)._replace(level=level)

    def _segments(self, content: str, first: int, *, is_titled: bool) -> list[tuple[int, int]]:
        """Where the lines of a content begin in it, and in the source, in which they stand behind other signs."""
        segments = []
        reached = 0
        for number, line in enumerate(content.split("\n"), start=first):
            source = self._text[self._lines[number] : self._lines[number + 1]].rstrip()
            shown = line.strip()
            begin = max(0, self._numbered - self._lines[number])
            place = source.find(shown, begin) if is_titled else len(source) - len(shown)
            if place < 0 or not source.startswith(shown, place):
                raise MisplacedError(line)
            before = len(line) - len(line.lstrip())
            segments.append((reached, self._lines[number] + max(0, place - before)))
            reached += len(line) + 1
        return segments

    def _row(self, opening: Token, following: Sequence[Token], *, is_header: bool) -> Block:
        line = (opening.map or (0, 0))[0]
        position, end = self._lines[line], self._lines[line + 1]
        source = self._text[position:end].rstrip()
        end = position + len(source)
        begin = position + len(source) - len(source.lstrip(" \t>"))
        if self._text.startswith("|", begin, end):
            position = begin + 1
        pieces: list[Piece] = []
        cell = 0
        for token in following:
            if token.type == "tr_close":
                break
            if token.type == "inline":
                shown, position = self._cell(token, position, end)
                pieces.extend(piece._replace(cell=cell) for piece in shown)
                bar = _BAR.search(self._text, position, end)
                position = bar.end() if bar else end
                cell += 1
        # What a row has more than the header is no part of the table for markdown-it.
        for more in filter(str.strip, _BAR.split(self._text[position:end])):
            start = self._text.find(more, position)
            pieces.append(Piece(start + len(more) - len(more.lstrip()), start + len(more.rstrip()), cell=cell))
            position = start + len(more)
            cell += 1
        made = self._block("row", pieces, line + 1 + is_header)
        return made._replace(is_header=is_header, table=self._tables)

    def _cell(self, token: Token, position: int, end: int) -> tuple[list[Piece], int]:
        """What is shown of a cell, and where it ends; a bar in it has a backslash before it."""
        written = token.content.replace("|", "\\|")
        start = self._text.find(written, position, end)
        if start < 0:
            return [], position
        segments = [(0, start)]
        for number, bar in enumerate(re.finditer(r"\|", token.content), start=1):
            segments.append((bar.start(), start + bar.start() + number))
        try:
            pieces = list(_in_source(inline_pieces(token.content, token.children or []), segments))
        except MisplacedError:
            pieces = [Piece(start, start + len(written))]
        return pieces, start + len(written)

    def _as_it_stands(self, token: Token) -> Block:
        """Code, a rule, or HTML, which is shown as it is written."""
        first, after = token.map or (0, 0)
        begin = first + (token.type == "fence")
        lines = [] if token.type == "hr" else token.content.removesuffix("\n").split("\n")
        pieces = []
        for number, line in enumerate(lines[: after - begin], start=begin):
            end = self._lines[number + 1]
            source = self._text[self._lines[number] : end].removesuffix("\n")
            shown = len(line) if source.endswith(line) else len(source)
            pieces.append(Piece(self._lines[number] + len(source) - shown, end))
        return self._block(_PLACED[token.type], pieces, after)

    def _left_between(self, first: int, after: int) -> Iterator[Block]:
        shown = [
            number
            for number in range(first, after)
            if self._text[self._lines[number] : self._lines[number + 1]].strip(" \t\n>")
        ]
        if shown:
            piece = Piece(self._lines[shown[0]], self._lines[shown[-1] + 1])
            yield Block("plain", [piece], piece.end)

    def _block(self, kind: BlockKind, pieces: Sequence[Piece], after: int) -> Block:
        return Block(kind, joined(pieces), self._lines[after], depth=len(self._lists), is_quoted=self._quotes > 0)


def _in_source(pieces: Iterator[Piece], segments: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """The pieces of a content where they stand in the source."""
    begins = [begin for begin, _ in segments]
    for piece in pieces:
        position = piece.start
        while position < piece.end:
            number = bisect_right(begins, position) - 1
            until = min(piece.end, begins[number + 1] if number + 1 < len(begins) else piece.end)
            shift = segments[number][1] - begins[number]
            yield piece._replace(start=position + shift, end=until + shift)
            position = until
