"""Weigh the scores: the order by weights that were learned from feedback. Off unless a request or the settings ask."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from langgraph.runtime import Runtime

from nodes.domain.chat import Hit, TraceEntry
from nodes.domain.errors import SheafError
from nodes.ports import ChatPorts
from nodes.ranking.learned import weighed
from nodes.trace import entry


class Input(TypedDict):
    """The hits with their scores."""

    hits: list[Hit]


class Update(TypedDict):
    """Hits in their new order, or as they were."""

    hits: list[Hit]
    trace: list[TraceEntry]


async def weigh_scores(state: Input, runtime: Runtime[ChatPorts]) -> Update:
    """Applies what `sheaf learn` found; without it, or with a broken file, the scores stand, and the trace says so."""
    file = runtime.context.learned_weights
    # Read anew when it was changed: from a disk.
    try:
        weights = None if file is None else await asyncio.to_thread(file.read)
    except SheafError as error:
        decided = {"applied": False, "failure": error.told()}
        return {
            "hits": state["hits"],
            "trace": [entry("weigh_scores", f"{decided['failure']} The scores stand.", decided)],
        }
    if weights is None:
        why = "no weights were learned yet (`sheaf learn`): the scores stand"
        return {"hits": state["hits"], "trace": [entry("weigh_scores", why, {"applied": False})]}
    hits = weighed(state["hits"], weights)
    before, after = ([hit["chunk_id"] for hit in each] for each in (state["hits"], hits))
    moved = sum(one != other for one, other in zip(before, after, strict=True))
    decided = {"applied": True, "weights": dict(weights), "moved": moved}
    why = f"learned weights: {moved} of {len(hits)} passages changed their place"
    return {"hits": hits, "trace": [entry("weigh_scores", why, decided)]}
