"""Locks of the operating system on files: across the processes of a machine, let go of when one of them dies."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
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
