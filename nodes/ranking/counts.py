"""Hits that tell how many there are of what is counted: who asks that means them, and not what else speaks of it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from nodes.domain.chat import Hit
from nodes.language.counted import counted_term, tells_count
from nodes.ranking.order import by_final, final_score, with_scores

COUNT_WEIGHT = 0.2
"""Beside scores of 0..1 (`told_counts` in `docs/ablation.md`)."""


def telling_counts(hits: Sequence[Hit], question: str) -> frozenset[str]:
    """The chunk ids of the hits with a number before what the question counts; empty where it counts nothing.

    Args:
        hits: In any order.
        question: What is searched for, without instructions.
    """
    term = counted_term(question)
    return frozenset(hit["chunk_id"] for hit in hits if term and tells_count(hit["content"], term))


def lifted_by_counts(hits: Sequence[Hit], telling: Set[str]) -> list[Hit]:
    """The hits in order of `final + 0.2` where they tell the count, divided by the largest where that is above 1.

    Args:
        hits: Final scores 0..1.
        telling: Chunk ids.
    """
    lifted = [final_score(hit) + COUNT_WEIGHT * (hit["chunk_id"] in telling) for hit in hits]
    largest = max([1.0, *lifted])
    return by_final(with_scores(hit, {"final": score / largest}) for hit, score in zip(hits, lifted, strict=True))
