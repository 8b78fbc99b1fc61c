"""`sheaf bench ingest`: files to searchable, beside LlamaIndex; and what a document costs as the collection grows."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from app.sheaf import IngestFile, Sheaf
from eval.bench.contenders import LABELS, SHEAF, STOCK, bench_settings
from eval.bench.corpus import World
from eval.bench.documents import Writer
from eval.bench.goals import judged
from eval.bench.stock_ingest import ingest_stock
from eval.bench.timing import Moment, children_seconds
from eval.bench.workloads import COLLECTION, Note
from eval.ingesting import SEARCHABLE
from nodes.domain.chat import TraceEntry
from nodes.domain.errors import InternalError

PARTS = 10
"""A growing collection is measured in so many parts."""
ENRICHING = ("extract_metadata", "enrich")


class Steps:
    """Adds up the seconds of each step of the ingest graph."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def step(self, graph: str, entry: TraceEntry) -> None:
        """Takes note of one step."""
        if graph == "ingest":
            self.seconds[entry["node"]] += entry["seconds"]

    def shares(self) -> dict[str, float]:
        """Share of each step of all their seconds."""
        whole = sum(self.seconds.values()) or 1.0
        return {step: round(seconds / whole, 4) for step, seconds in self.seconds.items()}


async def measure_files(paths: Sequence[Path], rounds: int, *, with_stock: bool, note: Note) -> dict[str, Any]:
    """Ingests PDF files into fresh homes, and by LlamaIndex, in turns.

    Args:
        paths: of PDF files.
        rounds: how often each does it.
        with_stock: whether LlamaIndex does it too.
        note: told what is being done.

    Returns:
        The part `files` of the result.

    Raises:
        InternalError: Sheaf could not ingest a file.
    """
    runs: dict[str, list[dict[str, Any]]] = {SHEAF: [], **({STOCK: []} if with_stock else {})}
    for turn in range(rounds):
        for name in list(runs) if turn % 2 == 0 else list(runs)[::-1]:
            note(f"round {turn + 1}: {LABELS[name]} ingests {len(paths)} files")
            runs[name].append(await _sheaf_run(paths) if name == SHEAF else await asyncio.to_thread(_stock_run, paths))
    contenders = [
        {
            "name": name,
            "label": LABELS[name],
            "seconds": round(float(np.median([each["seconds"] for each in found])), 3),
            "cpu_seconds": round(float(np.median([each["cpu_seconds"] for each in found])), 3),
            "pages": found[0]["pages"],
            "chunks": found[0]["chunks"],
            "shares": found[-1]["shares"],
        }
        for name, found in runs.items()
    ]
    return {"files": len(paths), "rounds": rounds, "contenders": contenders}


async def _sheaf_run(paths: Sequence[Path]) -> dict[str, Any]:
    steps = Steps()
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-", ignore_cleanup_errors=True) as folder:
        children, begun = children_seconds(), Moment.now()
        async with Sheaf(bench_settings(Path(folder)), steps.step) as sheaf:
            await sheaf.warm()
            # Models are there before both begin; the processes that read are started within the time.
            opened = Moment.now()
            report = await sheaf.ingest([IngestFile(path) for path in paths], collection=COLLECTION)
            passed = opened.since()
        cpu = begun.since().cpu + children_seconds() - children
    failed = [file for file in report.files if file["status"] not in SEARCHABLE]
    if failed:
        raise InternalError(f"{failed[0]['file_name']} was not ingested: {failed[0]['error']['message']}")
    return {
        "seconds": passed.wall,
        "cpu_seconds": cpu,
        "pages": report.page_count,
        "chunks": report.chunk_count,
        "shares": steps.shares(),
    }


def _stock_run(paths: Sequence[Path]) -> dict[str, Any]:
    from app.models.wordllama import WordLlamaEmbedding

    embedding = WordLlamaEmbedding()
    embedding.get_text_embedding("warm")
    begun = Moment.now()
    done = ingest_stock(paths, embedding)
    passed = begun.since()
    whole = sum(done["steps"].values())
    return {
        "seconds": passed.wall,
        "cpu_seconds": passed.cpu,
        "pages": done["pages"],
        "chunks": done["chunks"],
        "shares": {step: round(seconds / whole, 4) for step, seconds in done["steps"].items()},
    }


async def measure_growing(documents: int, seed: int, note: Note) -> dict[str, Any]:
    """Ingests made-up documents as users do, a tenth of them at a time, into one collection.

    Args:
        documents: how many; 10 or more.
        seed: of the corpus.
        note: told of every tenth.

    Returns:
        The part `growing` of the result.
    """
    steps, parts = Steps(), []
    stream = Writer(World(seed)).stream()
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "home"
        async with Sheaf(bench_settings(home), steps.step) as sheaf:
            await sheaf.warm()
            for part in range(PARTS):
                size = documents * (part + 1) // PARTS - documents * part // PARTS
                files = await asyncio.to_thread(_written, Path(folder), list(islice(stream, size)))
                begun = Moment.now()
                report = await sheaf.ingest(files, collection=COLLECTION)
                passed = begun.since()
                parts.append(
                    {
                        "documents": documents * (part + 1) // PARTS,
                        "chunks": report.chunk_count,
                        "seconds_per_document": round(passed.wall / size, 6),
                        "cpu_seconds_per_document": round(passed.cpu / size, 6),
                        "seconds_per_chunk": round(passed.wall / max(report.chunk_count, 1), 6),
                        "cpu_seconds_per_chunk": round(passed.cpu / max(report.chunk_count, 1), 6),
                    }
                )
                note(f"{parts[-1]['documents']:,} documents, {passed.wall / size * 1000:.1f} ms each")
    return {"documents": documents, "parts": parts, "shares": steps.shares()}


def _written(folder: Path, documents: Sequence[Any]) -> list[IngestFile]:
    files = []
    for document in documents:
        path = folder / document.file_name
        path.write_text(document.markdown(), encoding="utf-8")
        files.append(IngestFile(path))
    return files


def ingest_goals(files: dict[str, Any] | None, growing: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The goals of what was measured."""
    found = []
    if files is not None:
        by_name = {each["name"]: each for each in files["contenders"]}
        if STOCK in by_name:
            found.append(judged("ingest_ratio", by_name[STOCK]["seconds"] / by_name[SHEAF]["seconds"]))
        found.append(judged("enrichment", _enriching(by_name[SHEAF]["shares"])))
    if growing is not None:
        # By chunks: the documents of a made-up corpus are not all of one length.
        first, last = (growing["parts"][place]["seconds_per_chunk"] for place in (0, -1))
        found.append(judged("flat_ingest", last / first))
        if files is None:
            found.append(judged("enrichment", _enriching(growing["shares"])))
    return found


def _enriching(shares: dict[str, float]) -> float:
    return sum(shares.get(step, 0.0) for step in ENRICHING)
