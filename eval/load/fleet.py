"""Several services and workers over the same servers: how fast they take documents in, and whether they agree.

Each process has a home of its own, as on a machine of its own; catalogue, store and queue are what the settings say.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from app.settings import PREFIX
from eval.datasets import Dataset, Question
from eval.load.measuring import taken_in
from eval.load.process import program, serving, wait_until_ready
from eval.spread import spread
from nodes.domain.errors import InvalidRequestError

_TIMEOUT = httpx.Timeout(600)
_OWN = ("SHEAF_HOME", "SHEAF_CONFIG")


@dataclass(frozen=True)
class FleetPlan:
    """What is started.

    Args:
        services: that take files in turn, and are all asked everything.
        workers: that work on the files; 0 for the work beside each service.
    """

    services: int
    workers: int


def measure_fleet(
    plan: FleetPlan, dataset: Dataset, folder: Path, environment: Mapping[str, str], note: Callable[[str], None]
) -> dict[str, Any]:
    """Starts the processes, takes the dataset's files in through all services, and asks each service every question.

    Args:
        plan: what is started.
        dataset: what is taken in and asked.
        folder: empty; holds the homes.
        environment: whose `SHEAF_` variables the processes get.
        note: told what is being done.

    Raises:
        InvalidRequestError: the settings name no PostgreSQL.
        UnavailableError: a process does not start, or a file is not taken in.
    """
    given = {name: value for name, value in environment.items() if name.startswith(PREFIX) and name not in _OWN}
    if not given.get("SHEAF_DATABASE_URL", "").startswith("postgres"):
        raise InvalidRequestError(
            "Several processes need a catalogue on a server.", hint="Set SHEAF_DATABASE_URL=postgresql://…"
        )
    given.setdefault("SHEAF_FILES_URL", str(folder / "files"))
    given |= {"SHEAF_SERVICE__UPLOAD_MAX_FILES": "10000", "SHEAF_SERVICE__UPLOAD_MAX_BYTES": str(10**11)}
    given["SHEAF_INGEST__WORKED_BY"] = "workers" if plan.workers else "service"
    files = _files(dataset, folder / "documents")
    with ExitStack() as stack:
        note(f"starting {plan.services} services and {plan.workers} workers")
        served = [stack.enter_context(serving(folder / f"service-{n}", given)) for n in range(plan.services)]
        worked = [stack.enter_context(program(["worker"], folder / f"worker-{n}", given)) for n in range(plan.workers)]
        for process, port in served:
            wait_until_ready(process, port)
        result = asyncio.run(_measure(dataset.questions, files, [port for _, port in served], note))
        processes = [*(process for process, _ in served), *worked]
        memory = [_most_memory(process.pid) for process in processes]
    return {
        "dataset": dataset.name,
        "services": plan.services,
        "workers": plan.workers,
        "processors": os.cpu_count(),
        **result,
        "memory_bytes": memory,
    }


def _files(dataset: Dataset, folder: Path) -> list[Path]:
    """The dataset's documents as files; texts are written to the folder."""
    folder.mkdir()
    files = []
    for number, document in enumerate(dataset.documents):
        # Ids may hold anything, which names of files must not.
        path = document.path or folder / f"{number:06}.txt"
        if document.path is None:
            path.write_text(document.text, encoding="utf-8")
        files.append(path)
    return files


async def _measure(
    questions: Sequence[Question], files: Sequence[Path], ports: Sequence[int], note: Callable[[str], None]
) -> dict[str, Any]:
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=_TIMEOUT))
            for port in ports
        ]
        first = clients[0]
        reply = await first.post("/collections", json={"name": f"fleet {uuid4().hex}"})
        collection_id: str = reply.raise_for_status().json()["collection_id"]
        try:
            note(f"taking in {len(files)} files")
            begin = time.perf_counter()
            shares = [files[place :: len(clients)] for place in range(len(clients))]
            uploads = await asyncio.gather(
                *(
                    taken_in(client, share, collection_id=collection_id)
                    for client, share in zip(clients, shares, strict=True)
                    if share
                )
            )
            seconds = time.perf_counter() - begin
            note(f"asking {len(questions)} questions {len(clients)} times")
            answered, latencies = await _ask(clients, questions, collection_id)
        finally:
            await first.delete(f"/collections/{collection_id}")
    taken = [file for upload in uploads for file in upload["files"]]
    pages, chunks = sum(file["page_count"] for file in taken), sum(file["chunk_count"] for file in taken)
    return {
        "files": len(files),
        "pages": pages,
        "chunks": chunks,
        "seconds": round(seconds, 2),
        "pages_per_second": round(pages / seconds, 2),
        "chunks_per_second": round(chunks / seconds, 2),
        "questions": len(questions),
        "disagreements": [
            question.text
            for question, answers in zip(questions, answered, strict=True)
            if any(answer != answers[0] for answer in answers)
        ],
        "latency_ms": spread(latencies),
    }


async def _ask(
    clients: Sequence[httpx.AsyncClient], questions: Sequence[Question], collection_id: str
) -> tuple[list[list[dict[str, Any]]], list[float]]:
    """What each service answers to each question, without what differs by its nature; and how long each took."""
    answered: list[list[dict[str, Any]]] = []
    latencies: list[float] = []
    for question in questions:
        answers = []
        for client in clients:
            begin = time.perf_counter()
            body = {"question": question.text, "collection_ids": [collection_id], "stream": False}
            reply = (await client.post("/chat", json=body)).raise_for_status().json()
            latencies.append(time.perf_counter() - begin)
            answers.append({key: reply[key] for key in ("answer", "citations", "status", "query_type")})
        answered.append(answers)
    return answered, latencies


def _most_memory(process_id: int) -> int | None:
    """The most memory that a process held at once, in bytes; None where the system does not tell."""
    try:
        status = Path(f"/proc/{process_id}/status").read_text(encoding="ascii")
    except OSError:
        return None
    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(found[0]) * 1024 if found else None
