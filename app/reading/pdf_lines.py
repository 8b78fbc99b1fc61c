"""Lines of PDF pages: what headings, furniture and tables are found from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank."""

    start: int
    """Offset in the page's text."""
    end: int
    """Its end, line break left out."""
    text: str
    """Without blanks around it; `start` and `end` are those of this text."""
    size: float
    """Font size of its first character in points, rounded to halves."""
    bold: bool
    """Bold from its first character to its last."""
    italic: bool
    y: float
    """Height of its baseline above the page's lower edge, in points."""


@dataclass(slots=True)
class PageLines:
    """One page on its way."""

    text: str
    lines: list[Line]
    bookmarks: list[Bookmark] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline that points to this page."""

    title: str
    level: int
    """From 1."""
    y: float | None
    """Where on the page it points, in points above the lower edge; None for the whole page."""


def body_size(pages: Sequence[PageLines]) -> float:
    """The font size that most characters of the document have; 0 where there are none."""
    counts: dict[float, int] = {}
    for page in pages:
        for line in page.lines:
            counts[line.size] = counts.get(line.size, 0) + len(line.text)
    return max(counts, key=lambda size: (counts[size], -size), default=0.0)


def bold_share(pages: Sequence[PageLines]) -> float:
    """Share of characters on bold lines, 0..1."""
    total = sum(len(line.text) for page in pages for line in page.lines)
    bold = sum(len(line.text) for page in pages for line in page.lines if line.bold)
    return bold / total if total else 0.0
