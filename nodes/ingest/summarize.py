"""Summarise: a few sentences a document, which document-level search runs on."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.summaries import extractive_summary
from nodes.domain.documents import IngestDocument
from nodes.domain.ports import IngestPorts
from nodes.ingest.batches import each


class Input(TypedDict):
    """Documents with pages and titles."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """The same documents, with summaries."""

    documents: list[IngestDocument]


async def summarize(state: Input, runtime: Runtime[IngestPorts]) -> Update:  # noqa: ARG001 - a step's signature
    """Lead and central sentences, in reading order."""
    return {"documents": await each(state["documents"], "summarize", _summarise)}


def _summarise(document: IngestDocument) -> IngestDocument:
    title = document["metadata"].get("title", document["file_name"])
    return {**document, "summary": extractive_summary(title, document["pages"])}
