"""Who writes a table of LanceDB, one at a time: also where several processes share the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from weakref import WeakValueDictionary
from zlib import crc32

from app.file_locks import SharedFileLock

LONGEST_SECONDS = 60.0
"""For which a writer waits for another process."""
_FILES = 64
"""At most: files of their own would stay behind when tables go. Tables that share one wait for each other in different
processes alone."""


class TableLocks:
    """Locks by the names of tables. Belongs to one event loop.

    LanceDB lets writers race, and tells the loser; but not always. Of two that make the same table at once the later
    one empties it after the first has written (0.40, about once in three hundred on busy cores), and where the ids have
    an index, two that insert the same new id both do, always.

    Within the process, waiters come to their turn in order. Across processes each lock is a lock of the operating
    system on a file beside the tables, which is let go of when the process dies.

    Args:
        uri: of the database. Where it is no folder of this machine, the locks hold within this process only.
    """

    def __init__(self, uri: str) -> None:
        self._folder = None if "://" in uri else Path(uri, "locks")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._files: WeakValueDictionary[int, SharedFileLock] = WeakValueDictionary()

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[None]:
        """The lock of a table, which is there or not.

        Raises:
            UnavailableError: another process has it for longer than `LONGEST_SECONDS`.
            OSError: the file cannot be made or locked.
        """
        # Named here, or it would be gone as soon as it was made.
        turn = self._turns.setdefault(name, asyncio.Lock())
        async with turn, self._on_file(name):
            yield

    @asynccontextmanager
    async def _on_file(self, name: str) -> AsyncIterator[None]:
        if self._folder is None:
            yield
            return
        number = crc32(name.encode()) % _FILES
        # Named here, as above.
        shared = self._files.setdefault(number, SharedFileLock(self._folder / f"{number:02}.lock"))
        async with shared.held(LONGEST_SECONDS):
            yield
