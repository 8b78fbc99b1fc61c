"""Scores of passages at several grains and in several fields: what every ranking of the pool begins with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nodes.domain.options import Fusion
from nodes.domain.switches import DEFAULT, Features
from nodes.ranking.bm25 import bm25_parts, idf
from nodes.ranking.features import BODY, LABELS, TITLES, Block, directions
from nodes.ranking.fusion import RANK_CONSTANT
from nodes.ranking.pool import Pool, field_counts
from nodes.ranking.runs import starts

TITLES_WEIGHT = 0.35
"""Of titles and headings, beside the 1 that body and cosine have together."""
TITLES_FLOOR = 0.7
"""Of what all terms of the question could give, 0..1: titles are divided by no less, see `base_scores`."""
DEFINITIONS_WEIGHT = 1.4
"""Of names that source code defines, on the same scale: from .7 to 1.4 little differs, see `docs/ablation.md`."""
FIELD_B = 0.5
"""b of BM25 in headings and labels, 0..1, in place of .75: they are short, and a long one says no less."""
FEEDBACK_PASSAGES = 10
"""The best, which what is common is taken from: the usual number for RM3."""
FEEDBACK_TERMS = 20
"""Of these, the most common, which are asked for as well."""
FEEDBACK_WEIGHT = 0.5
"""Of them beside the question's own terms, 0..1: half and half, as RM3 is mostly used."""
SMOOTHED = 100
"""Passages that are compared with one another: the best, as each costs a row of the matrix."""
NEIGHBOURS = 10
"""Of each, the nearest, which it is mixed with."""
NEIGHBOUR_WEIGHT = 0.4
"""Of their mean score beside its own, 0..1."""

Scores = NDArray[np.float32]


@dataclass(frozen=True)
class Blend:
    """How words, meaning, titles and names become one score."""

    fusion: Fusion
    """`weighted` by score, or `rrf` by rank."""
    alpha: float
    """Weight of the cosine beside the words, 0..1."""
    features: Features = DEFAULT
    """The parts that are on; the others count as 0."""


