"""A whole installation of the test's own: servers that may be killed, a service, and workers."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from tests.waiting import until

SERVERS = os.environ.get("TEST_SERVERS", "")
"""Folder with the programs `elasticsearch` and `postgresql`, which take `start`, `restart` or `stop`, and a port."""
ROOT = Path(__file__).parents[3]
START_SECONDS = 90


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server in a process of its own, which can be broken."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.port = free_port()
        self.url = self._run("start")
        self._state = Path(tempfile.gettempdir()) / f"{name}-{self.port}"

    def send(self, number: int) -> None:
        """Sends a signal to its process, or to the first of them."""
        path = self._state / ("pid" if self.name == "elasticsearch" else "data/postmaster.pid")
        os.kill(int(path.read_text().split()[0]), number)

    def restart(self) -> None:
        """Starts it again with the data it has, whether it runs or not."""
        if self.name == "elasticsearch":
            self._run("restart")
            return
        [programs] = Path("/usr/lib/postgresql").glob("*/bin")
        options = f"-p {self.port} -k {self._state} -c listen_addresses=127.0.0.1"
        command = [str(programs / "pg_ctl"), "-D", str(self._state / "data"), "-m", "immediate", "-w"]
        as_owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        log = str(self._state / "log")
        subprocess.run(
            [*as_owner, *command, "-l", log, "-o", options, "restart"], check=True, stdout=subprocess.DEVNULL
        )

    def stop(self) -> None:
        """Ends it, and removes its data."""
        with contextlib.suppress(OSError):
            self.send(signal.SIGCONT)
        self._run("stop")

    def _run(self, verb: str) -> str:
        program = str(Path(SERVERS) / self.name)
        done = subprocess.run([program, verb, str(self.port)], check=True, stdout=subprocess.PIPE, text=True)
        return (done.stdout.splitlines() or [""])[-1]


class Installation:
    """Elasticsearch, PostgreSQL, and programs of Sheaf over them."""

    def __init__(self, folder: Path) -> None:
        self.elasticsearch = Server("elasticsearch")
        self.postgresql = Server("postgresql")
        self._folder = folder
        self._programs: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **os.environ,
            "SHEAF_STORE": "elasticsearch",
            "SHEAF_ELASTICSEARCH_URL": self.elasticsearch.url,
            "SHEAF_ELASTICSEARCH__TIMEOUT_SECONDS": "2",
            "SHEAF_DATABASE_URL": self.postgresql.url,
            "SHEAF_FILES_URL": str(folder / "files"),
            "SHEAF_INGEST__TAKEOVER_SECONDS": "5",
            "SHEAF_SERVICE__REQUESTS_PER_MINUTE": "100000",
            "SHEAF_SERVICE__UPLOADS_PER_MINUTE": "10000",
        }

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Starts `sheaf` with a home of its own, as on a machine of its own; it logs to a file."""
        name = f"{command[0]}-{len(self._programs)}"
        environment = {**self.environment, "SHEAF_HOME": str(self._folder / name)}
        with (self._folder / f"{name}.log").open("wb") as log:
            program = subprocess.Popen(
                [sys.executable, "-m", "app.cli.main", *command], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        self._programs.append(program)
        return program

    def log_of(self, program: subprocess.Popen[bytes], command: str) -> str:
        """What a program has logged so far."""
        return (self._folder / f"{command}-{self._programs.index(program)}.log").read_text()

    def close(self) -> None:
        """Ends everything."""
        for program in self._programs:
            program.kill()
            program.wait()
        for server in (self.elasticsearch, self.postgresql):
            server.stop()


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Servers without documents, and two workers."""
    if not SERVERS:
        pytest.skip("TEST_SERVERS names no folder with programs that start and stop servers")
    made = Installation(tmp_path_factory.mktemp("installation"))
    try:
        for _ in range(2):
            made.start("worker", "--concurrency", "1")
        yield made
    finally:
        made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(installation: Installation) -> AsyncIterator[httpx.AsyncClient]:
    """A client of its service."""
    port = free_port()
    installation.start("serve", "--port", str(port))
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        await until(lambda: is_ready(http), START_SECONDS)
        yield http


async def is_ready(client: httpx.AsyncClient) -> bool:
    """Whether a service answers and all it needs is there."""
    try:
        return (await client.get("/ready")).is_success
    except httpx.TransportError:
        return False


async def upload(client: httpx.AsyncClient, collection: str, names: range) -> dict[str, Any]:
    """Uploads small texts into a collection; the reply."""
    if collection not in await collections(client):
        made = await client.post("/collections", json={"name": collection})
        assert made.is_success, made.text
    parts = [("files", (f"{number}.txt", content(collection, number).encode())) for number in names]
    place = {"collection_id": (await collections(client))[collection]}
    reply = await client.post("/upload", files=parts, data=place)
    assert reply.status_code == 202, reply.text
    given: dict[str, Any] = reply.json()
    return given


async def collections(client: httpx.AsyncClient) -> dict[str, str]:
    """Ids of collections by name."""
    reply = await client.get("/collections")
    return {each["name"]: each["collection_id"] for each in reply.json()["collections"]}


def content(collection: str, number: int) -> str:
    """A text about one thing."""
    return f"Report {number} of {collection} Station.\n\nThe turbine {collection}{number}X gave {number}00 MWh.\n"


async def statuses(client: httpx.AsyncClient, upload_id: str) -> list[str]:
    """What has become of each file so far."""
    reply = await client.get(f"/uploads/{upload_id}")
    assert reply.is_success, reply.text
    return [file["status"] for file in reply.json()["files"]]


async def all_ready(client: httpx.AsyncClient, upload_id: str) -> bool:
    """Whether every file is searchable. Fails where one failed."""
    found = await statuses(client, upload_id)
    assert "failed" not in found, (await client.get(f"/uploads/{upload_id}")).text
    return set(found) == {"ready"}


async def assert_whole(client: httpx.AsyncClient, collection: str, names: range) -> None:
    """Every document is there once, with its one chunk, and is found by what only it says."""
    documents = (await client.get("/documents", params={"limit": 500})).json()["documents"]
    collection_id = (await collections(client))[collection]
    own = [each for each in documents if each["collection_id"] == collection_id]
    assert sorted(each["file_name"] for each in own) == sorted(f"{number}.txt" for number in names)
    for number in names:
        chunks = await client.get(f"/document-chunks/{number}.txt", params={"collection_id": collection_id})
        assert [chunk["text"] for chunk in chunks.json()] == [content(collection, number).strip()]
    for number in list(names)[::7]:
        body = {"question": f"How much did {collection}{number}X give?", "collection_ids": [collection_id]}
        hits = (await client.post("/search", json=body)).json()["hits"]
        assert hits[0]["file_name"] == f"{number}.txt"
