"""Uploads over a real server: many formats, hostile files, limits, events, and work that outlives its process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from app.samples import sample_paths
from app.settings import load_settings
from tests.app.scanned_pdfs import drawn, text, with_broken_pages
from tests.app.service.real_server import Served, serving
from tests.app.stacks import Stack

pytestmark = pytest.mark.both_stacks

STAGES = ["load", "extract_metadata", "split_chunks", "enrich", "summarize", "embed", "index", "link"]
REPORT = b"Report of Harbour Station.\n\nThe turbine gave 400 MWh in January.\n"
ROOT = Path(__file__).parents[3]
Part = tuple[str, tuple[str, bytes]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A service that tests share; each uploads to a session of its own."""
    home = tmp_path_factory.mktemp("uploads") / "home"
    limits = {"upload_max_files": 30, "upload_max_bytes": 3_000_000, "uploads_per_minute": 1000}
    async with serving(stack.settings(home, service=limits, ingest={"max_bytes": 1_000_000})) as served:
        yield served


def part(name: str, content: bytes) -> Part:
    return ("files", (name, content))


async def upload(client: httpx.AsyncClient, parts: list[Part], session: str) -> dict[str, Any]:
    reply = await client.post("/upload", files=parts, data={"session_id": session})
    assert reply.status_code == 202, reply.text
    found: dict[str, Any] = reply.json()
    return found


async def follow(client: httpx.AsyncClient, upload_id: str) -> list[tuple[str, dict[str, Any]]]:
    events: list[tuple[str, dict[str, Any]]] = []
    async with client.stream("GET", f"/uploads/{upload_id}/events") as reply:
        assert reply.headers["content-type"].startswith("text/event-stream")
        async for line in reply.aiter_lines():
            if line.startswith("event: "):
                events.append((line.removeprefix("event: "), {}))
            elif line.startswith("data: "):
                events[-1] = (events[-1][0], json.loads(line.removeprefix("data: ")))
    return events


async def finished(client: httpx.AsyncClient, parts: list[Part], session: str) -> dict[str, dict[str, Any]]:
    """Uploads, waits for the end, and gives what became of each file."""
    given = await upload(client, parts, session)
    name, last = (await follow(client, given["upload_id"]))[-1]
    assert name == "done"
    assert (await client.get(f"/uploads/{given['upload_id']}")).json() == last
    return {file["file_name"]: file for file in last["files"]}


@pytest.mark.asyncio(loop_scope="module")
async def test_files_of_all_formats_come_in_and_hostile_ones_fail_alone(server: Served) -> None:
    samples = {path.suffix: path for path in sample_paths()}
    parts = [part(path.name, path.read_bytes()) for path in samples.values()]
    parts += [
        part("empty.txt", b""),
        part("broken.pdf", b"%PDF-1.7 nothing of the kind"),
        part("program.exe", b"MZ\x90\x00\x03\x00\x00\x00"),
        part("huge.txt", b"word " * 250_000),
        part("../../etc/pass wd\x07.txt", REPORT),
    ]
    files = await finished(server.client, parts, "formats")
    good = {path.name for path in samples.values()}
    assert {files[name]["status"] for name in good} == {"ready"}
    assert all(files[name]["chunk_count"] for name in good)
    codes = {name: file["error"]["code"] for name, file in files.items() if file["error"]}
    assert codes == {
        "empty.txt": "empty_file",
        "broken.pdf": "unreadable_file",
        "program.exe": "unsupported_type",
        "huge.txt": "too_large",
    }
    [escaped] = files.keys() - good - codes.keys()
    assert "/" not in escaped
    assert escaped.startswith("pass wd")
    listed = await server.client.get("/documents", params={"limit": 100})
    assert listed.status_code == 200


