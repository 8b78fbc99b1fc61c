"""Weights learned from feedback: a linear combination of the scores that a passage has, which a person can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from nodes.domain.chat import Hit, ScoreName
from nodes.ranking.order import by_final, final_score, with_scores

FEATURES: tuple[ScoreName, ...] = ("final", "dense", "bm25", "fused", "link", "hierarchy")
"""What is combined. `final` is the score that decides without learning."""
DEFAULTS: Mapping[str, float] = {name: float(name == "final") for name in FEATURES}
"""Weights that change nothing."""
BM25_HALF = 10.0
"""A BM25 score that counts as one half."""


def scaled_scores(scores: Mapping[ScoreName, float]) -> NDArray[np.float64]:
    """(6,) scores by `FEATURES`, each 0..1 by itself, whatever else was found; 0 for one that a passage has not.

    `final` is the one before learned weights were applied. `dense` is a cosine, its negative part cut off; `bm25` and
    `hierarchy` have no bound and count as `b / (b + 10)` and `h / (h + 1)`.
    """
    return np.array(
        [
            np.clip(scores.get("plain", scores.get("final", 0.0)), 0, 1),
            np.clip(scores.get("dense", 0.0), 0, 1),
            _share(scores.get("bm25", 0.0), BM25_HALF),
            np.clip(scores.get("fused", 0.0), 0, 1),
            np.clip(scores.get("link", 0.0), 0, 1),
            _share(scores.get("hierarchy", 0.0), 1.0),
        ],
        np.float64,
    )


def weighed(hits: Sequence[Hit], weights: Mapping[str, float]) -> list[Hit]:
    """Hits in the order of `sum of weight x feature`.

    Args:
        hits: with final scores.
        weights: by the names of `FEATURES`; those that are missing are 0.

    Returns:
        Copies with `plain`, the final score so far, and `final`, the sum from the least to the greatest as 0..1.
        Where all sums are equal the final scores stay.
    """
    vector = np.array([weights.get(name, 0.0) for name in FEATURES])
    sums = [float(scaled_scores(hit["scores"]) @ vector) for hit in hits]
    least, greatest = min(sums, default=0.0), max(sums, default=0.0)
    if greatest <= least:
        return list(hits)
    floor = min(0.0, least)
    return by_final(
        with_scores(hit, {"plain": final_score(hit), "final": (each - floor) / (greatest - floor)})
        for hit, each in zip(hits, sums, strict=True)
    )


def _share(score: float, half: float) -> float:
    return max(0.0, score) / (max(0.0, score) + half)
