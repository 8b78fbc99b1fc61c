"""A run of the chat graph as it goes on: what its steps write, and the state after each of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Literal, NamedTuple, cast

from graphs.chat import ChatGraph
from graphs.context import ChatContext

RUN_TASK = "question"
"""Name of the task that a watched run is."""


class Moment(NamedTuple):
    """Something that a run has come to."""

    kind: Literal["event", "state"]
    value: dict[str, Any]
    """What a step has written, see `graphs.context.OnEvent`; or the whole state, after a step."""


async def moments(
    graph: ChatGraph,
    state: dict[str, Any],
    context: ChatContext,
    *,
    watched: bool = True,
    keys: Sequence[str] | None = None,
) -> AsyncGenerator[Moment]:
    """Runs the graph; each event as soon as it is written.

    Closing it, or cancelling who iterates it, stops the step that runs. Whatever a step raises is raised here.

    Args:
        graph: keeps nothing of the run.
        state: that it begins with.
        context: of the run; its own `on_event` is not told.
        watched: whether there are events.
        keys: what is told of the states; all of it if None. LangGraph reads every key that is told after each step.
    """
    if not watched:
        async with aclosing(_states(graph, state, context, keys)) as states:
            async for each in states:
                yield Moment("state", each)
        return
    written: asyncio.Queue[Moment | None] = asyncio.Queue()
    told = replace(context, on_event=lambda event: written.put_nowait(Moment("event", event)))

    async def run() -> None:
        async with aclosing(_states(graph, state, told, keys)) as states:
            async for each in states:
                written.put_nowait(Moment("state", each))

    def end(done: asyncio.Task[None]) -> None:
        if not done.cancelled():
            done.exception()  # Seen here: whoever has left does not come to wait for it.
        written.put_nowait(None)

    running = asyncio.create_task(run(), name=RUN_TASK)
    running.add_done_callback(end)
    try:
        while (moment := await written.get()) is not None:
            yield moment
        await running
    finally:
        running.cancel()
        await asyncio.wait([running])


def _states(
    graph: ChatGraph, state: dict[str, Any], context: ChatContext, keys: Sequence[str] | None
) -> AsyncGenerator[dict[str, Any]]:
    given: Any = state
    states = graph.astream(given, context=context, stream_mode="values", output_keys=keys)
    return cast("AsyncGenerator[dict[str, Any]]", states)
