"""Locks by name, within a process and across processes."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from app.catalogue.catalogue import SqlCatalogue
from app.settings import DatabaseSettings

COUNTER = """
import asyncio, pathlib, sys
from app.catalogue.catalogue import SqlCatalogue

async def add(catalogue, path):
    async with catalogue.locked("other", "counter"):
        number = int(path.read_text())
        await asyncio.sleep(0)
        path.write_text(str(number + 1))

async def main(url, path):
    catalogue = await SqlCatalogue.open(url)
    await asyncio.gather(*(add(catalogue, pathlib.Path(path)) for _ in range(20)))
    await catalogue.close()

asyncio.run(main(*sys.argv[1:]))
"""
HOLDER = """
import asyncio, sys
from app.catalogue.catalogue import SqlCatalogue

async def main(url):
    catalogue = await SqlCatalogue.open(url)
    async with catalogue.locked("a"):
        print("held", flush=True)
        await asyncio.sleep(600)

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture
def postgresql_url(database_url: str) -> str:
    if not database_url.startswith("postgresql"):
        pytest.skip("SQLite has no locks across processes")
    return database_url


async def test_one_at_a_time_holds_a_lock(catalogue: SqlCatalogue) -> None:
    inside: list[str] = []

    async def hold(*names: str) -> None:
        for _ in range(4):
            async with catalogue.locked(*names):
                assert not set(names) & set(inside)
                inside.extend(names)
                await asyncio.sleep(random.random() / 1000)
                for name in names:
                    inside.remove(name)

    await asyncio.gather(*(hold(*names) for names in (("a", "b"), ("b", "a"), ("b", "c"), ("c", "a"), ("a",), ("a",))))


async def test_locks_of_other_names_are_free(catalogue: SqlCatalogue) -> None:
    async with catalogue.locked("a"), catalogue.locked("b", "b"):
        pass


async def test_who_gives_up_waiting_holds_nothing(catalogue: SqlCatalogue) -> None:
    async def wait() -> None:
        async with catalogue.locked("a", "b"):
            raise AssertionError("it was held by another")

    async with catalogue.locked("b"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        async with catalogue.locked("a"):
            pass


async def test_a_failure_inside_lets_go(catalogue: SqlCatalogue) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="inside"):
            async with catalogue.locked("a"):
                raise ValueError("inside")


def test_processes_take_turns(postgresql_url: str, tmp_path: Path) -> None:
    counter = tmp_path / "counter"
    counter.write_text("0")
    command = [sys.executable, "-c", COUNTER, postgresql_url, str(counter)]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], outputs
    assert counter.read_text() == "60"


async def test_the_lock_of_a_process_that_dies_is_free(postgresql_url: str, catalogue: SqlCatalogue) -> None:
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, postgresql_url, stdout=asyncio.subprocess.PIPE
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"held\n"
    waiting = asyncio.create_task(_held_once(catalogue, "a"))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    holder.kill()
    async with asyncio.timeout(60):
        await waiting
    await holder.wait()


async def test_what_is_held_is_still_held_after_its_connection_was_lost(
    postgresql_url: str, catalogue: SqlCatalogue
) -> None:
    other = await SqlCatalogue.open(postgresql_url)
    try:
        async with catalogue.locked("a"):
            async with catalogue._database.write() as connection:
                ours = text(
                    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 "
                    "AND pid <> pg_backend_pid() "
                    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                )
                assert (await connection.execute(ours)).scalar_one()
            async with catalogue.locked("b"):
                waiting = asyncio.create_task(_held_once(other, "a"))
                await asyncio.sleep(0.05)
                assert not waiting.done()
        async with asyncio.timeout(60):
            await waiting
    finally:
        await other.close()


async def test_locks_need_no_connection_of_those_who_write(postgresql_url: str) -> None:
    narrow = await SqlCatalogue.open(postgresql_url, settings=DatabaseSettings(pool_size=1, overflow=0))

    async def work(number: int) -> Any:
        async with narrow.locked(f"{number % 3}"):
            return await narrow.ensure_session("ann", f"{number}")

    try:
        async with asyncio.timeout(60):
            made = await asyncio.gather(*(work(number) for number in range(12)))
        assert len(made) == 12
    finally:
        await narrow.close()


async def _held_once(catalogue: SqlCatalogue, name: str) -> None:
    async with catalogue.locked(name):
        pass
