"""Tables that go on in another passage: their rows get the headings that stand above the first part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.lines import Lines
from nodes.answering.tables.table_rows import has_cells, header_of, read_lines, row_cells, years_in
from nodes.domain.chat import Source

_LINES_ABOVE = 4
"""Above the times that head a table: its caption, its unit, and "Years ended"."""
_LONGEST_CAPTION = 130
"""Characters of a line that is a caption, and no sentence of the text above."""
_LONGEST_END = 70
"""Characters behind the last row of a passage, a label of what follows, where the table goes on in the next."""


def with_table_headers(sources: Sequence[Source]) -> list[Source]:
    """The sources, those that go on with the lines of a statement each with what heads it.

    Such a source opens with a row without bars, and the source before it in its section ends with one below headings.

    Args:
        sources: Numbered sources, best first.
    """
    told = list(sources)
    for position in sorted(range(len(sources)), key=lambda each: _place(sources[each])):
        source = told[position]
        if not _goes_on(source):
            continue
        before = [
            other
            for other in told
            if other["revision_id"] == source["revision_id"]
            and other["section_path"] == source["section_path"]
            and _place(other)[0] == _place(source)[0]
            and _place(other) < _place(source)
        ]
        if before and (header := _lines_of_header(max(before, key=_place))):
            told[position] = {**source, "table_header": header}
    return told


def _goes_on(source: Source) -> bool:
    """Whether a source opens with a row without bars that no times head, in the line kept as its header neither."""
    content, first = _whole(source)
    lines = read_lines(content)
    return first in lines.rows and not has_cells(lines.whole(first)) and not _header(lines, first)[1]


def _whole(source: Source) -> tuple[str, int]:
    """The content of a source below its header, and the number of its first line there."""
    header = source.get("table_header", "")
    return (f"{header}\n{source['content']}", header.count("\n") + 1) if header else (source["content"], 0)


def _header(lines: Lines, number: int) -> tuple[tuple[str, ...], str]:
    count = len(row_cells(lines.whole(number))[1])
    return header_of(lines, number, count=count, is_grid=False)


def _lines_of_header(source: Source) -> str:
    """What heads the row that a source ends with, with the lines above it; empty where it ends otherwise."""
    content, _ = _whole(source)
    lines = read_lines(content)
    last = max(lines.rows, default=None)
    if last is None or len(content[lines.spans[last][1] :].strip()) > _LONGEST_END or has_cells(lines.whole(last)):
        return ""
    headings, line = _header(lines, last)
    number = next((place for place in range(len(lines.spans)) if lines.at(place) == line), None)
    if not headings or number is None:
        return ""
    above = map(lines.whole, range(max(0, number - _LINES_ABOVE), number + 1))
    return "\n".join(line for line in above if len(line) <= _LONGEST_CAPTION)


def with_headings(pieces: Sequence[Evidence], sources: Sequence[Source]) -> list[Evidence]:
    """The pieces, rows of a grid that begins before their source with the headings of its beginning.

    A source goes on with a grid where it opens with a row, and a source of the same page before it has a grid with
    headings. What was taken there for a line of headings is a row.

    Args:
        pieces: Evidence of the sources.
        sources: What the pieces came from.
    """
    grids = {
        position: [piece for piece in pieces if piece.position == position and is_grid_row(piece)]
        for position in range(len(sources))
    }
    found = {
        position: heading
        for position, source in enumerate(sources)
        if grids[position] and _opens(grids[position][0], source) and (heading := _heading(position, sources, grids))
    }
    return [
        _under(piece, found[piece.position]) if piece.position in found and is_grid_row(piece) else piece
        for piece in pieces
    ]


def is_grid_row(piece: Evidence) -> bool:
    """Whether a piece is a row whose cells are parted by bars or tabs."""
    return piece.is_row and has_cells(piece.text)


def _opens(row: Evidence, source: Source) -> bool:
    return not source["content"][: row.start].strip(" |\n\t")


def _heading(position: int, sources: Sequence[Source], grids: Mapping[int, Sequence[Evidence]]) -> tuple[str, ...]:
    """The longest headings of the nearest grid before a source on its page; empty without, or where it has its own.

    Of a grid that is known to go on, this would go on as well.
    """
    own = sources[position]
    if own.get("table_header"):
        return ()
    place = _place(own)
    before = [
        (_place(source), other)
        for other, source in enumerate(sources)
        if source["revision_id"] == own["revision_id"]
        and not source.get("table_header")
        and _place(source) < place
        and _place(source)[0] == place[0]
    ]
    for _, other in sorted(before, reverse=True):
        headings = [row.header for row in grids[other] if row.header and not _opens(row, sources[other])]
        if headings:
            return max(headings, key=len)
    return ()


def _place(source: Source) -> tuple[int, int]:
    return min((span["page"], span["start"]) for span in source["spans"]) if source["spans"] else (0, 0)


def _under(row: Evidence, heading: tuple[str, ...]) -> Evidence:
    values = row_cells(row.text)[1]
    if not values or len(heading) < len(values):
        return row
    header = heading[: len(values)]
    years = years_in(" ".join(header))
    return replace(row, header=header, is_heading=False, terms=row.terms | years, years=years or years_in(row.text))
