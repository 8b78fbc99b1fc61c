"""Writers that are cancelled, at any of their waits: nobody else finds the database locked after them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import text

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.database import Database
from app.catalogue.engines import ClosingConnection
from nodes.domain.errors import UnavailableError


class Cancelling:
    """Cancels whoever hands something over to the thread of a connection, after that was handed over.

    Args:
        at: the how many-th time.
        again: every later time as well, as a scope of a request does whose client is gone.
    """

    def __init__(self, at: int, *, again: bool) -> None:
        self._at = at
        self._again = again
        self._count = 0
        self.happened = False

    @contextlib.contextmanager
    def at_work(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """While it does so."""
        hand_over: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute

        async def cancelled(connection: aiosqlite.Connection, *arguments: Any, **named: Any) -> Any:
            self._count += 1
            task = asyncio.current_task()
            if task is not None and (self._count == self._at or (self._again and self._count > self._at)):
                self.happened = True
                task.cancel()
            return await hand_over(connection, *arguments, **named)

        with monkeypatch.context() as patched:
            patched.setattr(aiosqlite.Connection, "_execute", cancelled)
            yield


@pytest.fixture
def without_collection() -> Iterator[None]:
    """What an error's traceback holds in a circle stays: a service looks for garbage only now and then."""
    gc.disable()
    yield
    gc.enable()


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Database]:
    database = Database(f"sqlite:///{path}")
    try:
        yield database
    finally:
        await database.close()


def take_turn(path: Path, seconds: float = 2) -> None:
    """Writes as another process would."""
    with closing(sqlite3.connect(path, timeout=seconds, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")


async def write_all_sorts(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(text("INSERT INTO things VALUES (3) RETURNING number"))
        assert (await connection.execute(text("SELECT number FROM things"))).all()
        await connection.execute(text("UPDATE things SET number = 3"))
    async with database.write_at_once() as connection:
        await connection.execute(text("INSERT INTO things VALUES (4) RETURNING number"))


@pytest.mark.usefixtures("without_collection")
@pytest.mark.parametrize("again", [False, True], ids=["once", "again and again"])
@pytest.mark.parametrize("is_new", [False, True], ids=["an old connection", "a new connection"])
async def test_a_writer_that_is_cancelled_anywhere_locks_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool, again: bool
) -> None:
    path = tmp_path / "catalogue.db"
    places = 0
    while True:
        async with opened(path) as database:
            async with database.write() as connection:
                await connection.execute(text("CREATE TABLE IF NOT EXISTS things (number INTEGER)"))
                await connection.execute(text("INSERT INTO things VALUES (1), (2)"))
            if is_new:
                await database._engine.dispose()
            cancelling = Cancelling(places + 1, again=again)
            with cancelling.at_work(monkeypatch):
                writer = asyncio.create_task(write_all_sorts(database))
                await asyncio.wait({writer})
            if not cancelling.happened:
                break
            places += 1
            await asyncio.to_thread(take_turn, path)
            async with asyncio.timeout(10), database.write() as connection:
                assert (await connection.execute(text("SELECT count(*) FROM things"))).scalar_one() > 0
    assert places >= 15


def test_a_connection_that_is_closed_holds_nothing_however_its_rows_were_left(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    connection = sqlite3.connect(path, isolation_level=None, factory=ClosingConnection)
    connection.execute("CREATE TABLE things (number INTEGER)")
    connection.execute("INSERT INTO things VALUES (1), (2)")
    connection.execute("BEGIN IMMEDIATE")
    unread = connection.execute("SELECT number FROM things")
    assert unread.fetchone() == (1,)
    connection.close()
    connection.close()
    take_turn(path, seconds=0)


async def test_who_waits_for_another_process_is_cancelled_at_once(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    async with opened(path) as database:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(write_all_sorts(database))
            await asyncio.wait({waiting}, timeout=0.5)
            assert not waiting.done()
            waiting.cancel()
            await asyncio.wait({waiting}, timeout=2)
            assert waiting.cancelled()


async def test_who_waits_behind_others_does_not_wait_for_another_process_as_long_as_each_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.catalogue.database.BUSY_SECONDS", 2)
    monkeypatch.setattr("app.catalogue.database._LEAST_BUSY_SECONDS", 0.1)
    path = tmp_path / "catalogue.db"
    async with opened(path) as database:
        async with database.write():
            pass
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with asyncio.timeout(8):
                failed = await asyncio.gather(*(write_all_sorts(database) for _ in range(6)), return_exceptions=True)
    assert {type(each) for each in failed} == {UnavailableError}
    assert "another program" in str(getattr(failed[0], "hint", ""))


async def test_a_catalogue_in_which_nobody_can_write_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.catalogue.catalogue.WRITABLE_SECONDS", 0.3)
    path = tmp_path / "catalogue.db"
    catalogue = await SqlCatalogue.open(f"sqlite:///{path}")
    try:
        await catalogue.check()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(UnavailableError, match="nothing could be written"):
                await catalogue.check()
            other.execute("ROLLBACK")
            await catalogue.check()
            # One of our own who stands still counts as well: he may have been left by whoever awaited him.
            async with catalogue._database.write():
                with pytest.raises(UnavailableError, match="nothing could be written"):
                    await catalogue.check()
        await catalogue.check()
    finally:
        await catalogue.close()
