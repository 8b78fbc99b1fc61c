"""Extract metadata: title, section tree, and what the document says of itself."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.keywords import TermProfile, keywords_of, term_profile
from nodes.documents.metadata import extract_metadata as metadata_of
from nodes.documents.parties import title_with_parties
from nodes.documents.sections import build_sections
from nodes.documents.subjects import title_with_subject
from nodes.documents.titles import choose_title
from nodes.domain.documents import IngestDocument
from nodes.ingest.batches import each
from nodes.ports import IngestPorts


class Input(TypedDict):
    """Documents with pages."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """The same documents, with title, sections, metadata and their own keywords."""

    documents: list[IngestDocument]
    profiles: dict[str, TermProfile]
    """By revision id, for `index`: terms are looked for once."""


async def extract_metadata(state: Input, runtime: Runtime[IngestPorts]) -> Update:  # noqa: ARG001 - a step's signature
    """Each document on its own; keywords by the collection's frequencies follow when it is indexed."""
    profiles: dict[str, TermProfile] = {}

    def describe(document: IngestDocument) -> IngestDocument:
        profile = profiles[document["revision_id"]] = term_profile(page["text"] for page in document["pages"])
        return _described(document, keywords_of(profile))

    return {"documents": await each(state["documents"], "extract_metadata", describe), "profiles": profiles}


def _described(document: IngestDocument, keywords: list[str]) -> IngestDocument:
    pages, properties = document["pages"], document["properties"]
    title = choose_title(properties, pages, document["file_name"], document["media_type"])
    title = title_with_subject(title_with_parties(title, pages), pages)
    sections = build_sections(pages)
    metadata = metadata_of(properties, pages, len(sections), document["file_name"], document["media_type"], title)
    return {**document, "sections": sections, "metadata": metadata, "embedded_keywords": keywords}
