"""How collections stand beside one another: by what the best passage of each says of the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nodes.ranking.bm25 import idf
from nodes.ranking.features import BODY
from nodes.ranking.pool import Pool
from nodes.ranking.walk import SATURATION


class Searched(NamedTuple):
    """What one collection has of a question of T terms."""

    pool: Pool
    term_weights: NDArray[np.float32]
    """(T,) 1 for the question's own terms, less for synonyms; the same everywhere."""
    frequencies: NDArray[np.float32]
    """(T,) how many of its documents hold each term."""
    document_count: int


def standings(searched: Sequence[Searched | None]) -> list[float]:
    """0..1 for each collection: the square root of what its best passage covers, over that of the best collection.

    Ranks alone let a collection about something else say as much as the one that answers. What is covered is weighed by
    how rare a term is in all of these collections together, `tf / (tf + 0.4 (0.5 + 0.5 length / average))` of each; the
    root leaves room for evidence that is spread over several.

    Args:
        searched: One a collection; None where nothing is known of its passages, which stands as 1.
    """
    known = [each for each in searched if each is not None]
    if not known:
        return [1.0] * len(searched)
    frequencies: NDArray[np.float32] = np.stack([each.frequencies for each in known]).sum(axis=0)
    weights = known[0].term_weights * idf(frequencies, sum(each.document_count for each in known))
    covered = [_best_covered(each.pool, weights) if each is not None else None for each in searched]
    best = max((each for each in covered if each is not None), default=0.0)
    return [1.0 if each is None or best <= 0 else float(np.sqrt(each / best)) for each in covered]


def _best_covered(pool: Pool, weights: NDArray[np.float32]) -> float:
    """The weight of the terms that one passage covers, of the passage that covers most."""
    counts = pool.counts.sum(axis=0)
    norms = SATURATION * (0.5 + 0.5 * pool.block.lengths[:, BODY] / pool.average).astype(np.float32)
    # Not `@`: for five columns OpenBLAS reads beyond the row on some processors, and warns of what it found there.
    return float(np.einsum("pt,t->p", counts / (counts + norms[:, None]), weights).max(initial=0.0))
