"""Which characters of a page are marked: the passage of a chunk, and in it the words that an answer quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nodes.documents.spans import text_of
from nodes.domain.documents import Span

_HYPHENS = "-\u00ad\u2010\u2011\ufffe"
_BARS = "|¦"
"""Between the cells of a table, where a page of a PDF has none."""
_LEFT_OUT = frozenset(_HYPHENS + _BARS)


class Mark(NamedTuple):
    """A half-open range of code points in the stored text of one page."""

    start: int
    end: int
    strong: bool
    """The quoted words, or the passage where nothing is quoted; the rest of the passage is marked lighter."""


class Marks(NamedTuple):
    """What is marked on one page."""

    marks: list[Mark]
    """In order of `start`, without overlaps."""
    quote_found: bool | None
    """None where no quote was asked for."""


def page_marks(number: int, spans: Sequence[Span], texts: Mapping[int, str], quote: str = "") -> Marks:
    """What to mark on one page.

    The quote is looked for in the passage first, which may go over several pages, then on the page; blanks, line
    breaks and hyphens at line ends do not count.

    Args:
        number: the page.
        spans: of the passage, in reading order; none to mark a quote alone.
        texts: stored texts of the page and of all pages of the spans, by page number.
        quote: words that stand in the passage; empty to mark all of it.
    """
    here = [(span["start"], span["end"]) for span in spans if span["page"] == number]
    if not quote.strip():
        return Marks([Mark(start, end, strong=True) for start, end in _merged(here)], None)
    quoted = _quoted(number, spans, texts, quote)
    found = quoted is not None
    if quoted is None:
        text = texts[number]
        anywhere = find_loosely(text, quote, near=here[0][0] if here else 0)
        quoted = [] if anywhere is None else [anywhere]
        found = anywhere is not None
    strong = _merged(quoted)
    light = [Mark(start, end, strong=False) for start, end in _without(_merged(here), strong)]
    return Marks(sorted([*light, *(Mark(start, end, strong=True) for start, end in strong)]), found)


def find_loosely(text: str, wanted: str, near: int = 0) -> tuple[int, int] | None:
    """Where `wanted` stands in `text`, blanks, hyphens and bars left out of account; of several places the nearest.

    Args:
        text: is searched.
        wanted: is looked for.
        near: offset in `text` that the place should be close to.
    """
    letters, places = squeeze(text)
    target, _ = squeeze(wanted)
    if not target:
        return None
    best: tuple[int, int] | None = None
    at = letters.find(target)
    while at >= 0:
        found = places[at], places[at + len(target) - 1] + 1
        if best is None or abs(found[0] - near) < abs(best[0] - near):
            best = found
        at = letters.find(target, at + 1)
    return best


def squeeze(text: str) -> tuple[str, list[int]]:
    """The characters of a text that count for finding it again, and the offset of each."""
    places = [place for place, character in enumerate(text) if not character.isspace() and character not in _LEFT_OUT]
    return "".join([text[place] for place in places]), places


def _quoted(number: int, spans: Sequence[Span], texts: Mapping[int, str], quote: str) -> list[tuple[int, int]] | None:
    """The parts of the quote that stand on this page; None where the passage does not hold it."""
    passage = text_of(spans, texts)
    found = find_loosely(passage, quote)
    if found is None:
        return None
    parts: list[tuple[int, int]] = []
    offset = 0
    for span in spans:
        length = span["end"] - span["start"]
        start, end = max(found[0] - offset, 0), min(found[1] - offset, length)
        if start < end and span["page"] == number:
            parts.append((span["start"] + start, span["start"] + end))
        offset += length
    return parts


def _merged(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif start < end:
            merged.append((start, end))
    return merged


def _without(ranges: Sequence[tuple[int, int]], holes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges without what the holes cover. Both in order, neither with overlaps."""
    left: list[tuple[int, int]] = []
    for start, end in ranges:
        position = start
        for hole_start, hole_end in holes:
            if hole_start < end and hole_end > position:
                if hole_start > position:
                    left.append((position, hole_start))
                position = hole_end
        if position < end:
            left.append((position, end))
    return left
