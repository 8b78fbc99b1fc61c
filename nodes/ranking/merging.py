"""Merging: candidates of every query, kind and collection become one ranking of passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nodes.domain.chat import ScoreName
from nodes.domain.options import Fusion
from nodes.ranking.books import Book
from nodes.ranking.fusion import collection_weight, normalise, reciprocal_rank_fusion
from nodes.ranking.grains import Blend, base_scores, code_share, pool_idf, smoothed, with_feedback
from nodes.ranking.order import by_score
from nodes.ranking.pool import Pool
from nodes.ranking.weighted_terms import QueryTerms

PRIOR_WEIGHT = 0.3
"""Of `r`, how surely a document is meant, beside the score of a page, 0..1: that of the asked year is .6 ahead."""
OUTSIDE_LONG, OUTSIDE_SHORT = 0.3, 0.6
"""What the best passage outside the documents that a question means is worth beside a perfect one inside.

A long document is entered for what it alone says; beside a short one others have their say."""
MOST_RANKED = 300
"""Pages of the documents that are meant that go on, at most."""
MOST_CODE = 0.5
"""Share of the passages, 0..1: where more are source code, what the best have in common is how code is written."""
STANDING_POWER = 4
"""Of a collection's standing: from 4 to 6, questions of two to four documents find alike over five collections."""
NEAR_STANDING = 0.9
"""Of a collection whose best passage is told in any case; at .8 questions of two documents find a little less."""
LATEST_BEST = 7
"""Where that stands at the latest: among the eight passages that an answer reads by default."""

PassageId = tuple[str, int]
"""Revision id and the index of the chunk that stands for the passage."""


class Ranked(NamedTuple):
    """A passage with its scores: `dense`, `bm25`, `document` where each applies, and `fused` 0..1."""

    revision_id: str
    chunk_index: int
    scores: Mapping[ScoreName, float]

    @property
    def passage_id(self) -> PassageId:
        """What names it within its collection."""
        return self.revision_id, self.chunk_index

    def placed(self, fused: float) -> Ranked:
        """The same with another `fused`."""
        return Ranked(self.revision_id, self.chunk_index, {**self.scores, "fused": fused})


def rank_pool(
    pool: Pool,
    owners: Sequence[str],
    terms: QueryTerms,
    blend: Blend,
    *,
    feedback: bool,
    smooth: bool,
) -> list[Ranked]:
    """The passages at hand, best first.

    Args:
        pool: The passages.
        owners: The revision of each.
        terms: Of the question.
        blend: How the scores of a passage become one.
        feedback: Whether what the best passages have in common is asked for as well; never where most are source code.
        smooth: Whether a passage is lifted by those most like it.
    """
    weights = pool_idf(pool, terms.idf, terms.weights) if "pool_statistics" in blend.features else terms.idf
    scores = base_scores(pool, weights, blend)
    if feedback and code_share(pool) < MOST_CODE:
        scores = with_feedback(pool, scores, weights, blend)
    if smooth:
        scores = smoothed(pool, scores)
    largest = max(float(scores.max(initial=0.0)), 1e-12)
    # What is sorted are tuples, whose parts name the order: a function that makes a key of each takes as long again.
    columns = (-scores.astype(np.float64) / largest, pool.shown_chunks, pool.cosines, pool.body_scores(weights))
    fused, *others = (each.tolist() for each in columns)
    return [
        Ranked(owner, chunk, {"dense": dense, "bm25": body, "fused": -negative})
        for negative, owner, chunk, dense, body in sorted(zip(fused, owners, *others, strict=True))
    ]


def rank_books(books: Mapping[str, Book], priors: Mapping[str, float]) -> list[Ranked]:
    """The pages of the documents that a question means: `page score + 0.3 (r - best r)`, best first.

    Args:
        books: By revision id.
        priors: r of each.
    """
    best = max(priors.values(), default=0.0)
    found: list[Ranked] = []
    for revision_id, book in books.items():
        prior = PRIOR_WEIGHT * (priors[revision_id] - best)
        columns = (book.pool.shown_chunks, book.pool.cosines, book.body, book.scores)
        for chunk, dense, body, score in zip(*(each.tolist() for each in columns), strict=True):
            scores: dict[ScoreName, float] = {"document": 1 + prior, "dense": dense, "bm25": body}
            scores["fused"] = max(0.0, score + prior)
            found.append(Ranked(revision_id, chunk, scores))
    return _in_order(found)[:MOST_RANKED]


def together(inside: Sequence[Ranked], outside: Sequence[Ranked], *, long: bool) -> list[Ranked]:
    """Pages of the documents that are meant, and what else was found at a part of its score, each passage once.

    Args:
        inside: of `rank_books`.
        outside: of `rank_pool`, and what could not be ranked by it, in any order.
        long: whether a document that was entered is a long one.
    """
    if not inside:
        return _in_order(outside)
    meant = {each.revision_id for each in inside}
    weight = OUTSIDE_LONG if long else OUTSIDE_SHORT
    others = [each.placed(weight * each.scores["fused"]) for each in outside]
    return _in_order([*inside, *(each for each in others if each.revision_id not in meant)])


