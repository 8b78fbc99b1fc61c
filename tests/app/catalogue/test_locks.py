"""Locks by name, within a process and across processes."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue import locks
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.engines import async_url, locking_engine
from app.catalogue.locks import Locks, lock_number
from app.settings import DatabaseSettings
from nodes.domain.errors import UnavailableError
from tests.side_by_side import run_at_once
from tests.waiting import until

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

WATCH_SECONDS = 0.2
SOON_SECONDS = 30.0
"""Many times as long as anything here takes."""

NewLocks = Callable[..., Locks]


@pytest.fixture
def postgresql_url(database_url: str) -> str:
    if not database_url.startswith("postgresql"):
        pytest.skip("SQLite has no connection that holds locks")
    return database_url


@pytest.fixture
async def new_locks(postgresql_url: str) -> AsyncIterator[NewLocks]:
    """Makes locks as another process has them, over a connection of their own."""
    made: list[Locks] = []

    def new(timeout_seconds: float = 5, watch_seconds: float = WATCH_SECONDS) -> Locks:
        engine = locking_engine(async_url(postgresql_url), DatabaseSettings())
        made.append(Locks(engine, timeout_seconds, watch_seconds))
        return made[-1]

    yield new
    for each in made:
        await each.close()


@pytest.fixture
async def admin(postgresql_url: str) -> AsyncIterator[AsyncConnection]:
    engine = locking_engine(async_url(postgresql_url), DatabaseSettings())
    assert engine is not None
    async with engine.connect() as connection:
        yield connection
    await engine.dispose()


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
    """Two tasks are inside at once, each of which waits there for the other: one that had to wait would never come."""
    inside = [asyncio.Event(), asyncio.Event()]

    async def hold(own: int, *names: str) -> None:
        async with catalogue.locked(*names):
            inside[own].set()
            await inside[1 - own].wait()

    async with asyncio.timeout(10):
        await asyncio.gather(hold(0, "a"), hold(1, "b", "b"))


async def test_the_same_lock_is_not_free(catalogue: SqlCatalogue) -> None:
    begun = asyncio.Event()

    async def wait() -> None:
        async with catalogue.locked("b", "c"):
            begun.set()

    async with catalogue.locked("a", "b"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0.05)
        assert not begun.is_set()
    async with asyncio.timeout(10):
        await waiting
    assert begun.is_set()


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


def test_processes_take_turns(database_url: str, tmp_path: Path) -> None:
    counter = tmp_path / "counter"
    counter.write_text("0")
    done = run_at_once([[sys.executable, "-c", COUNTER, database_url, str(counter)]] * 3)
    assert [status for status, _, _ in done] == [0, 0, 0], done
    assert counter.read_text() == "60"


async def test_the_lock_of_a_process_that_dies_is_free(database_url: str, catalogue: SqlCatalogue) -> None:
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, database_url, stdout=asyncio.subprocess.PIPE
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


async def test_who_waits_too_long_for_another_process_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held, waiting = (Locks(None, 5, folder=tmp_path) for _ in range(2))
    async with held.held("a"):
        # Who waits for nobody may take longer than that on a busy machine.
        with monkeypatch.context() as patched:
            patched.setattr(locks, "LONGEST_SECONDS", 0.1)
            with pytest.raises(UnavailableError, match=r"Another process .* 0\.1 seconds"):
                async with waiting.held("a"):
                    raise AssertionError("it was held by another")
    async with waiting.held("a"):
        pass


async def test_names_that_share_a_file_wait_for_each_other_in_different_processes_alone(tmp_path: Path) -> None:
    here, elsewhere = (Locks(None, 5, folder=tmp_path) for _ in range(2))
    first = "session ann/1"
    place = lock_number(first) % 1024
    second = next(name for n in range(100_000) if lock_number(name := f"session bob/{n}") % 1024 == place)
    async with AsyncExitStack() as stack:
        async with asyncio.timeout(SOON_SECONDS), here.held(second):
            await stack.enter_async_context(here.held(first))
        # Whoever came first has gone; the file is still held for the other.
        waiting = asyncio.create_task(_entered(elsewhere, second))
        await asyncio.sleep(0.3)
        assert not waiting.done()
    async with asyncio.timeout(SOON_SECONDS):
        await waiting
        async with here.held(first, second):
            pass


async def test_where_no_lock_can_be_made_that_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnavailableError, match="catalogue cannot be used") as told:
        async with Locks(None, 5, folder=tmp_path / "file").held("a"):
            raise AssertionError("nothing is held")
    assert "SHEAF_HOME" in told.value.hint


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


async def test_who_lost_his_lock_to_nobody_goes_on(new_locks: NewLocks, admin: AsyncConnection) -> None:
    async with new_locks().held("a"):
        before = await _backend_of(admin, "a")
        await _end(admin, before)
        after = await _backend_of(admin, "a")
        assert after != before
        await asyncio.sleep(2 * WATCH_SECONDS)
        assert await _backend_of(admin, "a") == after
    async with asyncio.timeout(SOON_SECONDS):
        await _entered(new_locks(), "a")


async def test_who_lost_his_lock_to_another_is_stopped(new_locks: NewLocks, admin: AsyncConnection) -> None:
    locks, other = new_locks(), new_locks()

    async def hold() -> None:
        async with locks.held("a", "b"):
            await asyncio.sleep(600)
            raise AssertionError("it went on")

    holding = asyncio.create_task(hold())
    async with asyncio.timeout(SOON_SECONDS), _taken_over(admin, locks, other, "a"):
        with pytest.raises(UnavailableError, match="lock was lost"):
            await holding
        # It was not cancelled but for that.
        assert holding.cancelling() == 0
        # What was taken again is given back, and not what is the other's.
        await _entered(new_locks(), "b")
        waiting = asyncio.create_task(_entered(locks, "a"))
        await asyncio.sleep(0.5)
        assert not waiting.done()
    async with asyncio.timeout(SOON_SECONDS):
        await waiting


async def test_a_lock_that_is_lost_before_the_others_are_held_is_told(
    new_locks: NewLocks, admin: AsyncConnection
) -> None:
    locks, other = new_locks(), new_locks()
    first, second = sorted(("a", "b"), key=lock_number)
    async with asyncio.timeout(SOON_SECONDS), AsyncExitStack() as others:
        async with other.held(second):
            waiting = asyncio.create_task(_entered(locks, first, second))
            await others.enter_async_context(_taken_over(admin, locks, other, first))
        with pytest.raises(UnavailableError, match="lock was lost"):
            await waiting


async def test_a_slow_answer_loses_no_other_lock(new_locks: NewLocks, admin: AsyncConnection) -> None:
    locks, other = new_locks(timeout_seconds=0.3, watch_seconds=600), new_locks()
    engine = locks._engine
    assert engine is not None

    @event.listens_for(engine.sync_engine, "before_cursor_execute", retval=True)
    def slow(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> tuple[str, Any]:
        if lock_number("b") in parameters.values():
            statement = statement.replace("SELECT ", "SELECT pg_sleep(60) IS NULL OR ")
        return statement, parameters

    async with locks.held("a"):
        before = await _backend_of(admin, "a")
        slowly = asyncio.create_task(_entered(locks, "b"))
        with pytest.raises(TimeoutError):
            await slowly
        assert await _backend_of(admin, "a") != before
        waiting = asyncio.create_task(_entered(other, "a"))
        await asyncio.sleep(0.5)
        assert not waiting.done()
    async with asyncio.timeout(SOON_SECONDS):
        await waiting


async def test_a_lost_connection_that_the_server_has_not_missed_keeps_no_lock(
    new_locks: NewLocks, admin: AsyncConnection
) -> None:
    locks = new_locks()
    async with locks.held("a"):
        before = await _backend_of(admin, "a")
        # As where a cable was pulled: it lives on at the server.
        lost, locks._connection = locks._connection, None
        await until(lambda: _is_held_by_another(admin, "a", before), SOON_SECONDS)
    async with asyncio.timeout(SOON_SECONDS):
        await _entered(new_locks(), "a")
    assert lost is not None
    await lost.invalidate()
    await lost.close()


async def test_a_generator_is_stopped_while_its_reader_is_elsewhere(
    new_locks: NewLocks, admin: AsyncConnection
) -> None:
    locks, other = new_locks(), new_locks()

    async def numbers() -> AsyncGenerator[int]:
        async with locks.held("a"):
            yield 1

    async def read() -> None:
        async with aclosing(numbers()) as given:
            assert await anext(given) == 1
            await asyncio.sleep(600)

    reading = asyncio.create_task(read())
    async with asyncio.timeout(SOON_SECONDS), _taken_over(admin, locks, other, "a"):
        with pytest.raises(UnavailableError, match="lock was lost"):
            await reading


async def test_who_is_cancelled_by_others_as_well_is_cancelled(new_locks: NewLocks, admin: AsyncConnection) -> None:
    locks, other = new_locks(), new_locks()
    stopped = asyncio.Event()

    async def hold() -> None:
        async with locks.held("a"):
            try:
                await asyncio.sleep(600)
            finally:
                stopped.set()
                await asyncio.sleep(5)

    holding = asyncio.create_task(hold())
    async with asyncio.timeout(SOON_SECONDS), _taken_over(admin, locks, other, "a"):
        await stopped.wait()
        holding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await holding


async def test_nothing_is_watched_while_nothing_is_held(new_locks: NewLocks) -> None:
    locks = new_locks()
    async with locks.held("a"):
        watching = locks._watching
        assert watching is not None
        await asyncio.sleep(2 * WATCH_SECONDS)
        assert not watching.done()
    async with asyncio.timeout(SOON_SECONDS):
        await watching


@asynccontextmanager
async def _taken_over(admin: AsyncConnection, locks: Locks, other: Locks, name: str) -> AsyncIterator[None]:
    """Ends the connection that holds a lock; it is another's before who held it can take it again."""
    backend = await _backend_of(admin, name)
    async with AsyncExitStack() as stack:
        async with locks._talk:
            await _end(admin, backend)
            await stack.enter_async_context(other.held(name))
        yield


