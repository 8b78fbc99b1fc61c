"""Headings of a PDF: bookmarks where they are good, else lines that stand out by font size or weight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from app.reading.pdf_lines import Bookmark, Line, PageLines, body_size, bold_share
from nodes.domain.documents import Heading
from nodes.language.terms import normalise_name

_MOST_LEVELS = 4
_CLEARLY_LARGER = 1.12
_LONGEST_LINE = 150
_LONGEST_BOLD_LINE = 110
_MOST_LINES = 3
_BOLD_DOCUMENT = 0.4
_COVER_COUNTS_FROM = 4
"""Pages. In a longer document, styles that only the first page has are the cover's and stand above nothing."""
_NUMBERED = re.compile(r"(?:[^\W\d_]+\s+)?(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Z])[.:)]?(?:\s|$)|[•–▪·\-]\s")
_LETTER = re.compile(r"[^\W\d_]")
_CONTINUES = re.compile(r"(?:[,&/(–—-]|\b\w{1,3})$")

Style = tuple[float, bool, bool, bool]
"""Size, bold, capitals, upright: what ranks headings, the greater the further out."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Lines of one page that look like one heading."""

    first: int
    last: int
    style: Style


def font_candidates(pages: Sequence[PageLines], furniture: Sequence[Set[int]]) -> list[list[Candidate]]:
    """For each page the lines that stand out from the body: clearly larger, or bold, short and alone."""
    body = body_size(pages)
    allow_bold = bold_share(pages) < _BOLD_DOCUMENT
    return [
        _page_candidates(page.lines, excluded, body, allow_bold=allow_bold)
        for page, excluded in zip(pages, furniture, strict=True)
    ]


def _page_candidates(lines: Sequence[Line], excluded: Set[int], body: float, *, allow_bold: bool) -> list[Candidate]:
    found: list[Candidate] = []
    position = 0
    while position < len(lines):
        if position in excluded or not _stands_out(lines[position], body, allow_bold=allow_bold):
            position += 1
            continue
        last = position
        while (
            last + 1 < len(lines)
            and last + 1 not in excluded
            and _stands_out(lines[last + 1], body, allow_bold=allow_bold)
            and _continues(lines[last], lines[last + 1])
        ):
            last += 1
        if last - position < _MOST_LINES and not _runs_on(lines, last):
            found.append(Candidate(position, last, _style(lines[position])))
        position = last + 1
    return found


def _stands_out(line: Line, body: float, *, allow_bold: bool) -> bool:
    text = line.text
    letters = len(_LETTER.findall(text))
    if letters < 2 or letters * 2 < len(text.replace(" ", "")) or len(text) > _LONGEST_LINE or text[0] in '(*†‡“"':
        return False
    if line.size >= body * _CLEARLY_LARGER:
        return True
    if not (allow_bold and line.bold and line.size >= body * 0.95) or len(text) > _LONGEST_BOLD_LINE:
        return False
    return not text[0].islower() and text[-1] not in ",;:%"


def _continues(line: Line, following: Line) -> bool:
    """Whether a heading that wraps goes on: the same looks, the next line close below and no new number."""
    if (line.size, line.bold) != (following.size, following.bold) or _NUMBERED.match(following.text):
        return False
    if line.y - following.y > 2.0 * max(line.size, 1.0):
        return False
    return following.text[0].islower() or bool(_CONTINUES.search(line.text)) or len(line.text) > 50


def _runs_on(lines: Sequence[Line], last: int) -> bool:
    """Whether the next line goes on in small letters: then it is a sentence that begins in bold."""
    return (
        last + 1 < len(lines) and lines[last + 1].text[0].islower() and not lines[last].text.endswith((".", "!", "?"))
    )


def _style(line: Line) -> Style:
    letters = "".join(_LETTER.findall(line.text))
    return (line.size, line.bold, letters.isupper(), not line.italic)


def font_levels(candidates: Sequence[Sequence[Candidate]]) -> dict[Style, int]:
    """The level of each style by its rank, the largest first, four at most.

    In a longer document the styles that only its first page has all get level 1 and push no other down.
    """
    pages_of: dict[Style, set[int]] = {}
    for number, page in enumerate(candidates):
        for candidate in page:
            pages_of.setdefault(candidate.style, set()).add(number)
    has_cover = len(candidates) >= _COVER_COUNTS_FROM
    cover = {style for style, numbers in pages_of.items() if has_cover and numbers == {0}}
    ranked = sorted(set(pages_of) - cover, reverse=True)
    levels = {style: min(rank, _MOST_LEVELS) for rank, style in enumerate(ranked, start=1)}
    return levels | dict.fromkeys(cover, 1)


def font_headings(page: PageLines, candidates: Sequence[Candidate], levels: dict[Style, int]) -> list[Heading]:
    """The candidates of one page as headings."""
    return [
        {
            "start": page.lines[candidate.first].start,
            "end": page.lines[candidate.last].end,
            "level": levels[candidate.style],
            "title": " ".join(line.text for line in page.lines[candidate.first : candidate.last + 1]),
        }
        for candidate in candidates
    ]


def bookmark_headings(page: PageLines, excluded: Set[int]) -> list[Heading]:
    """The bookmarks of one page at the lines that bear their words, in order of their places.

    A bookmark whose words are not on the page has no width: it stands before the first line at or below the height
    that it points to, or at the start of the page.
    """
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
    """Bookmarks with the font headings between them, each a level or more below the bookmark it follows."""
    result: list[list[Heading]] = []
    above = 0
    for marked, styled in zip(bookmarks, fonts, strict=True):
        titles = {normalise_name(heading["title"]) for heading in marked}
        merged = list(marked)
        for heading in styled:
            overlaps = any(heading["start"] < other["end"] and other["start"] < heading["end"] for other in marked)
            if not overlaps and normalise_name(heading["title"]) not in titles:
                merged.append({**heading, "level": -heading["level"]})
        merged.sort(key=lambda heading: (heading["start"], heading["end"]))
        for heading in merged:
            if heading["level"] > 0:
                above = heading["level"]
            else:
                heading["level"] = above - heading["level"]
        result.append(merged)
    return result
