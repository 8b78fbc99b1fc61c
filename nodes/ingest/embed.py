"""Embed: every chunk and summary of the batch in one go, through LlamaIndex's ingestion pipeline."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypedDict, runtime_checkable

from langgraph.runtime import Runtime
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import TextNode

from nodes.documents.rows import summary_id, summary_text
from nodes.domain.chat import TraceEntry
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import TextsRefusedError
from nodes.ingest.batches import alive, failed, report_progress
from nodes.ports import IngestPorts
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
    """The documents, those with a refused text given up; embeddings by chunk id, and by `{revision_id}-summary`."""

    documents: list[IngestDocument]
    embeddings: dict[str, list[float]]
    trace: list[TraceEntry]


async def embed(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """The pipeline keeps no document store and no cache: the catalogue knows what is done (see `index`)."""
    model = runtime.context.collection.embedding
    documents, embeddings = await _embedded(state["documents"], model)
    texts = await asyncio.to_thread(embedded_texts, alive(documents))
    cut = await asyncio.to_thread(model.count_too_long, list(texts.values())) if isinstance(model, Limited) else 0
    said = f"; {counted(cut, 'text')} longer than the model takes, cut" if cut else ""
    if refused := len(alive(state["documents"])) - len(alive(documents)):
        said += f"; {counted(refused, 'document')} given up, a text was refused"
    decided = {"texts": len(texts), "cut": cut, "refused": refused}
    trace = [entry("embed", f"{counted(len(texts), 'text')} embedded{said}", decided)]
    report_progress(documents, "embed")
    return {"documents": documents, "embeddings": embeddings, "trace": trace}


async def _embedded(
    documents: list[IngestDocument], model: BaseEmbedding
) -> tuple[list[IngestDocument], dict[str, list[float]]]:
    """Every text embedded. Where the model refuses one, its document is given up, and the others begin again.

    What such a model has made already is kept for it (`app/models/kept.py`), and not made again.
    """
    pipeline = await asyncio.to_thread(_pipeline_of, model)
    while True:
        texts = await asyncio.to_thread(embedded_texts, alive(documents))
        rows = [TextNode(id_=row_id, text=text) for row_id, text in texts.items()]
        try:
            embedded = await pipeline.arun(nodes=rows) if rows else []
        except TextsRefusedError as error:
            checked = [_checked(each, error) for each in documents]
            if len(alive(checked)) == len(alive(documents)):
                raise
            documents = checked
        else:
            return documents, {row.node_id: row.get_embedding() for row in embedded}


def _checked(document: IngestDocument, error: TextsRefusedError) -> IngestDocument:
    """The document; given up where one of these texts is its own, with the page on which that stands."""
    if document["error"] is not None:
        return document
    for chunk in document["chunks"]:
        if chunk["enriched_content"] in error.texts:
            where = f"This one stands on page {chunk['pages'][0]} of {document['file_name']}."
            break
    else:
        if summary_text(document) not in error.texts:
            return document
        where = f"This one is the summary of {document['file_name']}."
    told = TextsRefusedError(f"{error.message} {where}", (), hint=error.hint)
    return failed(document, told)


def _pipeline_of(model: BaseEmbedding) -> IngestionPipeline:
    """The pipeline that embeds and does nothing else."""
    # Imported here, and not on the event loop: it takes a second, and who only asks questions has no use for it.
    from llama_index.core.ingestion import IngestionPipeline

    return IngestionPipeline(transformations=[model], disable_cache=True)


def embedded_texts(documents: Sequence[IngestDocument]) -> dict[str, str]:
    """What is embedded, by row id: the enriched text of each chunk, then of each document its summary."""
    texts = {chunk["chunk_id"]: chunk["enriched_content"] for document in documents for chunk in document["chunks"]}
    texts |= {summary_id(document["revision_id"]): summary_text(document) for document in documents}
    return texts
