"""Merge: what every query, kind and collection proposed becomes one list of hits."""

from __future__ import annotations

import heapq
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypedDict

from langgraph.runtime import Runtime
from llama_index.core.schema import BaseNode

from nodes.documents.chunks import chunk_id
from nodes.documents.rows import hit_of
from nodes.domain.chat import CandidateList, DocumentView, Hit, Plan, RoutedDocument, ScoreName, TraceEntry, Unavailable
from nodes.domain.options import Options
from nodes.domain.switches import Features
from nodes.ports import ChatPorts, Collection
from nodes.ranking.conversation import lifted_by_conversation
from nodes.ranking.counts import lifted_by_counts, telling_counts
from nodes.ranking.headings import lifted_by_headings, likeness_of_headings
from nodes.ranking.long_tables import beside_long_tables
from nodes.ranking.merging import PassageId, Ranked, fuse_collections
from nodes.ranking.order import by_final, with_scores
from nodes.ranking.quality import quality_multiplier
from nodes.ranking.reasons import selection_reason
from nodes.ranking.redundancy import without_repetition
from nodes.ranking.standing import standings
from nodes.retrieval.ranking import Asked, Ranking, rank_collection
from nodes.retrieval.reaching import Reached, in_each, told
from nodes.retrieval.searching import read_rows
from nodes.trace import counted, entry, left_out

TOLD_PLACES = 3
"""By each score, of which a hit is told that it stands there: "top-1 by words"."""
_PLACED: tuple[ScoreName, ...] = ("fused", "dense", "bm25")
FEWEST_READ = 40
"""Passages that are read from the store: what later steps choose from."""
MOST_OVERTAKEN = 2
"""Times that it is searched anew where documents are replaced or deleted between being found and being read."""


class Input(TypedDict):
    """Ranked lists, and level 1's documents."""

    plan: Plan
    options: dict[str, Any]
    documents: list[RoutedDocument]
    candidates: list[CandidateList]
    scope: dict[str, list[str]] | None
    unavailable: list[Unavailable]
    overtaken: int


class Update(TypedDict):
    """Hits with their scores, best first."""

    hits: list[Hit]
    unavailable: list[Unavailable]
    overtaken: int
    trace: list[TraceEntry]


