"""Every step tells what it decided; this tells how long it took, in the trace and to whoever listens."""

from __future__ import annotations

import functools
import time
from typing import Any, Protocol, cast

from nodes.domain.chat import TraceEntry


class Step(Protocol):
    """A node: narrow state and runtime in, partial state out."""

    __name__: str

    async def __call__(self, state: Any, runtime: Any) -> Any:
        """Runs the step."""
        ...


def traced(step: Step, bound: Any = None) -> Step:
    """The step, timed: seconds go into the trace entry that it returns, or into a bare one if it returns none.

    The entry is also streamed as `{"type": "trace", ...}`, and handed to the context's `on_step`, so that a run that
    nobody follows to its end is watched too. Names and annotations stay, because LangGraph reads a step's narrow input
    from them.

    Args:
        step: a node.
        bound: a context for every run, in place of the one that a run brings; for servers that cannot bring one.
    """

    @functools.wraps(step)
    async def run(state: Any, runtime: Any) -> dict[str, Any]:
        begin = time.perf_counter()
        runtime = runtime if bound is None else runtime.override(context=bound)
        update = dict(await step(state, runtime))
        seconds = time.perf_counter() - begin
        entries: list[TraceEntry] = update.get("trace") or [
            {"node": step.__name__, "seconds": 0.0, "why": "", "decided": {}, "dropped": []}
        ]
        entries[-1] = {**entries[-1], "seconds": seconds}
        for entry in entries:
            runtime.stream_writer({"type": "trace", "entry": entry})
            if runtime.context.on_step is not None:
                runtime.context.on_step(entry)
        return {**update, "trace": entries}

    return cast("Step", run)
