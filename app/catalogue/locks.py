"""Locks by name: within this process everywhere, and across processes on PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import blake2b
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Function, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_SHORTEST_PAUSE = 0.01
_LONGEST_PAUSE = 0.25
"""Seconds between two looks whether another process has let go."""

T = TypeVar("T")


class Locks:
    """Locks by name. Belongs to one event loop.

    Within the process, waiters come to their turn in order. Across processes each lock is an advisory lock of
    PostgreSQL. All of them are held on one connection, which is used for nothing else: however many are held, they take
    no connection from those who read and write meanwhile, so that nobody waits for a connection that waits for him.
    Since that connection must not stand still, a lock that another process holds is asked for again and again. When the
    process dies, or the server restarts, the server frees them.

    On SQLite they hold within the process only.

    Args:
        engine: gives the connection, which commits by itself; None where the database has no such locks.
        timeout_seconds: longest time for taking or giving back one lock that is free.
    """

    def __init__(self, engine: AsyncEngine | None, timeout_seconds: float) -> None:
        self._engine = engine
        self._timeout_seconds = timeout_seconds
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._talk = asyncio.Lock()
        self._connection: AsyncConnection | None = None
        self._held: set[int] = set()

    @asynccontextmanager
    async def held(self, *names: str) -> AsyncIterator[None]:
        """All of these locks; taken in one order everywhere, so that nobody waits in a circle.

        Whoever holds some must not take others.

        Raises:
            TimeoutError, DBAPIError: the server does not answer; none is held.
        """
        async with AsyncExitStack() as stack:
            for key in sorted({lock_number(name) for name in names}):
                await stack.enter_async_context(self._one(key))
            yield

    async def close(self) -> None:
        """Closes the connection, which frees what is still held."""
        async with self._talk:
            await self._disconnect()
        if self._engine is not None:
            await self._engine.dispose()

    @asynccontextmanager
    async def _one(self, key: int) -> AsyncIterator[None]:
        # Named here, or it would be gone as soon as it was made.
        turn = self._turns.setdefault(key, asyncio.Lock())
        async with turn:
            if self._engine is None:
                yield
                return
            pause = _SHORTEST_PAUSE
            try:
                while not await _whole(self._take(key)):
                    # Not in step with others who wait for it.
                    await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - nothing secret about it
                    pause = min(2 * pause, _LONGEST_PAUSE)
                yield
            finally:
                await _whole(self._give_back(key))

    async def _take(self, key: int) -> bool:
        """Whether the lock is held now."""
        async with self._talk:
            taken = await self._asked(func.pg_try_advisory_lock(key))
            if taken:
                self._held.add(key)
            return taken

    async def _give_back(self, key: int) -> None:
        async with self._talk:
            if key not in self._held:
                return
            self._held.discard(key)
            if self._connection is not None:
                # Where the connection is lost, the server has freed it already.
                with contextlib.suppress(DBAPIError, TimeoutError):
                    await self._answer(self._connection, func.pg_advisory_unlock(key))

    async def _asked(self, function: Function[bool]) -> bool:
        if self._connection is not None:
            with contextlib.suppress(DBAPIError):
                return await self._answer(self._connection, function)
            # It was lost, and with it whatever was held.
        return await self._answer(await self._connect(), function)

    async def _answer(self, connection: AsyncConnection, function: Function[bool]) -> bool:
        try:
            async with asyncio.timeout(self._timeout_seconds):
                return (await connection.execute(select(function))).scalar_one()
        except BaseException:
            # Whether it was done is not known: a new connection holds nothing that it is not told to hold.
            await self._disconnect()
            raise

    async def _connect(self) -> AsyncConnection:
        if self._engine is None:
            raise RuntimeError("there is nothing to connect to")
        self._connection = connection = await self._engine.connect()
        for key in sorted(self._held):
            # Held by this process when the connection was lost; ours again unless another was quicker.
            await self._answer(connection, func.pg_try_advisory_lock(key))
        return connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(DBAPIError):
                await connection.invalidate()
            await connection.close()


def lock_number(name: str) -> int:
    """The number of an advisory lock: 64 bits with a sign."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)


async def _whole(work: Coroutine[Any, Any, T]) -> T:
    """Does the work to its end even if the caller is cancelled: half done, nobody would know what is held."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        # What it fails with is of no interest any more.
        await asyncio.gather(task, return_exceptions=True)
        raise
