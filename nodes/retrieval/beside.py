"""Hits that were not found themselves, and are read for one that was: they stand beside it, or go on about it."""

from __future__ import annotations

from llama_index.core.schema import BaseNode

from nodes.documents.rows import hit_of
from nodes.domain.chat import DocumentView, Hit
from nodes.ranking.order import final_score, with_scores

BESIDE_SHARE = 0.9
"""Of the score of the hit that they are read for: less, as the question itself did not find them."""


def hit_beside(row: BaseNode, view: DocumentView, hit: Hit, why: str) -> Hit:
    """A chunk that is read for a hit, behind which its score places it.

    Args:
        row: Of the chunk, in the store.
        view: Of its document.
        hit: That it is read for.
        why: It was selected.
    """
    return {**with_scores(hit_of(row, view), {"final": BESIDE_SHARE * final_score(hit)}), "selected_because": why}
