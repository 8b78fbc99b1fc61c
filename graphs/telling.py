"""Where the events of a run go: to whoever the run brought along, or into LangGraph's own stream."""

from __future__ import annotations

import functools
from typing import Any, cast

from graphs.tracing import Step


def telling(step: Step) -> Step:
    """The step; where the context has an `on_event`, what the step writes goes there.

    LangGraph's stream of what steps write (its mode `custom`, which Studio shows) costs a run half as much again.
    Names and annotations stay, because LangGraph reads a step's narrow input from them.
    """

    @functools.wraps(step)
    async def run(state: Any, runtime: Any) -> Any:
        told = runtime.context.on_event
        return await step(state, runtime if told is None else runtime.override(stream_writer=told))

    return cast("Step", run)
