"""Fusion of ranked lists: by ranks, or by normalised scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.language.terms import normalise_name
from nodes.ranking.order import by_score

RANK_CONSTANT = 60
"""k of reciprocal rank fusion (Cormack et al. 2009), as published: the larger, the less the first ranks stand out."""
_FACTUAL_WEIGHTS = (("official", 1.3), ("wiki", 1.1))


def reciprocal_rank_fusion(lists: Sequence[Sequence[str]], weights: Sequence[float] | None = None) -> dict[str, float]:
    """Sum over the lists of `weight / (60 + rank)`, rank from 1 (Cormack, Clarke and Büttcher 2009).

    Args:
        lists: ids, best first; an id that a list repeats counts where it stands first.
        weights: one a list, 0 or more; 1 each where None.

    Returns:
        Scores by id, in order (score descending, id ascending). They are small: normalise before any threshold.

    Raises:
        ValueError: the weights do not match the lists.
    """
    if weights is not None and len(weights) != len(lists):
        raise ValueError(f"{len(weights)} weights for {len(lists)} lists")
    fused: dict[str, float] = {}
    for ids, weight in zip(lists, weights or [1.0] * len(lists), strict=True):
        for rank, each in enumerate(dict.fromkeys(ids), start=1):
            fused[each] = fused.get(each, 0.0) + weight / (RANK_CONSTANT + rank)
    return by_score(fused)


def weighted_fusion(dense: Mapping[str, float], bm25: Mapping[str, float], alpha: float) -> dict[str, float]:
    """`alpha * dense + (1 - alpha) * bm25`, each list normalised to 0..1 by its maximum; what a list lacks is 0.

    Args:
        dense: cosines by id, -1..1; negative ones count as 0.
        bm25: BM25 scores by id, 0 or more.
        alpha: weight of dense, 0..1.

    Returns:
        Scores by id, 0..1, in order (score descending, id ascending).

    Raises:
        ValueError: alpha is not in 0..1.
    """
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha must be in 0..1, not {alpha}")
    dense_part, bm25_part = normalise(dense), normalise(bm25)
    return by_score(
        {
            each: alpha * dense_part.get(each, 0.0) + (1 - alpha) * bm25_part.get(each, 0.0)
            for each in {**dense_part, **bm25_part}
        }
    )


def normalise(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores divided by the largest, so that they are in 0..1 and keep their proportions; negative ones become 0.

    Where none is positive all are 0. Order is that of the input.
    """
    best = max(scores.values(), default=0.0)
    if best <= 0:
        return dict.fromkeys(scores, 0.0)
    return {each: max(0.0, score) / best for each, score in scores.items()}


def collection_weight(name: str, weight: float, query_type: str) -> float:
    """The collection's own weight; for factual questions times 1.3 if it is called official, 1.1 if a wiki.

    The larger factor holds where a name has both words. Case does not matter.
    """
    if query_type != "factual":
        return weight
    words = set(normalise_name(name).split())
    return weight * next((factor for word, factor in _FACTUAL_WEIGHTS if word in words), 1.0)