async def test_first_files_that_are_all_refused_make_no_collection(stack: Stack, tmp_path: Path) -> None:
    async with serving(stack.settings(tmp_path / "home", ingest={"max_bytes": 1000})) as served:
        parts = [part("empty.txt", b""), part("huge.txt", b"word " * 1000)]
        reply = await served.client.post("/upload", files=parts)
        error = reply.json()["error"]
        assert (reply.status_code, error["code"]) == (422, "invalid_request")
        assert "'empty.txt' is empty" in error["message"]
        assert "'huge.txt' has" in error["message"]
        assert error["hint"]
        assert (await served.client.get("/collections")).json()["collections"] == []

        some = await served.client.post("/upload", files=[*parts, part("a.txt", REPORT)])
        assert [file["status"] for file in some.json()["files"]] == ["failed", "failed", "pending"]
        # Where the collection is there, they fail alone.
        again = await served.client.post("/upload", files=parts)
        assert (again.status_code, again.json()["done"]) == (202, True)


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_missing_in_a_document_is_told(server: Served, tmp_path: Path) -> None:
    pages = [text("The turbine gave 400 MWh."), text("Annex")]
    content = with_broken_pages(drawn(tmp_path / "annex.pdf", pages), 2).read_bytes()
    files = await finished(server.client, [part("annex.pdf", content), part("a.txt", REPORT)], "notices")
    told = {"message": "Page 2 could not be read.", "hint": files["annex.pdf"]["notice"]["hint"]}
    assert {name: (file["status"], file["notice"]) for name, file in files.items()} == {
        "annex.pdf": ("ready", told),
        "a.txt": ("ready", None),
    }
    [again] = (await upload(server.client, [part("annex.pdf", content)], "notices"))["files"]
    assert (again["status"], again["notice"]) == ("unchanged", told)

    listed = (await server.client.get("/documents", params={"file_name": "annex.pdf"})).json()["documents"]
    assert [each["notice"] for each in listed] == [told]
    assert "notice" not in listed[0]["metadata"]
    assert (await server.client.get(f"/documents/{listed[0]['document_id']}")).json()["notice"] == told
    assert (await server.client.get("/metadata", params={"field": "notice"})).json()["metadata"] == []


@pytest.mark.asyncio(loop_scope="module")
async def test_the_same_again_changed_and_copied(server: Served) -> None:
    first = await finished(server.client, [part("a.txt", REPORT), part("a.txt", REPORT + b"More.")], "again")
    assert {name: file["status"] for name, file in first.items()} == {"a.txt": "ready", "a (2).txt": "ready"}
    again = await upload(server.client, [part("a.txt", REPORT), part("copy.txt", REPORT)], "again")
    assert [(file["status"], file["chunk_count"]) for file in again["files"]] == [("unchanged", 1), ("linked", 1)]
    assert again["done"]
    assert [name for name, _ in await follow(server.client, again["upload_id"])] == ["file", "file", "done"]
    changed = await finished(server.client, [part("a.txt", b"Another report.\n")], "again")
    assert changed["a.txt"]["status"] == "replaced"
    assert changed["a.txt"]["document_id"] == first["a.txt"]["document_id"]


@pytest.mark.asyncio(loop_scope="module")
async def test_events_come_in_order_and_late_followers_are_told_what_stands(server: Served) -> None:
    parts = [part(f"{number}.txt", REPORT + str(number).encode()) for number in range(4)]
    given = await upload(server.client, parts, "events")
    early, late = await asyncio.gather(
        follow(server.client, given["upload_id"]), follow(server.client, given["upload_id"])
    )
    after = await follow(server.client, given["upload_id"])
    for events in (early, late, after):
        assert [name for name, _ in events].count("file") == 4
        assert events[-1][0] == "done"
        assert events[-1][1]["done"]
        for number in range(4):
            mine = [(name, data) for name, data in events if data.get("file_name") == f"{number}.txt"]
            assert mine[-1][0] == "file"
            assert mine[-1][1]["status"] == "ready"
            stages = [STAGES.index(data["stage"]) for name, data in mine if name == "progress"]
            percents = [data["percent"] for name, data in mine if name == "progress"]
            assert stages == sorted(set(stages))
            assert percents == sorted(set(percents))
    assert {name for name, _ in after} == {"file", "done"}


