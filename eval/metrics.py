"""Measures of a ranking, as pure functions of distinct items in order, the gold items with their gains, a cut-off.

Every measure is in 0..1, and 0 for an empty ranking. Gold is never empty and its gains are above 0; a question without
gold is not judged. Gains are what `qrels.tsv` says; measures without gains take any gold item as relevant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

Ranking = Sequence[str]
Gold = Mapping[str, float]


def distinct(items: Iterable[str]) -> list[str]:
    """The items in order, each where it came first."""
    return list(dict.fromkeys(items))


def recall(ranking: Ranking, gold: Gold, k: int) -> float:
    """Share of the gold items among the first k."""
    return len(gold.keys() & set(ranking[:k])) / len(gold)


def all_recall(ranking: Ranking, gold: Gold, k: int) -> float:
    """1 if every gold item is among the first k."""
    return float(gold.keys() <= set(ranking[:k]))


def hit(ranking: Ranking, gold: Gold, k: int) -> float:
    """1 if at least one gold item is among the first k."""
    return float(not gold.keys().isdisjoint(ranking[:k]))


def document_recall(ranking: Ranking, gold: Gold, k: int, document_of: Callable[[str], str]) -> float:
    """Share of the gold items' documents among the documents of the first k items."""
    wanted = {document_of(item) for item in gold}
    return len(wanted & {document_of(item) for item in ranking[:k]}) / len(wanted)


def document_hit(ranking: Ranking, gold: Gold, k: int, document_of: Callable[[str], str]) -> float:
    """1 if at least one gold item's document is among the documents of the first k items."""
    wanted = {document_of(item) for item in gold}
    return float(not wanted.isdisjoint(document_of(item) for item in ranking[:k]))


def ndcg(ranking: Ranking, gold: Gold, k: int) -> float:
    """Normalised discounted cumulative gain: gains as they are, divided by log2(rank + 1), over the best possible sum.

    Source: Järvelin and Kekäläinen 2002, with the gain and discount of trec_eval, as BEIR reports it.
    """
    gained = _discounted(gold.get(item, 0.0) for item in ranking[:k])
    return min(1.0, gained / _discounted(sorted(gold.values(), reverse=True)[:k]))


def reciprocal_rank(ranking: Ranking, gold: Gold, k: int) -> float:
    """1 / rank of the first gold item among the first k, else 0. Its mean is MRR@k."""
    return next((1 / rank for rank, item in enumerate(ranking[:k], start=1) if item in gold), 0.0)


def average_precision(ranking: Ranking, gold: Gold, k: int) -> float:
    """Sum of the precisions at the ranks of the gold items among the first k, over the number of gold items.

    Its mean is MAP@k. Source: trec_eval's `map_cut`, which divides by all gold items, also where they exceed k.
    """
    found = 0
    total = 0.0
    for rank, item in enumerate(ranking[:k], start=1):
        if item in gold:
            found += 1
            total += found / rank
    return total / len(gold)


def _discounted(gains: Iterable[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
