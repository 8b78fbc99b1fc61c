"""Conversation state: the newest checkpoint of each conversation, which holds all of its history.

It is kept in SQLite beside a catalogue in SQLite, and in PostgreSQL, in tables of LangGraph's own, beside one there.
"""

from __future__ import annotations

import asyncio
import importlib
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path

import aiosqlite
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.engines import BUSY_SECONDS, WRITE_AHEAD, patiently
from app.settings import Settings

KEEP_LATEST = "keep_latest"

_OLDER = (
    "thread_id = ? AND checkpoint_id < (SELECT max(checkpoint_id) FROM checkpoints AS newest "
    "WHERE newest.thread_id = {0}.thread_id AND newest.checkpoint_ns = {0}.checkpoint_ns)"
)


class Checkpoints(AsyncSqliteSaver):
    """LangGraph's saver for SQLite, with the pruning that its base declares and it lacks.

    Each question adds a checkpoint with the whole history; without pruning a conversation grows with its square.
    """

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = KEEP_LATEST) -> None:
        """Removes checkpoints of these threads: all, or all but the newest of each namespace.

        Raises:
            ValueError: another strategy.
        """
        if strategy not in (KEEP_LATEST, "delete"):
            raise ValueError(f"no strategy {strategy!r}")
        for thread_id in thread_ids:
            if strategy == "delete":
                await self.adelete_thread(thread_id)
                continue
            async with self.lock, self.conn.cursor() as cursor:
                # Writes first: which of them are old, the checkpoints tell.
                for table in ("writes", "checkpoints"):
                    await cursor.execute(
                        f"DELETE FROM {table} WHERE {_OLDER.format(table)}",  # noqa: S608 - two names of our own
                        (thread_id,),
                    )
                await self.conn.commit()


@asynccontextmanager
async def open_checkpoints(catalogue: SqlCatalogue, settings: Settings) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """The saver of conversations, with its tables made.

    Raises:
        UnavailableError: the database cannot be used, or LangGraph's saver for PostgreSQL is not installed.
    """
    async with _saver(catalogue, settings) as saver:
        yield saver


def _saver(catalogue: SqlCatalogue, settings: Settings) -> AbstractAsyncContextManager[BaseCheckpointSaver[str]]:
    if catalogue.is_sqlite:
        return _in_sqlite(settings.conversations_path)
    return _in_postgresql(catalogue, settings)


@asynccontextmanager
async def _in_sqlite(path: Path) -> AsyncIterator[BaseCheckpointSaver[str]]:
    await asyncio.to_thread(_write_ahead, path)
    async with aiosqlite.connect(path, timeout=BUSY_SECONDS) as connection:
        saver = Checkpoints(connection)
        # Runs make the tables when they first need them; removing a thread does not.
        await saver.setup()
        yield saver


def _write_ahead(path: Path) -> None:
    # LangGraph's saver asks for it as well, and gives up at once where another process is just doing the same.
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
        patiently(lambda: connection.execute(f"PRAGMA {WRITE_AHEAD}"))


@asynccontextmanager
async def _in_postgresql(catalogue: SqlCatalogue, settings: Settings) -> AsyncIterator[BaseCheckpointSaver[str]]:
    # Imported only here, and not on the event loop: it is an extra, and slow to load.
    module = await asyncio.to_thread(importlib.import_module, "app.chatting.postgresql_checkpoints")
    async with module.open_saver(settings.catalogue_url, settings.database) as saver:
        # Two processes that make the tables at once would get in each other's way.
        async with catalogue.locked("tables of the conversations"):
            await saver.setup()
        yield saver
