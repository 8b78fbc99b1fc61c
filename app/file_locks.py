"""Locks of the operating system on files: across the processes of a machine, let go of when one of them dies."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from nodes.domain.errors import UnavailableError

_SHORTEST_PAUSE = 0.01
_LONGEST_PAUSE = 0.1
"""Seconds between two looks whether another process has let go."""


async def take_lock(path: Path, seconds: float) -> FileLock:
    """The lock on a file, which is made with its folder; whoever is given it releases it.

    Args:
        path: of the file, which stays behind.
        seconds: for which another process is waited for.

    Raises:
        UnavailableError: another process has held it all the time.
        OSError: the file cannot be made or locked.
    """
    lock = FileLock(path, thread_local=False)
    pause = _SHORTEST_PAUSE
    try:
        async with asyncio.timeout(seconds):
            while not await _taken(lock, path):
                # Not in step with others who wait for it.
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - nothing secret about it
                pause = min(2 * pause, _LONGEST_PAUSE)
            return lock
    except TimeoutError as error:
        raise UnavailableError(
            f"Another process has been at it for {seconds:g} seconds.",
            hint=f"Try again; where it lasts, end the process that holds {path}.",
        ) from error


async def _taken(lock: FileLock, path: Path) -> bool:
    """Whether the lock is held now. Who is cancelled while it is being taken does not hold it."""
    taking = asyncio.ensure_future(asyncio.to_thread(_take, lock, path))
    try:
        return await asyncio.shield(taking)
    except asyncio.CancelledError:
        taking.add_done_callback(lambda done: lock.release() if not done.cancelled() and not done.exception() else None)
        raise


def _take(lock: FileLock, path: Path) -> bool:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(Timeout):
        lock.acquire(blocking=False)
        return True
    return False


class SharedFileLock:
    """The lock on a file, held by a process for as long as any of those in it does who took it.

    Belongs to one event loop.

    Args:
        path: of the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._taking = asyncio.Lock()
        self._lock: FileLock | None = None
        self._holders = 0

    async def take(self, seconds: float) -> None:
        """Holds it, with others of this process; whoever has taken it gives it back. Raises as `take_lock` does."""
        async with self._taking:
            if self._lock is None:
                self._lock = await take_lock(self._path, seconds)
            self._holders += 1

    @asynccontextmanager
    async def held(self, seconds: float) -> AsyncIterator[None]:
        """As long as it is entered. Raises as `take` does."""
        await self.take(seconds)
        try:
            yield
        finally:
            self.give_back()

    def give_back(self) -> None:
        """Lets go of it; the last one does so for the process."""
        self._holders -= 1
        if not self._holders and self._lock is not None:
            self._lock.release()
            self._lock = None