@pytest.mark.asyncio(loop_scope="module")
async def test_where_files_go(server: Served) -> None:
    client = server.client
    dropped = await upload(client, [part("a.txt", REPORT)], "mine")
    again = await upload(client, [part("b.txt", REPORT)], "mine")
    shared = (await client.post("/upload", files=[part("a.txt", REPORT)])).json()
    assert dropped["collection_id"] == again["collection_id"] != shared["collection_id"]
    chosen = await client.post(
        "/upload", files=[part("c.txt", REPORT)], data={"collection_id": shared["collection_id"]}
    )
    assert chosen.json()["collection_id"] == shared["collection_id"]
    unknown = await client.post("/upload", files=[part("c.txt", REPORT)], data={"collection_id": "nobodys"})
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "not_found")
    both = {"session_id": "mine", "collection_id": shared["collection_id"]}
    assert (await client.post("/upload", files=[part("c.txt", REPORT)], data=both)).status_code == 422
    page = (await client.get("/uploads", params={"limit": 2})).json()
    assert len(page["uploads"]) == 2
    assert page["next"]
    following = (await client.get("/uploads", params={"limit": 2, "after": page["next"]})).json()
    assert {each["upload_id"] for each in page["uploads"]}.isdisjoint(
        each["upload_id"] for each in following["uploads"]
    )


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("session", ["a/b", "..", "   ", "a\x07b", "x" * 201])
async def test_a_conversation_that_nobody_could_reach_is_not_begun(server: Served, session: str) -> None:
    sessions = (await server.client.get("/sessions")).json()["total"]
    refused = await server.client.post("/upload", files=[part("a.txt", REPORT)], data={"session_id": session})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "invalid_request")
    asked = {"question": "How much did the turbine give?", "session_id": session, "stream": False}
    assert (await server.client.post("/chat", json=asked)).status_code == 422
    assert (await server.client.get("/sessions")).json()["total"] == sessions


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_refused_as_a_whole_leaves_nothing_behind(server: Served) -> None:
    client = server.client
    before = (await client.get("/uploads")).json()["total"]
    replies = [
        await client.post("/upload", files=[part(f"{n}.txt", REPORT) for n in range(31)]),
        await client.post("/upload", files=[part(f"{n}.txt", b"x" * 900_000) for n in range(4)]),
        await client.post("/upload", files=[("other", ("a.txt", REPORT))]),
        await client.post("/upload", data={"session_id": "mine"}, files={"session_id": (None, "mine")}),
        await client.post("/upload", files={"files": (None, "a text")}),
        await client.post("/upload", json={}),
        await client.post(
            "/upload", content=b"--x\r\nbroken", headers={"content-type": "multipart/form-data; boundary=x"}
        ),
        await client.get("/uploads/nobodys"),
        await client.get("/uploads/nobodys/events"),
    ]
    told = [(reply.status_code, reply.json()["error"]["code"]) for reply in replies]
    refused, missing = (422, "invalid_request"), (404, "not_found")
    assert told == [(413, "too_many"), (413, "too_large"), *[refused] * 5, *[missing] * 2]
    assert "is a text, and not a file" in replies[4].json()["error"]["message"]
    assert (await client.get("/uploads")).json()["total"] == before
    [own_folder] = server.sheaf.settings.incoming_path.iterdir()
    assert list(own_folder.iterdir()) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_a_stream_without_a_length_is_stopped_at_the_limit(server: Served) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
        while sent < 60_000_000:
            sent += 100_000
            yield b"x" * 100_000

    headers = {"content-type": "multipart/form-data; boundary=x"}
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        reply = await client.post("/upload", content=endless(), headers=headers)
    assert (reply.status_code, reply.json()["error"]["code"]) == (413, "too_large")


