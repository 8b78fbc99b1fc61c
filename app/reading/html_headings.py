"""Headings of HTML that has none: lines set in bold, as offices' exports of reports and filings have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from app.reading.html_tables import all_named, shown_line
from app.reading.text_lines import may_be_title
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LINES = ["p", "div"]
_BLOCKS = frozenset(
    {*_LINES, "table", "ul", "ol", "dl", "li", "pre", "blockquote", "section", "article", "hr", *_HEADINGS}
)
_ROWS = frozenset({"tr"})
_TABLE_PARTS = frozenset({"thead", "tbody", "tfoot", "tr", "td", "th"})
_ELSEWHERE = ["table", "li", "blockquote", "pre", "dl"]
_BOLD = lazy_regex(r"font(?:-weight)?\s*:[^;]*\b(?:bold|[6-9]00)\b", re.IGNORECASE)
_ITALIC = lazy_regex(r"font(?:-style)?\s*:[^;]*\bitalic\b", re.IGNORECASE)
_SIZE = lazy_regex(r"font(?:-size)?\s*:[^;]*?\b([\d.]{1,6})\s*p[tx]", re.IGNORECASE)
_PARTS = (lazy_regex(r"part\s+(?:[ivx]{1,5}|\d{1,3})\b", re.IGNORECASE), lazy_regex(r"item\s+\d", re.IGNORECASE))
"""Of a filing: outside of all others, and right within these."""
_NO_TITLE = lazy_regex(r".*(?:\w{3}[.!?;] +\w.*|[.;,])$", re.DOTALL)
_CONTENTS = frozenset({"table of contents", "contents", "inhalt", "inhaltsverzeichnis", "sommaire", "índice"})
_LEAST_LINES = 2
"""Bold lines that a page needs before they are taken for its headings."""
_LEAST_OF_A_SIZE = 3
"""Lines that are set larger, of which there are fewer, are of a cover, and head nothing."""
_MOST_LEVELS = 6
"""As HTML has them, `h1` to `h6`."""


class _Line(NamedTuple):
    """A line of its own that is bold as a whole."""

    element: Tag
    text: str
    size: float
    italic: bool


def mark_bold_headings(soup: BeautifulSoup) -> None:
    """Makes headings of bold lines, where there are several and the page has not two of its own.

    A line heads what follows it: of several bold ones below one another the last, and those that name a part or an item
    of a filing. Levels go by parts and items, then by size, capitals and slant, all below the page's own heading.
    """
    own = [heading for heading in all_named(soup, _HEADINGS) if heading.get_text(strip=True)]
    if len(own) > 1:
        return
    _unfold_parts(soup)
    lines = _with_common_sizes([*_heading_lines(soup)])
    if len(lines) < _LEAST_LINES:
        return
    above = max((int(heading.name[1]) for heading in own), default=0)
    looks = sorted({_look(line) for line in lines})
    for line in lines:
        line.element.name = f"h{min(_MOST_LEVELS, above + looks.index(_look(line)) + 1)}"


def _unfold_parts(soup: BeautifulSoup) -> None:
    """Makes lines of tables of one row that name a part or an item: filings set its number and its title in cells."""
    for table in soup.find_all("table"):
        if not _is_part(next(table.stripped_strings, "")):
            continue
        rows = [row for row in all_named(table, _ROWS) if row.get_text(strip=True)]
        if len(rows) == 1:
            for part in all_named(table, _TABLE_PARTS):
                part.name = "span"
                part.append(" ")
            table.name = "p"


def _heading_lines(soup: BeautifulSoup) -> Iterator[_Line]:
    found = all_named(soup, _BLOCKS)
    around: set[int] = set()
    for element in found:
        # Whatever stands around one that was seen was seen with it.
        around.update(map(id, takewhile(lambda parent: id(parent) not in around, element.parents)))
    blocks = [element for element in found if id(element) not in around]
    before: _Line | None = None
    for element in blocks:
        # A table may be long, and that it says something is enough.
        text = shown_line(element) if element.name in _LINES else next(element.stripped_strings, "")
        if not text:
            continue
        line = _bold_line(element, text)
        if before is not None and (line is None or _is_part(before.text)):
            yield before
        before = line


def _bold_line(element: Tag, text: str) -> _Line | None:
    """The line that a block is, where all of it is bold and it may be a title."""
    if element.name not in _LINES or not may_be_title(text) or element.find_parent(_ELSEWHERE) is not None:
        return None
    if text.casefold() in _CONTENTS:
        return None
    if _NO_TITLE.match(text) and not _is_part(text):
        return None
    size = 0.0
    slants: set[bool] = set()
    for string in element.find_all(string=re.compile(r"\S")):
        # As `element in parents` each would be compared with it word for word.
        around = [*takewhile(lambda parent: parent is not element, string.parents), element]
        styles = [str(parent.get("style") or "") for parent in around]
        if not any(parent.name in {"b", "strong"} for parent in around) and not any(map(_BOLD.search, styles)):
            return None
        sizes = [float(found[1]) for found in map(_SIZE.search, styles) if found and found[1].count(".") < 2]
        size = max(size, *sizes[:1], 0.0)
        slants.add(any(parent.name in {"i", "em"} for parent in around) or any(map(_ITALIC.search, styles)))
    return _Line(element, text, size, italic=slants == {True})


def _with_common_sizes(lines: Sequence[_Line]) -> list[_Line]:
    counts = Counter(line.size for line in lines)
    common = [size for size, count in counts.items() if count >= _LEAST_OF_A_SIZE] or [*counts]
    largest = max(common, default=0.0)
    return [line._replace(size=min(line.size, largest)) for line in lines]


def _look(line: _Line) -> tuple[int, float, bool, bool]:
    """What lines of one level have in common; of the outer level first."""
    part = next((place for place, pattern in enumerate(_PARTS) if pattern.match(line.text)), len(_PARTS))
    return part, -line.size, not line.text.isupper(), line.italic


def _is_part(text: str) -> bool:
    return any(pattern.match(text) for pattern in _PARTS)