def reweighed(ranked: Sequence[Ranked], weights: Mapping[str, float]) -> list[Ranked]:
    """The passages in order of `fused` times the weight of their document, divided by the largest.

    Args:
        ranked: In any order.
        weights: By revision id; 1 where a document has none.
    """
    scores = [weights.get(each.revision_id, 1.0) * each.scores["fused"] for each in ranked]
    largest = max(scores, default=0.0) or 1.0
    return _in_order([each.placed(score / largest) for each, score in zip(ranked, scores, strict=True)])


def fuse_queries(rankings: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """Rankings of several queries by reciprocal rank; a single one as it is. `fused` is divided by the largest."""
    if len(rankings) == 1:
        return list(rankings[0])
    known = {f"{each.revision_id} {each.chunk_index}": each for ranking in reversed(rankings) for each in ranking}
    lists = [[f"{each.revision_id} {each.chunk_index}" for each in ranking] for ranking in rankings]
    fused = normalise(reciprocal_rank_fusion(lists))
    return [known[name].placed(score) for name, score in fused.items()]


def fuse_collections(
    rankings: Mapping[str, Sequence[Ranked]],
    collections: Mapping[str, tuple[str, float]],
    query_type: str,
    standing: Mapping[str, float] | None = None,
    fusion: Fusion = "weighted",
) -> dict[tuple[str, PassageId], float]:
    """One score a passage, 0..1, in order: that of a single collection as it is.

    Of several, a passage's score over the best of its collection, times the collection's weight, times the square of
    what the collection's best passage says of the question beside the best of all (the fourth power of the standing).
    Ranks would let a collection about something else say as much, or hide one that answers behind twenty passages of
    another. Where a collection stands near, its best passage is among the first in any case: scores of the first may
    hardly fall, as those of a long table do. On request they are fused by rank all the same, each with its weight and
    its standing: over five collections that finds .02 and .05 less of what two to four documents tell together.

    Args:
        rankings: By collection id.
        collections: Name and weight, by collection id.
        query_type: Of the plan; decides on factual collection weights.
        standing: 0..1 by collection id, see `nodes.ranking.standing`; 1 each where None.
        fusion: "rrf" for ranks in place of scores.
    """
    if len(rankings) == 1:
        return {
            (home, (revision_id, index)): scores["fused"]
            for home, found in rankings.items()
            for revision_id, index, scores in found
        }
    stands = {home: 1.0 if standing is None else standing[home] for home in rankings}
    if fusion == "rrf":
        weights = {home: collection_weight(*collections[home], query_type) * stands[home] for home in rankings}
        return _by_rank(rankings, weights)
    scores: dict[tuple[str, PassageId], float] = {}
    for home, found in rankings.items():
        weight = collection_weight(*collections[home], query_type) * stands[home] ** STANDING_POWER
        best = max((each.scores["fused"] for each in found), default=0.0) or 1.0
        scores.update({(home, each.passage_id): weight * each.scores["fused"] / best for each in found})
    largest = max(scores.values(), default=0.0) or 1.0
    ordered = {place: scores[place] / largest for place in sorted(scores, key=lambda place: (-scores[place], place))}
    near = [home for home, found in rankings.items() if found and stands[home] >= NEAR_STANDING]
    return _with_best_of_each(ordered, near)


def _by_rank(
    rankings: Mapping[str, Sequence[Ranked]], weights: Mapping[str, float]
) -> dict[tuple[str, PassageId], float]:
    """Reciprocal ranks: what stands alike in two collections, the heavier one's first."""
    lists = [[f"{home} {rank:06d}" for rank in range(len(found))] for home, found in rankings.items()]
    places = {
        name: (home, each.passage_id)
        for names, (home, found) in zip(lists, rankings.items(), strict=True)
        for name, each in zip(names, found, strict=True)
    }
    scores = normalise(reciprocal_rank_fusion(lists, weights=[weights[home] for home in rankings]))
    return {places[each]: score for each, score in by_score(scores).items()}


def _with_best_of_each(
    ordered: Mapping[tuple[str, PassageId], float], near: Sequence[str]
) -> dict[tuple[str, PassageId], float]:
    """The scores in order, the best passage of each of these collections no later than `LATEST_BEST`."""
    firsts: dict[str, tuple[str, PassageId]] = {}
    for place in ordered:
        firsts.setdefault(place[0], place)
    early = set(list(ordered)[:LATEST_BEST])
    late = [firsts[home] for home in near if firsts[home] not in early]
    if not late:
        return dict(ordered)
    least = list(ordered.values())[LATEST_BEST - 1]
    others = [place for place in ordered if place not in late]
    kept = max(1, LATEST_BEST - len(late))
    return {
        **{place: ordered[place] for place in others[:kept]},
        **dict.fromkeys(late, least),
        **{place: min(ordered[place], least) for place in others[kept:]},
    }


def _in_order(found: Sequence[Ranked]) -> list[Ranked]:
    return sorted(found, key=lambda each: (-each.scores["fused"], each.revision_id, each.chunk_index))
