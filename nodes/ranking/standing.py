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
from nodes.ranking.weighted_terms import QueryTerms

MEANING_SHARE = 0.5
"""Of the likeness in meaning beside the words, 0..1: from .3 to .5 questions of two to four documents find alike over
five collections, at .7 less. Words alone put a collection that says "agreement" behind one that says "contract" in
passing."""


class Searched(NamedTuple):
    """What one collection has of a question."""

    pool: Pool
    terms: QueryTerms


def standings(searched: Sequence[Searched | None]) -> list[float]:
    """0..1 for each collection: the square root of what its best passage says, over that of the best collection.

    Half is what it covers in words, half its cosine, each over the best; words alone where the collections have
    different embedding models. Ranks alone let a collection about something else say as much as the one that answers.
    What is covered is weighed by how rare a term is in all of these collections together,
    `tf / (tf + 0.4 (0.5 + 0.5 length / average))` of each; the root leaves room for evidence that is spread over
    several.

    Args:
        searched: One a collection; None where nothing is known of its passages, which stands as 1.
    """
    known = [each for each in searched if each is not None]
    if not known:
        return [1.0] * len(searched)
    frequencies: NDArray[np.float32] = np.stack([each.terms.document_frequencies for each in known]).sum(axis=0)
    asked: NDArray[np.float32] = np.stack([each.terms.weights for each in known]).max(axis=0)
    weights = asked * idf(frequencies, sum(each.terms.document_count for each in known))
    said = _divided([_best_covered(each.pool, weights) for each in known])
    if all(np.array_equal(each.terms.embedding, known[0].terms.embedding) for each in known):
        alike = _divided([float(each.pool.cosines.max(initial=0.0)) for each in known])
        if any(said):
            said = [(1 - MEANING_SHARE) * one + MEANING_SHARE * other for one, other in zip(said, alike, strict=True)]
    shares = iter(_divided(said) if any(said) else [1.0] * len(known))
    return [1.0 if each is None else float(np.sqrt(next(shares))) for each in searched]


def _divided(values: Sequence[float]) -> list[float]:
    """Values, 0 or more, over the largest; all 0 where none is above."""
    largest = max(values, default=0.0)
    return [value / largest if largest > 0 else 0.0 for value in values]


def _best_covered(pool: Pool, weights: NDArray[np.float32]) -> float:
    """The weight of the terms that one passage covers, of the passage that covers most."""
    counts = pool.counts.sum(axis=0)
    norms = SATURATION * (0.5 + 0.5 * pool.block.lengths[:, BODY] / pool.average).astype(np.float32)
    # Not `@`: for five columns OpenBLAS reads beyond the row on some processors, and warns of what it found there.
    return float(np.einsum("pt,t->p", counts / (counts + norms[:, None]), weights).max(initial=0.0))
