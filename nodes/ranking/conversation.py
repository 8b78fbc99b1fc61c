"""A prior for what a conversation is about."""

from __future__ import annotations

from collections.abc import Sequence, Set

from nodes.domain.chat import Hit
from nodes.ranking.order import by_final, final_score, with_scores

SPOKEN_OF = 0.2
"""Of the best score, for passages of documents that are spoken of: they come first where others are no better."""


def lifted_by_conversation(hits: Sequence[Hit], document_ids: Set[str]) -> list[Hit]:
    """The hits, best first, those of these documents lifted by a fifth of the best score."""
    lift = SPOKEN_OF * max(map(final_score, hits), default=0.0)
    return by_final(
        with_scores(hit, {"final": final_score(hit) + lift}) if hit["document_id"] in document_ids else hit
        for hit in hits
    )
