"""One LanceDB database: the shared connection, its tables, and what to do when another process was faster."""

from __future__ import annotations

import asyncio
import importlib
import os
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.stores.calls import Calls
from app.stores.kept_tables import KeptTables
from app.stores.row_cache import RowCache
from app.stores.row_names import MOST_BYTES as MOST_NAME_BYTES
from app.stores.row_names import RowNames
from app.stores.small_tables import MOST_BYTES as MOST_TABLE_BYTES
from app.stores.small_tables import SmallTable
from app.stores.table_locks import TableLocks
from app.stores.table_versions import TableVersions

if TYPE_CHECKING:
    import pyarrow as pa
    from lancedb import AsyncConnection
    from lancedb.table import AsyncTable

T = TypeVar("T")

# Read when LanceDB is imported. Its native code would tell the terminal about its own inside; errors are raised.
os.environ.setdefault("LANCEDB_LOG", "error")

INDEX_CACHE_BYTES = 2 * 1024**3
"""At most; indexes that are smaller take as much as they are.

The vectors of a million chunks are 1 GB. Indexes that do not fit are read again by every question: half of that, with
room for 512 MB, took each 600 ms in place of 100.
"""
_METADATA_CACHE_BYTES = 128 * 1024 * 1024
_ATTEMPTS = 6
_FIRST_PAUSE = 0.01
"""Seconds; each further one is twice as long."""


class LanceConnection:
    """A database that is opened at its first use, and stays open.

    Every read looks for newer versions first, so that what another process committed is seen.

    Attributes:
        calls: Of LanceDB, that are going on.
        rows: Of its tables, as they were read.
        small_tables: Those that are searched in memory.
        row_names: Of those that are too large for it, which rows have which ids.
        versions: Of its tables, as they are now.
        locks: Of its tables, for who writes.

    Args:
        uri: a folder, or any address that LanceDB takes.
        index_cache_bytes: of its indexes in memory, at most.
    """

    def __init__(self, uri: str | Path, index_cache_bytes: int = INDEX_CACHE_BYTES) -> None:
        self.uri = str(uri)
        self._index_cache_bytes = index_cache_bytes
        self._connection: AsyncConnection | None = None
        self._opening = asyncio.Lock()
        self.calls = Calls()
        self.rows = RowCache()
        self.small_tables: KeptTables[SmallTable] = KeptTables(MOST_TABLE_BYTES)
        self.row_names: KeptTables[RowNames] = KeptTables(MOST_NAME_BYTES)
        self.versions = TableVersions(self.uri)
        self.locks = TableLocks(self.uri)

    async def open(self) -> AsyncConnection:
        """The connection, one for all; it is opened also where whoever waits for it is cancelled, see `Calls`."""
        if self._connection is not None:
            return self._connection
        return await self.calls.undisturbed(self._opened())

    async def _opened(self) -> AsyncConnection:
        # Two at once would have two, each with caches of its own, and only one would be closed.
        async with self._opening:
            connection = self._connection
            if connection is None:
                # It takes a second to load, for which nobody else is to stand still.
                await asyncio.to_thread(importlib.import_module, "lancedb")
                import lancedb

                connection = self._connection = await lancedb.connect_async(
                    self.uri,
                    read_consistency_interval=timedelta(0),
                    session=lancedb.Session(self._index_cache_bytes, _METADATA_CACHE_BYTES),
                )
            return connection

    async def open_table(self, name: str) -> AsyncTable | None:
        """The table; None where there is none."""
        connection = await self.open()
        for attempt in range(_ATTEMPTS):
            try:
                return await connection.open_table(name)
            except ValueError:
                if not await self._has(name):
                    return None
                if attempt == _ATTEMPTS - 1 and not await asyncio.to_thread(self._is_half_made, name):
                    raise
            # Its folder is there and it is not: somebody is just making it.
            await asyncio.sleep(_FIRST_PAUSE * 2**attempt)
        return None

    def _is_half_made(self, name: str) -> bool:
        """Whether a table is nothing but a folder: a process was killed before it had made it. It can be made anew."""
        folder = Path(self.uri) / f"{name}.lance"
        return folder.is_dir() and not any(folder.glob("_versions/*.manifest")) and not any(folder.glob("data/*"))

    async def make_table(self, name: str, schema: pa.Schema) -> AsyncTable:
        """An empty table, or the one that is there already. To be called by who holds its lock: see `TableLocks`."""
        connection = await self.open()
        return await connection.create_table(name, schema=schema, exist_ok=True)

    async def drop_table(self, name: str) -> None:
        """Removes the table with all that belongs to it. Nothing happens where there is none."""
        if await self._has(name):
            connection = await self.open()
            async with self.locks.held(name):
                await connection.drop_table(name, ignore_missing=True)
        self.rows.forget(name)
        self.small_tables.forget(name)
        self.row_names.forget(name)

    async def table_names(self) -> list[str]:
        """The names of all tables."""
        connection = await self.open()
        names: list[str] = []
        token: str | None = None
        while True:
            page = await connection.list_tables(page_token=token, limit=1000)
            names += page.tables
            token = page.page_token
            if not token:
                return names

    async def _has(self, name: str) -> bool:
        return name in await self.table_names()

    async def close(self) -> None:
        """Gives the connection back. The next use opens another."""
        await self.calls.close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None


async def until_committed(operation: Callable[[], Awaitable[T]]) -> T:
    """Tries a write again when it fails, as it does when another writer commits first.

    Only for writes that may be repeated: upserts and deletions are. LanceDB tells a lost race from a broken disk
    by wording alone, so every failure is tried again, for some seconds at most.

    Raises:
        RuntimeError, ValueError, OSError: what LanceDB raised at the last attempt.
    """
    for attempt in range(_ATTEMPTS - 1):
        try:
            return await operation()
        except (RuntimeError, ValueError, OSError):
            await asyncio.sleep(random.uniform(0.01, 0.05) * 2**attempt)  # noqa: S311 - spreads writers, no secret
    return await operation()
