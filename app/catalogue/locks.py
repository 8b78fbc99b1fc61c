"""Locks by name, within a process and across processes."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from weakref import WeakValueDictionary
from zlib import crc32

from sqlalchemy import Executable, Function, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.file_locks import SharedFileLock
from nodes.domain.errors import UnavailableError

LONGEST_SECONDS = 300.0
"""For which another process is waited for that holds a lock of SQLite's: longer than any answer takes."""
_FILES = 1024
"""At most, of each kind of names: files of their own would stay behind when sessions go. Names that share one wait for
each other in different processes alone. Of different kinds none do: an answer holds its session while a document is
taken in."""
_SHORTEST_PAUSE = 0.01
_LONGEST_PAUSE = 0.25
"""Seconds between two looks whether another process has let go."""
WATCH_SECONDS = 2.0
"""Between two looks whether the connection still lives, while locks are held."""

_BACKEND = "concat(pid, ' ', backend_start)"
"""The server's end of a connection; a process id alone would be used again."""
_OWN_BACKEND = text(f"SELECT {_BACKEND} FROM pg_stat_activity WHERE pid = pg_backend_pid()")  # noqa: S608 - our own
# One without locks may be somebody else's by now, where connections are pooled between here and the server.
_END_BACKEND = text(
    f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity AS backend WHERE {_BACKEND} = :backend "  # noqa: S608 - our own
    "AND EXISTS (SELECT FROM pg_locks WHERE pg_locks.pid = backend.pid AND locktype = 'advisory')"
)

T = TypeVar("T")


