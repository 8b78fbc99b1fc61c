"""Level 1: which documents the question is about, by catalogue facts, vectors and full text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import DocumentView, Options, Plan, TraceEntry, Unavailable
from nodes.domain.ports import ChatPorts, Collection
from nodes.domain.switches import Feature, Features
from nodes.language.terms import query_terms
from nodes.ranking.routing import (
    SUMMARY_WEIGHT,
    document_words,
    facts_score,
    name_prefixes,
    name_score,
    question_runs,
    within_margin,
)
from nodes.retrieval.reaching import in_each, told
from nodes.retrieval.searching import dense_search, text_search
from nodes.trace import counted, entry

SKIP_AT_OR_UNDER = 3
CANDIDATES = 50
MOST_MEANT = 2_000
NAMED = 2.0
"""What a title, alias or identifier in the question adds to a document that bears it."""


class Input(TypedDict):
    """What is asked."""

    plan: Plan
    queries: list[str]
    options: dict[str, Any]
    unavailable: list[Unavailable]


class Update(TypedDict):
    """The documents, best first."""

    documents: list[dict[str, Any]]
    unavailable: list[Unavailable]
    trace: list[TraceEntry]


async def retrieve_documents(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """A prior for every later score; under the hard filter the only documents that are searched."""
    context, plan = runtime.context, state["plan"]
    options = Options.model_validate(state["options"])
    count = await context.catalogue.count_documents(context.owner, context.collection_ids)
    filtered = options.document_filter == "hard" or bool(options.metadata)
    off = "routing" not in context.features and not filtered
    if off or (count <= SKIP_AT_OR_UNDER and not options.metadata):
        why = f"{counted(count, 'document')}: all are searched"
        return {"documents": [], "unavailable": [], "trace": [entry("retrieve_documents", why, {"documents": count})]}

    reached = await in_each(
        context,
        "retrieve_documents",
        context.collection_ids,
        lambda collection: _score(context, collection, plan, state["queries"][0], count, always=filtered),
        seconds=options.collection_seconds,
        unavailable=state["unavailable"],
    )
    scored = [document for documents in reached.results.values() for document in documents]
    if options.metadata:
        allowed = await context.catalogue.find_documents(
            context.owner, context.collection_ids, options.metadata, options.max_documents
        )
        ids = {view["document_id"] for view in allowed}
        kept = {document["document_id"]: document for document in scored if document["document_id"] in ids}
        scored = [kept.get(view["document_id"], _document(view, {})) for view in allowed]
    scored.sort(key=lambda document: (-document["prior"], document["document_id"]))
    if options.document_filter == "hard":
        kept_documents = scored[: options.max_documents]
    else:
        near = within_margin({document["document_id"]: document["prior"] for document in scored})
        kept_documents = scored[: len(near)]
    decided = {
        "documents": count,
        "relevant": len(kept_documents),
        "filter": options.document_filter,
        "best": [{key: each[key] for key in ("file_name", "prior", "why")} for each in kept_documents[:5]],
    }
    found = f"{len(kept_documents)} of {counted(count, 'document')} look relevant"
    if not kept_documents and not filtered:
        found = f"the question means none of {counted(count, 'document')} by its name: all are searched"
    dropped = [
        {key: each[key] for key in ("document_id", "file_name", "prior")} | {"reason": "too far under the best"}
        for each in scored[len(kept_documents) :]
    ]
    trace = [entry("retrieve_documents", found + told(reached.unavailable), decided, dropped)]
    return {"documents": kept_documents, "unavailable": reached.unavailable, "trace": trace}


async def _score(
    context: ChatPorts, collection: Collection, plan: Plan, query: str, count: int, *, always: bool
) -> list[dict[str, Any]]:
    """Documents of one collection that a word of theirs, their summary or their terms propose, each with its parts.

    Where the question means none by its name, nothing follows from the rest: the passages themselves tell more.
    """
    catalogue, summaries = context.catalogue, collection.summaries
    runs = question_runs(plan["search_text"])
    meant = await catalogue.meant(
        collection.owner, collection.collection_id, list(runs), name_prefixes(runs), MOST_MEANT
    )
    if not meant.revision_ids and not always:
        return []
    embedding = await collection.embedding.aget_query_embedding(query)
    views, dense, text = await asyncio.gather(
        catalogue.visible(collection.owner, meant.revision_ids),
        dense_search(catalogue, collection, summaries, embedding, CANDIDATES),
        text_search(catalogue, collection, summaries, query_terms(query), CANDIDATES),
    )
    views = {**views, **{each.view["revision_id"]: each.view for each in (*dense, *text)}}
    similar = {each.view["revision_id"]: each.score for each in dense}
    matching = {each.view["revision_id"]: each.score for each in text}
    best_match = max(matching.values(), default=0.0) or 1.0
    summary_weight = SUMMARY_WEIGHT if "summaries" in context.features else 0.0
    scored: list[dict[str, Any]] = []
    for revision_id, view in views.items():
        parts = {
            "name": name_score(_words(view, context.features), runs, meant.frequencies, count),
            "facts": facts_score(plan, view),
            "named": NAMED * (view["document_id"] in plan["named_documents"]),
            "text": summary_weight * matching.get(revision_id, 0.0) / best_match,
            "summary": summary_weight * max(0.0, similar.get(revision_id, 0.0)),
        }
        scored.append(_document(view, parts))
    return scored


_NAMES: Mapping[str, Feature] = {
    "file_name": "file_names",
    "title": "document_titles",
    "organisation": "organisations",
}


def _words(view: DocumentView, features: Features) -> dict[str, list[str]]:
    return {source: words for source, words in document_words(view).items() if _NAMES[source] in features}


_REASONS = {
    "name": "its name is in the question",
    "facts": "period, date or form fits",
    "named": "the question names it",
    "text": "title and facts match",
    "summary": "its summary is similar",
}


def _document(view: DocumentView, parts: Mapping[str, float]) -> dict[str, Any]:
    return {
        "document_id": view["document_id"],
        "revision_id": view["revision_id"],
        "collection_id": view["collection_id"],
        "file_name": view["file_name"],
        "prior": round(sum(parts.values()), 6),
        "name": parts.get("name", 0.0),
        "facts": parts.get("facts", 0.0),
        "passages": len(view["passage_starts"]),
        "why": ", ".join(reason for part, reason in _REASONS.items() if parts.get(part, 0.0) > 0) or "metadata matches",
    }
