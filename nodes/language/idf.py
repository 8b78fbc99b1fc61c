"""How much a term tells: the fewer documents hold it, the more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping


def idf_weights(terms: Iterable[str], document_count: int, frequencies: Mapping[str, int]) -> dict[str, float]:
    """Inverse document frequencies as BM25 has them: `ln(1 + (n - df + 0.5) / (df + 0.5))`.

    Source: Robertson and Zaragoza 2009, with the 1 that keeps them positive.

    Args:
        terms: analysed ones.
        document_count: n, 0 or more.
        frequencies: df by term; a term that is missing is in no document. A df above n counts as n.
    """
    weights: dict[str, float] = {}
    for term in terms:
        frequency = min(frequencies.get(term, 0), document_count)
        weights[term] = math.log(1 + (document_count - frequency + 0.5) / (frequency + 0.5))
    return weights
