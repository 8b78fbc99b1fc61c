"""Rows that answer together: all of a table that hold the same of the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.answering.evidence.continued_tables import is_grid_row
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Source
from nodes.language.terms import analyse

MOST_ROWS = 6
"""Of more rows that match, what they share is no choice among the rows."""


def matching_rows(
    row: Evidence, pieces: Sequence[Evidence], sources: Sequence[Source], weights: Mapping[str, float]
) -> list[Evidence]:
    """The other rows of a table that hold the same terms of the question, in their order; none where too many do.

    "How much did the Rotary Club donate?" is answered by two rows, and one of them is worse than no answer.

    Args:
        row: A row that is quoted.
        pieces: All evidence.
        sources: What the pieces came from.
        weights: Weight of each question term.
    """
    alike = rows_alike(row, pieces, sources, weights)
    return [piece for piece in alike if piece != row] if len(alike) <= MOST_ROWS else []


def rows_alike(
    row: Evidence, pieces: Sequence[Evidence], sources: Sequence[Source], weights: Mapping[str, float]
) -> list[Evidence]:
    """All rows of a table that hold the same terms of the question, however many, in their order, itself among them."""
    terms = frozenset(weights)
    rest = terms - _called(sources[row.position])
    asked = terms if row.terms.isdisjoint(rest) else rest
    held = row.terms & asked
    if not held or not _has_named_columns(row):
        return []
    return [
        piece
        for piece in pieces
        if _has_named_columns(piece)
        and not piece.is_heading
        and piece.terms & asked == held
        and len(piece.values) <= len(row.header or row.values)
        and table_of(piece, sources) == table_of(row, sources)
    ]


def _called(source: Source) -> frozenset[str]:
    """What a table calls all of its rows, where one word heads it: below "Servers" each is a server."""
    heading = frozenset(analyse("".join(source["section_path"][-1:])))
    return heading if len(heading) == 1 else frozenset()


def _has_named_columns(row: Evidence) -> bool:
    """Whether bars or tabs part the cells of a row, or words head them: of years alone, a row is named by its label."""
    return is_grid_row(row) or (row.is_row and any(not years_in(head) for head in row.header))


def table_of(piece: Evidence, sources: Sequence[Source]) -> tuple[str, tuple[str, ...], frozenset[int]]:
    """Where a row stands: revision, section and page."""
    source = sources[piece.position]
    return source["revision_id"], tuple(source["section_path"]), frozenset(source["pages"])
