"""Merge: ranked lists of every query, kind and collection become one list of hits."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import CandidateList, Hit, Options, Plan, TraceEntry
from nodes.domain.ports import ChatPorts
from nodes.ranking.merging import merge
from nodes.trace import entry


class Input(TypedDict):
    """Ranked lists, and level 1's documents."""

    plan: Plan
    options: dict[str, Any]
    documents: list[dict[str, Any]]
    candidates: list[CandidateList]


class Update(TypedDict):
    """Hits with their scores, best first."""

    hits: list[Hit]
    trace: list[TraceEntry]


async def merge_rrf(state: Input, runtime: Runtime[ChatPorts]) -> Update:  # noqa: ARG001, a step takes both
    """Fuses, adds the document prior under the soft filter, weighs quality, drops what repeats a better hit."""
    options, plan = Options.model_validate(state["options"]), state["plan"]
    soft = options.document_filter == "soft"
    prior = {each["document_id"]: float(each["score"]) for each in state["documents"]} if soft else {}
    merged = merge(
        state["candidates"],
        prior,
        fusion=options.fusion,
        alpha=options.alpha,
        query_type=plan["query_type"],
        diversity_factor=plan["diversity_factor"],
        quality_signals=options.quality_signals,
        now=datetime.now(UTC),
    )
    collections = {each["collection_id"] for each in state["candidates"]}
    decided = {
        "lists": len(state["candidates"]),
        "collections": len(collections),
        "fusion": options.fusion,
        "across_collections": "rrf" if len(collections) > 1 else None,
        "alpha": options.alpha if options.fusion == "weighted" else None,
        "document_prior": bool(prior),
        "diversity_factor": plan["diversity_factor"],
        "quality_signals": options.quality_signals,
        "hits": len(merged.hits),
    }
    why = (
        f"{len(merged.hits)} passages from {len(state['candidates'])} lists, {len(merged.dropped)} said the same twice"
    )
    return {"hits": merged.hits, "trace": [entry("merge_rrf", why, decided, merged.dropped)]}