class Locks:
    """Locks by name. Belongs to one event loop.

    Within the process, waiters come to their turn in order. Across processes each lock is an advisory lock of
    PostgreSQL. All of them are held on one connection, which is used for nothing else: however many are held, they take
    no connection from those who read and write meanwhile, so that nobody waits for a connection that waits for him.
    Since that connection must not stand still, a lock that another process holds is asked for again and again.

    When the process dies, the server frees them; also when the connection is lost. Then they are taken again at once,
    or as soon as the server is back, and who holds them goes on. Where another was quicker, he is stopped: the task
    inside `held` is cancelled.

    Beside SQLite they are locks of the operating system on files, each of which a process takes once for all names that
    share it.

    Args:
        engine: gives the connection, which commits by itself; None where the database has no such locks.
        timeout_seconds: longest time for taking or giving back one lock that is free.
        watch_seconds: longest time until it is noticed that the connection was lost while locks are held.
        folder: of the files, where there is no engine.
    """

    def __init__(
        self,
        engine: AsyncEngine | None,
        timeout_seconds: float,
        watch_seconds: float = WATCH_SECONDS,
        folder: Path = Path(),
    ) -> None:
        self._engine = engine
        self._folder = folder
        self._timeout_seconds = timeout_seconds
        self._watch_seconds = watch_seconds
        self._turns: WeakValueDictionary[_Key, asyncio.Lock] = WeakValueDictionary()
        self._files: WeakValueDictionary[int, SharedFileLock] = WeakValueDictionary()
        self._talk = asyncio.Lock()
        self._connection: AsyncConnection | None = None
        self._backend: str | None = None
        self._held: dict[int, _Holder] = {}
        self._watching: asyncio.Task[None] | None = None
        self._disturbed = asyncio.Event()

    @asynccontextmanager
    async def held(self, *names: str) -> AsyncIterator[None]:
        """All of these locks; taken in one order everywhere, so that nobody waits in a circle.

        Whoever holds some must not take others.

        Raises:
            TimeoutError, DBAPIError: the server does not answer; none is held.
            UnavailableError: the connection was lost, and another took one of them; what went on inside was cancelled.
                Beside SQLite: a file cannot be locked, or another process has it for longer than `LONGEST_SECONDS`.
        """
        holder = _Holder()
        async with AsyncExitStack() as stack:
            for key in sorted({_key(name) for name in names}):
                await stack.enter_async_context(self._one(key, holder))
            with holder:
                yield

    async def close(self) -> None:
        """Closes the connection, which frees what is still held."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait({self._watching})
        async with self._talk:
            await self._disconnect()
        if self._engine is not None:
            await self._engine.dispose()

    @asynccontextmanager
    async def _one(self, key: _Key, holder: _Holder) -> AsyncIterator[None]:
        # Named here, or it would be gone as soon as it was made.
        turn = self._turns.setdefault(key, asyncio.Lock())
        async with turn, self._on_server(key.number, holder) if self._engine is not None else self._on_file(key.file):
            yield

    @asynccontextmanager
    async def _on_server(self, number: int, holder: _Holder) -> AsyncIterator[None]:
        pause = _SHORTEST_PAUSE
        try:
            while not await _whole(self._take(number, holder)):
                # Not in step with others who wait for it.
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - nothing secret about it
                pause = min(2 * pause, _LONGEST_PAUSE)
            yield
        finally:
            await _whole(self._give_back(number))

    @asynccontextmanager
    async def _on_file(self, file: int) -> AsyncIterator[None]:
        path = self._folder / f"{file // _FILES:08x}-{file % _FILES:04}.lock"
        # Named here, as above.
        shared = self._files.setdefault(file, SharedFileLock(path))
        try:
            await shared.take(LONGEST_SECONDS)
        except OSError as error:
            raise UnavailableError(
                "The catalogue cannot be used.",
                hint="Check that SHEAF_HOME is a folder that may be written to, with room on its disk.",
                detail=f"{path}: {error}",
            ) from error
        try:
            yield
        finally:
            shared.give_back()

    async def _take(self, key: int, holder: _Holder) -> bool:
        """Whether the lock is held now."""
        async with self._talk:
            taken = await self._asked(func.pg_try_advisory_lock(key))
            if taken:
                self._held[key] = holder
                if self._watching is None or self._watching.done():
                    self._watching = asyncio.create_task(self._watch())
            return taken

    async def _give_back(self, key: int) -> None:
        async with self._talk:
            if key not in self._held:
                return
            del self._held[key]
            if self._connection is not None:
                # Where the connection is lost, the server has freed it already.
                with contextlib.suppress(DBAPIError, TimeoutError):
                    await self._answer(self._connection, select(func.pg_advisory_unlock(key)))

    async def _watch(self) -> None:
        """While locks are held, finds out that their connection was lost, also where nobody asks for another."""
        while self._held:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._watch_seconds):
                    await self._disturbed.wait()
            # Where the server stays away, the next look tries again.
            with contextlib.suppress(DBAPIError, TimeoutError):
                await self._look()

    async def _look(self) -> None:
        """Makes sure of what is held."""
        async with self._talk:
            try:
                if self._held and not await self._lives():
                    await self._connect()
            finally:
                # Also of what disturbed just now: a server that always fails is not asked without a pause.
                self._disturbed.clear()

    async def _lives(self) -> bool:
        if self._connection is None:
            return False
        try:
            await self._answer(self._connection, select(1))
        except (DBAPIError, TimeoutError):
            return False
        return True

    async def _asked(self, function: Function[bool]) -> bool:
        if self._connection is not None:
            with contextlib.suppress(DBAPIError):
                return bool(await self._answer(self._connection, select(function)))
            # It was lost, and with it whatever was held.
        return bool(await self._answer(await self._connect(), select(function)))

    async def _answer(self, connection: AsyncConnection, statement: Executable, **values: str) -> Any:
        """The first value that the server answers with; None where there is none."""
        try:
            async with asyncio.timeout(self._timeout_seconds):
                return (await connection.execute(statement, values)).scalar()
        except BaseException:
            # Whether it was done is not known: a new connection holds nothing that it is not told to hold.
            await self._disconnect()
            # Whatever was held went with it, and is to be taken again before others do.
            self._disturbed.set()
            raise

    async def _connect(self) -> AsyncConnection:
        if self._engine is None:
            raise RuntimeError("there is nothing to connect to")
        self._connection = connection = await self._engine.connect()
        await self._end_former(connection)
        self._backend = await self._answer(connection, _OWN_BACKEND)
        for key in sorted(self._held):
            # Held by this process when the connection was lost; ours again unless another was quicker.
            if not await self._answer(connection, select(func.pg_try_advisory_lock(key))):
                self._held.pop(key).stop()
        return connection

    async def _end_former(self, connection: AsyncConnection) -> None:
        """Makes the server end a connection that is lost: it may not know yet, and keep its locks from us too."""
        if self._backend is None:
            return
        loop = asyncio.get_running_loop()
        end = loop.time() + self._timeout_seconds
        while await self._answer(connection, _END_BACKEND, backend=self._backend) and loop.time() < end:  # noqa: ASYNC110 - the server sets no events here
            await asyncio.sleep(_SHORTEST_PAUSE)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(DBAPIError):
                await connection.invalidate()
            await connection.close()


class _Holder:
    """Stops what goes on inside of it, where it must not go on.

    As in `asyncio.timeout`, the task is cancelled, and what comes of that is turned into an error at the end.
    """

    def __init__(self) -> None:
        self._is_stopped = False
        self._task: asyncio.Task[Any] | None = None
        self._cancelled_before = 0

    def stop(self) -> None:
        """Stops it now, or when it is about to begin; what has ended is not touched."""
        if not self._is_stopped:
            self._is_stopped = True
            if self._task is not None:
                self._task.cancel()

    def __enter__(self) -> Self:
        if self._is_stopped:
            raise _lost()
        self._task = asyncio.current_task()
        self._cancelled_before = 0 if self._task is None else self._task.cancelling()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        task, self._task = self._task, None
        if not self._is_stopped or task is None or task.uncancel() > self._cancelled_before:
            # Or somebody else has cancelled it as well, and comes first.
            return
        # A generator is closed where the task was cancelled outside of it, while it stood at a `yield`.
        if error is None or isinstance(error, asyncio.CancelledError | GeneratorExit):
            raise _lost() from error


def _lost() -> UnavailableError:
    return UnavailableError(
        "The lock was lost: the connection to the database broke off, and another process took it.",
        hint="Try again.",
    )


class _Key(NamedTuple):
    """A name, in numbers. Ordered by file first: each process takes them in one order, and so do all."""

    file: int
    number: int


def _key(name: str) -> _Key:
    number = lock_number(name)
    kind = crc32(name.partition(" ")[0].encode())
    return _Key(kind * _FILES + number % _FILES, number)


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