async def test_too_many_uploads_a_minute_are_told_when_to_come_back(tmp_path: Path) -> None:
    async with serving(load_settings(home=tmp_path / "home", service={"uploads_per_minute": 2})) as served:
        replies = [await served.client.post("/upload", files=[part("a.txt", REPORT)]) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [202, 202, 429]
    assert replies[2].json()["error"]["code"] == "rate_limited"
    assert 1 <= int(replies[2].headers["retry-after"]) <= 60


async def test_what_a_stopped_service_was_working_on_goes_on_at_its_next_start(stack: Stack, tmp_path: Path) -> None:
    settings = stack.settings(tmp_path / "home")
    async with serving(settings) as served:
        given = await upload(served.client, [part("a.txt", REPORT)], "s")
    async with serving(settings) as served:
        events = await follow(served.client, given["upload_id"])
    assert [data["status"] for name, data in events if name == "file"] == ["ready"]


class Process:
    """A service in a process of its own, which can be killed."""

    def __init__(self, stack: Stack, home: Path, **environment: str) -> None:
        self._environment = {**os.environ, **stack.environment(home), **environment}
        self._log = home.with_suffix(".log")

    async def start(self) -> str:
        """Starts it; its address."""
        driver = "from tests.app.service.served_process import main; main()"
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                driver,
                cwd=ROOT,
                env=self._environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        port = (await self.process.stdout.readline()).decode().strip()
        assert port, self._log.read_text()
        return f"http://127.0.0.1:{port}"

    async def kill(self) -> None:
        """Ends it as a power failure does."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    def resident_bytes(self) -> int:
        """Memory that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        [line] = [line for line in status.splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1]) * 1024


@pytest.mark.slow
async def test_ingest_goes_on_by_itself_after_the_service_was_killed(stack: Stack, tmp_path: Path) -> None:
    process = Process(stack, tmp_path / "home", SHEAF_INGEST__BATCH_DOCUMENTS="2")
    parts = [part(f"{number}.txt", REPORT + str(number).encode()) for number in range(12)]
    async with httpx.AsyncClient(base_url=await process.start(), timeout=60) as client:
        given = await upload(client, parts, "s")
        async with client.stream("GET", f"/uploads/{given['upload_id']}/events") as reply:
            async for line in reply.aiter_lines():
                if line == "event: file":
                    break
            await process.kill()
    async with httpx.AsyncClient(base_url=await process.start(), timeout=60) as client:
        try:
            events = await follow(client, given["upload_id"])
            documents = (await client.get("/documents")).json()
        finally:
            await process.kill()
    assert events[-1][0] == "done"
    assert {file["status"] for file in events[-1][1]["files"]} == {"ready"}
    assert {document["status"] for document in documents["documents"]} <= {"ready"}


@pytest.mark.slow
@pytest.mark.both_stacks(False)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
async def test_memory_does_not_grow_with_the_size_of_a_file(stack: Stack, tmp_path: Path) -> None:
    process = Process(stack, tmp_path / "home", SHEAF_INGEST__MAX_BYTES="200000000")
    size = 150_000_000

    async def body() -> AsyncIterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n'
        for _ in range(size // 1_000_000):
            yield bytes(1_000_000)
        yield b"\r\n--x--\r\n"

    async with httpx.AsyncClient(base_url=await process.start(), timeout=120) as client:
        try:
            # The libraries that any ingest loads are in memory before it is measured.
            await finished(client, [part("a.txt", REPORT)], "s")
            before = process.resident_bytes()
            most = before
            headers = {"content-type": "multipart/form-data; boundary=x"}
            sending = asyncio.create_task(client.post("/upload", content=body(), headers=headers))
            while not sending.done():
                most = max(most, process.resident_bytes())
                await asyncio.sleep(0.02)
            assert sending.result().status_code == 202
        finally:
            await process.kill()
    assert most - before < 60_000_000
