"""A worker process: takes jobs from the queue until it is stopped, whatever happens to the database meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from typing import TYPE_CHECKING

from app.ingesting.workers import worker_name
from app.pausing import pause_seconds
from app.queueing.crew import Crew
from app.queueing.jobs import QUEUE
from app.queueing.news import ProgressNews
from app.sheaf import Sheaf

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.queueing.queue import TaskQueue
    from app.settings import Settings

STOP_SECONDS = 5.0
"""What is not finished by then after a request to stop is given back."""
OWN_CONNECTIONS = 4
"""For fetching jobs, heartbeats, news and periodic tasks, beside one for each job."""
LOOK_SECONDS = 5.0
"""Between two looks into the queue, should the news of a job be missed."""
AGAIN_SECONDS = (1.0, 30.0)
"""Before it begins again after the database was away: at first, and at most."""

_log = logging.getLogger(__name__)


def _ignore(_: str) -> None: ...


async def run_worker(settings: Settings, concurrency: int, on_ready: Callable[[str], None] = _ignore) -> None:
    """Works until the process is told to stop (SIGTERM, SIGINT), then gives back what it has not finished.

    Args:
        settings: what is set.
        concurrency: jobs at once.
        on_ready: told the worker's name when it begins to take jobs.

    Raises:
        InvalidRequestError: the catalogue is not kept in PostgreSQL.
        UnavailableError: the database cannot be used at the start, or what works with it is not installed.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    async with Sheaf(settings) as sheaf:
        queue = await sheaf.task_queue(connections=concurrency + OWN_CONNECTIONS)
        async with ProgressNews(queue) as news:
            Crew(sheaf, queue, news).enlist()
            _log.info("worker %s takes %d jobs at once", worker_name(), concurrency)
            on_ready(worker_name())
            await _work_until(stopping, queue, concurrency, settings.ingest.takeover_seconds)
            await sheaf.ingestion().building.let_go()
    _log.info("worker %s has stopped", worker_name())


async def _work_until(stopping: asyncio.Event, queue: TaskQueue, concurrency: int, silence: float) -> None:
    """Keeps a worker of the queue running: it ends by itself where it loses the database."""
    failures = 0
    loop = asyncio.get_running_loop()
    stop = asyncio.create_task(stopping.wait())
    while not stopping.is_set():
        begin = loop.time()
        worker = asyncio.create_task(
            queue.app.run_worker_async(
                queues=[QUEUE],
                name=worker_name(),
                concurrency=concurrency,
                fetch_job_polling_interval=LOOK_SECONDS,
                shutdown_graceful_timeout=STOP_SECONDS,
                delete_jobs="successful",
                install_signal_handlers=False,
                update_heartbeat_interval=silence / 4,
                stalled_worker_timeout=silence,
            )
        )
        await asyncio.wait((worker, stop), return_when=asyncio.FIRST_COMPLETED)
        if stopping.is_set():
            worker.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            try:
                await worker
            except Exception:  # noqa: BLE001 - whatever it is, the work goes on
                _log.exception("the queue was lost")
        if not stopping.is_set():
            failures = 0 if loop.time() - begin > AGAIN_SECONDS[1] else failures + 1
            pause = pause_seconds(failures, *AGAIN_SECONDS)
            _log.warning("the worker begins again in %g s", pause)
            await asyncio.wait((stop,), timeout=pause)
