"""Lines of plain text, and what may be a heading among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nodes.domain.regexes import lazy_regex

LONGEST_TITLE = 100
"""Characters."""
_COLUMNS = lazy_regex(r"\S {3,}\S|\S\t+\S|(?:\. ?){4,}|\|")
"""Columns of a table, the leaders of a table of contents, and the parts of a running header."""

_RULE = lazy_regex(r"-{5,}|={5,}|_{5,}")

Style = tuple[str, str | int]
"""Headings of one look are of one level: the kind of look, and which one of them."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a page."""

    page: int
    """Index of its page."""
    start: int
    """Offset in the page's text of its first character that is not blank."""
    indent: int
    text: str
    """Without blanks around it."""

    @property
    def end(self) -> int:
        """Offset after its last character that is not blank."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Lines that look like one heading."""

    first: int
    """Lines from `first` to `last` belong to it: an overline, what was wrapped, an underline."""
    last: int
    title: str
    style: Style
    number: tuple[int, ...] = ()


def text_lines(page: int, text: str) -> Iterator[TextLine]:
    """The lines of a page's text, which is normalised; `page` is its index."""
    position = 0
    for raw in text.split("\n"):
        stripped = raw.strip()
        indent = len(raw) - len(raw.lstrip()) if stripped else 0
        yield TextLine(page, position + indent, indent, stripped)
        position += len(raw) + 1


def is_blank(lines: Sequence[TextLine], position: int) -> bool:
    """Whether a line is blank, or would stand before the first or after the last."""
    return not 0 <= position < len(lines) or not lines[position].text


def is_drawn_line(text: str) -> bool:
    """Whether a line is a drawn one, from edge to edge."""
    return _RULE.fullmatch(text) is not None


def may_be_title(text: str) -> bool:
    """Whether a line is short, in one column, and has a letter."""
    return len(text) <= LONGEST_TITLE and any(map(str.isalpha, text)) and not _COLUMNS.search(text)
