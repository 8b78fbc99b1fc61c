"""Confidence: how much of the question its evidence covers."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from nodes.language.terms import analyse


def idf_weights(terms: Sequence[str], document_count: int, frequencies: Mapping[str, int]) -> dict[str, float]:
    """Inverse document frequencies as BM25 has them: `ln(1 + (n - df + 0.5) / (df + 0.5))`.

    Source: Robertson and Zaragoza 2009, with the 1 that keeps them positive.

    Args:
        terms: analysed terms of the question.
        document_count: n, 0 or more.
        frequencies: df by term; a term that is missing is in no document. A df above n counts as n.
    """
    weights: dict[str, float] = {}
    for term in terms:
        frequency = min(frequencies.get(term, 0), document_count)
        weights[term] = math.log(1 + (document_count - frequency + 0.5) / (frequency + 0.5))
    return weights


def covered_terms(terms: Collection[str], texts: Sequence[str]) -> set[str]:
    """Those of the terms that one of the texts has, by the analysis that documents and questions share."""
    wanted = set(terms)
    found: set[str] = set()
    for text in texts:
        found.update(wanted.intersection(analyse(text)))
        if len(found) == len(wanted):
            break
    return found


def confidence(weights: Mapping[str, float], texts: Sequence[str]) -> float:
    """Share of the question's idf mass that the evidence covers, 0..1.

    Args:
        weights: the question's terms with their weights, 0 or more (`idf_weights`).
        texts: what the evidence says: contents, titles, section titles.

    Returns:
        0 without evidence; 1 where evidence has every term, and where the question has no terms that weigh anything.
    """
    if not any(text.strip() for text in texts):
        return 0.0
    mass = sum(weights.values())
    if mass <= 0:
        return 1.0
    found = covered_terms(weights, texts)
    return min(1.0, sum(weight for term, weight in weights.items() if term in found) / mass)
