"""Level 1: which documents the question is about, by catalogue facts, vectors and full text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import Plan, RoutedDocument, TraceEntry, Unavailable
from nodes.domain.options import Options
from nodes.ports import ChatPorts
from nodes.ranking.routing import MOST_ROUTED, within_margin
from nodes.retrieval.document_scores import Scored, score_documents
from nodes.retrieval.reaching import in_each, told
from nodes.retrieval.searching import MOST_OF_A_FILTER
from nodes.trace import counted, entry

SKIP_AT_OR_UNDER = 3
"""Documents of all collections together: so few are all read as they are."""
MOST_TOLD = 1_000
"""Documents left out that the trace names."""


class Input(TypedDict):
    """What is asked."""

    plan: Plan
    queries: list[str]
    options: dict[str, Any]
    unavailable: list[Unavailable]


class Update(TypedDict):
    """The documents, best first."""

    documents: list[RoutedDocument]
    scope: dict[str, list[str]] | None
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
        trace = [entry("retrieve_documents", why, {"documents": count})]
        return {"documents": [], "scope": None, "unavailable": [], "trace": trace}

    reached = await in_each(
        context,
        "retrieve_documents",
        context.collection_ids,
        lambda collection: score_documents(
            context.catalogue,
            collection,
            plan,
            state["queries"][0],
            count,
            features=context.features,
            always=filtered,
        ),
        seconds=options.collection_seconds,
        unavailable=state["unavailable"],
    )
    scored = [document for documents in reached.results.values() for document in documents]
    if options.metadata:
        scored = await _allowed(context, options, scored)
    scored.sort(key=lambda each: (-each.prior, each.view["document_id"]))
    most, left_out = _most(options, scored)
    kept, rest = [_document(each) for each in scored[:most]], scored[most : most + MOST_TOLD]
    within = scored[:most] if options.document_filter == "hard" else scored
    scope = _by_collection(within) if options.metadata or (filtered and within) else None
    decided = {
        "documents": count,
        "relevant": len(kept),
        "filter": options.document_filter,
        "searched": count if scope is None else len(within),
        "best": [{"file_name": each["file_name"], "prior": each["prior"], "why": each["why"]} for each in kept[:5]],
    }
    why = f"{len(kept)} of {counted(count, 'document')} look relevant"
    if not kept and not filtered:
        why = f"the question means none of {counted(count, 'document')} by its name: all are searched"
    trace = [entry("retrieve_documents", why + told(reached.unavailable), decided, _dropped(rest, left_out))]
    return {"documents": kept, "scope": scope, "unavailable": reached.unavailable, "trace": trace}


def _most(options: Options, scored: Sequence[Scored]) -> tuple[int, str]:
    """How many of the documents, best first, count as meant, and why the others do not."""
    if options.document_filter == "hard":
        return options.max_documents, f"only the best {options.max_documents} are searched"
    most = len(within_margin({each.view["document_id"]: each.prior for each in scored}))
    return most, "too far under the best" if most < MOST_ROUTED else f"only the best {most} come before others"


async def _allowed(context: ChatPorts, options: Options, scored: Sequence[Scored]) -> list[Scored]:
    """What a metadata filter lets through, with the scores of those that have some."""
    allowed = await context.catalogue.find_documents(
        context.owner, context.collection_ids, options.metadata, MOST_OF_A_FILTER
    )
    known = {each.view["document_id"]: each for each in scored}
    return [known.get(view["document_id"], Scored(view, {}, 0.0)) for view in allowed]


def _dropped(documents: Sequence[Scored], reason: str) -> list[dict[str, Any]]:
    return [
        {
            "document_id": each.view["document_id"],
            "file_name": each.view["file_name"],
            "prior": each.prior,
            "reason": reason,
        }
        for each in documents
    ]


def _by_collection(documents: Sequence[Scored]) -> dict[str, list[str]]:
    scope: dict[str, list[str]] = {}
    for each in documents:
        scope.setdefault(each.view["collection_id"], []).append(each.view["revision_id"])
    return scope


_REASONS = {
    "name": "its name is in the question",
    "facts": "period, date or form fits",
    "named": "the question names it",
    "text": "title and facts match",
    "summary": "its summary is similar",
}


def _document(scored: Scored) -> RoutedDocument:
    view, parts = scored.view, scored.parts
    return {
        "document_id": view["document_id"],
        "revision_id": view["revision_id"],
        "collection_id": view["collection_id"],
        "file_name": view["file_name"],
        "prior": scored.prior,
        "name": parts.get("name", 0.0),
        "facts": parts.get("facts", 0.0),
        "bearers": scored.bearers,
        "passages": len(view["passage_starts"]),
        "why": ", ".join(reason for part, reason in _REASONS.items() if parts.get(part, 0.0) > 0) or "metadata matches",
    }
