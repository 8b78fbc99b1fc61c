"""Relevance: a model's ratings, combined with the scores there are."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from nodes.domain.chat import Hit
from nodes.ranking.order import by_final, final_score, with_scores

VECTOR_WEIGHT = 0.4
"""Of the score so far beside a rating, 0..1 both."""
RELEVANCE_WEIGHT = 0.6
"""Of the rating that a model gives."""


def combine(hits: Sequence[Hit], relevances: Mapping[str, float], asked: Sequence[str]) -> list[Hit]:
    """Hits by `0.4 * vector + 0.6 * relevance`, the vector score being the final one so far over its maximum.

    A hit that was asked about and not rated keeps its vector score as its relevance. One that was not asked about has
    none, and so stays behind those the model found relevant.

    Args:
        hits: with final scores.
        relevances: 0..1 by chunk id.
        asked: chunk ids that the model was to rate.

    Returns:
        Copies with `rerank` where there is a relevance, and `final` 0..1, in order.
    """
    best = max((final_score(hit) for hit in hits), default=0.0) or 1.0
    vectors = {hit["chunk_id"]: final_score(hit) / best for hit in hits}
    unrated = set(asked) - set(relevances)
    combined: list[Hit] = []
    for hit in hits:
        vector = vectors[hit["chunk_id"]]
        relevance = relevances.get(hit["chunk_id"], vector if hit["chunk_id"] in unrated else 0.0)
        final = VECTOR_WEIGHT * vector + RELEVANCE_WEIGHT * relevance
        scored = with_scores(hit, {"final": final})
        combined.append(with_scores(scored, {"rerank": relevance}) if hit["chunk_id"] in relevances else scored)
    return by_final(combined)


def relevance_key(question: str, title: str, content: str, model: str) -> str:
    """Cache key of one rating: the same for the same question, text and model, whatever document the text is in."""
    parts = (model, " ".join(question.split()).casefold(), title, content)
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=20).hexdigest()
