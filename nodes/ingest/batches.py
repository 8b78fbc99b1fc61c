"""One step over a batch of documents: a document that fails, fails alone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from langgraph.config import get_stream_writer

from nodes.domain.documents import IngestDocument
from nodes.domain.errors import InternalError, SheafError

_log = logging.getLogger(__name__)

STAGES = ("load", "extract_metadata", "split_chunks", "enrich", "summarize", "embed", "index", "link")


def alive(documents: Sequence[IngestDocument]) -> list[IngestDocument]:
    """Those that no step has given up."""
    return [document for document in documents if document["error"] is None]


def failed(document: IngestDocument, error: Exception) -> IngestDocument:
    """The document, given up with the error as its reason. A fault of Sheaf's own is logged with its traceback."""
    if isinstance(error, SheafError):
        return {**document, "error": error.report()}
    told = InternalError.unexpected(error, f"Ingesting {document['file_name']}", _log, hint="This is a fault of Sheaf.")
    return {**document, "error": told.report()}


async def each(
    documents: Sequence[IngestDocument], stage: str, step: Callable[[IngestDocument], IngestDocument]
) -> list[IngestDocument]:
    """Applies a CPU-bound step to every document that is alive, off the event loop, in order; reports progress."""

    def guarded(document: IngestDocument) -> IngestDocument:
        begin = time.perf_counter()
        try:
            done = step(document)
        except Exception as error:  # noqa: BLE001 - whatever one document provokes must not take its batch along
            done = failed(document, error)
        return {**done, "seconds": document.get("seconds", 0.0) + time.perf_counter() - begin}

    def run() -> list[IngestDocument]:
        return [guarded(document) if document["error"] is None else document for document in documents]

    result = await asyncio.to_thread(run)
    report_progress(result, stage)
    return result


def report_progress(documents: Sequence[IngestDocument], stage: str) -> None:
    """Tells whoever listens that these documents have done this stage."""
    write = get_stream_writer()
    percent = round(100 * (STAGES.index(stage) + 1) / len(STAGES))
    for document in alive(documents):
        write({"type": "progress", "file_name": document["file_name"], "stage": stage, "percent": percent})
