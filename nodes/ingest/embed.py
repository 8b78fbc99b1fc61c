"""Embed: every chunk and summary of the batch in one go, through LlamaIndex's ingestion pipeline."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypedDict, runtime_checkable

from langgraph.runtime import Runtime
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import TextNode

from nodes.documents.rows import summary_text
from nodes.domain.chat import TraceEntry
from nodes.domain.documents import IngestDocument
from nodes.domain.ports import IngestPorts
from nodes.ingest.batches import alive, report_progress
from nodes.trace import counted, entry

if TYPE_CHECKING:
    from llama_index.core.ingestion import IngestionPipeline


@runtime_checkable
class Limited(Protocol):
    """An embedding model that takes texts up to a length."""

    def count_too_long(self, texts: Sequence[str]) -> int:
        """How many of the texts are longer, and are cut."""
        ...


class Input(TypedDict):
    """Documents with enriched chunks and summaries."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """Embeddings by chunk id, and by `{revision_id}-summary`."""

    embeddings: dict[str, list[float]]
    trace: list[TraceEntry]


async def embed(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """The pipeline keeps no document store and no cache: the catalogue knows what is done (see `index`)."""
    documents = alive(state["documents"])
    texts = await asyncio.to_thread(embedded_texts, documents)
    model = runtime.context.collection.embedding
    pipeline = await asyncio.to_thread(pipeline_of, model)
    rows = [TextNode(id_=row_id, text=text) for row_id, text in texts.items()]
    embedded = await pipeline.arun(nodes=rows) if rows else []
    cut = await asyncio.to_thread(model.count_too_long, list(texts.values())) if isinstance(model, Limited) else 0
    said = f"; {counted(cut, 'text')} longer than the model takes, cut" if cut else ""
    trace = [entry("embed", f"{counted(len(rows), 'text')} embedded{said}", {"texts": len(rows), "cut": cut})]
    report_progress(documents, "embed")
    return {"embeddings": {row.node_id: row.get_embedding() for row in embedded}, "trace": trace}


def pipeline_of(model: BaseEmbedding) -> IngestionPipeline:
    """The pipeline that embeds and does nothing else."""
    # Imported here, and not on the event loop: it takes a second, and who only asks questions has no use for it.
    from llama_index.core.ingestion import IngestionPipeline

    return IngestionPipeline(transformations=[model], disable_cache=True)


def embedded_texts(documents: Sequence[IngestDocument]) -> dict[str, str]:
    """What is embedded, by row id: the enriched text of each chunk, then of each document its summary."""
    texts = {chunk["chunk_id"]: chunk["enriched_content"] for document in documents for chunk in document["chunks"]}
    texts |= {f"{document['revision_id']}-summary": summary_text(document) for document in documents}
    return texts
