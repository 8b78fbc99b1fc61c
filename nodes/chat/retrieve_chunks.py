"""Level 2: dense and BM25 side by side in every collection; the stores propose, the merge ranks."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import CandidateList, Plan, TraceEntry, Unavailable
from nodes.domain.errors import RetrievalFailedError
from nodes.domain.options import Options
from nodes.ports import ChatPorts, Collection
from nodes.retrieval.gathering import gathered
from nodes.retrieval.pooling import searched_terms, synonym_terms
from nodes.retrieval.reaching import in_each, told
from nodes.retrieval.searching import Found, dense_search, text_search
from nodes.trace import counted, entry

FEWEST_CANDIDATES = 150
"""Of each kind: fewer lose pages of long documents, more gain nothing."""


class Input(TypedDict):
    """What is searched, and where."""

    plan: Plan
    queries: list[str]
    hypothetical: str
    scope: dict[str, list[str]] | None
    options: dict[str, Any]
    unavailable: list[Unavailable]


class Update(TypedDict):
    """Ranked lists, one dense and one BM25 for each query and collection."""

    candidates: list[CandidateList]
    unavailable: list[Unavailable]
    trace: list[TraceEntry]


async def retrieve_chunks(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Never too few to rank well: at least 150 of each kind, in every collection at once."""
    context, options = runtime.context, Options.model_validate(state["options"])
    fewest = FEWEST_CANDIDATES if "deep_candidates" in context.features else 1
    limit = max(fewest, options.top_k * options.candidates_multiplier)
    reached = await in_each(
        context,
        "retrieve_chunks",
        context.collection_ids,
        lambda collection: _search_all(context, collection, state, limit),
        seconds=options.collection_seconds,
        unavailable=state["unavailable"],
    )
    candidates, unavailable = [found for lists in reached.results.values() for found in lists], reached.unavailable
    proposed = {chunk["chunk_id"] for found in candidates for chunk in found["chunks"]}
    why = f"{counted(len(proposed), 'chunk')} from {counted(len(reached.results), 'collection')}{told(unavailable)}"
    trace = [entry("retrieve_chunks", why, _decided(limit, candidates, unavailable))]
    return {"candidates": candidates, "unavailable": unavailable, "trace": trace}


def _decided(limit: int, candidates: Sequence[CandidateList], unavailable: Sequence[Unavailable]) -> dict[str, Any]:
    return {
        "limit": limit,
        "unavailable": [{key: each[key] for key in ("name", "reason")} for each in unavailable],
        "lists": [
            {"collection": found["collection_name"], "kind": found["kind"], "chunks": len(found["chunks"])}
            for found in candidates
        ],
    }


async def _search_all(context: ChatPorts, collection: Collection, state: Input, limit: int) -> list[CandidateList]:
    """The lists of all queries. What was made up and what is meant alike goes with the first, the question's own."""
    first, *others = state["queries"]
    searches = [
        _search(context, collection, first, state["hypothetical"], state["scope"], limit, state["plan"]["synonyms"]),
        *(_search(context, collection, query, "", state["scope"], limit, []) for query in others),
    ]
    return [found for lists in await gathered(searches) for found in lists]


async def _search(
    context: ChatPorts,
    collection: Collection,
    query: str,
    hypothetical: str,
    scope: Mapping[str, list[str]] | None,
    limit: int,
    synonyms: Sequence[str],
) -> list[CandidateList]:
    embedding = await collection.embedding.aget_query_embedding(hypothetical or query)
    within = None if scope is None else scope.get(collection.collection_id, [])
    catalogue, store = context.catalogue, collection.chunks
    own_terms = searched_terms(query)
    terms = [*own_terms, *synonym_terms(own_terms, synonyms)] if "words" in context.features else []
    by_meaning = "dense" in context.features
    dense, text = await asyncio.gather(
        dense_search(catalogue, collection, store, embedding, limit if by_meaning else 0, within),
        text_search(catalogue, collection, store, terms, limit, within),
    )
    if by_meaning and within is None and not dense:
        dense = await _search_again(context, collection, embedding, limit)
    return [
        _ranked(collection, "dense", query, embedding, dense),
        _ranked(collection, "bm25", query, embedding, text),
    ]


async def _search_again(
    context: ChatPorts, collection: Collection, embedding: Sequence[float], limit: int
) -> list[Found]:
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
    collection: Collection,
    kind: Literal["dense", "bm25"],
    query: str,
    embedding: Sequence[float],
    found: Sequence[Found],
) -> CandidateList:
    return {
        "collection_id": collection.collection_id,
        "collection_name": collection.name,
        "weight": collection.weight,
        "kind": kind,
        "query": query,
        "embedding": list(embedding),
        "chunks": [
            {"chunk_id": each.row_id, "revision_id": each.view["revision_id"], "score": each.score} for each in found
        ],
    }
