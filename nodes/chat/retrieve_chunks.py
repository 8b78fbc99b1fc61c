"""Level 2: dense and BM25 side by side in every collection, guided by level 1's documents."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from langgraph.runtime import Runtime

from nodes.documents.rows import hit_of
from nodes.domain.chat import CandidateList, Hit, Options, Plan, TraceEntry
from nodes.domain.errors import RetrievalFailedError
from nodes.domain.ports import ChatPorts, Collection
from nodes.language.terms import query_terms
from nodes.retrieval.searching import Found, dense_search, text_search
from nodes.trace import entry

FEWEST_CANDIDATES = 50
GUIDED_DOCUMENTS = 5
ATTEMPTS = 3
"""Searches, where documents are replaced or deleted while a search runs."""


class Input(TypedDict):
    """What is searched, and where to look first."""

    plan: Plan
    queries: list[str]
    hypothetical: str
    documents: list[dict[str, Any]]
    options: dict[str, Any]


class Update(TypedDict):
    """Ranked lists, one dense and one BM25 for each query and collection."""

    candidates: list[CandidateList]
    trace: list[TraceEntry]


async def retrieve_chunks(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Never too few to rank well: at least 50 of each kind, and as many again inside level 1's best documents."""
    context, options = runtime.context, Options.model_validate(state["options"])
    limit = max(FEWEST_CANDIDATES, options.top_k * options.candidates_multiplier)
    collections = [await context.library.open(context.owner, each) for each in context.collection_ids]
    for _ in range(ATTEMPTS):
        searches = [
            _search(
                context, each, query, state["hypothetical"] if position == 0 else "", state["documents"], options, limit
            )
            for each in collections
            for position, query in enumerate(state["queries"])
        ]
        candidates = [found for lists in await asyncio.gather(*searches) for found in lists]
        gone = await _gone(context, candidates)
        if not gone:
            break
    candidates = [
        {**found, "hits": [hit for hit in found["hits"] if hit["revision_id"] not in gone]} for found in candidates
    ]
    passages = {hit["chunk_id"] for found in candidates for hit in found["hits"]}
    why = f"{len(passages)} passages from {len(collections)} collections"
    decided = {
        "limit": limit,
        "lists": [
            {"collection": found["collection_name"], "kind": found["kind"], "hits": len(found["hits"])}
            for found in candidates
        ],
    }
    return {"candidates": candidates, "trace": [entry("retrieve_chunks", why, decided)]}


async def _gone(context: ChatPorts, candidates: Sequence[CandidateList]) -> set[str]:
    """Revisions that were replaced or deleted since their list was made: one list may hold the old, one the new."""
    revision_ids = {hit["revision_id"] for found in candidates for hit in found["hits"]}
    return revision_ids - set(await context.catalogue.visible(context.owner, sorted(revision_ids)))


async def _search(
    context: ChatPorts,
    collection: Collection,
    query: str,
    hypothetical: str,
    documents: Sequence[dict[str, Any]],
    options: Options,
    limit: int,
) -> list[CandidateList]:
    embedding = await collection.embedding.aget_query_embedding(hypothetical or query)
    terms = query_terms(query)
    own = [each["revision_id"] for each in documents if each["collection_id"] == collection.collection_id]
    hard = bool(options.metadata) or (options.document_filter == "hard" and bool(documents))
    scopes: list[list[str] | None] = [own] if hard else [None]
    if own and not hard:
        scopes.append(own[:GUIDED_DOCUMENTS])
    catalogue, store = context.catalogue, collection.chunks
    dense, text = await asyncio.gather(
        asyncio.gather(*(dense_search(catalogue, collection, store, embedding, limit, scope) for scope in scopes)),
        asyncio.gather(*(text_search(catalogue, collection, store, terms, limit, scope) for scope in scopes)),
    )
    if not hard and not any(dense):
        dense = [await _search_again(context, collection, embedding, limit)]
    return [_ranked(collection, "dense", query, dense), _ranked(collection, "bm25", query, text)]


async def _search_again(context: ChatPorts, collection: Collection, embedding: Sequence[float], limit: int) -> Found:
    """A collection with documents and without passages was published this moment, or its store has lost them."""
    documents = await context.catalogue.count_documents(collection.owner, [collection.collection_id])
    if not documents:
        return []
    found = await dense_search(context.catalogue, collection, collection.chunks, embedding, limit)
    if not found:
        raise RetrievalFailedError(
            f"The store holds nothing of the {documents} documents of collection {collection.name!r}.",
            hint="Restore a backup, or delete these documents and ingest them again.",
        )
    return found


def _ranked(
    collection: Collection, kind: Literal["dense", "bm25"], query: str, lists: Sequence[Found]
) -> CandidateList:
    hits: dict[str, Hit] = {}
    for found in lists:
        for row, score, view in found:
            if row.node_id not in hits:
                hits[row.node_id] = {**hit_of(row, view), "scores": {kind: score}}
    ordered = sorted(hits.values(), key=lambda hit: (-hit["scores"][kind], hit["chunk_id"]))
    return {
        "collection_id": collection.collection_id,
        "collection_name": collection.name,
        "weight": collection.weight,
        "kind": kind,
        "query": query,
        "hits": ordered,
    }
