"""Workers as processes: killed, hung, stopped, and cut off from the database; nothing is lost, nothing twice."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.ingesting.uploads import IncomingFile, Uploads
from app.queueing.jobs import INGEST
from app.queueing.worker import _work_until
from app.settings import Settings, load_settings
from app.sheaf import IngestFile, Sheaf
from tests.app import postgresql_server
from tests.app.queueing.conftest import reports
from tests.waiting import until

pytestmark = postgresql_server.needs_postgresql
ROOT = Path(__file__).parents[3]
DRIVER = Path(__file__).with_name("worker_driver.py")
DOCUMENTS = 20
LONGEST_SECONDS = 120


@asynccontextmanager
async def process(settings: Settings, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Python process with these settings; it does not outlive the test."""
    environment = {
        **os.environ,
        "SHEAF_HOME": str(settings.home),
        "SHEAF_DATABASE_URL": str(settings.database_url),
        "SHEAF_INGEST__TAKEOVER_SECONDS": str(settings.ingest.takeover_seconds),
        "SHEAF_DATABASE__IDLE_TRANSACTION_TIMEOUT_SECONDS": "3",
        "PYTHONPATH": str(ROOT),
    }
    started = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, env=environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def line_with(words: str, worker: asyncio.subprocess.Process) -> str:
    """The next line of a worker's log with these words."""
    assert worker.stderr is not None
    async with asyncio.timeout(LONGEST_SECONDS):
        async for line in worker.stderr:
            if words in line.decode():
                return line.decode()
    raise AssertionError(f"the worker ended without {words!r}")


async def chunk_rows(sheaf: Sheaf, owner: str) -> list[tuple[Any, ...]]:
    """What the store holds of a collection, without the ids that depend on it."""
    [collection] = await sheaf.collections(owner=owner)
    store: Any = (await sheaf.library.open(owner, collection.collection_id)).chunks
    nodes = await store.aget_nodes()
    return sorted((node.metadata["file_name"], node.metadata["chunk_index"], node.get_content()) for node in nodes)


def held(folder: Path) -> str:
    folder.mkdir()
    (folder / "hold").touch()
    return str(folder)


@pytest.mark.slow
async def test_what_a_killed_and_a_hung_worker_held_is_done_once_by_another(settings: Settings, tmp_path: Path) -> None:
    killed_folder, hung_folder = tmp_path / "killed", tmp_path / "hung"
    paths = reports(tmp_path / "files", range(DOCUMENTS))
    async with (
        Sheaf(settings) as sheaf,
        Uploads(sheaf) as uploads,
        process(settings, str(DRIVER), held(killed_folder)) as killed,
        process(settings, str(DRIVER), held(hung_folder)) as hung,
    ):
        collection_id = await uploads.destination("ann", None, None)
        upload = await uploads.begin("ann", collection_id, [IncomingFile(path, path.name) for path in paths])
        await until(
            lambda: all((folder / "reached").exists() for folder in (killed_folder, hung_folder)), LONGEST_SECONDS
        )
        assert {file.status for file in (await uploads.upload("ann", upload.upload_id)).files} == {"processing"}

        killed.kill()
        (hung_folder / "hang").touch()
        await until(lambda: not (hung_folder / "hang").exists(), LONGEST_SECONDS)
        events = []
        async with process(settings, "-m", "app.cli.main", "worker", "--concurrency", "2") as other:
            async with asyncio.timeout(LONGEST_SECONDS):
                async for event in await uploads.follow("ann", upload.upload_id):
                    events.append(event)  # noqa: PERF401 - under a time limit
            assert [data["status"] for name, data in events if name == "file"] == ["ready"] * DOCUMENTS
            # Of another process, as it went.
            assert {data["stage"] for name, data in events if name == "progress"} >= {"embed"}

            before = (await sheaf.documents(owner="ann")).documents
            (hung_folder / "hold").unlink()
            hung.send_signal(signal.SIGCONT)
            await line_with("taken over by another worker", hung)
            for worker in (hung, other):
                worker.send_signal(signal.SIGTERM)
            async with asyncio.timeout(LONGEST_SECONDS):
                await asyncio.gather(hung.wait(), other.wait())
            assert (hung.returncode, other.returncode) == (0, 0)
        assert (await sheaf.documents(owner="ann")).documents == before
        rows = await chunk_rows(sheaf, "ann")
        assert (await sheaf.search("Unit7X", owner="ann"))["hits"][0]["file_name"] == "report-7.txt"
    async with Sheaf(load_settings(home=tmp_path / "clean")) as clean:
        await clean.ingest([IngestFile(path) for path in paths])
        assert rows == await chunk_rows(clean, "local")


async def test_a_worker_that_is_stopped_gives_back_what_it_has(shift: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("app.queueing.worker.STOP_SECONDS", 0.1)
    reached = asyncio.Event()

    async def endless(*_: Any, **__: Any) -> None:
        reached.set()
        await asyncio.Event().wait()

    upload_id = await shift.upload(tmp_path / "files", range(3))
    stopping = asyncio.Event()
    with monkeypatch.context() as patch:
        patch.setattr("app.stores.lancedb.LanceDBStore.async_add", endless)
        worker = asyncio.create_task(_work_until(stopping, shift.queue, 2, 3.0))
        async with asyncio.timeout(LONGEST_SECONDS):
            await reached.wait()
            assert (await shift.queue.state()).workers == 1
            stopping.set()
            await worker
    assert set(await shift.statuses(upload_id)) == {"pending"}
    assert (await shift.queue.state()).workers == 0
    assert [job.status for job in await shift.queue.app.job_manager.list_jobs_async(task=INGEST)] == ["todo"]
    await shift.work()
    assert set(await shift.statuses(upload_id)) == {"ready"}


async def test_a_worker_is_woken_and_need_not_look(shift: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("app.queueing.worker.LOOK_SECONDS", 3600.0)
    stopping = asyncio.Event()
    worker = asyncio.create_task(_work_until(stopping, shift.queue, 1, 3.0))

    async def works() -> bool:
        return bool((await shift.queue.state()).workers)

    await until(works, LONGEST_SECONDS)
    async with asyncio.timeout(LONGEST_SECONDS):
        for number in range(3):
            upload_id = await shift.upload(tmp_path / "files", range(number, number + 1))
            events = [event async for event in await shift.uploads.follow("ann", upload_id)]
            assert events[-1][0] == "done"
        stopping.set()
        await worker