async def merge_rrf(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Ranks the passages of each collection, fuses the collections, drops what repeats a better hit.

    What was found of a document is gone where it was replaced before it was read: then it is searched anew, and finds
    the newer one.
    """
    context, options, plan = runtime.context, Options.model_validate(state["options"]), state["plan"]
    revision_ids = {chunk["revision_id"] for found in state["candidates"] for chunk in found["chunks"]}
    revision_ids |= {document["revision_id"] for document in state["documents"]}
    meant = revision_ids.union(*(state["scope"] or {}).values())
    views = await context.catalogue.visible(context.owner, list(meant))
    may_search_anew = state["overtaken"] < MOST_OVERTAKEN
    if may_search_anew and len(views) < len(meant):
        return _overtaken(state, meant.difference(views))
    asked = Asked(plan, options, state["documents"], views, context.features)
    ranked = await _rank(context, state, asked)
    rankings = {home: ranking for home, ranking in ranked.results.items() if ranking.passages}
    known = {found["collection_id"]: (found["collection_name"], found["weight"]) for found in state["candidates"]}
    standing = dict(zip(rankings, standings([ranking.searched for ranking in rankings.values()]), strict=True))
    most = max(FEWEST_READ, 2 * options.top_k)
    fused = _fused(rankings, known, standing, asked, most)
    if context.watch is not None:
        context.watch.ranking = [chunk_id(*passage) for _, passage in fused]
    best = dict(list(fused.items())[:most])
    read = await _read(context, best, options)
    if may_search_anew and (gone := await _gone(context, views, _unread(state, ranked, best, read, views))):
        return _overtaken(state, gone)
    hits, counts = _lifted(_hits(best, rankings, read.results, views), plan, options, context.features)
    kept, repeated = without_repetition(hits, plan["diversity_factor"], collapse="near_duplicates" in context.features)
    unavailable = [*ranked.unavailable, *read.unavailable]
    decided = {
        "passages": len(fused),
        "read": len(best),
        **_of_ranking(rankings, plan, options),
        "standing": {known[home][0]: round(each, 3) for home, each in standing.items()},
        "counted": len(counts),
        "headed": sum("heading" in hit["scores"] for hit in hits),
        "hits": len(kept),
    }
    trace = [entry("merge_rrf", _why(decided, len(repeated)) + told(unavailable), decided, _dropped(hits, repeated))]
    hits = _reasons(kept, rankings, known, options)
    return {"hits": hits, "unavailable": unavailable, "overtaken": 0, "trace": trace}


def _fused(
    rankings: Mapping[str, Ranking],
    known: Mapping[str, tuple[str, float]],
    standing: Mapping[str, float],
    asked: Asked,
    most: int,
) -> dict[tuple[str, PassageId], float]:
    """The passages of all collections with their score, best first; long tables leave room among the first `most`."""
    passages = {home: ranking.passages for home, ranking in rankings.items()}
    fused = fuse_collections(passages, known, asked.plan["query_type"], standing, asked.options.fusion)
    if not asked.tables:
        return fused
    is_of_a_day = bool(asked.plan["dates"])
    return beside_long_tables(fused, _cosines(passages), asked.tables, most, is_of_a_day=is_of_a_day)


def _lifted(hits: list[Hit], plan: Plan, options: Options, features: Features) -> tuple[list[Hit], frozenset[str]]:
    """The hits by what is known once they are read: quality, headings, counts; the ids of those that tell a count."""
    if options.quality_signals:
        hits = _weighed_by_quality(hits)
    likeness = likeness_of_headings(hits, plan["search_text"])
    if likeness and "whole_headings" in features:
        hits = lifted_by_headings(hits, likeness)
    counts = telling_counts(hits, plan["search_text"]) if "told_counts" in features else frozenset[str]()
    if counts:
        hits = lifted_by_counts(hits, counts)
    if plan["spoken_of"]:
        hits = lifted_by_conversation(hits, frozenset(plan["spoken_of"]))
    return hits, counts


def _of_ranking(rankings: Mapping[str, Ranking], plan: Plan, options: Options) -> dict[str, Any]:
    """What the trace tells of how it was ranked."""
    return {
        "collections": len(rankings),
        "fusion": options.fusion,
        "across_collections": None if len(rankings) < 2 else "rrf" if options.fusion == "rrf" else "standing",
        "alpha": plan["alpha"] if options.fusion == "weighted" else None,
        "feedback": plan["feedback"],
        "documents": [book for ranking in rankings.values() for book in ranking.books],
        "diversity_factor": plan["diversity_factor"],
        "quality_signals": options.quality_signals,
        "beside_code": sum(ranking.beside_code for ranking in rankings.values()),
    }


def _cosines(passages: Mapping[str, Sequence[Ranked]]) -> dict[tuple[str, PassageId], float]:
    return {
        (home, each.passage_id): each.scores["dense"]
        for home, found in passages.items()
        for each in found
        if "dense" in each.scores
    }


def _overtaken(state: Input, revision_ids: set[str]) -> Update:
    why = f"{counted(len(revision_ids), 'document')} replaced or deleted meanwhile: it is searched once more"
    trace = [entry("merge_rrf", why, {"overtaken": len(revision_ids)})]
    return {"hits": [], "unavailable": [], "overtaken": state["overtaken"] + 1, "trace": trace}


def _unread(
    state: Input,
    ranked: Reached[Ranking],
    best: Iterable[tuple[str, PassageId]],
    read: Reached[Mapping[str, BaseNode]],
    views: Mapping[str, DocumentView],
) -> set[str]:
    """Revisions that were found and of which nothing could be ranked, or not all read that was to be.

    None of collections that could not be reached.
    """
    passages = {each.revision_id for ranking in ranked.results.values() for each in ranking.passages}
    proposed = {
        chunk["revision_id"]
        for found in state["candidates"]
        if found["collection_id"] in ranked.results
        for chunk in found["chunks"]
    }
    rows = {
        revision_id
        for home, (revision_id, index) in best
        if home in read.results and chunk_id(revision_id, index) not in read.results[home]
    }
    return (proposed - passages | rows) & views.keys()


async def _gone(context: ChatPorts, views: Mapping[str, DocumentView], revision_ids: set[str]) -> set[str]:
    """Those of these revisions that are no longer visible: of the others the store has lost something."""
    if not revision_ids:
        return set()
    documents = [views[each]["document_id"] for each in revision_ids]
    return revision_ids.difference(await context.catalogue.revisions(context.owner, documents))


async def _rank(context: ChatPorts, state: Input, asked: Asked) -> Reached[Ranking]:
    """The passages of each collection, ranked for themselves."""

    def rank(collection: Collection) -> Awaitable[Ranking]:
        lists = [found for found in state["candidates"] if found["collection_id"] == collection.collection_id]
        return rank_collection(context.catalogue, collection, lists, asked)

    return await in_each(
        context,
        "merge_rrf",
        context.collection_ids,
        rank,
        seconds=asked.options.collection_seconds,
        unavailable=state["unavailable"],
    )


async def _read(
    context: ChatPorts, best: Mapping[tuple[str, PassageId], float], options: Options
) -> Reached[Mapping[str, BaseNode]]:
    """The rows of the best passages, by collection and id."""
    wanted: dict[str, list[str]] = {}
    for home, passage in best:
        wanted.setdefault(home, []).append(chunk_id(*passage))
    return await in_each(
        context,
        "merge_rrf",
        list(wanted),
        lambda collection: read_rows(collection, wanted[collection.collection_id]),
        seconds=options.collection_seconds,
    )


def _weighed_by_quality(hits: Sequence[Hit]) -> list[Hit]:
    now = datetime.now(UTC)
    return by_final(with_scores(hit, {"final": hit["scores"]["final"] * quality_multiplier(hit, now)}) for hit in hits)


def _why(decided: Mapping[str, Any], repeated: int) -> str:
    entered = sum(book["entered"] for book in decided["documents"])
    return (
        f"{counted(decided['passages'], 'passage')} ranked, the best {decided['read']} read, "
        f"{counted(entered, 'document')} entered, {counted(repeated, 'passage')} said the same twice"
    )


def _dropped(hits: Sequence[Hit], repeated: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    by_id = {hit["chunk_id"]: hit for hit in hits}
    return [lost for each in repeated for lost in left_out([by_id[each["chunk_id"]]], each["reason"])]


def _hits(
    best: Mapping[tuple[str, PassageId], float],
    rankings: Mapping[str, Ranking],
    rows: Mapping[str, Mapping[str, BaseNode]],
    views: Mapping[str, DocumentView],
) -> list[Hit]:
    """The best passages with their text; one that was deleted meanwhile, or cannot be read, is left out."""
    found = {
        (home, (revision_id, index)): scores
        for home, ranking in rankings.items()
        for revision_id, index, scores in ranking.passages
    }
    hits: list[Hit] = []
    for (home, passage), score in best.items():
        row, view = rows.get(home, {}).get(chunk_id(*passage)), views.get(passage[0])
        if row is not None and view is not None:
            hit = hit_of(row, view)
            hit["scores"] = {**found[home, passage], "fused": score, "final": score}
            hits.append(hit)
    return hits


def _reasons(
    hits: Sequence[Hit],
    rankings: Mapping[str, Ranking],
    known: Mapping[str, tuple[str, float]],
    options: Options,
) -> list[Hit]:
    """The hits, each with why it was selected."""
    places = {home: _places(ranking.passages) for home, ranking in rankings.items()}
    explained: list[Hit] = []
    for hit in hits:
        found, place = places[hit["collection_id"]], (hit["revision_id"], hit["chunk_index"])
        reason = selection_reason(
            hit,
            rank=found["fused"].get(place, len(hits) + 1),
            collection_name=known[hit["collection_id"]][0],
            dense_rank=found["dense"].get(place),
            bm25_rank=found["bm25"].get(place),
            fusion=options.fusion,
        )
        explained.append({**hit, "selected_because": reason})
    return explained


def _places(passages: Sequence[Ranked]) -> dict[str, dict[PassageId, int]]:
    """The first places of a ranking by each score, from 1."""
    best: dict[str, dict[PassageId, int]] = {}
    for name in _PLACED:
        scores = [each.scores.get(name, 0.0) for each in passages]
        first = heapq.nlargest(TOLD_PLACES, range(len(scores)), key=scores.__getitem__)
        best[name] = {passages[row].passage_id: place for place, row in enumerate(first, start=1) if scores[row] > 0}
    return best
