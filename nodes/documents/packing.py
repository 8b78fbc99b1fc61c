"""Packing: cuts one stretch of running text into pieces within limits, at the best places there are."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.sentences import sentence_spans

_PARAGRAPH = lazy_regex(r"\n\s*\n\s*")
_LINE = lazy_regex(r"\n\s*")
_WORD = lazy_regex(r"\s+|(?<=[、，；：])(?=\S)")
_WORD_START = lazy_regex(r"(?<=\s)\S")
_MOST_MARKS = 16
"""Characters that a cut goes back over, so that it parts no letter from its accents."""
_JOINERS = "\u200d\ufe0e\ufe0f"


@dataclass(frozen=True)
class ChunkLimits:
    """How large chunks may be, in characters (code points).

    Raises:
        ValueError: The limits contradict each other: both the overlap and the minimum must fit into a chunk twice.
    """

    max_characters: int
    """Longest chunk, overlap included."""
    overlap: int
    """Longest stretch of the chunk before that is repeated."""
    min_characters: int
    """Shorter chunks join a neighbour in their section."""

    def __post_init__(self) -> None:
        if self.max_characters < 2 or not 0 <= 2 * self.min_characters <= self.max_characters:
            raise ValueError(f"min_characters must be 0 to half of max_characters, which is {self.max_characters}.")
        if not 0 <= 2 * self.overlap <= self.max_characters:
            raise ValueError(f"overlap must be 0 to half of max_characters, which is {self.max_characters}.")


class Table(NamedTuple):
    """A table in the running text: its half-open range, and its header row."""

    start: int
    end: int
    header_end: int
    """Where the rows under the header begin; `start` where the header stands elsewhere or there is none."""
    header: str
    """The words of the header row, wherever it stands."""


@dataclass(frozen=True)
class _Cuts:
    """Places to cut: a piece may end at `stops[i]` and the next begin at `starts[i]`; white space lies between."""

    stops: list[int]
    starts: list[int]

    def last(self, least: int, most: int, latest: int) -> tuple[int, int] | None:
        """The last cut with its stop in `least..most` and its start at `latest` or before."""
        place = min(bisect_right(self.stops, most), bisect_right(self.starts, latest)) - 1
        if place < 0 or self.stops[place] < least:
            return None
        return self.stops[place], self.starts[place]


class Stretch:
    """A stretch of text that is packed on its own, with the tables in it."""

    def __init__(
        self, text: str, start: int, end: int, *, tables: Sequence[Table], edges: Sequence[int], limits: ChunkLimits
    ) -> None:
        """Takes a range of a text.

        Args:
            text: The text that all offsets point into.
            start: Where the stretch begins.
            end: Where it ends.
            tables: Tables inside it, in order, without overlaps.
            edges: Further places inside it that are as good as the end of a paragraph.
            limits: Sizes of the pieces.
        """
        self._text = text
        self._start = skip_blank(text, start, end)
        self._end = strip_blank(text, self._start, end)
        self._tables = [table for table in tables if table.start < table.end]
        self._table_starts = [table.start for table in self._tables]
        self._edges = edges
        self._limits = limits

    def pieces(self) -> Iterator[tuple[int, int]]:
        """Half-open ranges of the pieces, in order; each begins and ends with something that is not white space.

        Every such character is in a piece. No piece is longer than the limit; none is shorter than the minimum unless
        the whole stretch is, or lies between runs of white space too long to cross. Small tables stay whole where the
        text before them leaves a piece of its own; others are cut between rows. Where text is repeated it starts at a
        sentence, else at a word, and never inside a table.
        """
        if self._start == self._end:
            return
        longest = self._limits.max_characters
        begin = fresh = self._start
        while self._end - begin > longest:
            stop, following = self._cut(begin, fresh)
            yield begin, stop
            begin, fresh = self._repeat(begin, stop, following), following
        yield begin, self._end

    def _cut(self, begin: int, fresh: int) -> tuple[int, int]:
        """Where the piece from `begin`, whose new text starts at `fresh`, stops, and where the next new text starts."""
        least, most = fresh + max(1, self._limits.min_characters), begin + self._limits.max_characters
        latest = self._end - self._limits.min_characters
        good = max(least, fresh + self._limits.max_characters // 4)
        return (
            self._paragraphs.last(good, most, latest)
            or self._sentences.last(good, most, latest)
            or self._rows.last(good, most, latest)
            or self._paragraphs.last(least, most, latest)
            or self._sentences.last(least, most, latest)
            or self._lines.last(least, most, latest)
            or self._last_word(least, most, latest)
            or self._hard_cut(least, most, latest)
        )

    def _last_word(self, least: int, most: int, latest: int) -> tuple[int, int] | None:
        found = None
        for match in _WORD.finditer(self._text, least, most + 1):
            stop = strip_blank(self._text, 0, match.start())
            following = skip_blank(self._text, match.end(), self._end)
            if least <= stop <= most and following <= latest:
                found = stop, following
        return found

    def _hard_cut(self, least: int, most: int, latest: int) -> tuple[int, int]:
        cut = furthest = min(most, latest)
        while cut > max(least, furthest - _MOST_MARKS) and _joins(self._text[cut]):
            cut -= 1
        return strip_blank(self._text, 0, cut), skip_blank(self._text, cut, self._end)

    def _repeat(self, begin: int, stop: int, following: int) -> int:
        """Where the piece whose new text starts at `following` begins, so that it repeats the end of the one before."""
        longest = self._limits.max_characters
        if self._table_at(following) is not None:
            return following
        # At most half a piece lies before its new text, so that a long gap of white space cannot fill it.
        low = max(stop - self._limits.overlap, begin + 1, following - longest // 2, self._last_table_end(following))
        if following + longest >= self._end:
            # What is left fits into one piece: no more is repeated than leaves it so.
            low = max(low, self._end - longest)
        place = bisect_left(self._sentences.starts, low)
        if place < len(self._sentences.starts) and self._sentences.starts[place] < stop:
            start = self._sentences.starts[place]
        else:
            word = _WORD_START.search(self._text, low, stop)
            start = word.start() if word else following
        return following if self._cuts_table(start, following) else start

    def _cuts_table(self, start: int, following: int) -> bool:
        """Whether repeating from `start` pushes a table out of a piece that would hold it whole."""
        longest = self._limits.max_characters
        for table in self._tables[bisect_left(self._table_starts, following) :]:
            if table.start >= start + longest:
                break
            if start + longest < table.end <= following + longest:
                return True
        return False

    def _table_at(self, position: int) -> Table | None:
        place = bisect_right(self._table_starts, position) - 1
        return self._tables[place] if place >= 0 and position < self._tables[place].end else None

    def _last_table_end(self, position: int) -> int:
        place = bisect_right(self._table_starts, position) - 1
        return self._tables[place].end if place >= 0 else 0

    def _inside_table(self, position: int) -> bool:
        table = self._table_at(position)
        return table is not None and position > skip_blank(self._text, table.start, table.end)

    def _cuts_at(self, places: Iterable[int]) -> _Cuts:
        """Cuts at these positions, given in order; white space around them is left out."""
        stops: list[int] = []
        starts: list[int] = []
        for place in places:
            start = skip_blank(self._text, place, self._end)
            stop = strip_blank(self._text, self._start, place)
            if self._start < stop and start < self._end and (not starts or start > starts[-1]):
                stops.append(stop)
                starts.append(start)
        return _Cuts(stops, starts)

    @cached_property
    def _paragraphs(self) -> _Cuts:
        found = {match.end() for match in _PARAGRAPH.finditer(self._text, self._start, self._end)}
        outside = {place for place in found if not self._inside_table(place)}
        edges = {edge for table in self._tables for edge in (table.start, table.end)}
        return self._cuts_at(sorted(outside | edges | set(self._edges)))

    @cached_property
    def _sentences(self) -> _Cuts:
        offset = self._start
        spans = sentence_spans(self._text[offset : self._end])
        cuts = [
            (before[1] + offset, after[0] + offset)
            for before, after in pairwise(spans)
            if not self._inside_table(after[0] + offset)
        ]
        return _Cuts([stop for stop, _ in cuts], [start for _, start in cuts])

    @cached_property
    def _lines(self) -> _Cuts:
        return self._cuts_at(match.end() for match in _LINE.finditer(self._text, self._start, self._end))

    @cached_property
    def _rows(self) -> _Cuts:
        """Cuts between the rows of tables that are too long for one piece."""
        longest = self._limits.max_characters
        long_tables = [table for table in self._tables if table.end - table.start > longest]
        return self._cuts_at(
            match.end()
            for table in long_tables
            for match in _LINE.finditer(self._text, table.start, table.end)
            if match.end() > table.header_end and self._inside_table(match.end())
        )


def skip_blank(text: str, start: int, end: int) -> int:
    """The first position from `start` that is not white space, or `end`."""
    while start < end and text[start].isspace():
        start += 1
    return start


def strip_blank(text: str, start: int, end: int) -> int:
    """The end of `text[start:end]` without its trailing white space."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def _joins(character: str) -> bool:
    """Whether a character belongs to the one before it."""
    return character in _JOINERS or unicodedata.combining(character) != 0
