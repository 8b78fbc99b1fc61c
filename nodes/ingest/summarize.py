"""Summarise: a few sentences a document, which document-level search runs on."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.documents.excerpts import spread_text
from nodes.documents.summaries import extractive_summary
from nodes.domain.chat import TraceEntry
from nodes.domain.documents import DocumentMetadata, IngestDocument
from nodes.domain.errors import ModelFailedError
from nodes.ingest.batches import alive, each
from nodes.ingest.summary_prompts import AGAIN, SUMMARY_PROMPT
from nodes.modelling.fencing import fence
from nodes.modelling.help import ModelHelp
from nodes.modelling.summaries import MOST_TOPICS, DocumentSummary, SummaryModel, check_summary
from nodes.ports import IngestPorts
from nodes.trace import counted, entry

EXTRACTIVE = "extractive"
DOCUMENTS_AT_ONCE = 4
"""Documents whose summaries a language model words at the same time."""
FAILURES_IN_A_ROW = 3
"""So many documents that the model failed for: the others of the batch do not wait for it."""


class Input(TypedDict):
    """Documents with pages and titles."""

    documents: list[IngestDocument]


class Update(TypedDict):
    """The same documents, with summaries."""

    documents: list[IngestDocument]
    trace: list[TraceEntry]


async def summarize(state: Input, runtime: Runtime[IngestPorts]) -> Update:
    """Lead and central sentences, in reading order; where a model is to word them and can, its own words."""
    documents = await each(state["documents"], "summarize", _summarise)
    model = runtime.context.summary_model
    if model is None:
        return {
            "documents": documents,
            "trace": [entry("summarize", f"{counted(len(alive(documents)), 'document')} summarised")],
        }
    asked = _Asked(model)
    worded = list(await asyncio.gather(*(asked.summarise(document) for document in documents)))
    kept = [document for document in alive(worded) if document["metadata"].get("summary_by") == EXTRACTIVE]
    done = len(alive(worded)) - len(kept)
    why = f"{done} worded by {model.model.metadata.model_name}, {len(kept)} extractive"
    dropped = [
        {"file_name": document["file_name"], "reason": document["metadata"]["summary_note"]} for document in kept
    ]
    return {"documents": worded, "trace": [entry("summarize", why, {"worded": done, "extractive": len(kept)}, dropped)]}


class _Asked:
    """The model of one batch."""

    def __init__(self, model: SummaryModel) -> None:
        self._model = model
        self._places = asyncio.Semaphore(DOCUMENTS_AT_ONCE)
        self._failures = 0

    async def summarise(self, document: IngestDocument) -> IngestDocument:
        """The document with the model's summary, or with its own, and the reason why."""
        if document["error"] is not None:
            return document
        async with self._places:
            if self._failures >= FAILURES_IN_A_ROW:
                return _noted(document, "The language model failed for the documents before this one.")
            try:
                found = await self._ask(document)
            except ModelFailedError as error:
                self._failures += 1
                return _noted(document, error.message)
        self._failures = 0
        metadata: DocumentMetadata = {**document["metadata"], "summary_by": self._model.model.metadata.model_name}
        if found.topics:
            metadata["topics"] = found.topics
        return {**document, "summary": found.summary, "metadata": metadata}

    async def _ask(self, document: IngestDocument) -> DocumentSummary:
        """Asks until a summary can be kept or the budget is used up.

        Raises:
            ModelFailedError: none can.
        """
        title = document["metadata"].get("title", document["file_name"])
        text = await asyncio.to_thread(spread_text, document["pages"], self._model.characters)
        prompt = SUMMARY_PROMPT.format(title=fence(title), text=fence(text), topics=MOST_TOPICS)
        limits = self._model.limits
        model = ModelHelp(self._model.model, limits)
        again = ""
        for calls_left in reversed(range(limits.calls)):
            try:
                found = await model.ask("generate", prompt + again, DocumentSummary)
                check_summary(found, f"{title}\n{document['file_name']}\n{text}")
            except ModelFailedError as error:
                if not calls_left:
                    raise
                again = AGAIN.format(reason=error.message)
            else:
                return found
        raise ModelFailedError("A document may not ask the language model at all.")


def _summarise(document: IngestDocument) -> IngestDocument:
    title = document["metadata"].get("title", document["file_name"])
    return {**document, "summary": extractive_summary(title, document["pages"])}


def _noted(document: IngestDocument, reason: str) -> IngestDocument:
    metadata: DocumentMetadata = {**document["metadata"], "summary_by": EXTRACTIVE, "summary_note": reason}
    return {**document, "metadata": metadata}
