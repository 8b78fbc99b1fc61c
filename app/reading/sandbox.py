"""Worker processes with limits on time and memory: where untrusted files are opened."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar, cast

from pebble import ProcessExpired, ProcessPool

from app.reading.limits import ReadingLimits
from app.reading.parse import out_of_memory, prepare_worker
from app.reading.workers import worker_context
from nodes.domain.errors import ParseTimeoutError, UnreadableFileError

T = TypeVar("T")

BROKEN = (TimeoutError, ProcessExpired, MemoryError)
"""What a future of the sandbox raises where a limit was hit; `Sandbox.explained` puts it into words."""

_TASKS_PER_WORKER = 500
"""A worker is replaced after so many files: memory that its libraries leave scattered goes with it."""


class Sandbox:
    """A pool of worker processes. They start with the first task and end with `close`.

    Args:
        limits: number of workers, seconds for one task, and address space of one worker.
    """

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        self._pool: ProcessPool | None = None
        self._starting = threading.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sandbox")

    def schedule(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Runs a module's function in a worker. Blocks while workers start; cancelling the future ends the work."""
        future = self._started().schedule(function, args=arguments, timeout=self._limits.timeout_seconds)
        return cast("Future[T]", future)

    async def scheduled(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """As `schedule`, beside the event loop.

        It has a thread of its own: while workers start, which takes seconds on a busy machine, the files of a batch
        that wait for them would take up all of the threads that questions need as well.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.schedule, function, *arguments)

    def explained(self, error: BaseException, file_name: str) -> ParseTimeoutError | UnreadableFileError:
        """One of `BROKEN` as an error that names the file and says how to mend it."""
        # ProcessExpired and TimeoutError are both OSErrors: the order does not matter, the names do.
        if isinstance(error, TimeoutError):
            return ParseTimeoutError(
                f"Reading {file_name!r} took longer than {self._limits.timeout_seconds:g} seconds.",
                hint="Split the file, or raise SHEAF_INGEST__TIMEOUT_SECONDS.",
            )
        return out_of_memory(file_name, self._limits)

    def close(self) -> None:
        """Ends the workers, and with them whatever they are doing. The next task starts new ones."""
        with self._starting:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()
            pool.join()

    def _started(self) -> ProcessPool:
        with self._starting:
            if self._pool is None:
                self._pool = ProcessPool(
                    max_workers=self._limits.workers,
                    max_tasks=_TASKS_PER_WORKER,
                    initializer=prepare_worker,
                    initargs=(self._limits.memory_bytes,),
                    context=worker_context(),
                )
            return self._pool
