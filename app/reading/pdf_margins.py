"""Running headers and footers by where they stand: in the margins of pages, apart from the text, and counting them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.reading.furniture import PAGE_WORDS
from app.reading.pdf_lines import Line, PageLines, body_size
from nodes.domain.regexes import lazy_regex

_MARGIN = 0.1
"""Of the height of a page."""
_APART = 1.8
"""Of the font size: lines of text are closer together."""
_MOST_LINES = 3
"""Of a running header or footer."""
_LARGE = 1.2
_SMALL = 0.95
"""Of the size of the text."""
_SAME_HEIGHT = 3
"""Points."""
_LEAST_PAGES = 2
"""That have the same line in their margins."""
_PAGES_SHARE = 0.5
"""Of the pages with text, that have to have it."""
_FIRST = lazy_regex(r"(?P<number>\d{1,4})(?!\S)\W*")
_LAST = lazy_regex(r"\W*(?<!\S)(?P<number>\d{1,4})$")
_SET_OFF = lazy_regex(rf"(?:\s[|·•–—-]|\b(?:{PAGE_WORDS}|s)\.?)\s*\d{{1,4}}$", re.IGNORECASE)
"""What a page number stands behind, where no gap parts it from the words."""


class _Place(NamedTuple):
    page: int
    position: int
    line: Line
    is_out_of_order: bool
    """It stands below the text and comes before it, or above and behind it."""


def margin_lines(pages: Sequence[PageLines]) -> list[set[int]]:
    """For each page the positions of its running headers and footers, told by where they stand and not by their order.

    Such a line is in the margin, apart from the text and no larger. It ends in the number of its page, set off from
    its words, and is smaller than the text or comes out of order; or half of the pages have it at the same height, on
    two or more, the same with numbers that count the pages, or all the same and smaller than the text.
    """
    body = body_size(pages)
    places = [place for number, page in enumerate(pages) for place in _in_margins(number, page, body)]
    least = max(_LEAST_PAGES, _PAGES_SHARE * sum(bool(page.lines) for page in pages))
    keys = [_keys(place, body) for place in places]
    counts = Counter(key for each in keys for key in each)
    found: list[set[int]] = [set() for _ in pages]
    for place, own in zip(places, keys, strict=True):
        recurs = any(
            sum(counts[text, number, height + step] for step in (-1, 0, 1)) >= least for text, number, height in own
        )
        if recurs or _is_numbered(place, body):
            found[place.page].add(place.position)
    return found


def _in_margins(number: int, page: PageLines, body: float) -> Iterator[_Place]:
    if page.edges is None:
        return
    lower, upper = page.edges
    margin = _MARGIN * (upper - lower)
    placed = [(position, line) for position, line in enumerate(page.lines) if line.size > 0]
    placed.sort(key=lambda each: each[1].y)
    for is_below, outwards in ((True, placed), (False, placed[::-1])):
        count = _count_apart([line for _, line in outwards])
        outer = outwards[:count]
        at, others = [position for position, _ in outer], [position for position, _ in outwards[count:]]
        if not outer or not others:
            continue
        is_out_of_order = max(at) < min(others) if is_below else min(at) > max(others)
        for position, line in outer:
            is_inside = line.y < lower + margin if is_below else line.y > upper - margin
            if is_inside and line.size <= _LARGE * body:
                yield _Place(number, position, line, is_out_of_order)


def _count_apart(lines: Sequence[Line]) -> int:
    """How many of the lines, from the edge inwards, stand before a gap; 0 where it does not come soon."""
    for count in range(1, min(_MOST_LINES, len(lines) - 1) + 1):
        outer, inner = lines[count - 1], lines[count]
        if abs(outer.y - inner.y) > _APART * max(outer.size, inner.size):
            return count
    return 0


def _is_numbered(place: _Place, body: float) -> bool:
    line = place.line
    found = _LAST.search(line.text)
    if found is None or not found.start() or int(found["number"]) != place.page + 1:
        return False
    is_set_off = line.ends_apart or _SET_OFF.search(line.text) is not None
    return is_set_off and (line.size < _SMALL * body or place.is_out_of_order)


def _keys(place: _Place, body: float) -> list[tuple[str, int | None, int]]:
    """By what a line recurs: its words, how far its number is off that of the page, and its height."""
    text, height = place.line.text.casefold(), round(place.line.y / _SAME_HEIGHT)
    keys: list[tuple[str, int | None, int]] = [(text, None, height)] if place.line.size < _SMALL * body else []
    first, last = _FIRST.match(text), _LAST.search(text)
    parted = [(first, text[first.end() :])] if first else []
    parted += [(last, text[: last.start()])] if last else []
    return keys + [(words, int(found["number"]) - place.page, height) for found, words in parted if words]
