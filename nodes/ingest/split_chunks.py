"""Split: sections to chunks, with exact spans."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.chunks import split_document
from nodes.documents.extracts import strategic_extracts
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import NoTextError
from nodes.ingest.batches import each
from nodes.ports import IngestPorts


class Input(TypedDict):
    """Documents with pages and sections."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """The same documents, with chunks."""

    documents: list[IngestDocument]


async def split_chunks(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """Splits at paragraphs, sentences, lines and words; very long documents by strategic extracts, where set."""
    context = runtime.context

    def split(document: IngestDocument) -> IngestDocument:
        pages, sections = document["pages"], document["sections"]
        chunks = split_document(document["revision_id"], pages, sections, context.tokenizer.count, context.chunk_limits)
        if not chunks:
            raise NoTextError(f"{document['file_name']} holds no text to search.", hint="Is it a scan, or a form?")
        limit = context.strategic_extract_pages
        if limit is not None and len(pages) > limit:
            chunks = strategic_extracts(pages, sections, chunks)
        return {**document, "chunks": chunks}

    return {"documents": await each(state["documents"], "split_chunks", split)}
