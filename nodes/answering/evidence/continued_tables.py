"""Tables that go on in another passage: their rows get the headings that stand above the first part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.table_rows import has_cells, row_cells, years_in
from nodes.domain.chat import Source


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
