"""What of a line of Markdown is shown, and how: markdown-it says what its signs mean, and here is where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from app.pages.blocks import Piece, Style
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_LINE_BREAK = lazy_regex(r"<br\s*/?>", re.IGNORECASE)
_STYLES: dict[str, Style] = {"strong": "strong", "em": "emphasis", "link": "link"}
_SIGNS_OF_WRITERS = [
    *("emphasis", "link", "image", "reference", "escape", "entity", "autolink", "html_inline", "html_block"),
]
_END = "end"
"""In the meta of a token: where in the line the link or picture ends."""


class MisplacedError(ValueError):
    """A token does not stand where it is looked for."""


@lru_cache(maxsize=2)
def parser(*, is_written: bool) -> MarkdownIt:
    """As the reader of Markdown has it; what is escaped is a token of its own, and links tell where they end.

    Args:
        is_written: whether somebody has written the Markdown. A reader that makes it of another format marks blocks and
            code, and escapes nothing: other signs are words.
    """
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import image, link

    made = MarkdownIt("commonmark").enable("table").disable("text_join")
    if not is_written:
        return made.disable(_SIGNS_OF_WRITERS)
    made.inline.ruler.at("link", lambda state, silent: _noted(link(state, silent), state, silent))
    made.inline.ruler.at("image", lambda state, silent: _noted(image(state, silent), state, silent))
    return made


def inline_pieces(content: str, tokens: Sequence[Token], *, keeps_lines: bool = False) -> Iterator[Piece]:
    """What is shown of the content of an inline token.

    Args:
        content: of that token.
        tokens: its children.
        keeps_lines: whether every line of it is one of the document, and not only those that end in a sign for it.

    Raises:
        MisplacedError: some child is not where it is looked for.
    """
    position = 0
    styles: list[Style] = []
    passed = False
    for token in tokens:
        if passed:
            passed = token.type != "link_close"
        elif token.type == "link_open" and token.markup == "autolink":
            start, position = position + 1, content.index(">", position) + 1
            yield Piece(start, position - 1, (*styles, "link"))
            passed = True
        elif token.type == "image":
            shown = _expected(content, position, "![") + 2
            yield from _shifted(inline_pieces(token.content, token.children or []), shown, styles)
            position = token.meta[_END]
        elif token.type == "code_inline":
            start, end, position = _code(content, position, token)
            yield Piece(start, end, (*styles, "code"))
        elif token.type in {"softbreak", "hardbreak"}:
            start, position = _line_break(content, position)
            yield Piece(start, position, ("break",) if keeps_lines or token.type == "hardbreak" else tuple(styles))
        elif token.nesting > 0:
            styles.append(_STYLES[token.type.removesuffix("_open")])
            position = _expected(content, position, token.markup or "[") + len(token.markup or "[")
        elif token.nesting < 0:
            styles.pop()
            is_link = token.type == "link_close"
            position = token.meta[_END] if is_link else _expected(content, position, token.markup) + len(token.markup)
        elif token.type == "text_special":
            start = _expected(content, position, token.markup)
            position = start + len(token.markup)
            # An escaped sign is shown, and not the backslash; an entity as it is written.
            yield Piece(start + (token.info == "escape" and token.content != token.markup), position, tuple(styles))
        elif token.content:
            start = _expected(content, position, token.content)
            position = start + len(token.content)
            yield Piece(start, position, ("break",) if _LINE_BREAK.fullmatch(token.content) else tuple(styles))


def _noted(is_found: bool, state: StateInline, silent: bool) -> bool:
    if is_found and not silent:
        state.tokens[-1].meta[_END] = state.pos
    return is_found


def _expected(content: str, position: int, wanted: str) -> int:
    """Where something stands that comes next, but for blanks."""
    while not content.startswith(wanted, position):
        if not content[position : position + 1].isspace():
            raise MisplacedError(wanted)
        position += 1
    return position


def _code(content: str, position: int, token: Token) -> tuple[int, int, int]:
    """Where code begins and ends, without the blanks beside its marks, and where these end."""
    start = _expected(content, position, token.markup) + len(token.markup)
    if content[start : start + len(token.content)].replace("\n", " ") != token.content:
        start += 1
    end = start + len(token.content)
    return start, end, _expected(content, end, token.markup) + len(token.markup)


def _line_break(content: str, position: int) -> tuple[int, int]:
    """The end of a line with the blanks or the backslash before it."""
    end = content.index("\n", position)
    if content[position:end].strip(" \t\\"):
        raise MisplacedError("\n")
    return position, end + 1


def _shifted(pieces: Iterator[Piece], by: int, styles: Sequence[Style]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece._replace(start=piece.start + by, end=piece.end + by, styles=(*styles, *piece.styles))
