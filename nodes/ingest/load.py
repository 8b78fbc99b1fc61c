"""Load: bytes to pages, through the reader and its worker processes."""

from __future__ import annotations

import asyncio
import time
from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.pages import pages_of
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import NoTextError
from nodes.ingest.batches import failed, report_progress
from nodes.ports import IngestPorts


class Input(TypedDict):
    """What is to be read."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """The same documents, with pages."""

    documents: list[IngestDocument]


async def load(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """Reads every file of the batch side by side; a hostile file fails alone."""
    reader = runtime.context.reader

    async def read(document: IngestDocument) -> IngestDocument:
        if document["error"] is not None:
            return document
        begin = time.perf_counter()
        try:
            found = await reader.aload_data(document["path"], document["file_name"])
            pages, properties, media_type = pages_of(found)
        except Exception as error:  # noqa: BLE001 - whatever one file provokes must not take its batch along
            return failed({**document, "seconds": time.perf_counter() - begin}, error)
        # A reader that does not tell waited for nothing.
        seconds = float(found[0].metadata.get("seconds", time.perf_counter() - begin)) if found else 0.0
        document = {**document, "seconds": seconds}
        if not any(page["text"].strip() for page in pages):
            empty = NoTextError(f"{document['file_name']} holds no text.", hint="A scan needs text recognition.")
            return failed(document, empty)
        media_type = media_type or document["media_type"]
        if properties_title := document["properties"].get("title"):
            properties = {**properties, "title": properties_title}
        done: IngestDocument = {**document, "pages": pages, "properties": properties, "media_type": media_type}
        # Each as it comes: reading takes longest, and a large file must not hold back the news of a small one.
        report_progress([done], "load")
        return done

    return {"documents": list(await asyncio.gather(*(read(document) for document in state["documents"])))}
