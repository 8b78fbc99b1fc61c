"""Runs: items of different lengths, one behind the other in one array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def begins(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """(N,) where each of so many items of these lengths begins."""
    found: NDArray[np.int64] = lengths.cumsum() - lengths
    return found


def starts(homes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Where each run of equal numbers begins, one or more numbers given."""
    is_first = np.empty(len(homes), bool)
    is_first[0] = True
    np.not_equal(homes[1:], homes[:-1], out=is_first[1:])
    found: NDArray[np.int64] = is_first.nonzero()[0]
    return found


def runs(firsts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """`firsts[i], firsts[i] + 1, ...`, `lengths[i]` of them, for every i, shape (sum of lengths,)."""
    return (firsts - begins(lengths)).repeat(lengths) + np.arange(int(lengths.sum()))
