"""`sheaf bench search`: Sheaf's whole search beside its peers, question by question in one process."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.sheaf import Sheaf
from eval.bench.contenders import (
    LABELS,
    SHEAF,
    STOCK,
    STOCK_CANDIDATES,
    STORE,
    STORE_CANDIDATES,
    Contender,
    bench_settings,
    contender,
    opened_store,
    warm_up,
    write_chunks,
)
from eval.bench.goals import judged
from eval.bench.profile import Profile, ProfiledSheaf
from eval.bench.timing import Moment
from eval.bench.workloads import COLLECTION, Note, Workload
from eval.spread import spread
from nodes.domain.errors import InternalError

SMALL, LARGE, MILLION = 3_000, 20_000, 900_000
STORE_SHARE = 2.0
"""How many times the bare store calls a search may take, and 5 ms more."""


@dataclass(frozen=True)
class SearchPlan:
    """What is measured.

    Args:
        names: of the contenders.
        top_k: hits of a search.
        rounds: how often each question is asked.
        memory: whether each contender is run once more in a process of its own, to see what it holds in memory.
        profile: whether Sheaf is asked once more and watched.
    """

    names: Sequence[str]
    top_k: int
    rounds: int
    memory: bool
    profile: bool


@dataclass
class _Times:
    """Of one contender: a question's first time, and the times after."""

    first: list[Moment] = field(default_factory=list)
    again: list[Moment] = field(default_factory=list)
    hits: int = 0


async def measure_search(home: Path, workload: Workload, plan: SearchPlan, note: Note) -> dict[str, Any]:
    """Asks every contender every question, in turns, and measures each alone afterwards.

    Args:
        home: holds what is searched.
        workload: what that is, and what is asked.
        plan: what is measured.
        note: told what is being done.

    Returns:
        The result as JSON; docs/bench.md tells what its figures mean.
    """
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as folder:
        place = Path(folder)
        if STOCK in plan.names:
            note("writing the chunks for the peer")
            async with Sheaf(bench_settings(home)) as sheaf:
                store, _ = await opened_store(sheaf, COLLECTION)
                await write_chunks(store, place)
        times = await _interleaved(home, place, workload, plan, note)
        memory: dict[str, dict[str, Any]] = {}
        if plan.memory:
            for name in plan.names:
                note(f"measuring the memory of {LABELS[name]} in a process of its own")
                memory[name] = await _alone(name, home, place, workload, plan)
    contenders = [
        {
            "name": name,
            "label": LABELS[name],
            "ms": spread([each.wall for each in times[name].first]),
            "cpu_ms": spread([each.cpu for each in times[name].first]),
            "again_ms": spread([each.wall for each in times[name].again]),
            "again_cpu_ms": spread([each.cpu for each in times[name].again]),
            "hits": times[name].hits,
            "memory_bytes": memory.get(name),
        }
        for name in plan.names
    ]
    result: dict[str, Any] = {
        "bench": "search",
        "workload": {
            "name": workload.name,
            "documents": workload.documents,
            "chunks": workload.chunks,
            "questions": len(workload.questions),
            "ingest_seconds": round(workload.ingest_seconds, 3),
        },
        "settings": {
            "top_k": plan.top_k,
            "rounds": plan.rounds,
            "candidates": {SHEAF: STORE_CANDIDATES, STORE: STORE_CANDIDATES, STOCK: STOCK_CANDIDATES},
        },
        "contenders": contenders,
        "goals": search_goals(workload.chunks, dict(zip(plan.names, contenders, strict=True))),
        "profile": None,
    }
    if plan.profile:
        note("watching where a question's time goes")
        result["profile"] = await profile_search(home, workload, plan.top_k)
    return result


def search_goals(chunks: int, contenders: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The goals that hold at this size, for the contenders that were measured."""
    found = []
    ours, stock, store = (contenders.get(name) for name in (SHEAF, STOCK, STORE))
    if ours is None:
        return []
    if stock is not None and chunks >= SMALL:
        key = "small_ratio" if chunks < LARGE else "large_ratio"
        found.append(judged(key, ours["ms"]["p95"] / stock["ms"]["p95"]))
    if store is not None and chunks >= LARGE:
        found.append(judged("over_store", ours["ms"]["p50"] - STORE_SHARE * store["ms"]["p50"]))
    if chunks >= MILLION:
        found.append(judged("million_search", ours["ms"]["p95"]))
        if ours["memory_bytes"] is not None:
            found.append(judged("million_memory", ours["memory_bytes"]["peak"] / 1e6))
    return found


async def _interleaved(home: Path, folder: Path, workload: Workload, plan: SearchPlan, note: Note) -> dict[str, _Times]:
    """Every question to every contender, each beginning in turn."""
    times = {name: _Times() for name in plan.names}
    async with AsyncExitStack() as stack:
        ready: list[tuple[str, Contender]] = []
        for name in plan.names:
            note(f"getting {LABELS[name]} ready")
            opened = contender(name, home, COLLECTION, folder, plan.top_k)
            ready.append((name, await stack.enter_async_context(opened)))
        for _, each in ready:
            await warm_up(each, workload.warm_up)
        # What one of them keeps in memory must not make the collector's rounds longer for the others.
        gc.collect()
        gc.freeze()
        try:
            note(f"asking {len(workload.questions)} questions, {plan.rounds} times each")
            for turn in range(plan.rounds):
                for position, question in enumerate(workload.questions):
                    first = position % len(ready)
                    for name, each in (*ready[first:], *ready[:first]):
                        begun = Moment.now()
                        hits = await each.search(question)
                        passed = begun.since()
                        (times[name].first if turn == 0 else times[name].again).append(passed)
                        times[name].hits += len(hits)
        finally:
            gc.unfreeze()
    return times


async def _alone(name: str, home: Path, folder: Path, workload: Workload, plan: SearchPlan) -> dict[str, Any]:
    """One contender in a process of its own: what it holds in memory, in bytes."""
    given = {
        "name": name,
        "home": str(home),
        "folder": str(folder),
        "top_k": plan.top_k,
        "questions": [*workload.warm_up, *workload.questions],
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "eval.bench.alone",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate(json.dumps(given).encode())
    if process.returncode != 0:
        raise InternalError(f"{LABELS[name]} could not be measured in a process of its own.", hint="See above why.")
    found: dict[str, Any] = json.loads(output)
    return found


async def profile_search(home: Path, workload: Workload, top_k: int) -> dict[str, Any]:
    """Where the time of Sheaf's searches goes, by step and by what each step asks for; see `Profile.result`."""
    profile = Profile()
    async with ProfiledSheaf(bench_settings(home), profile) as sheaf:
        await sheaf.warm()
        choices: dict[str, Any] = {"collections": [COLLECTION], "options": {"top_k": top_k}}
        for question in workload.warm_up:
            await sheaf.search(question, **choices)
        await sheaf.settled()
        profile.questions.clear()
        for question in workload.questions:
            await sheaf.search(question, **choices)
    return profile.result()
