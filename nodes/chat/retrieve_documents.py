"""Level 1: which documents the question is about, by catalogue facts, vectors and full text."""

from __future__ import annotations

import asyncio
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import DocumentView, Options, Plan, TraceEntry
from nodes.domain.ports import ChatPorts, Collection
from nodes.language.terms import query_terms
from nodes.ranking.routing import document_scores, period_score
from nodes.retrieval.searching import dense_search, text_search
from nodes.trace import entry

SKIP_AT_OR_UNDER = 3
CANDIDATES = 50


class Input(TypedDict):
    """What is asked."""

    plan: Plan
    queries: list[str]
    options: dict[str, Any]


class Update(TypedDict):
    """The documents, best first."""

    documents: list[dict[str, Any]]
    trace: list[TraceEntry]


async def retrieve_documents(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """A prior for every later score; under the hard filter the only documents that are searched."""
    context, plan = runtime.context, state["plan"]
    options = Options.model_validate(state["options"])
    count = await context.catalogue.count_documents(context.owner, context.collection_ids)
    if count <= SKIP_AT_OR_UNDER and not options.metadata:
        why = f"{count} documents: all are searched"
        return {"documents": [], "trace": [entry("retrieve_documents", why, {"documents": count})]}

    collections = [await context.library.open(context.owner, each) for each in context.collection_ids]
    found = await asyncio.gather(*(_score(context, each, plan, state["queries"][0]) for each in collections))
    scored = [document for documents in found for document in documents]
    if options.metadata:
        allowed = await context.catalogue.find_documents(
            context.owner, context.collection_ids, options.metadata, options.max_documents
        )
        ids = {view["document_id"] for view in allowed}
        kept = {document["document_id"]: document for document in scored if document["document_id"] in ids}
        scored = [kept.get(view["document_id"], _document(view, 0.0)) for view in allowed]
    scored.sort(key=lambda document: (-document["score"], document["document_id"]))
    kept_documents = scored[: options.max_documents] if options.document_filter == "hard" else scored[:CANDIDATES]
    decided = {
        "documents": count,
        "filter": options.document_filter,
        "best": [{key: document[key] for key in ("file_name", "score", "why")} for document in kept_documents[:5]],
    }
    why = f"{len(kept_documents)} of {count} documents look relevant"
    dropped = [
        {"document_id": each["document_id"], "reason": "under the best"} for each in scored[len(kept_documents) :]
    ]
    return {"documents": kept_documents, "trace": [entry("retrieve_documents", why, decided, dropped[:20])]}


async def _score(context: ChatPorts, collection: Collection, plan: Plan, query: str) -> list[dict[str, Any]]:
    embedding = await collection.embedding.aget_query_embedding(query)
    dense, text = await asyncio.gather(
        dense_search(context.catalogue, collection, collection.summaries, embedding, CANDIDATES),
        text_search(context.catalogue, collection, collection.summaries, query_terms(query), CANDIDATES),
    )
    views: dict[str, DocumentView] = {view["document_id"]: view for _, _, view in (*dense, *text)}
    periods = {
        document_id: period_score(plan["periods"], view["metadata"].get("fiscal_periods", []))
        for document_id, view in views.items()
    }
    named = [document_id for document_id in plan["named_documents"] if document_id in views]
    scores = document_scores(
        {view["document_id"]: score for _, score, view in dense},
        {view["document_id"]: score for _, score, view in text},
        periods,
        named,
    )
    reasons = {
        document_id: ", ".join(
            reason
            for reason, holds in (
                ("named in the question", document_id in named),
                ("period matches", periods[document_id] > 0),
                ("title and facts match", any(view["document_id"] == document_id for _, _, view in text)),
                ("summary is similar", any(view["document_id"] == document_id for _, _, view in dense)),
            )
            if holds
        )
        for document_id in views
    }
    return [_document(views[each], score, reasons[each]) for each, score in scores.items()]


def _document(view: DocumentView, score: float, why: str = "metadata matches") -> dict[str, Any]:
    return {
        "document_id": view["document_id"],
        "revision_id": view["revision_id"],
        "collection_id": view["collection_id"],
        "file_name": view["file_name"],
        "score": score,
        "why": why,
    }
