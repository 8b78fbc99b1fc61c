"""Filter threshold: what falls off below the elbow of the scores is not read by the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import Hit, Plan, TraceEntry
from nodes.ports import ChatPorts
from nodes.ranking.order import by_final, final_score
from nodes.ranking.threshold import elbow
from nodes.trace import entry, left_out

FEWEST_DOCUMENTS = 2
"""That an answer over several documents is left, whatever falls below the elbow."""


class Input(TypedDict):
    """The hits with their final scores."""

    plan: Plan
    hits: list[Hit]


class Update(TypedDict):
    """What is above, and what is below."""

    hits: list[Hit]
    below_threshold: list[Hit]
    trace: list[TraceEntry]


async def filter_threshold(state: Input, runtime: Runtime[ChatPorts]) -> Update:  # noqa: ARG001, a step takes both
    """Cuts at the elbow; where the question spans documents, two documents stay."""
    plan, hits = state["plan"], by_final(state["hits"])
    if not plan["threshold"]:
        why = "the plan asks for no cut"
        return {"hits": hits, "below_threshold": [], "trace": [entry("filter_threshold", why, {"kept": len(hits)})]}
    cut = elbow([final_score(hit) for hit in hits])
    kept = hits[: cut.kept]
    if plan["spans_documents"]:
        kept = [*kept, *_other_documents(kept, hits[cut.kept :])]
    above = {hit["chunk_id"] for hit in kept}
    share = f"{cut.threshold:.2f} of the best score"
    below: list[Hit] = [
        {**hit, "selected_because": f"below the threshold ({share}); {hit['selected_because']}".rstrip("; ")}
        for hit in hits
        if hit["chunk_id"] not in above
    ]
    dropped = left_out(below, f"below {share}")
    why = f"{len(kept)} of {len(hits)} passages are above {share}" if below else "the scores fall off nowhere"
    decided = {"threshold": cut.threshold, "kept": len(kept)}
    return {"hits": kept, "below_threshold": below, "trace": [entry("filter_threshold", why, decided, dropped)]}


def _other_documents(kept: Sequence[Hit], below: Sequence[Hit]) -> list[Hit]:
    """The best hits of as many more documents as are missing."""
    documents = {hit["document_id"] for hit in kept}
    added: list[Hit] = []
    for hit in below:
        if len(documents) >= FEWEST_DOCUMENTS:
            break
        if hit["document_id"] not in documents:
            documents.add(hit["document_id"])
            added.append(hit)
    return added
