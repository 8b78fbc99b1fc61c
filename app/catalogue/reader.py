"""Queries beside the event loop: one hand-over to a thread for each, where an asynchronous driver takes several."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar, TypeVarTuple, overload

from sqlalchemy import Connection as SyncConnection
from sqlalchemy import Dialect, Engine, Executable, Result
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import TypedReturnsRows

Columns = TypeVarTuple("Columns")
Value = TypeVar("Value")


class Reader:
    """Runs queries. Each sees what is committed when it runs; nothing is held from one to the next.

    Args:
        engine: a synchronous one, whose connections commit by themselves.
        threads: queries at once; each has a connection while it runs, and no longer.
    """

    def __init__(self, engine: Engine, threads: int) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="catalogue")

    @property
    def dialect(self) -> Dialect:
        """How the database spells SQL."""
        return self._engine.dialect

    @overload
    async def execute(
        self, statement: TypedReturnsRows[*Columns], parameters: Mapping[str, Any] | None = None
    ) -> Result[*Columns]: ...

    @overload
    async def execute(
        self, statement: Executable, parameters: Mapping[str, Any] | None = None
    ) -> Result[*tuple[Any, ...]]: ...

    async def execute(
        self, statement: Executable, parameters: Mapping[str, Any] | None = None
    ) -> Result[*tuple[Any, ...]]:
        """All rows of a query."""
        return await self.run(lambda connection: connection.execute(statement, parameters).freeze()())

    async def run(self, read: Callable[[SyncConnection], Value]) -> Value:
        """What `read` makes of several queries, in one go. It runs in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, read)

    def close(self) -> None:
        """Waits for running queries and closes the connections."""
        self._threads.shutdown()
        self._engine.dispose()

    def _run(self, read: Callable[[SyncConnection], Value]) -> Value:
        try:
            with self._engine.connect() as connection:
                return read(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The connection was lost in the middle. Reading twice does no harm.
        with self._engine.connect() as connection:
            return read(connection)


Connection: TypeAlias = AsyncConnection | Reader
"""What a query can be run on: within a transaction, or by itself."""
