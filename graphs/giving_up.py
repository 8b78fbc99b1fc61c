"""Documents that were deleted while they are worked on: the next step does nothing for them."""

from __future__ import annotations

import functools
from typing import Any, cast

from graphs.tracing import Step
from nodes.domain.errors import NotFoundError
from nodes.ingest.batches import alive, failed


def giving_up(step: Step) -> Step:
    """The step; where the context can tell which revisions nobody wants any more, their documents are given up first.

    Names and annotations stay, because LangGraph reads a step's narrow input from them.
    """

    @functools.wraps(step)
    async def run(state: Any, runtime: Any) -> Any:
        documents, forgotten = state["documents"], runtime.context.forgotten
        if forgotten is None or not alive(documents):
            return await step(state, runtime)
        gone = await forgotten([each["revision_id"] for each in alive(documents)])
        deleted = NotFoundError(
            "It was deleted while it was being read.", hint="Upload it again if it should be there."
        )
        left = [failed(each, deleted) if each["revision_id"] in gone else each for each in documents]
        return await step({**state, "documents": left}, runtime)

    return cast("Step", run)
