"""`sheaf bench growth`: questions, memory, disk and start-up over the number of chunks."""

from __future__ import annotations

import asyncio
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.sheaf import Sheaf
from eval.bench.contenders import bench_settings
from eval.bench.corpus import World, distinct_questions
from eval.bench.filling import fill
from eval.bench.goals import judged
from eval.bench.serving import measure_service
from eval.bench.timing import folder_bytes
from eval.bench.workloads import COLLECTION, WARM_UP, Note
from nodes.domain.errors import InternalError

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
GROWTH_FROM = 100_000
"""The goal for growth is about sizes from here on."""
SERVICE_CHUNKS, START_CHUNKS, MILLION = 60_000, 150_000, 900_000


@dataclass(frozen=True)
class GrowthPlan:
    """What is measured.

    Args:
        sizes: numbers of chunks, ascending.
        seed: of the corpus.
        number: of questions at each size.
        recall: whether the vector index is held against exact search.
        service: whether `sheaf serve` is started over each size.
    """

    sizes: Sequence[int]
    seed: int
    number: int
    recall: bool
    service: bool


async def measure_growth(home: Path, plan: GrowthPlan, note: Note) -> dict[str, Any]:
    """Lets one home grow from size to size, and measures each in processes of their own.

    Args:
        home: empty; what was ingested for one size is gone on with for the next.
        plan: what is measured.
        note: told what is being done.

    Returns:
        The result as JSON.

    Raises:
        InternalError: a process failed.
    """
    sizes: list[dict[str, Any]] = []
    documents, chunks = 0, 0
    for size in plan.sizes:
        note(f"growing to {size:,} chunks")
        async with Sheaf(bench_settings(home)) as sheaf:
            filled = await fill(sheaf, COLLECTION, plan.seed, chunks=size - chunks, documents=documents)
        documents, chunks = documents + filled.documents, chunks + filled.chunks
        asked = distinct_questions(World(plan.seed), documents, plan.number + WARM_UP)
        note(f"asking {plan.number} questions over {chunks:,} chunks")
        given = {
            "home": str(home),
            "warm_up": asked[plan.number :],
            "questions": asked[: plan.number],
            "recall": plan.recall,
        }
        found = await _grown(given)
        served = None
        if plan.service:
            note("starting the service")
            served = await asyncio.to_thread(measure_service, home, COLLECTION, asked)
        sizes.append(
            {
                "chunks": chunks,
                "documents": documents,
                "ingest": {
                    "chunks": filled.chunks,
                    "seconds_per_document": round(filled.seconds / max(filled.documents, 1), 6),
                    "seconds_per_chunk": round(filled.seconds / max(filled.chunks, 1), 6),
                    "cpu_seconds_per_chunk": round(filled.cpu_seconds / max(filled.chunks, 1), 6),
                },
                "disk_bytes": await asyncio.to_thread(folder_bytes, home),
                **found,
                "service": served,
            }
        )
    return {
        "bench": "growth",
        "seed": plan.seed,
        "questions": plan.number,
        "sizes": sizes,
        "goals": growth_goals(sizes),
    }


async def _grown(given: dict[str, Any]) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "eval.bench.grown", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate(json.dumps(given).encode())
    if process.returncode != 0:
        raise InternalError("A size could not be measured in a process of its own.", hint="See above why.")
    found: dict[str, Any] = json.loads(output)
    return found


def growth_goals(sizes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The goals that hold at these sizes."""
    found: list[dict[str, Any]] = []
    large = [each for each in sizes if each["chunks"] >= GROWTH_FROM]
    if len(large) > 1:
        found.append(judged("growth", exponent(large[0], large[-1])))
    for each in sizes[-1:]:
        if each["recall"] is not None:
            found.append(judged("recall", each["recall"]["recall"]))
        if each["chunks"] >= MILLION:
            found.append(judged("million_search", each["ms"]["p95"]))
            found.append(judged("million_memory", each["memory_bytes"]["peak"] / 1e6))
    served = [each for each in sizes if each["service"] is not None]
    for key, most, value in (("service_memory", SERVICE_CHUNKS, "memory"), ("service_start", START_CHUNKS, "start")):
        within = [each for each in served if each["chunks"] <= most]
        if within:
            service = within[-1]["service"]
            found.append(
                judged(key, service["memory_bytes"]["peak"] / 1e6 if value == "memory" else service["start_seconds"])
            )
    return found


def exponent(small: dict[str, Any], large: dict[str, Any]) -> float:
    """The power of the size that the median grows as, between two sizes."""
    times, size = large["ms"]["p50"] / small["ms"]["p50"], large["chunks"] / small["chunks"]
    return math.log(times) / math.log(size)
