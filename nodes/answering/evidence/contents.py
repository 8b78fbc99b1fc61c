"""Tables of contents: lists of a document's own headings say where something is told, and tell nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.chat import Source
from nodes.language.terms import normalise_name

_FEWEST_ITEMS = 4
"""Items of a table of contents: a shorter list may tell what is done in which order."""
_FEWEST_HEADINGS = 2
"""Of them that are headings of the document: one may be called so by chance."""


def without_contents(pieces: Sequence[Evidence], sources: Sequence[Source]) -> list[Evidence]:
    """The pieces, lists of headings marked as headings: those that name two sections, and their items.

    Args:
        pieces: All evidence.
        sources: What it came from; of a document's headings those above its sources are known.
    """
    headings: dict[str, set[str]] = {}
    for source in sources:
        own = headings.setdefault(source["document_id"], set())
        own.update(normalise_name(title) for title in source["section_path"][1:] if " " in title.strip())
    listing = [
        piece
        for piece in pieces
        if piece.is_list and _lists_headings(piece, headings[sources[piece.position]["document_id"]])
    ]
    if not listing:
        return [*pieces]
    return [replace(piece, is_heading=True) if any(map(piece.lies_in, listing)) else piece for piece in pieces]


def _lists_headings(piece: Evidence, headings: set[str]) -> bool:
    items = [normalise_name(line.lstrip(" \t-*•–▪·>0123456789.)")) for line in piece.text.split("\n")]
    return len(items) >= _FEWEST_ITEMS and len(headings.intersection(items)) >= _FEWEST_HEADINGS
