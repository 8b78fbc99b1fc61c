"""One contender in a process of its own, to see what it holds in memory: what to do as JSON in, the figures out."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from eval.bench.contenders import contender
from eval.bench.timing import memory_of
from eval.bench.workloads import COLLECTION


async def measure(given: dict[str, Any]) -> dict[str, int]:
    """Asks one contender everything and gives what the process has held in memory, in bytes.

    Args:
        given: `{"name", "home", "folder", "top_k", "questions"}`.

    Returns:
        `{"ready", "now", "peak"}`: before the first question, after the last, and at most.
    """
    opened = contender(given["name"], Path(given["home"]), COLLECTION, Path(given["folder"]), given["top_k"])
    async with opened as ready:
        before = memory_of()
        for question in given["questions"]:
            await ready.search(question)
        after = memory_of()
        return {"ready": before["now"], "now": after["now"], "peak": max(before["peak"], after["peak"])}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure(json.load(sys.stdin)))))
