"""Follow links: from the first hits and the named documents along links, to passages that the question lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.documents.rows import hit_of
from nodes.domain.chat import Hit, Plan, TraceEntry
from nodes.domain.documents import Link
from nodes.domain.ports import ChatPorts
from nodes.language.terms import query_terms
from nodes.ranking.linking import calls_for_links, linked_documents, with_linked_hits
from nodes.retrieval.searching import dense_search, text_search
from nodes.trace import entry

SEED_HITS = 10
LINKS_PER_DOCUMENT = 32
LINKED_DOCUMENTS = 20
HITS_PER_COLLECTION = 40


class Input(TypedDict):
    """Where the walk begins."""

    plan: Plan
    queries: list[str]
    hits: list[Hit]


class Update(TypedDict):
    """Hits with those that the links led to."""

    hits: list[Hit]
    trace: list[TraceEntry]


async def follow_links(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """One bounded step over the document graph; what it finds joins the hits with a `link` score."""
    context, hits = runtime.context, state["hits"]
    if not calls_for_links(hits[:SEED_HITS], state["plan"]["query_type"]):
        why = "the best hits are parts of longer documents: links would only lift whole documents"
        return {"hits": hits, "trace": [entry("follow_links", why, {"applied": False})]}
    seeds = {hit["document_id"]: hit["scores"].get("final", 0.0) for hit in reversed(hits[:SEED_HITS])}
    seeds.update(dict.fromkeys(state["plan"]["named_documents"], 1.0))
    links: Sequence[Link] = await context.catalogue.links(context.owner, sorted(seeds), LINKS_PER_DOCUMENT)
    reached = linked_documents(seeds, links, LINKED_DOCUMENTS)
    if not reached:
        return {"hits": hits, "trace": [entry("follow_links", "no links lead anywhere", {"seeds": len(seeds)})]}
    found = await _search(context, state["queries"][0], sorted(reached))
    merged = with_linked_hits(hits, found, reached)
    new = len(merged) - len(hits)
    why = f"{len(reached)} linked documents gave {new} new passages"
    decided: dict[str, Any] = {"seeds": len(seeds), "links": len(links), "documents": reached}
    return {"hits": merged, "trace": [entry("follow_links", why, decided)]}


async def _search(context: ChatPorts, query: str, document_ids: Sequence[str]) -> list[Hit]:
    found: dict[str, Hit] = {}
    revisions = await context.catalogue.revisions(context.owner, document_ids)
    for collection_id in context.collection_ids:
        collection = await context.library.open(context.owner, collection_id)
        scope = [revision for revision, home in revisions.items() if home == collection_id]
        if not scope:
            continue
        embedding = await collection.embedding.aget_query_embedding(query)
        store, catalogue = collection.chunks, context.catalogue
        terms = query_terms(query)
        for row, score, view in await dense_search(catalogue, collection, store, embedding, HITS_PER_COLLECTION, scope):
            found[row.node_id] = {**hit_of(row, view), "scores": {"dense": score}}
        for row, score, view in await text_search(catalogue, collection, store, terms, HITS_PER_COLLECTION, scope):
            hit = found.get(row.node_id) or hit_of(row, view)
            found[row.node_id] = {**hit, "scores": {**hit["scores"], "bm25": score}}
    return list(found.values())
