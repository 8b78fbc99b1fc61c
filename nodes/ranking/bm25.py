"""BM25 over small matrices: scores of the passages at hand, with whatever statistics fit them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
"""How soon more occurrences count no more; this and the next as Lucene has them by default."""
B = 0.75
"""0..1: how far a long text must say a term more often than a short one."""

Array = NDArray[np.float32]


def idf(frequencies: NDArray[np.float32], count: float) -> Array:
    """`ln(1 + (N - n + 0.5) / (n + 0.5))`, as Lucene has it: above 0 for every term.

    Args:
        frequencies: (T,) how many of the texts hold each term, 0..count.
        count: N, number of texts.
    """
    n = np.minimum(frequencies, count)
    return np.log1p((count - n + 0.5) / (n + 0.5)).astype(np.float32)


def rarity(frequency: float, count: float) -> float:
    """`ln(1 + N/df) / ln(1 + N)`, 0..1: 1 for what one of N texts has. A frequency under 1 counts as 1."""
    texts = max(1.0, count)
    return math.log1p(texts / max(1.0, frequency)) / math.log1p(texts)


def bm25_parts(
    counts: Array, lengths: NDArray[np.int32], weights: Array, *, average: float | None = None, b: float = B
) -> Array:
    """BM25 of every term in every text, shape (P, T); the sum over the terms is the score (Robertson et al. 1994).

    Args:
        counts: (P, T) occurrences.
        lengths: (P,) terms in each text.
        weights: (T,) idf, times the term's weight in the question.
        average: mean length; None for that of the texts at hand.
        b: 0..1, how much length counts.
    """
    mean = float(lengths.mean()) if average is None and len(lengths) else (average or 0.0)
    norm = K1 * (1 - b + b * lengths / max(mean, 1.0)).astype(np.float32)
    parts: Array = (weights * (counts * (K1 + 1) / (counts + norm[:, None]))).astype(np.float32)
    return parts
