"""Conversation state: the newest checkpoint of each conversation, which holds all of its history.

It is kept in SQLite beside a catalogue in SQLite, and in PostgreSQL, in tables of LangGraph's own, beside one there.
"""

from __future__ import annotations

import asyncio
import importlib
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.engines import BUSY_SECONDS, WRITE_AHEAD, ClosingConnection, patiently
from app.chatting.seeing_through import seen_through
from app.room import NO_ROOM_HINT
from app.settings import Settings
from nodes.domain.errors import UnavailableError

KEEP_LATEST = "keep_latest"

_OLDER = (
    "thread_id = ? AND checkpoint_id < (SELECT max(checkpoint_id) FROM checkpoints AS newest "
    "WHERE newest.thread_id = {0}.thread_id AND newest.checkpoint_ns = {0}.checkpoint_ns)"
)


class Checkpoints(AsyncSqliteSaver):
    """LangGraph's saver for SQLite, with the pruning that its base declares and it lacks, and with typed errors.

    Each question adds a checkpoint with the whole history; without pruning a conversation grows with its square. What
    it does raises UnavailableError where the file cannot be used, as on a disk that is full.

    Everything goes over one connection, and what changes something is done to its end: cancelled in the middle, it
    would leave a transaction open that locks the file, and that the next one to write would commit.
    """

    async def setup(self) -> None:
        """Makes the tables."""
        with _explained():
            await seen_through(super().setup())

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Reads a checkpoint."""
        with _explained():
            return await super().aget_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keeps a checkpoint."""
        with _explained():
            return await seen_through(super().aput(config, checkpoint, metadata, new_versions))

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keeps what a step wrote."""
        with _explained():
            await seen_through(super().aput_writes(config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        """Removes a conversation."""
        with _explained():
            await seen_through(super().adelete_thread(thread_id))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = KEEP_LATEST) -> None:
        """Removes checkpoints of these threads: all, or all but the newest of each namespace.

        Raises:
            ValueError: another strategy.
            UnavailableError: the file cannot be written.
        """
        if strategy not in (KEEP_LATEST, "delete"):
            raise ValueError(f"no strategy {strategy!r}")
        for thread_id in thread_ids:
            if strategy == "delete":
                await self.adelete_thread(thread_id)
                continue
            with _explained():
                await seen_through(self._prune(thread_id))

    async def _prune(self, thread_id: str) -> None:
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
    with _explained():
        await asyncio.to_thread(_write_ahead, path)
    async with aiosqlite.connect(path, timeout=BUSY_SECONDS, factory=ClosingConnection) as connection:
        saver = Checkpoints(connection)
        # Runs make the tables when they first need them; removing a thread does not.
        await saver.setup()
        yield saver


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        is_full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        hint = NO_ROOM_HINT if is_full else "Check that SHEAF_HOME is a folder that may be written to."
        raise UnavailableError("The conversations cannot be read or kept.", hint=hint, detail=str(error)) from error


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
