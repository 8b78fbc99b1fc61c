"""Homes over a PostgreSQL database of their own, with what works on them in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.ingesting.uploads import IncomingFile, Uploads
from app.queueing.crew import Crew
from app.queueing.jobs import QUEUE
from app.queueing.news import ProgressNews
from app.queueing.queue import TaskQueue
from app.settings import Settings, load_settings
from app.sheaf import Sheaf
from tests.app import postgresql_server

REPORT = "Report {number} of Harbour Station.\n\nThe turbine named Unit{number}X gave {number}00 MWh.\n"


def reports(folder: Path, numbers: range) -> list[Path]:
    """Small texts, each about a turbine of its own."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"report-{number}.txt" for number in numbers]
    for number, path in zip(numbers, paths, strict=True):
        path.write_text(REPORT.format(number=number))
    return paths


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    """Of a service that only takes files in."""
    with postgresql_server.database() as url:
        yield load_settings(home=tmp_path / "home", database_url=url, ingest={"takeover_seconds": 3})


@dataclass(frozen=True)
class Shift:
    """A service's uploads, and a worker that works when it is told to."""

    sheaf: Sheaf
    uploads: Uploads
    queue: TaskQueue
    crew: Crew

    async def work(self) -> None:
        """Does all jobs that are due now."""
        await self.queue.app.run_worker_async(
            queues=[QUEUE], wait=False, install_signal_handlers=False, listen_notify=False, delete_jobs="successful"
        )

    async def upload(self, folder: Path, numbers: range, owner: str = "ann") -> str:
        """Uploads reports; the id of the upload."""
        paths = await asyncio.to_thread(reports, folder, numbers)
        collection_id = await self.uploads.destination(owner, None, None)
        files = [IncomingFile(path, path.name) for path in paths]
        return (await self.uploads.begin(owner, collection_id, files)).upload_id

    async def statuses(self, upload_id: str, owner: str = "ann") -> list[str]:
        """Of the files of an upload, in order."""
        return [file.status for file in (await self.uploads.upload(owner, upload_id)).files]


@pytest.fixture
async def shift(settings: Settings) -> AsyncIterator[Shift]:
    """A service and a worker in one process."""
    async with Sheaf(settings) as sheaf:
        queue = await sheaf.task_queue()
        async with Uploads(sheaf) as uploads, ProgressNews(queue) as news:
            crew = Crew(sheaf, queue, news)
            crew.enlist()
            yield Shift(sheaf, uploads, queue, crew)
