"""What became of a page: told in the trace of a run whose context watches one, and not worked out in any other."""

from __future__ import annotations

import functools
from typing import Any, cast

from graphs.tracing import Step


def watched(step: Step) -> Step:
    """The step; where the context has a watch, its trace entry also says where the watched chunks are after it."""

    @functools.wraps(step)
    async def run(state: Any, runtime: Any) -> Any:
        update = await step(state, runtime)
        watch = runtime.context.watch
        if watch is None or not update.get("trace"):
            return update
        seen = watch.after(step.__name__, update)
        if seen is None:
            return update
        *before, last = update["trace"]
        return {**update, "trace": [*before, {**last, "watched": seen}]}

    return cast("Step", run)
