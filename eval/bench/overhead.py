"""`sheaf bench overhead`: what everything around the work costs: the graph, merging, cold starts."""

from __future__ import annotations

import asyncio
import functools
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any, cast

from app.chatting.asking import graph_input
from app.chatting.streaming import moments
from app.samples import demo_questions, sample_paths
from app.settings import PREFIX
from app.sheaf import IngestFile, Sheaf
from eval.bench.contenders import bench_settings
from eval.bench.corpus import World
from eval.bench.documents import Writer
from eval.bench.goals import judged
from eval.bench.timing import Moment, children_seconds
from eval.bench.workloads import Note
from eval.spread import spread
from graphs.chat import STEPS, build_chat_graph
from graphs.context import ChatContext
from graphs.tracing import Step
from nodes.chat.merge_rrf import FEWEST_READ
from nodes.domain.chat import Hit
from nodes.domain.errors import InternalError
from nodes.domain.options import Options
from nodes.ranking.merging import Ranked, fuse_collections
from nodes.ranking.order import by_final, with_scores
from nodes.ranking.quality import quality_multiplier
from nodes.ranking.redundancy import without_repetition
from nodes.trace import entry

COLLECTIONS, HITS = 10, 100
GRAPH_RUNS, MERGES, STARTS = 200, 50, 5


async def measure_overhead(note: Note) -> dict[str, Any]:
    """Measures the emptied graph, a merge of ten collections, and programs that start anew.

    Args:
        note: told what is being done.

    Returns:
        The result as JSON.
    """
    note(f"running the graph {GRAPH_RUNS} times with all its steps emptied")
    graph = await time_empty_graph(GRAPH_RUNS)
    note(f"merging {COLLECTIONS} collections of {HITS} hits {MERGES} times")
    merge = time_merging(MERGES)
    note("starting `sheaf --help` and `sheaf ask` anew")
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        async with Sheaf(bench_settings(home)) as sheaf:
            await sheaf.ingest([IngestFile(path) for path in sample_paths()])
        question = demo_questions()[0]["question"]
        starts = {"ask": await _starts(["ask", question, "--json"], home), "help": await _starts(["--help"], home)}
    parts = {"graph": graph, "merge": merge, **starts}
    return {
        "bench": "overhead",
        "parts": [
            {
                "part": name,
                "ms": spread([each.wall for each in moments]),
                "cpu_ms": spread([each.cpu for each in moments]),
            }
            for name, moments in parts.items()
        ],
        "goals": [
            judged("graph", _median_ms(graph)),
            judged("merge", _median_ms(merge)),
            judged("ask", _median_ms(starts["ask"]) / 1000),
            judged("help", _median_ms(starts["help"]) / 1000),
        ],
    }


async def time_empty_graph(runs: int) -> list[Moment]:
    """Answers with the chat graph as it is wired, whose steps do nothing but write their line of the trace.

    The plan takes the longest way there is without going round: links, hierarchy, reranking, an answer.
    """
    graph = build_chat_graph(steps=[_emptied(step) for step in STEPS])
    nothing: Any = None
    told: list[Any] = []
    context = ChatContext("local", [], nothing, nothing, nothing, nothing, None, on_step=told.append)
    slate = {"rounds": 0, "overtaken": 0, "replaced": 0, "confidence": 1.0}
    state: Any = {**graph_input("What is measured here?", "chat", None, Options()), **slate}
    found = []
    for number in range(runs + 10):
        begun = Moment.now()
        async for _ in moments(graph, state, context):
            pass
        # The first runs warm it up.
        if number >= 10:
            found.append(begun.since())
    return found


def _emptied(step: Step) -> Step:
    """The step with its name, its narrow input and its line of the trace, and nothing else."""
    on, off = ("expand", "follow_links", "hierarchy", "rerank", "threshold"), ("hyde", "widen")
    plan = {**dict.fromkeys(on, True), **dict.fromkeys(off, False)}
    decided = {"plan": plan} if step.__name__ == "classify_query" else {}

    @functools.wraps(step)
    async def nothing(state: Any, runtime: Any) -> dict[str, Any]:  # noqa: ARG001 - a step's signature
        return {**decided, "trace": [entry(step.__name__, "nothing to do")]}

    return cast("Step", nothing)


def time_merging(times: int) -> list[Moment]:
    """Merges rankings of ten collections: fuses them, weighs the best hits, and drops what repeats a better one."""
    rankings, hits = _rankings()
    known = {home: (f"collection {home}", 1.0) for home in rankings}
    now = datetime.now(UTC)
    found = []
    for number in range(times + 2):
        begun = Moment.now()
        fused = fuse_collections(rankings, known, "factual")
        best = [with_scores(hits[place], {"final": score}) for place, score in islice(fused.items(), FEWEST_READ)]
        weighed = by_final(
            with_scores(hit, {"final": hit["scores"]["final"] * quality_multiplier(hit, now)}) for hit in best
        )
        without_repetition(weighed, 0.1)
        if number >= 2:
            found.append(begun.since())
    return found


def _rankings() -> tuple[dict[str, list[Ranked]], dict[Any, Hit]]:
    """Ten rankings of passages of a made-up corpus, and the hit of each passage."""
    writer = Writer(World(1))
    texts = chain.from_iterable(
        (document.title, paragraph)
        for document in writer.stream()
        for section in document.sections
        for paragraph in section.paragraphs
    )
    pairs = zip(texts, texts, strict=False)
    rankings: dict[str, list[Ranked]] = {}
    hits: dict[Any, Hit] = {}
    for number in range(COLLECTIONS):
        home = f"c{number}"
        rankings[home] = [
            Ranked(f"{home}-{place:03d}", 0, {"dense": 0.5, "bm25": 9.0, "fused": 1 - place / HITS})
            for place in range(HITS)
        ]
        for ranked, (title, text) in zip(rankings[home], pairs, strict=False):
            hits[home, ranked.passage_id] = _hit(home, ranked, title, text)
    return rankings, hits


def _hit(home: str, ranked: Ranked, title: str, text: str) -> Hit:
    return {
        "chunk_id": f"{ranked.revision_id}-00000",
        "document_id": ranked.revision_id,
        "revision_id": ranked.revision_id,
        "collection_id": home,
        "file_name": f"{ranked.revision_id}.md",
        "title": title,
        "media_type": "text/markdown",
        "created_at": "2020-01-01T00:00:00.000000Z",
        "pages": [1],
        "spans": [],
        "section_index": 0,
        "section_title": "",
        "section_path": [],
        "section_type": "content",
        "chunk_index": 0,
        "total_chunks": 1,
        "is_entry": False,
        "content": text,
        "token_count": len(text) // 4,
        "chunk_type": "content",
        "extraction_strategy": "complete",
        "content_completeness": "full",
        "scores": dict(ranked.scores),
        "selected_because": "",
    }


async def _starts(arguments: Sequence[str], home: Path) -> list[Moment]:
    """The program started anew several times; the first time, which warms the disk, is not counted."""
    import os

    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    found = []
    for number in range(STARTS + 1):
        before, begun = children_seconds(), Moment.now()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "app.cli.main",
            *arguments,
            env={**others, "SHEAF_HOME": str(home)},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        if await process.wait() != 0:
            raise InternalError(f"`sheaf {' '.join(arguments)}` failed.", hint="Run it to see why.")
        if number > 0:
            found.append(Moment(begun.since().wall, children_seconds() - before))
    return found


def _median_ms(moments: Sequence[Moment]) -> float:
    return float(spread([each.wall for each in moments])["p50"])
