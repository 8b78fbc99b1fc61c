"""How sure a mean difference is, by drawing the questions again. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 10_000
"""Draws of as many questions as there are."""
LEVEL = 0.95
"""Share of the resampled means that the interval holds."""
SEED = 42
"""The same results always give the same interval."""
_BATCH_CELLS = 4_000_000
"""Numbers that are in memory at once."""


@dataclass(frozen=True)
class PairedDifference:
    """The mean of second minus first over the same questions, with its interval."""

    mean: float
    low: float
    high: float
    """Ends of the interval."""
    questions: int
    better: int
    """Questions on which the second is above the first."""
    worse: int

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0


def paired_difference(
    first: Sequence[float],
    second: Sequence[float],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> PairedDifference:
    """Compares two runs question by question.

    Source: the percentile bootstrap (Efron 1979) over the paired differences, as Sakai 2006 uses it for retrieval:
    questions are drawn with replacement, as many as there are, and the interval holds the middle 95 % of the means.

    Args:
        first: one value a question; higher is better.
        second: of the same questions in the same order.
        resamples: how often the questions are drawn, 1 or more.
        seed: the same seed gives the same interval.

    Raises:
        ValueError: the runs differ in length or are empty, or a value is not finite.
    """
    if len(first) != len(second) or not first:
        raise ValueError(f"{len(first)} values cannot be paired with {len(second)}.")
    differences = np.asarray(second, dtype=np.float64) - np.asarray(first, dtype=np.float64)
    if not np.isfinite(differences).all():
        raise ValueError("A value to compare is not a finite number.")
    means = _resampled_means(differences, resamples, seed)
    tail = (1 - LEVEL) / 2
    low, high = (float(end) for end in np.quantile(means, (tail, 1 - tail)))
    return PairedDifference(
        mean=float(differences.mean()),
        low=low,
        high=high,
        questions=len(differences),
        better=int((differences > 0).sum()),
        worse=int((differences < 0).sum()),
    )


def _resampled_means(differences: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """Means of the drawn questions; drawn in batches, as thousands of questions ten thousand times fill the memory."""
    random = np.random.default_rng(seed)
    size = len(differences)
    batch = max(1, _BATCH_CELLS // size)
    parts = [
        differences[random.integers(0, size, (min(batch, resamples - begin), size))].mean(axis=1)
        for begin in range(0, resamples, batch)
    ]
    return np.concatenate(parts)
