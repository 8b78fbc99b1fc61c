"""One size of a growing home, measured in a process of its own: what to do as JSON in, the figures out."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from app.sheaf import Sheaf
from eval.bench.contenders import bench_settings, opened_store
from eval.bench.recall import measure_recall
from eval.bench.timing import Moment, memory_of
from eval.bench.workloads import COLLECTION
from eval.engine import WARM_UP
from eval.spread import spread


async def measure(given: dict[str, Any]) -> dict[str, Any]:
    """Opens a home, asks, and gives times, processor time and memory.

    Args:
        given: `{"home", "warm_up", "questions", "recall"}`.

    Returns:
        `{"open_seconds", "first_ms", "ms", "cpu_ms", "memory_bytes", "recall"}`: until models and libraries are
        loaded, the first question after that, all others, and the vector index against exact search or None.
    """
    begun = Moment.now()
    async with Sheaf(bench_settings(Path(given["home"]))) as sheaf:
        await sheaf.warm()
        opened = begun.since()
        first = await _asked(sheaf, WARM_UP)
        for question in given["warm_up"]:
            await _asked(sheaf, question)
        await sheaf.settled()
        times = [await _asked(sheaf, question) for question in given["questions"]]
        memory = memory_of()
        recall = None
        if given["recall"]:
            store, embedding = await opened_store(sheaf, COLLECTION)
            recall = await measure_recall(store, embedding, given["questions"])
    return {
        "open_seconds": round(opened.wall, 3),
        "first_ms": round(first.wall * 1000, 3),
        "ms": spread([each.wall for each in times]),
        "cpu_ms": spread([each.cpu for each in times]),
        "memory_bytes": memory,
        "recall": recall,
    }


async def _asked(sheaf: Sheaf, question: str) -> Moment:
    begun = Moment.now()
    await sheaf.search(question, collections=[COLLECTION])
    return begun.since()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure(json.load(sys.stdin)))))
