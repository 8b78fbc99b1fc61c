"""Index: rows into the store, then visible in one transaction of the catalogue."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TypedDict

from langgraph.runtime import Runtime
from llama_index.core.schema import BaseNode

from nodes.documents.keywords import TermProfile, rare_keywords_of
from nodes.documents.rows import chunk_row, summary_row
from nodes.documents.timeline import chronological_position
from nodes.domain.documents import IngestDocument
from nodes.domain.lookups import DocumentFrequencies
from nodes.ingest.batches import alive, report_progress
from nodes.ports import Collection, IngestPorts
from nodes.ranking.search_features import search_features


class Input(TypedDict):
    """Whole documents, their terms and their embeddings."""

    documents: list[IngestDocument]
    profiles: dict[str, TermProfile]
    embeddings: dict[str, list[float]]


class Update(TypedDict):
    """The documents with the collection's keywords; terms and embeddings are let go."""

    documents: list[IngestDocument]
    profiles: dict[str, TermProfile]
    embeddings: dict[str, list[float]]


async def index(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """A search sees a chunk only when the catalogue shows its revision, so the last step makes all of them visible."""
    context, embeddings = runtime.context, state["embeddings"]
    owner, collection = context.owner, context.collection
    documents = alive(state["documents"])
    if not documents:
        return {"documents": state["documents"], "profiles": {}, "embeddings": {}}

    chunks, summaries = await asyncio.to_thread(_rows, collection, documents, embeddings)
    await collection.chunks.async_add(chunks)
    await collection.summaries.async_add(summaries)

    profiles = state["profiles"]
    term_sets = await asyncio.to_thread(_term_sets, documents, profiles)
    known = await context.catalogue.document_frequencies(
        owner, collection.collection_id, sorted({term for terms in term_sets.values() for term in terms})
    )
    dated = await context.catalogue.dated_range(owner, collection.collection_id)
    await asyncio.to_thread(_complete, documents, profiles, known, dated)
    features = await asyncio.to_thread(
        lambda: {document["revision_id"]: search_features(document, embeddings) for document in documents}
    )
    # Once a batch, just before it is seen: stores that are told at every write do little else.
    await collection.refresh()
    # Embedded anew meanwhile, the collection takes nothing that was made with its former embedding.
    made: list[IngestDocument] = [{**document, "generation": collection.generation} for document in documents]
    await context.catalogue.publish(owner, made, term_sets, features)
    report_progress(documents, "index")
    return {"documents": state["documents"], "profiles": {}, "embeddings": {}}


def _rows(
    collection: Collection, documents: Sequence[IngestDocument], embeddings: Mapping[str, list[float]]
) -> tuple[list[BaseNode], list[BaseNode]]:
    """What the stores keep: of each chunk, and of each document."""
    scope = (collection.owner, collection.collection_id)
    chunks: list[BaseNode] = [chunk_row(*scope, each, chunk) for each in documents for chunk in each["chunks"]]
    summaries: list[BaseNode] = [summary_row(*scope, each) for each in documents]
    for row in (*chunks, *summaries):
        row.embedding = embeddings[row.node_id]
    return chunks, summaries


def _term_sets(documents: Sequence[IngestDocument], profiles: Mapping[str, TermProfile]) -> dict[str, list[str]]:
    """The distinct terms of each, by revision id."""
    return {each["revision_id"]: sorted(profiles[each["revision_id"]].frequencies) for each in documents}


def _complete(
    documents: Sequence[IngestDocument],
    profiles: Mapping[str, TermProfile],
    known: DocumentFrequencies,
    dated: tuple[str, str] | None,
) -> None:
    """Adds to the metadata what depends on the rest of the collection: place in time, and keywords."""
    for document in documents:
        if dates := document["metadata"].get("dates"):
            position = chronological_position(dates[0], dated)
            if position is not None:
                document["metadata"]["chronological_position"] = round(position, 4)
        profile = profiles[document["revision_id"]]
        document["metadata"]["keywords"] = rare_keywords_of(profile, known.document_count, known.frequencies)
