"""Rows of a long table that name a thing many times, where a sentence tells about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nodes.answering.choosing.matching_rows import MOST_ROWS
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.question.question_facts import Facts
from nodes.language.superlatives import asks_extreme, asks_first_or_last


def without_crowded_rows(pieces: Sequence[Evidence], facts: Facts) -> list[Evidence]:
    """The pieces without rows of which more than six of a document hold the same of the question, and a sentence all.

    Each of a thousand orders names the thing that was ordered, and tells nothing of the thing. Where several are asked
    for, or the most of a column, rows are meant.
    """
    if facts.wanted.asks_several or asks_extreme(facts.question) or asks_first_or_last(facts.question):
        return [*pieces]
    held = [frozenset(facts.weights.keys() & (piece.terms | piece.about)) for piece in pieces]
    rows = [
        (facts.source_of(piece).document_id, terms) if piece.is_row and terms else None
        for piece, terms in zip(pieces, held, strict=True)
    ]
    counts = Counter(row for row in rows if row is not None)
    crowded = {row for row, count in counts.items() if count > MOST_ROWS}
    if not crowded:
        return [*pieces]
    said = {terms for piece, terms in zip(pieces, held, strict=True) if not (piece.is_row or piece.is_heading)}
    told = {row for row in crowded if any(row[1] <= terms for terms in said)}
    return [piece for piece, row in zip(pieces, rows, strict=True) if row not in told]
