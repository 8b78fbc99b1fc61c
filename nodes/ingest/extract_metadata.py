"""Extract metadata: title, section tree, and what the document says of itself."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.keywords import own_keywords
from nodes.documents.metadata import extract_metadata as metadata_of
from nodes.documents.sections import build_sections
from nodes.documents.titles import choose_title
from nodes.domain.documents import IngestDocument
from nodes.domain.ports import IngestPorts
from nodes.ingest.batches import each


class Input(TypedDict):
    """Documents with pages."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """The same documents, with title, sections, metadata and their own keywords."""

    documents: list[IngestDocument]


async def extract_metadata(state: Input, runtime: Runtime[IngestPorts]) -> Update:  # noqa: ARG001 - a step's signature
    """Each document on its own; keywords by the collection's frequencies follow when it is indexed."""
    return {"documents": await each(state["documents"], "extract_metadata", _describe)}


def _describe(document: IngestDocument) -> IngestDocument:
    pages, properties = document["pages"], document["properties"]
    title = choose_title(properties, pages, document["file_name"], document["media_type"])
    sections = build_sections(pages)
    metadata = metadata_of(properties, pages, len(sections), document["file_name"], document["media_type"], title)
    keywords = own_keywords([page["text"] for page in pages])
    return {**document, "sections": sections, "metadata": metadata, "embedded_keywords": keywords}
