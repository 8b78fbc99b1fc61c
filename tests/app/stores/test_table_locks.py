from __future__ import annotations

import asyncio
import multiprocessing
from contextlib import AsyncExitStack
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from filelock import FileLock

from app.stores import table_locks
from app.stores.connection import LanceConnection
from app.stores.lancedb import LanceDBStore
from app.stores.table_locks import TableLocks
from nodes.domain.errors import UnavailableError
from tests.app.stores.contract import ids, row


def hold(path: Path, pipe: Connection) -> None:
    """Holds a lock in a process of its own until it is told to let go, or killed."""
    with FileLock(path):
        pipe.send("held")
        pipe.recv()


class Holder:
    """Another process that holds the lock of a table."""

    def __init__(self, folder: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other_end = context.Pipe()
        self.process = context.Process(target=hold, args=(lock_file(folder), other_end))
        self.process.start()
        assert self.pipe.recv() == "held"

    def let_go(self) -> None:
        self.pipe.send("go")
        self.process.join()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


def lock_file(folder: Path, table: str = "rows") -> Path:
    """The file that a table's lock is on, which is there afterwards."""

    async def take() -> None:
        async with TableLocks(str(folder)).held(table):
            pass

    asyncio.run(take())
    (path,) = folder.glob("locks/*.lock")
    return path


def open_store(folder: Path) -> LanceDBStore:
    return LanceDBStore(
        connection=LanceConnection(folder), table_name="rows", owner="ann", collection_id="reports", dimensions=4
    )


async def test_who_writes_waits_for_another_process(tmp_path: Path) -> None:
    store, reader = open_store(tmp_path), open_store(tmp_path)
    await store.async_add([row("a")])
    holder = await asyncio.to_thread(Holder, tmp_path)
    try:
        adding, deleting = asyncio.create_task(store.async_add([row("b")])), asyncio.create_task(store.adelete("r9"))
        await asyncio.sleep(0.3)
        assert not adding.done()
        assert not deleting.done()
        assert await ids(reader) == ["a"]
    finally:
        await asyncio.to_thread(holder.let_go)
    await asyncio.gather(adding, deleting)
    assert await ids(reader) == ["a", "b"]


async def test_a_process_that_dies_lets_go(tmp_path: Path) -> None:
    holder = await asyncio.to_thread(Holder, tmp_path)
    await asyncio.to_thread(holder.kill)
    store = open_store(tmp_path)
    await store.async_add([row("a")])
    assert await ids(store) == ["a"]


async def test_who_waits_too_long_is_told_for_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_locks, "LONGEST_SECONDS", 0.2)
    with (
        FileLock(await asyncio.to_thread(lock_file, tmp_path)),
        pytest.raises(UnavailableError, match=r"Another process .* 0\.2 seconds"),
    ):
        await open_store(tmp_path).async_add([row("a")])


async def test_tables_do_not_wait_for_each_other(tmp_path: Path) -> None:
    locks = TableLocks(str(tmp_path))
    names = (f"chunks_{number}" for number in range(65))  # More than there are files.
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        for name in names:
            await stack.enter_async_context(locks.held(name))


@pytest.mark.parametrize("uri", ["", "s3://bucket/folder"])
async def test_within_a_process_they_come_to_their_turn_in_order(tmp_path: Path, uri: str) -> None:
    locks = TableLocks(uri or str(tmp_path))
    turns: list[str] = []

    async def write(name: str) -> None:
        async with locks.held("rows"):
            turns.append(f"{name} begins")
            await asyncio.sleep(0.01)
            turns.append(f"{name} ends")

    await asyncio.gather(*(write(name) for name in "abc"))
    assert turns == [f"{name} {what}" for name in "abc" for what in ("begins", "ends")]
