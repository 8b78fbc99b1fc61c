"""A section's own text as one string, with the way back to its pages."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping

from nodes.documents.packing import Table, skip_blank, strip_blank
from nodes.domain.documents import Heading, Page, Section, Span

_SENTENCE_ENDS = ".!?…。！？｡।॥؟۔"
_CLOSERS = " \t\n\"'”’»)]」』）"
_LONGEST_TITLE = 200
"""Characters of the heading of a section that are shown."""
_MARKUP = " \t\n-=*_#~"


def section_title(heading: Heading) -> str:
    """What a section under a heading is called: on one line, its first 200 characters.

    Every chunk of the section is embedded, ranked and cited with it.
    """
    return " ".join(heading["title"].split())[:_LONGEST_TITLE].rstrip()


class SectionText:
    """The text of a section, blank spans left out; offsets into `content` lead back to spans and tables."""

    def __init__(self, section: Section, pages: Mapping[int, Page]) -> None:
        """Joins the section's spans; `pages` by page number."""
        self.section = section
        self.spans = [s for s in section["spans"] if pages[s["page"]]["text"][s["start"] : s["end"]].strip()]
        pieces = [pages[span["page"]]["text"][span["start"] : span["end"]] for span in self.spans]
        self.content = "".join(pieces)
        self.starts: list[int] = []
        position = 0
        for piece in pieces:
            self.starts.append(position)
            position += len(piece)
        self.tables = [
            table
            for span, start in zip(self.spans, self.starts, strict=True)
            for table in _tables(pages[span["page"]], span, start)
        ]
        self.is_bare_heading = self._is_bare_heading(pages)

    def spans_of(self, start: int, end: int) -> list[Span]:
        """The page spans of `content[start:end]`, in reading order, none of them empty."""
        found: list[Span] = []
        for place in range(bisect_right(self.starts, start) - 1, len(self.spans)):
            offset, span = self.starts[place], self.spans[place]
            if offset >= end:
                break
            first = span["start"] + max(0, start - offset)
            found.append({"page": span["page"], "start": first, "end": min(span["end"], span["start"] + end - offset)})
        return found

    def header_for(self, start: int) -> str:
        """The header row of the table that `content[start]` is a later row of; empty outside such rows."""
        place = bisect_right(self.tables, start, key=lambda table: table.start) - 1
        if self._in_table(start) and self.tables[place].header_end <= start:
            return self.tables[place].header
        return ""

    def tables_in(self, start: int, end: int) -> list[Table]:
        """The tables that start in `content[start:end]`."""
        first = bisect_left(self.tables, start, key=lambda table: table.start)
        return self.tables[first : bisect_left(self.tables, end, key=lambda table: table.start)]

    def seams(self) -> tuple[list[int], list[int]]:
        """Offsets where one span follows another and the text does not run on: on the next page, and on the same."""
        next_page: list[int] = []
        same_page: list[int] = []
        for place in range(1, len(self.spans)):
            if self._runs_on(self.starts[place]):
                continue
            turns = self.spans[place - 1]["page"] != self.spans[place]["page"]
            (next_page if turns else same_page).append(self.starts[place])
        return next_page, same_page

    def _runs_on(self, seam: int) -> bool:
        """Whether a paragraph goes on: no end of a sentence before, lower case after, no table beside the seam."""
        before = self.content[max(0, seam - 200) : seam].rstrip(_CLOSERS)
        after = self.content[seam : seam + 200].lstrip()
        if not after[:1].islower() or before.endswith(tuple(_SENTENCE_ENDS)):
            return False
        last = strip_blank(self.content, 0, seam) - 1
        first = skip_blank(self.content, seam, len(self.content))
        return not (self._in_table(last) or self._in_table(first))

    def _in_table(self, position: int) -> bool:
        place = bisect_right(self.tables, position, key=lambda table: table.start) - 1
        return place >= 0 and position < self.tables[place].end

    def _is_bare_heading(self, pages: Mapping[int, Page]) -> bool:
        """Whether the section holds its heading and nothing else."""
        title = self.section["title"]
        if not title or not self.spans:
            return False
        if " ".join(self.content.split()) == title:
            return True
        first = self.spans[0]
        headings = pages[first["page"]]["headings"]
        for place in range(bisect_left(headings, first["start"], key=lambda heading: heading["start"]), len(headings)):
            heading = headings[place]
            start, end = heading["start"] - first["start"], heading["end"] - first["start"]
            if self.content[:start].strip():
                break
            if start < end and section_title(heading) == title:
                return not self.content[end:].strip(_MARKUP)
        return False


def _tables(page: Page, span: Span, offset: int) -> list[Table]:
    """The page's tables inside a span, clipped to it, at their offsets in the section's text."""
    shift = offset - span["start"]
    first = bisect_right(page["tables"], span["start"], key=lambda table: table["end"])
    last = bisect_left(page["tables"], span["end"], key=lambda table: table["start"])
    return [
        Table(
            start=max(table["start"], span["start"]) + shift,
            end=min(table["end"], span["end"]) + shift,
            header_end=min(max(table["header_end"], table["start"], span["start"]), span["end"]) + shift,
            header=page["text"][table["start"] : table["header_end"]].strip(),
        )
        for table in page["tables"][first:last]
        if table["start"] < table["end"]
    ]
