"""The service under load: many people ask at once while files are taken in, measured over HTTP from outside.

Every client has a session of its own with a private note in it, and every note says another code for the same thing.
All ask for the code in the same words: an answer that holds another's code, or cites another's note, is cross-talk.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from app.samples import DemoQuestion, demo_questions, sample_paths
from eval.load.files import write_files, write_pdfs
from eval.load.process import health_watch, service
from eval.spread import spread
from nodes.domain.errors import UnavailableError

CODE = re.compile(r"QX\d{4}")
CODE_QUESTION = "What is the access code of the boathouse?"
LEAST_QUESTIONS, MOST_QUESTIONS = 2, 20
"""Of one person: they go on until the files are in, within these bounds."""
IDLE_SECONDS = 2.0
"""In which nothing but the health is asked for."""
_TIMEOUT = httpx.Timeout(600)


@dataclass(frozen=True)
class LoadPlan:
    """What is done.

    Args:
        clients: who ask at once.
        files: uploaded meanwhile.
        idle_questions: asked one after the other before.
        documents: whose files are uploaded in place of made-up ones.
        pdfs: taken in while nobody asks, to see how the health check fares.
    """

    clients: int
    files: int
    idle_questions: int
    documents: Path | None
    pdfs: int


@dataclass(frozen=True)
class Client:
    """Somebody with a session of their own."""

    session_id: str
    code: str
    own_documents: frozenset[str]


@dataclass
class Tally:
    """What came of the questions of one part of the run; times in seconds."""

    first_token: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)
    cached: int = 0
    wrong: list[str] = field(default_factory=list)
    cross_talk: list[str] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    def result(self) -> dict[str, Any]:
        """As JSON, times in milliseconds."""
        return {
            "questions": len(self.answer) + self.errors.total(),
            "first_token_ms": spread(self.first_token),
            "answer_ms": spread(self.answer),
            "cached": self.cached,
            "wrong": self.wrong,
            "cross_talk": self.cross_talk,
            "errors": dict(self.errors),
        }


def measure_load(plan: LoadPlan, folder: Path, note: Callable[[str], None]) -> dict[str, Any]:
    """Starts a service over a fresh home and measures it: idle, while PDFs are taken in, and under load.

    Args:
        plan: what is done.
        folder: empty; holds the home and the made-up files.
        note: told what is being done.

    Raises:
        UnavailableError: the service does not start, or does not take the documents in.
    """
    files = _files(plan, folder)
    pdfs = write_pdfs(folder, plan.pdfs)
    with service(folder / "home") as (host, port):
        return asyncio.run(_measure(plan, (host, port), files, pdfs, note))


async def _measure(
    plan: LoadPlan, address: tuple[str, int], files: list[Path], pdfs: list[Path], note: Callable[[str], None]
) -> dict[str, Any]:
    limits = httpx.Limits(max_connections=None)
    base_url = f"http://{address[0]}:{address[1]}"
    async with httpx.AsyncClient(base_url=base_url, timeout=_TIMEOUT, limits=limits) as http:
        note("taking in the samples")
        default = (await taken_in(http, sample_paths()))["collection_id"]
        clients = [await _arrive(http, number, default) for number in range(plan.clients)]

        note("asking one after the other")
        idle = Tally()
        with health_watch(*address) as idle_health:
            await asyncio.sleep(IDLE_SECONDS)
        for number in range(plan.idle_questions):
            await _ask(http, clients[number % plan.clients], number, idle)

        note(f"taking in {len(pdfs)} PDFs")
        apart = (await http.post("/collections", json={"name": "apart"})).raise_for_status().json()["collection_id"]
        with health_watch(*address) as ingest_health:
            taken = await taken_in(http, pdfs, collection_id=apart)

        note(f"{plan.clients} clients ask while {len(files)} files are taken in")
        busy = Tally()
        with health_watch(*address) as busy_health:
            upload = asyncio.create_task(taken_in(http, files))
            asking = [_keep_asking(http, client, place, upload, busy) for place, client in enumerate(clients)]
            await asyncio.gather(*asking)
            uploaded = await upload
    return {
        "clients": plan.clients,
        "idle": {**idle.result(), "health_ms": spread(idle_health)},
        "ingest": {**_ingested(taken), "health_ms": spread(ingest_health)},
        "load": {**busy.result(), **_ingested(uploaded), "health_ms": spread(busy_health)},
    }


async def _keep_asking(
    http: httpx.AsyncClient, client: Client, place: int, upload: asyncio.Task[Any], tally: Tally
) -> None:
    for number in range(MOST_QUESTIONS):
        if number >= LEAST_QUESTIONS and upload.done():
            return
        await _ask(http, client, place + number, tally)


async def _ask(http: httpx.AsyncClient, client: Client, number: int, tally: Tally) -> None:
    """Asks for the client's own code, or a question about the samples, in turn; and judges what comes."""
    others = demo_questions()
    known = None if number % 2 == 0 else others[number // 2 % len(others)]
    body = {"session_id": client.session_id, "question": CODE_QUESTION if known is None else known["question"]}
    begin = time.perf_counter()
    first, name, text = None, "", []
    done: dict[str, Any] = {}
    try:
        async with http.stream("POST", "/chat", json=body) as reply:
            if not reply.is_success:
                tally.errors[f"status {reply.status_code}"] += 1
                return
            async for line in reply.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                    first = time.perf_counter() - begin if name == "token" and first is None else first
                elif line.startswith("data: "):
                    text.append(line)
                    done = json.loads(line.removeprefix("data: ")) if name in ("done", "error") else done
    except httpx.HTTPError as error:
        tally.errors[type(error).__name__] += 1
        return
    if name != "done":
        tally.errors[f"ended with {name or 'nothing'}"] += 1
        return
    tally.answer.append(time.perf_counter() - begin)
    tally.first_token += [] if first is None else [first]
    tally.cached += done["cached"]
    judge("\n".join(text), done, client, known, tally)


def judge(text: str, done: dict[str, Any], client: Client, known: DemoQuestion | None, tally: Tally) -> None:
    """Holds an answer to what this client may and should be told."""
    foreign = set(CODE.findall(text)) - {client.code}
    foreign |= {each["document_id"] for each in done["citations"]} - client.own_documents if known is None else set()
    if foreign:
        tally.cross_talk.append(f"{client.session_id}: {', '.join(sorted(foreign))}")
    expected = [client.code] if known is None else known["expects"]["contains"]
    refused = known is not None and known["kind"] == "unanswerable"
    if not all(each in done["answer"] for each in expected) or refused != (done["status"] == "no_evidence"):
        tally.wrong.append(f"{done['answer'][:200]} (to have: {', '.join(expected) or 'no answer'})")


async def _arrive(http: httpx.AsyncClient, number: int, shared: str) -> Client:
    """Opens a session with a private note, which searches the shared collection as well."""
    code = f"QX{1000 + 7 * number}"
    text = f"Note of keeper {number}.\n\nThe access code of the boathouse is {code}. Tell it to nobody else.\n"
    session = (await http.post("/sessions", json={"collection_ids": [shared]})).raise_for_status().json()["session_id"]
    reply = await http.post("/upload", files=[("files", ("note.txt", text.encode()))], data={"session_id": session})
    upload = await _settled(http, reply.raise_for_status().json()["upload_id"])
    return Client(session, code, frozenset(file["document_id"] for file in upload["files"]))


async def taken_in(http: httpx.AsyncClient, paths: Sequence[Path], **where: str) -> dict[str, Any]:
    """Uploads files and waits until they can be searched; the upload, with the seconds it took."""
    begin = time.perf_counter()
    with ExitStack() as stack:
        files = [("files", (path.name, stack.enter_context(path.open("rb")))) for path in paths]
        reply = await http.post("/upload", files=files, data=where)
    upload = await _settled(http, reply.raise_for_status().json()["upload_id"])
    return {**upload, "seconds": time.perf_counter() - begin}


async def _settled(http: httpx.AsyncClient, upload_id: str) -> dict[str, Any]:
    """The upload once nothing more becomes of it. Raises UnavailableError where a file could not be taken in."""
    async with http.stream("GET", f"/uploads/{upload_id}/events") as reply:
        async for _ in reply.aiter_lines():
            pass
    upload: dict[str, Any] = (await http.get(f"/uploads/{upload_id}")).raise_for_status().json()
    failed = [file for file in upload["files"] if file["status"] not in ("ready", "linked", "unchanged", "replaced")]
    if failed:
        raise UnavailableError(f"{failed[0]['file_name']} was not taken in: {failed[0]['error']}.", hint="")
    return upload


def _ingested(upload: dict[str, Any]) -> dict[str, Any]:
    return {
        "files": len(upload["files"]),
        "pages": sum(file["page_count"] for file in upload["files"]),
        "chunks": sum(file["chunk_count"] for file in upload["files"]),
        "seconds": round(upload["seconds"], 2),
    }


def _files(plan: LoadPlan, folder: Path) -> list[Path]:
    """What is uploaded under load."""
    if plan.documents is None:
        return write_files(folder, plan.files)
    return sorted(path for path in plan.documents.iterdir() if path.is_file())[: plan.files]
