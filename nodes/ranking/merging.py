"""Merging: ranked lists of several queries, kinds and collections become one list of hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from nodes.domain.chat import CandidateList, Fusion, Hit, ScoreName
from nodes.ranking.fusion import collection_weight, normalise, reciprocal_rank_fusion, weighted_fusion
from nodes.ranking.order import by_final, by_score, final_score, with_scores
from nodes.ranking.quality import quality_multiplier
from nodes.ranking.reasons import selection_reason
from nodes.ranking.redundancy import Passage, near_duplicates, redundancy_penalties, similarities

DOCUMENT_WEIGHT = 0.3
MOST_HITS = 300

Ranks = Mapping[str, int]


@dataclass(frozen=True)
class Merged:
    """The merged hits, and what was dropped on the way."""

    hits: list[Hit]
    dropped: list[dict[str, Any]]


def merge(
    candidates: Sequence[CandidateList],
    document_scores: Mapping[str, float],
    *,
    fusion: Fusion,
    alpha: float,
    query_type: str,
    diversity_factor: float,
    quality_signals: bool,
    now: datetime,
) -> Merged:
    """All lists as one: fused, the document prior added, quality, near-duplicates and redundancy counted.

    `final = (fused + 0.3 * document) * quality * (1 - diversity_factor * max Jaccard to those above)`, divided by the
    largest, so 0..1. `fused` is divided by its largest before. The best 300 go on: three times what a request may
    ask for, and few enough to compare with one another.

    Args:
        candidates: as the stores returned them; each hit has the score of its list's kind.
        document_scores: 0..1 by document id; empty for no prior.
        fusion: inside a collection.
        alpha: weight of dense in weighted fusion, 0..1.
        query_type: of the plan; decides on factual collection weights.
        diversity_factor: 0..1.
        quality_signals: whether `quality` counts; else it is 1.
        now: with a time zone; for the recency signal.

    Returns:
        Hits by (final descending, id ascending) with `dense, bm25, document, fused, final` where each applies.
    """
    by_collection = fuse_by_collection(candidates, fusion, alpha)
    fused = fuse_collections(candidates, by_collection, query_type)
    hits = {hit["chunk_id"]: hit for hit in _gather(candidates)}
    scored: list[Hit] = []
    for chunk_id, score in fused.items():
        hit = hits[chunk_id]
        scores: dict[ScoreName, float] = {"fused": score}
        if document_scores:
            scores["document"] = document_scores.get(hit["document_id"], 0.0)
        base = score + DOCUMENT_WEIGHT * scores.get("document", 0.0)
        quality = quality_multiplier(hit, now) if quality_signals else 1.0
        scored.append(with_scores(hit, {**scores, "final": base * quality}))
    ordered = by_final(scored)
    kept, dropped = _without_repetition(ordered[:MOST_HITS], diversity_factor)
    dropped += [{"chunk_id": hit["chunk_id"], "reason": f"after the best {MOST_HITS}"} for hit in ordered[MOST_HITS:]]
    return Merged(_with_reasons(kept, candidates, by_collection, fusion), dropped)


def fuse_by_collection(
    candidates: Sequence[CandidateList], fusion: Fusion, alpha: float
) -> dict[str, dict[str, float]]:
    """Fused scores inside each collection, by collection id (ascending) and chunk id.

    Weighted: dense and BM25 of each query by score, then the queries, where there are several, by rank. RRF: all
    lists of the collection at once.
    """
    fused: dict[str, dict[str, float]] = {}
    for collection_id in sorted({each["collection_id"] for each in candidates}):
        lists = [each for each in candidates if each["collection_id"] == collection_id]
        if fusion == "rrf":
            fused[collection_id] = reciprocal_rank_fusion([_ids(each) for each in lists])
            continue
        queries = dict.fromkeys(each["query"] for each in lists)
        by_query = [
            weighted_fusion(_list_scores(lists, query, "dense"), _list_scores(lists, query, "bm25"), alpha)
            for query in queries
        ]
        fused[collection_id] = by_query[0] if len(by_query) == 1 else reciprocal_rank_fusion([*map(list, by_query)])
    return fused


def fuse_collections(
    candidates: Sequence[CandidateList], by_collection: Mapping[str, Mapping[str, float]], query_type: str
) -> dict[str, float]:
    """One score a chunk, 0..1, in order. Several collections are fused by rank, each with its weight.

    Scores of different embedding models cannot be compared; ranks can. A single collection keeps its own scores.
    """
    if len(by_collection) == 1:
        return by_score(normalise(next(iter(by_collection.values()))))
    weights = {
        each["collection_id"]: collection_weight(each["collection_name"], each["weight"], query_type)
        for each in candidates
    }
    return normalise(
        reciprocal_rank_fusion(
            [list(scores) for scores in by_collection.values()],
            weights=[weights[collection_id] for collection_id in by_collection],
        )
    )


def _without_repetition(hits: Sequence[Hit], factor: float) -> tuple[list[Hit], list[dict[str, Any]]]:
    passages = [Passage(hit["chunk_id"], hit["content"]) for hit in hits]
    similar = similarities(passages)
    repeats = near_duplicates(passages, similar)
    places = [place for place, passage in enumerate(passages) if passage.passage_id not in repeats]
    multipliers = redundancy_penalties(similar[np.ix_(places, places)], factor)
    kept = [hits[place] for place in places]
    final = normalise(
        {hit["chunk_id"]: final_score(hit) * multiplier for hit, multiplier in zip(kept, multipliers, strict=True)}
    )
    dropped = [
        {"chunk_id": chunk_id, "reason": f"says the same as {first}"} for chunk_id, first in sorted(repeats.items())
    ]
    return by_final(with_scores(hit, {"final": final[hit["chunk_id"]]}) for hit in kept), dropped


def _with_reasons(
    hits: Sequence[Hit],
    candidates: Sequence[CandidateList],
    by_collection: Mapping[str, Mapping[str, float]],
    fusion: Fusion,
) -> list[Hit]:
    names = {each["collection_id"]: each["collection_name"] for each in candidates}
    places = {
        collection_id: {chunk_id: rank for rank, chunk_id in enumerate(scores, start=1)}
        for collection_id, scores in by_collection.items()
    }
    dense, bm25 = _best_ranks(candidates, "dense"), _best_ranks(candidates, "bm25")
    return [
        {
            **hit,
            "selected_because": selection_reason(
                hit,
                rank=places[hit["collection_id"]][hit["chunk_id"]],
                collection_name=names[hit["collection_id"]],
                dense_rank=dense.get(hit["chunk_id"]),
                bm25_rank=bm25.get(hit["chunk_id"]),
                fusion=fusion,
            ),
        }
        for hit in hits
    ]


def _gather(candidates: Sequence[CandidateList]) -> list[Hit]:
    """Every chunk once, with its best score of each kind."""
    found: dict[str, Hit] = {}
    for each in candidates:
        kind = each["kind"]
        for hit in each["hits"]:
            known = found.get(hit["chunk_id"], hit)
            score = max(hit["scores"][kind], known["scores"].get(kind, hit["scores"][kind]))
            found[hit["chunk_id"]] = with_scores(known, {kind: score})
    return list(found.values())


def _list_scores(lists: Sequence[CandidateList], query: str, kind: ScoreName) -> dict[str, float]:
    return {
        hit["chunk_id"]: hit["scores"][kind]
        for each in lists
        if each["query"] == query and each["kind"] == kind
        for hit in each["hits"]
    }


def _best_ranks(candidates: Sequence[CandidateList], kind: str) -> Ranks:
    ranks: dict[str, int] = {}
    for each in candidates:
        if each["kind"] == kind:
            for rank, chunk_id in enumerate(_ids(each), start=1):
                ranks[chunk_id] = min(rank, ranks.get(chunk_id, rank))
    return ranks


def _ids(candidates: CandidateList) -> list[str]:
    return [hit["chunk_id"] for hit in candidates["hits"]]
