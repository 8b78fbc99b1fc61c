"""The terms of a query as a ranking needs them: how rare each is, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class QueryTerms:
    """The T terms of a query with their statistics in a collection, and its embedding."""

    keys: NDArray[np.uint32]
    """(T,) see `nodes.ranking.features.term_keys`."""
    idf: NDArray[np.float32]
    """(T,) in the collection, times the weight."""
    weights: NDArray[np.float32]
    """(T,) 1 for the question's own words, less for the parts of its compounds and for synonyms, 0 for what only
    another collection may hold."""
    document_count: int
    frequencies: Mapping[str, int]
    """How many documents of the collection hold each term, where any does."""
    document_frequencies: NDArray[np.float32]
    """(T,) the same, in the order of the terms."""
    embedding: NDArray[np.float32]
    """(D,)"""
