"""Headings of a PDF by its bookmarks, with those by its fonts between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set

from app.reading.pdf_lines import Bookmark, PageLines
from nodes.domain.documents import Heading
from nodes.language.terms import normalise_name

_MOST_LINES = 3
"""Over which the words of a bookmark may go on its page."""


def bookmark_headings(page: PageLines, excluded: Set[int]) -> list[Heading]:
    """The bookmarks of one page at the lines that bear their words, in order of their places.

    A bookmark whose words are not on the page has no width: it stands before the first line at or below the height
    that it points to, or at the start of the page.
    """
    if not page.bookmarks:
        return []
    names = ["" if position in excluded else normalise_name(line.text) for position, line in enumerate(page.lines)]
    found: list[Heading] = []
    floor = 0
    for bookmark in page.bookmarks:
        lines = _matching_lines(normalise_name(bookmark.title), names, floor)
        if lines is None:
            start = end = _pointed_at(page, bookmark)
        else:
            start, end = page.lines[lines[0]].start, page.lines[lines[1]].end
            floor = lines[1] + 1
        found.append({"start": start, "end": end, "level": bookmark.level, "title": bookmark.title})
    return _ordered(found)


def _ordered(headings: list[Heading]) -> list[Heading]:
    """By place; an overlap keeps the first, and loses nothing but the width of the other."""
    result: list[Heading] = []
    reached = 0
    for heading in sorted(headings, key=lambda heading: heading["start"]):
        if heading["start"] < reached:
            heading["start"] = heading["end"] = reached
        reached = max(reached, heading["end"])
        result.append(heading)
    return result


def _matching_lines(name: str, names: Sequence[str], floor: int) -> tuple[int, int] | None:
    """First and last line that together are the bookmark's words, or the line that begins with them."""
    if not name:
        return None
    for first in range(floor, len(names)):
        joined = ""
        for last in range(first, min(first + _MOST_LINES, len(names))):
            joined = f"{joined} {names[last]}".strip()
            if joined == name or joined.replace(" ", "") == name.replace(" ", ""):
                return first, last
            if not name.startswith(joined):
                break
    for first in range(floor, len(names)):
        line = names[first]
        if len(name) >= 4 and line.startswith(name) and len(line) <= 2 * len(name) + 20:
            return first, first
        if len(line) >= 4 and name.endswith(line) and len(line) * 10 >= len(name) * 6:
            return first, first
    return None


def _pointed_at(page: PageLines, bookmark: Bookmark) -> int:
    if bookmark.y is None:
        return 0
    return next((line.start for line in page.lines if line.y <= bookmark.y), 0)


def bookmarks_are_good(pages: Sequence[PageLines], headings: Sequence[Sequence[Heading]]) -> bool:
    """Several bookmarks, half of them found on their pages, with more than one level or spread over the pages."""
    found = [heading for page in headings for heading in page]
    if len(found) < 3:
        return False
    masked = Counter(re.sub(r"\d+", "#", heading["title"]) for heading in found)
    if masked.most_common(1)[0][1] > len(found) / 2:
        return False
    on_page = sum(1 for heading in found if heading["end"] > heading["start"])
    levels = {heading["level"] for heading in found}
    covered = sum(1 for page in headings if page)
    return on_page * 2 >= len(found) and (len(levels) > 1 or covered * 10 >= len(pages))


def refine(bookmarks: Sequence[Sequence[Heading]], fonts: Sequence[Sequence[Heading]]) -> list[list[Heading]]:
    """Bookmarks with the font headings between them, each below the bookmark it follows.

    The levels that font headings have between two bookmarks are closed up, so that none is skipped.
    """
    result: list[list[Heading]] = []
    following: list[Heading] = []
    above = 0
    for marked, styled in zip(bookmarks, fonts, strict=True):
        extra = [heading for heading in styled if not _repeats(heading, marked)]
        merged = sorted([*marked, *extra], key=lambda heading: (heading["start"], heading["end"]))
        for heading in merged:
            if any(heading is one for one in extra):
                following.append(heading)
                continue
            _close_up(following, above)
            following, above = [], heading["level"]
        result.append(merged)
    _close_up(following, above)
    return result


def _repeats(heading: Heading, marked: Sequence[Heading]) -> bool:
    name = normalise_name(heading["title"])
    return any(
        (heading["start"] < other["end"] and other["start"] < heading["end"]) or normalise_name(other["title"]) == name
        for other in marked
    )


def _close_up(headings: Sequence[Heading], above: int) -> None:
    used = sorted({heading["level"] for heading in headings})
    for heading in headings:
        heading["level"] = above + 1 + used.index(heading["level"])
