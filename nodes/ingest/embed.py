"""Embed: every chunk and summary of the batch in one go, through LlamaIndex's ingestion pipeline."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypedDict

from langgraph.runtime import Runtime
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import TextNode

from nodes.documents.rows import summary_text
from nodes.domain.documents import IngestDocument
from nodes.domain.ports import IngestPorts
from nodes.ingest.batches import alive, report_progress


class Input(TypedDict):
    """Documents with enriched chunks and summaries."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """Embeddings by chunk id, and by `{revision_id}-summary`."""

    embeddings: dict[str, list[float]]


async def embed(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """The pipeline keeps no document store and no cache: the catalogue knows what is done (see `index`)."""
    documents = alive(state["documents"])
    rows = await asyncio.to_thread(_rows, documents)
    pipeline = IngestionPipeline(transformations=[runtime.context.collection.embedding], disable_cache=True)
    embedded = await pipeline.arun(nodes=rows) if rows else []
    report_progress(documents, "embed")
    return {"embeddings": {row.node_id: row.get_embedding() for row in embedded}}


def _rows(documents: Sequence[IngestDocument]) -> list[TextNode]:
    """What is embedded: the enriched text of each chunk, then of each document its summary."""
    rows = [
        TextNode(id_=chunk["chunk_id"], text=chunk["enriched_content"])
        for document in documents
        for chunk in document["chunks"]
    ]
    rows += [TextNode(id_=f"{document['revision_id']}-summary", text=summary_text(document)) for document in documents]
    return rows
