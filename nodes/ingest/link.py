"""Link: what each document bears and mentions; relationships are read from these postings, both ways."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.postings import postings_of
from nodes.domain.documents import IngestDocument, Mention, Name
from nodes.ingest.batches import alive, report_progress
from nodes.ports import IngestPorts


class Input(TypedDict):
    """Visible documents."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """Nothing of the state changes: the postings are the catalogue's."""


async def link(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """Work and rows are in proportion to the document: no other document is read or written."""
    documents = alive(state["documents"])
    borne = await asyncio.to_thread(lambda: {each["revision_id"]: _postings(each) for each in documents})
    await runtime.context.catalogue.put_all_names(runtime.context.owner, borne)
    report_progress(documents, "link")
    return {}


def _postings(document: IngestDocument) -> tuple[list[Name], list[Mention]]:
    contents = [(chunk["chunk_index"], chunk["content"]) for chunk in document["chunks"]]
    return postings_of(document["file_name"], document["metadata"], contents)
