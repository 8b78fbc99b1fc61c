"""Headings of plain text."""

from __future__ import annotations

from collections.abc import Sequence

from app.reading.normalise import normalise_line
from app.reading.text_lines import Candidate, Style, TextLine, text_lines
from app.reading.text_looks import headings_by_looks
from app.reading.text_marks import marked_headings
from app.reading.text_minutes import minuted_points
from nodes.domain.documents import Heading, Page

_ORDERED = frozenset({"mark", "number", "inner"})
"""Looks that tell their own depth; each other look is of a depth of its own."""


def text_headings(lines: Sequence[TextLine]) -> list[tuple[int, Heading]]:
    """The headings of a document, each with the index of its page, in order.

    Those that marks make, if there are two or more; else also those that look like headings, or head the points of
    minutes. Levels follow the order in
    which the looks appear first, as in reStructuredText; `2.1` is below `2`.

    Args:
        lines: In reading order, of all pages, blank ones included and running headers left out.
    """
    found = [*marked_headings(lines)]
    if len(found) < 2:
        taken = {position for each in found for position in range(each.first, each.last + 1)}
        by_looks = [each for each in headings_by_looks(lines) if each.first not in taken]
        if not any(each.number for each in by_looks):
            by_looks += [each for each in minuted_points(lines) if each.first not in taken]
        found.extend(by_looks)
        found.sort(key=lambda each: each.first)
    levels = _levels(found)
    return [(lines[each.first].page, _heading(lines, each, levels[each.style])) for each in found]


def point_headings(page: Page) -> list[Heading]:
    """The points of minutes that a mail tells of: other lines of a mail that look like headings seldom are."""
    lines = [*text_lines(0, page["text"])]
    return [_heading(lines, each, 1) for each in minuted_points(lines)]


def _heading(lines: Sequence[TextLine], found: Candidate, level: int) -> Heading:
    start, end = lines[found.first].start, lines[found.last].end
    return {"start": start, "end": end, "level": level, "title": normalise_line(found.title)}


def _levels(found: Sequence[Candidate]) -> dict[Style, int]:
    styles = list(dict.fromkeys(each.style for each in found))
    kinds = list(dict.fromkeys(map(_kind, styles)))
    styles.sort(key=lambda style: (kinds.index(_kind(style)), style[1] if style[0] in _ORDERED else 0))
    return {style: level for level, style in enumerate(styles, 1)}


def _kind(style: Style) -> str:
    return style[0] if style[0] in _ORDERED else str(style)
