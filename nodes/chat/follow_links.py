"""Follow links: from the first hits and the named documents along names, to passages that the question lacks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence, Set
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.documents.chunks import chunk_id
from nodes.documents.rows import hit_of
from nodes.domain.chat import CandidateList, Hit, Plan, TraceEntry, Unavailable
from nodes.domain.options import Options
from nodes.ports import ChatPorts, Collection
from nodes.ranking.linking import as_good_as, calls_for_links, with_walked
from nodes.ranking.order import by_final, final_score
from nodes.retrieval.pooling import read_terms
from nodes.retrieval.reaching import in_each, told
from nodes.retrieval.searching import read_rows
from nodes.retrieval.walking import Walked, Walker
from nodes.trace import counted, entry

SEED_HITS = 10
"""The best hits of a collection, by which it is told whether it is made of entries."""
TERMS_A_TOKEN = 0.5
"""Function words are tokens and no terms, and a long word is several tokens."""
WALKED_HITS = 20
"""Documents that a walk may bring in."""


class Input(TypedDict):
    """Where the walk begins."""

    plan: Plan
    options: dict[str, Any]
    candidates: list[CandidateList]
    scope: dict[str, list[str]] | None
    hits: list[Hit]
    unavailable: list[Unavailable]


class Update(TypedDict):
    """Hits with those that the links led to."""

    hits: list[Hit]
    unavailable: list[Unavailable]
    trace: list[TraceEntry]


async def follow_links(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """A bounded walk in every collection whose best hits are entries; what it finds is ranked by the walk."""
    context, hits, plan, scope = runtime.context, state["hits"], state["plan"], state["scope"]
    lists: dict[str, CandidateList] = {}
    for found in state["candidates"]:
        lists.setdefault(found["collection_id"], found)
    own = {home: [hit for hit in hits if hit["collection_id"] == home] for home in lists}

    async def walk(collection: Collection) -> tuple[Walked, list[Hit]]:
        home = collection.collection_id
        within = None if scope is None else frozenset(scope.get(home, ()))
        walked = await _walk(context, collection, lists[home], own[home], plan, within)
        return walked, await _found(context, collection, walked, own[home])

    reached = await in_each(
        context,
        "follow_links",
        [home for home in lists if calls_for_links(own[home][:SEED_HITS])],
        walk,
        seconds=Options.model_validate(state["options"]).collection_seconds,
        unavailable=state["unavailable"],
        optional=True,
    )
    walks: list[dict[str, Any]] = []
    for home, (walked, met) in reached.results.items():
        own[home] = as_good_as(own[home], with_walked(own[home], met, walked.scores))
        walks.append({"collection": lists[home]["collection_name"], "seeds": walked.seeds, "met": walked.met})
    if walks:
        hits = by_final(hit for found_there in own.values() for hit in found_there)
        new = {hit["chunk_id"] for hit in hits} - {hit["chunk_id"] for hit in state["hits"]}
        met_count = sum(each["met"] for each in walks)
        why = f"{counted(met_count, 'document')} met on the way, {counted(len(new), 'new passage')}"
    else:
        why = "the best hits are parts of longer documents: links would only lift whole documents"
    decided = {"applied": bool(walks), "walks": walks}
    trace = [entry("follow_links", why + told(reached.unavailable), decided)]
    return {"hits": hits, "unavailable": reached.unavailable, "trace": trace}


async def _walk(
    context: ChatPorts,
    collection: Collection,
    found: CandidateList,
    hits: Sequence[Hit],
    plan: Plan,
    within: Set[str] | None,
) -> Walked:
    terms = await read_terms(context.catalogue, collection, found["query"], found["embedding"])
    relevance: dict[str, float] = {}
    for hit in hits:
        relevance.setdefault(hit["revision_id"], final_score(hit))
    lengths = [hit["token_count"] for hit in hits]
    average = TERMS_A_TOKEN * sum(lengths) / max(1, len(lengths))
    walker = Walker(context.catalogue, collection, terms, average, within)
    return await walker.walk(relevance, plan, context.features)


async def _found(context: ChatPorts, collection: Collection, walked: Walked, hits: Sequence[Hit]) -> list[Hit]:
    """Hits of the best documents of the walk that retrieval had not found."""
    known = {hit["revision_id"] for hit in hits}
    wanted = [each for each in list(walked.scores)[:WALKED_HITS] if each not in known and each in walked.chunks]
    ids = {chunk_id(each, walked.chunks[each][0]): each for each in wanted}
    views, rows = await asyncio.gather(
        context.catalogue.visible(context.owner, wanted), read_rows(collection, list(ids))
    )
    found: list[Hit] = []
    for row_id, row in rows.items():
        if ids[row_id] in views:
            hit = hit_of(row, views[ids[row_id]])
            found.append({**hit, "scores": {"dense": walked.chunks[ids[row_id]][1]}})
    return found