async def _backend_of(admin: AsyncConnection, name: str) -> int:
    """The server's process for who holds a lock; waits until somebody does."""
    holds = text(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 "
        "AND (classid::bigint << 32) | objid::bigint = :number "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )

    async def backend() -> int | None:
        return (await admin.execute(holds, {"number": lock_number(name)})).scalar()

    return int(await until(backend, SOON_SECONDS))


async def _is_held_by_another(admin: AsyncConnection, name: str, backend: int) -> bool:
    return await _backend_of(admin, name) != backend


async def _end(admin: AsyncConnection, backend: int) -> None:
    assert (await admin.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": backend})).scalar_one()
    alive = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")

    async def has_ended() -> bool:
        return not (await admin.execute(alive, {"pid": backend})).scalar_one()

    await until(has_ended, SOON_SECONDS)


async def _entered(locks: Locks, *names: str) -> None:
    async with locks.held(*names):
        pass


async def _held_once(catalogue: SqlCatalogue, name: str) -> None:
    async with catalogue.locked(name):
        pass


async def test_a_name_of_another_kind_is_free_whichever_are_held(tmp_path: Path) -> None:
    locks = Locks(None, 1.0, folder=tmp_path)
    place = lock_number("session ann/1") % 1024
    files = next(name for n in range(100_000) if lock_number(name := f"files {n}") % 1024 == place)
    async with asyncio.timeout(5), locks.held("session ann/1"), locks.held(files):
        pass
