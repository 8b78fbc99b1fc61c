"""Runs: items of different lengths, one behind the other in one array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def begins(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """(N,) where each of so many items of these lengths begins."""
    found: NDArray[np.int64] = np.cumsum(lengths) - lengths
    return found


def runs(firsts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """`firsts[i], firsts[i] + 1, ...`, `lengths[i]` of them, for every i, shape (sum of lengths,)."""
    return np.repeat(firsts - begins(lengths), lengths) + np.arange(int(lengths.sum()))