def pool_idf(pool: Pool, collection: NDArray[np.float32], term_weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """(T,) half the idf in the collection (weighted already), half that among the passages at hand."""
    frequencies = (pool.body > 0).sum(axis=0).astype(np.float32)
    inside = term_weights * idf(frequencies, max(1, pool.block.passage_count))
    return ((collection + inside) / 2).astype(np.float32)


def base_scores(pool: Pool, weights: NDArray[np.float32], blend: Blend) -> Scores:
    """(P,) body BM25 b, best cosine w, title BM25 t and, in source code, BM25 d of the names it defines, in one.

    Weighted: `(1 - alpha) b + alpha w + 0.35 t + 1.4 d`, each divided by its maximum. By rank: the sum of
    `1 / (60 + rank)`.

    Titles and names are divided by no less than 0.7 of what all terms of the question could give, so that a title
    that has one common word of it does not count as if it had them all.

    Args:
        pool: The passages.
        weights: (T,) idf of the question's terms.
        blend: How they become one.
    """
    return _combined(pool, pool.body_scores(weights), weights, blend)


def _combined(pool: Pool, body: Scores, weights: NDArray[np.float32], blend: Blend) -> Scores:
    """`base_scores`, with these scores of the body."""
    titles = bm25_parts(pool.counts[TITLES], pool.block.lengths[:, TITLES], weights, b=FIELD_B).sum(axis=1)
    floor = TITLES_FLOOR * float(weights.sum())
    dense = np.maximum(pool.cosines, 0)
    body, dense, titles = (
        part if name in blend.features else np.zeros_like(part)
        for name, part in (("words", body), ("dense", dense), ("headings", titles))
    )
    defined = _defined(pool, weights, floor, blend.features)
    if blend.fusion == "rrf":
        return _by_rank(body) + _by_rank(dense) + _by_rank(titles) + _by_rank(defined)
    combined: Scores = (
        (1 - blend.alpha) * divided(body)
        + blend.alpha * divided(dense)
        + TITLES_WEIGHT * divided(titles, floor)
        + DEFINITIONS_WEIGHT * defined
    ).astype(np.float32)
    return combined


def _defined(pool: Pool, weights: NDArray[np.float32], floor: float, features: Features) -> Scores:
    """(P,) BM25 of the names that passages define, divided, times the share of passages that define any, 0..1.

    Where most of what was found is source code, a question that says a name means the place that defines it; between
    pages of prose a sample is just a sample.
    """
    scores = np.zeros(pool.block.passage_count, np.float32)
    lengths = _defining(pool.block)
    code = np.flatnonzero(lengths)
    if len(code) and "definitions" in features:
        scores[code] = bm25_parts(pool.counts[LABELS][code], lengths[code], weights, b=FIELD_B).sum(axis=1)
    return divided(scores, floor) * np.float32(code_share(pool))


def code_share(pool: Pool) -> float:
    """The share of passages that define names, which only source code does, 0..1."""
    return np.count_nonzero(_defining(pool.block)) / max(pool.block.passage_count, 1)


def _defining(block: Block) -> NDArray[np.int32]:
    """(P,) terms in the names that each passage defines; labels of table rows are not such names."""
    return np.where(block.rows > 0, 0, block.lengths[:, LABELS]).astype(np.int32)


def _by_rank(scores: Scores) -> Scores:
    """`1 / (60 + rank)`, equal scores of one rank; nothing for a score of 0."""
    values, inverse, counts = np.unique(-scores, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - counts + 1
    found: Scores = np.where(values[inverse] < 0, 1 / (RANK_CONSTANT + ranks[inverse]), 0).astype(np.float32)
    return found


def divided(scores: Scores, floor: float = 0.0) -> Scores:
    """Scores by their maximum, or by `floor` where that is larger; all 0 where neither is above 0."""
    largest = max(float(scores.max(initial=0.0)), floor)
    return scores / np.float32(largest) if largest > 0 else np.zeros_like(scores)


def with_feedback(pool: Pool, scores: Scores, weights: NDArray[np.float32], blend: Blend) -> Scores:
    """(P,) scores anew, half by the question's terms, half by what is common in the ten best passages.

    Pseudo-relevance feedback, RM3 (Lavrenko and Croft 2001; Abdul-Jaleel et al. 2004): the 20 terms of the highest
    `sum of score x tf / length` over the ten best; their weights and the question's sum to one half each.
    """
    block = pool.block
    if not len(pool.keys) or not len(scores):
        return scores
    feedback, shares = _relevance_model(block, scores)
    keys = np.concatenate([pool.keys, np.setdiff1d(feedback, pool.keys)])
    counts = field_counts(block, keys)[BODY]
    rarity = idf((counts > 0).sum(axis=0).astype(np.float32), block.passage_count)
    rarity[: len(weights)] = weights
    model = np.zeros(len(keys), np.float32)
    model[: len(weights)] = (1 - FEEDBACK_WEIGHT) / len(weights)
    places = {key: place for place, key in enumerate(keys.tolist())}
    model[[places[key] for key in feedback.tolist()]] += FEEDBACK_WEIGHT * shares
    body = bm25_parts(counts, block.lengths[:, BODY], rarity * model).sum(axis=1)
    return _combined(pool, body, weights, blend)


def _relevance_model(block: Block, scores: Scores) -> tuple[NDArray[np.uint32], Scores]:
    """The feedback terms and their shares, which sum to 1."""
    best = np.argsort(-scores, kind="stable")[:FEEDBACK_PASSAGES]
    shares = np.zeros(block.passage_count, np.float32)
    shares[best] = scores[best] / np.maximum(block.lengths[best, BODY], 1)
    chosen = np.flatnonzero((shares[block.passages] > 0) & (block.fields == BODY))
    terms, inverse = np.unique(block.terms[chosen], return_inverse=True)
    model = np.bincount(inverse, shares[block.passages[chosen]] * block.counts[chosen], len(terms))
    top = np.argsort(-model, kind="stable")[:FEEDBACK_TERMS]
    return terms[top], (model[top] / max(float(model[top].sum()), 1e-12)).astype(np.float32)


def smoothed(pool: Pool, scores: Scores) -> Scores:
    """(P,) the hundred best as `0.6 h + 0.4 mean of their ten nearest`, weighted by cosine to the fourth.

    Passages that say alike are relevant alike (the cluster hypothesis); a hundred are compared with one another.
    """
    best = np.argsort(-scores, kind="stable")[:SMOOTHED]
    if len(best) < 2:
        return scores
    best = np.sort(best)
    chosen = np.zeros(pool.block.passage_count, bool)
    chosen[best] = True
    held = np.flatnonzero(chosen[pool.block.homes])
    homes = pool.block.homes[held]
    # Chunks stand in the order of their passages, so each passage's are a run.
    firsts = starts(homes)
    best = homes[firsts].astype(np.int64)
    means = np.add.reduceat(directions(pool.block.vectors[held]), firsts, axis=0)
    means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-12)
    similar = np.maximum(means @ means.T, 0) ** 4
    np.fill_diagonal(similar, 0)
    if len(best) > NEIGHBOURS:
        similar[similar < np.partition(similar, -NEIGHBOURS, axis=1)[:, -NEIGHBOURS, None]] = 0
    # Not `@`, as in `standing.py`.
    around = np.einsum("pq,q->p", similar, scores[best]) / np.maximum(similar.sum(axis=1), 1e-12)
    mixed = scores.copy()
    mixed[best] = (1 - NEIGHBOUR_WEIGHT) * scores[best] + NEIGHBOUR_WEIGHT * around
    return mixed
