"""Rerank for diversity: documents take turns where the question spans them; else other documents get a word."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypedDict

from langgraph.runtime import Runtime

from nodes.documents.entries import mostly_entries
from nodes.domain.chat import Hit, Plan, TraceEntry
from nodes.domain.options import Options
from nodes.ports import ChatPorts
from nodes.ranking.diversity import all_heard, round_robin, second_opinions
from nodes.ranking.opinions import asked_coverage, compared_coverage, sides_told
from nodes.ranking.order import final_score
from nodes.retrieval.placing import with_places
from nodes.trace import counted, entry, left_out

WEAK = 0.5
"""Of the best score: what is under it takes no turn of its own for its document."""
LOOKED_AT = 60
"""Hits among which a second opinion is looked for."""


class Input(TypedDict):
    """Hits above and below the threshold."""

    plan: Plan
    options: dict[str, Any]
    mode: Literal["chat", "search"]
    hits: list[Hit]
    below_threshold: list[Hit]


class Update(TypedDict):
    """The hits that are returned, or read by the answer."""

    hits: list[Hit]
    trace: list[TraceEntry]


async def rerank_diversity(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Round-robin, or second opinions for an answer. A search keeps what is below the threshold, labelled."""
    options, hits, spread = Options.model_validate(state["options"]), state["hits"], state["plan"]["spans_documents"]
    ordered, other = hits, "another document"
    if spread:
        ordered = _in_turns(hits, options)
    elif state["mode"] == "chat" and "second_opinions" in runtime.context.features:
        ordered, other = _heard(hits[:LOOKED_AT], state["plan"], options.top_k)
    labelled = state["below_threshold"] if state["mode"] == "search" else []
    judged, chosen = [*hits, *labelled], [*ordered, *labelled][: options.top_k]
    kept, first = _ids(chosen), _ids(judged[: options.top_k])
    found = {hit["document_id"] for hit in hits}
    shown = {hit["document_id"] for hit in chosen}
    decided = {
        "spread": spread,
        "top_k": options.top_k,
        "min_chunks_per_document": options.min_chunks_per_document,
        "judged": len(judged),
        "hits": len(chosen),
        "invited": len(kept - first),
        "by_document": dict(Counter(hit["file_name"] for hit in chosen).most_common()),
        "documents": len(shown),
        "diversity": len(shown & found) / len(found) if found else 0.0,
    }
    dropped = [
        *left_out((hit for hit in judged if hit["chunk_id"] in first - kept), f"its place went to {other}"),
        *left_out((hit for hit in judged if hit["chunk_id"] not in first | kept), f"after the first {options.top_k}"),
    ]
    given = f", but that {counted(len(kept - first), 'place')} went to {other}" if kept - first else ""
    why = (
        f"the question spans documents: {len(shown)} of {len(found)} take turns"
        if spread
        else f"by score{given}; {len(shown)} documents are heard"
    )
    placed = await with_places(runtime.context, chosen)
    return {"hits": placed, "trace": [entry("rerank_diversity", why, decided, dropped)]}


def _heard(hits: list[Hit], plan: Plan, top_k: int) -> tuple[list[Hit], str]:
    """The best hits, with a word for each side of a comparison, or for other documents; and to whom that was given."""
    # Entries are about one thing each: names lead to both sides.
    if plan["comparison_sides"] and not mostly_entries(hits):
        told, compared = sides_told(hits, plan["comparison_sides"]), compared_coverage(hits, plan)
        heard = all_heard(
            hits,
            sides_of=lambda hit: told[hit["chunk_id"]],
            coverage_of=lambda hit: compared[hit["chunk_id"]],
            top_k=top_k,
        )
        return heard, "another side of what is compared"
    heard = second_opinions(
        hits,
        document_of=lambda hit: hit["document_id"],
        coverage_of=asked_coverage(hits, plan),
        top_k=top_k,
    )
    return heard, "another document"


def _in_turns(hits: list[Hit], options: Options) -> list[Hit]:
    """The hits, their documents in turn."""
    best = max((final_score(hit) for hit in hits), default=0.0)
    return round_robin(
        hits,
        document_of=lambda hit: hit["document_id"],
        top_k=len(hits),
        minimum=options.min_chunks_per_document,
        is_weak=lambda hit: final_score(hit) < WEAK * best,
    )


def _ids(hits: list[Hit]) -> set[str]:
    return {hit["chunk_id"] for hit in hits}
