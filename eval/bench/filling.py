"""Fills a home with a made-up corpus, as quickly as the real steps go.

Documents are registered in the catalogue and sent through the real ingest graph, in batches as `Building` sends them,
so that every row is what a user's upload would have made of it. What is left out is what has nothing to do with how a
collection grows: no files are written, copied and hashed, no claims are kept, and pages are handed over in place of
being read in worker processes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import islice
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from app.catalogue.records import RegisteredFile
from app.sheaf import LOCAL_OWNER, Sheaf
from eval.bench.documents import MadeDocument
from graphs.context import IngestContext
from graphs.ingest import IngestGraph, build_ingest_graph
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import InternalError

BATCHES_AT_ONCE = 2
OnFilled = Callable[[int, int], None]
"""Told the documents and the chunks so far."""


@dataclass(frozen=True)
class Filled:
    """What a home was filled with, and what that took."""

    documents: int
    chunks: int
    seconds: float
    cpu_seconds: float


class HandedReader(BaseReader):
    """Gives the pages of documents that were handed to it, by their path."""

    def __init__(self) -> None:
        self._handed: dict[str, MadeDocument] = {}

    def hand(self, document: MadeDocument) -> str:
        """Takes a document; gives the path it is then read at."""
        self._handed[document.file_name] = document
        return document.file_name

    async def aload_data(self, path: str, file_name: str) -> list[Document]:  # noqa: ARG002 - as readers are called
        """Its pages, once."""
        document = self._handed.pop(path)
        return [
            Document(
                text=page["text"],
                metadata={"page": page["number"], "headings": page["headings"], "media_type": "text/markdown"},
            )
            for page in document.pages()
        ]


async def fill(
    sheaf: Sheaf,
    collection: str,
    documents: Iterator[MadeDocument],
    *,
    chunks: int,
    on_filled: OnFilled = lambda *_: None,
) -> Filled:
    """Puts documents into a collection of the owner `local` until it holds so many chunks or there are no more.

    Args:
        sheaf: open.
        collection: its name; made if it is not there.
        documents: in order; the rest of the stream is left alone.
        chunks: how many are wanted; at most a batch of documents more are made.
        on_filled: told of each batch that is done.

    Raises:
        InternalError: a document could not be ingested.
    """
    begin, cpu = time.perf_counter(), time.process_time()
    row = await sheaf.catalogue.ensure_collection(LOCAL_OWNER, collection, *sheaf.library.configured_kind())
    opened = await sheaf.library.open(LOCAL_OWNER, row.collection_id)
    reader, graph = HandedReader(), build_ingest_graph()
    context = replace(sheaf.ingestion().building.context(opened), reader=reader)
    size = sheaf.settings.ingest.batch_documents
    done = {"documents": 0, "chunks": 0}
    places = asyncio.Semaphore(BATCHES_AT_ONCE)

    async def send(batch: list[MadeDocument]) -> None:
        try:
            made = await _ingest(sheaf, context, graph, reader, batch)
        finally:
            places.release()
        done["documents"] += len(batch)
        done["chunks"] += made
        on_filled(done["documents"], done["chunks"])

    async with asyncio.TaskGroup() as group:
        await places.acquire()
        while done["chunks"] < chunks and (batch := await asyncio.to_thread(list, islice(documents, size))):
            group.create_task(send(batch))
            await places.acquire()
    for store in (opened.chunks, opened.summaries):
        await store.optimise()  # type: ignore[attr-defined]  # stores of ours have it beyond the port
    seconds, cpu_seconds = time.perf_counter() - begin, time.process_time() - cpu
    return Filled(done["documents"], done["chunks"], seconds, cpu_seconds)


async def _ingest(
    sheaf: Sheaf, context: IngestContext, graph: IngestGraph, reader: HandedReader, batch: list[MadeDocument]
) -> int:
    """Registers a batch and sends it through the graph; gives the number of its chunks."""
    texts = [document.markdown().encode() for document in batch]
    files = [
        RegisteredFile(document.file_name, blake2b(text).hexdigest(), len(text), f"made/{document.file_name}")
        for document, text in zip(batch, texts, strict=True)
    ]
    collection_id = context.collection.collection_id
    registered = await sheaf.catalogue.register(LOCAL_OWNER, collection_id, files)
    new: list[IngestDocument] = [
        {
            "document_id": each.document_id,
            "revision_id": each.revision_id,
            "file_name": file.file_name,
            "media_type": "text/markdown",
            "content_hash": file.content_hash,
            "byte_count": file.byte_count,
            "path": reader.hand(document),
            "properties": {"title": document.title},
            "pages": [],
            "metadata": {},
            "embedded_keywords": [],
            "sections": [],
            "chunks": [],
            "summary": "",
            "error": None,
        }
        for document, file, each in zip(batch, files, registered, strict=True)
    ]
    state: dict[str, Any] = await graph.ainvoke({"documents": new}, context=context)
    for document in state["documents"]:
        if document["error"] is not None:
            raise InternalError(f"{document['file_name']}: {document['error']['message']}")
    return sum(len(document["chunks"]) for document in state["documents"])
