"""Placing: where a text that is kept without its place stands in the pages of its document, and in which section."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from nodes.domain.documents import Section, Span

_EDGE_WORDS = 8
"""Enough words to know the beginning or the end of a text by."""
_STRETCH = 3
"""How many times as long as itself a text may lie spread over its pages, with running heads in between."""


class Place(NamedTuple):
    """Where a text stands."""

    spans: list[Span]
    """The slices of the pages that are the text; none where it stands there with other white space, or interrupted."""
    pages: list[int]
    """Ascending, never empty."""
    section: Section | None
    """The one that it begins in."""
    start: int
    """Offset in all pages joined."""


class Placing:
    """Finds texts in the pages of one document.

    Args:
        pages: text by page number.
        sections: of the document; none where they are not known.
    """

    def __init__(self, pages: Mapping[int, str], sections: Sequence[Section]) -> None:
        self._numbers = sorted(pages)
        texts = [pages[number] for number in self._numbers]
        self._text = "".join(texts)
        self._begins = [0, *accumulate(map(len, texts))][: len(texts)]
        self._sections = sorted(
            (span["page"], span["start"], section["section_index"]) for section in sections for span in section["spans"]
        )
        self._by_index = {section["section_index"]: section for section in sections}

    def place(self, content: str, after: int = 0) -> Place | None:
        """Where a text stands; None where it does not, or is blank.

        Args:
            content: of any length.
            after: offset in all pages joined from which on it is looked for first: of texts that are there more than
                once, the next is found.
        """
        if not content.strip() or not self._numbers:
            return None
        exact = self._text.find(content, after)
        if exact < 0:
            exact = self._text.find(content)
        if exact >= 0:
            return self._placed(exact, exact + len(content), exact=True)
        loose = self._loosely(content, after)
        return None if loose is None else self._placed(*loose, exact=False)

    def _loosely(self, content: str, after: int) -> tuple[int, int] | None:
        """The range of a text whose white space differs, or that running heads interrupt."""
        words = content.split()
        whole = self._search(words, after)
        if whole is not None or len(words) < 2 * _EDGE_WORDS:
            return whole
        first = self._search(words[:_EDGE_WORDS], after)
        if first is None:
            return None
        last = self._search(words[-_EDGE_WORDS:], first[1], again=False)
        if last is None or last[1] - first[0] > _STRETCH * len(content):
            return None
        return first[0], last[1]

    def _search(self, words: Sequence[str], after: int, *, again: bool = True) -> tuple[int, int] | None:
        pattern = re.compile(r"\s+".join(map(re.escape, words)))
        found = pattern.search(self._text, after) or (pattern.search(self._text) if again else None)
        return None if found is None else found.span()

    def _placed(self, start: int, end: int, *, exact: bool) -> Place:
        spans: list[Span] = []
        for place in range(self._page_at(start), len(self._numbers)):
            begin = self._begins[place]
            following = self._begins[place + 1] if place + 1 < len(self._begins) else len(self._text)
            if begin >= end:
                break
            low, high = max(start, begin), min(end, following)
            if low < high:
                spans.append({"page": self._numbers[place], "start": low - begin, "end": high - begin})
        pages = [span["page"] for span in spans]
        return Place(spans if exact else [], pages, self._section_at(spans[0]), start)

    def _page_at(self, offset: int) -> int:
        return bisect_right(self._begins, offset) - 1

    def _section_at(self, span: Span) -> Section | None:
        """The section that holds the beginning of a span, or stands last before it."""
        if not self._sections:
            return None
        place = bisect_right(self._sections, (span["page"], span["start"], max(self._by_index))) - 1
        return self._by_index[self._sections[max(0, place)][2]]
