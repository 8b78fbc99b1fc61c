"""Placing: where a text that is kept without its place stands in the pages of its document, and in which section."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from nodes.domain.documents import Section, Span

_HEADS = (40, 12)
"""Characters that a text is first known by: the fewer, the more places there are to try."""
_LONGEST_GAP = 400
"""Characters of a running head, a page number or a footnote in the middle of a text."""
_MOST_PIECES = 20
"""Parts of a text that page numbers and running heads divide."""
_MOST_TRIED = 50
"""Places that begin as a text does and are gone through for the rest of it."""
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
            return self._placed([(exact, exact + len(content))], exact=True)
        pieces = self._in_pieces(content, after)
        if pieces:
            return self._placed(pieces, exact=True)
        loose = self._loosely(content, after)
        return None if loose is None else self._placed([loose], exact=False)

    def _in_pieces(self, content: str, after: int) -> list[tuple[int, int]]:
        """The ranges of a text that page numbers and running heads interrupt; none where it is not to be had so."""
        for length in _HEADS:
            head = content[:length]
            at, tried, wrapped = self._text.find(head, after), 0, after == 0
            while tried < _MOST_TRIED:
                if at < 0:
                    if wrapped:
                        break
                    wrapped, at = True, self._text.find(head)
                    continue
                if pieces := self._followed(content, at):
                    return pieces
                tried, at = tried + 1, self._text.find(head, at + 1)
        return []

    def _followed(self, content: str, start: int) -> list[tuple[int, int]]:
        pieces: list[tuple[int, int]] = []
        done = 0
        while True:
            same = _same_length(content, done, self._text, start)
            pieces.append((start, start + same))
            done, start = done + same, start + same
            if done == len(content):
                return pieces
            probe = content[done : done + _HEADS[-1]]
            start = self._text.find(probe, start, start + _LONGEST_GAP + len(probe))
            if start < 0 or len(pieces) == _MOST_PIECES:
                return []

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

    def _placed(self, ranges: Sequence[tuple[int, int]], *, exact: bool) -> Place:
        spans = [span for start, end in ranges for span in self._spans(start, end)]
        pages = sorted({span["page"] for span in spans})
        return Place(spans if exact else [], pages, self._section_at(spans[0]), ranges[0][0])

    def _spans(self, start: int, end: int) -> Iterator[Span]:
        for place in range(self._page_at(start), len(self._numbers)):
            begin = self._begins[place]
            following = self._begins[place + 1] if place + 1 < len(self._begins) else len(self._text)
            if begin >= end:
                break
            low, high = max(start, begin), min(end, following)
            if low < high:
                yield {"page": self._numbers[place], "start": low - begin, "end": high - begin}

    def _page_at(self, offset: int) -> int:
        return bisect_right(self._begins, offset) - 1

    def _section_at(self, span: Span) -> Section | None:
        """The section that holds the beginning of a span, or stands last before it."""
        if not self._sections:
            return None
        place = bisect_right(self._sections, (span["page"], span["start"], max(self._by_index))) - 1
        return self._by_index[self._sections[max(0, place)][2]]


def _same_length(one: str, at: int, other: str, place: int) -> int:
    """How many characters are the same from there on."""
    least, most = 0, min(len(one) - at, len(other) - place)
    while least < most:
        middle = (least + most + 1) // 2
        if one[at + least : at + middle] == other[place + least : place + middle]:
            least = middle
        else:
            most = middle - 1
    return least
