"""Enrich: the text that is embedded is prefixed with where it stands."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.prefix import enriched_content
from nodes.domain.documents import IngestDocument
from nodes.ingest.batches import each
from nodes.ports import IngestPorts


class Input(TypedDict):
    """Documents with chunks, titles and keywords."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """The same documents, every chunk with its enriched content."""

    documents: list[IngestDocument]


async def enrich(state: Input, runtime: Runtime[IngestPorts]) -> Update:  # noqa: ARG001 - a step's signature
    """Prefixes document, section and keywords; the raw content stays beside it for display and citation."""
    return {"documents": await each(state["documents"], "enrich", _enrich)}


def _enrich(document: IngestDocument) -> IngestDocument:
    title = document["metadata"].get("title", document["file_name"])
    keywords = document["embedded_keywords"]
    for chunk in document["chunks"]:
        header = chunk.get("table_header", "")
        text = enriched_content(title, chunk["section_path"], keywords, chunk["content"], header)
        chunk["enriched_content"] = text
    return document
