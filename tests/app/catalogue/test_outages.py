"""PostgreSQL goes away and comes back; SQLite has no server that could."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import CollectionKind
from app.settings import DatabaseSettings
from nodes.domain.errors import UnavailableError
from tests.app import postgresql_server
from tests.waiting import until

pytestmark = postgresql_server.needs_postgresql

SETTINGS = DatabaseSettings(connect_timeout_seconds=2, pool_size=2, overflow=0)


class Line:
    """What stands between a client and its server, and can be cut."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._open: list[asyncio.StreamWriter] = []
        self._listening: asyncio.Server | None = None
        self.port = 0

    async def mend(self) -> None:
        self._listening = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._listening.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        if self._listening is not None:
            self._listening.close()
        await self.break_off()

    async def break_off(self) -> None:
        """Ends what is connected; who connects again may."""
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()
        await asyncio.sleep(0)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._server)
        self._open += [writer, back]
        await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while block := await reader.read(65_536):
            writer.write(block)
            await writer.drain()
    writer.transport.abort()


@pytest.fixture
def database_url(empty_postgresql: str) -> Iterator[str]:
    with postgresql_server.database(empty_postgresql) as url:
        yield url


@pytest.fixture
async def line(database_url: str) -> AsyncIterator[Line]:
    parts = urlsplit(database_url)
    made = Line(parts.hostname or "127.0.0.1", parts.port or 5432)
    await made.mend()
    yield made
    await made.cut()


@pytest.fixture
async def catalogue(line: Line, database_url: str) -> AsyncIterator[SqlCatalogue]:
    parts = urlsplit(database_url)
    through = parts._replace(netloc=f"{parts.username or 'postgres'}:word@127.0.0.1:{line.port}").geturl()
    opened = await SqlCatalogue.open(through, settings=SETTINGS)
    yield opened
    await opened.close()


async def test_who_reads_and_writes_does_not_notice_that_connections_were_lost(
    line: Line, catalogue: SqlCatalogue
) -> None:
    for number in range(3):
        collection = await catalogue.ensure_collection("ann", f"{number}", CollectionKind("wordllama", 256, "lancedb"))
        assert await catalogue.collection("ann", collection.collection_id) == collection
        async with catalogue.locked("a"):
            await line.break_off()
        assert len(await catalogue.collections("ann")) == number + 1
        await line.break_off()


async def test_a_restart_is_waited_for(line: Line, catalogue: SqlCatalogue) -> None:
    async def held() -> bool:
        async with catalogue.locked("a"):
            return True

    await catalogue.ensure_session("ann", "s")
    await held()
    await line.cut()
    waiting: Any = asyncio.gather(
        catalogue.sessions("ann"), catalogue.ensure_session("ann", "t"), held(), return_exceptions=True
    )
    await asyncio.sleep(0.3)
    assert not waiting.done()
    await line.mend()
    sessions, made, was_held = await waiting
    assert {each.session_id for each in sessions} >= {"s"}
    assert (made.session_id, was_held) == ("t", True)


async def test_a_server_that_stays_away_is_unavailable(line: Line, catalogue: SqlCatalogue) -> None:
    await catalogue.ensure_session("ann", "s")
    await line.cut()
    for work in (catalogue.sessions("ann"), catalogue.ensure_session("ann", "t")):
        with pytest.raises(UnavailableError, match="cannot be used") as caught:
            async with asyncio.timeout(60):
                await work
        assert ":word@" not in str(caught.value)
        assert "127.0.0.1" not in str(caught.value.report())
    with pytest.raises(UnavailableError):
        async with catalogue.locked("a"):
            pass
    await line.mend()
    assert [each.session_id for each in await catalogue.sessions("ann")] == ["s"]


async def test_a_write_that_breaks_off_says_so_and_keeps_nothing(line: Line, catalogue: SqlCatalogue) -> None:
    async def write() -> None:
        async with catalogue._database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO owners (name, created_at) VALUES ('ann', '')")
            await line.break_off()
            await connection.exec_driver_sql("INSERT INTO owners (name, created_at) VALUES ('bob', '')")

    with pytest.raises(UnavailableError, match="nothing was kept"):
        await write()
    async with catalogue._database.read() as reader:
        assert await reader.run(lambda found: found.exec_driver_sql("SELECT name FROM owners").all()) == []


STOPPED = """
import asyncio, os, signal, sys
from app.catalogue.catalogue import SqlCatalogue
from app.settings import DatabaseSettings

async def main(url):
    catalogue = await SqlCatalogue.open(url, settings=DatabaseSettings(idle_transaction_timeout_seconds=2))
    async with catalogue._database.write() as connection:
        await connection.exec_driver_sql("INSERT INTO owners (name, created_at) VALUES ('ann', '')")
        os.kill(os.getpid(), signal.SIGSTOP)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_the_turn_to_write_of_a_process_that_hangs_passes_to_others(database_url: str) -> None:
    waiting = await SqlCatalogue.open(database_url)
    stopped = await asyncio.create_subprocess_exec(
        sys.executable, "-c", STOPPED, database_url, stderr=asyncio.subprocess.PIPE
    )
    try:
        await until(partial(_turn_is_taken, waiting), 60)
        async with asyncio.timeout(60):
            await waiting.ensure_session("bob", "s")
        stopped.send_signal(signal.SIGCONT)
        _, said = await stopped.communicate()
        assert stopped.returncode == 1
        assert b"nothing was kept" in said
        assert await waiting.sessions("ann") == []
    finally:
        if stopped.returncode is None:
            stopped.kill()
        await waiting.close()


async def _turn_is_taken(catalogue: SqlCatalogue) -> bool:
    """Whether somebody has the turn to write, and stands still."""
    standing = (
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted "
        "AND state = 'idle in transaction' AND datname = current_database()"
    )
    async with catalogue._database.read() as reader:
        return bool(await reader.run(lambda found: found.exec_driver_sql(standing).scalar_one()))


async def test_a_server_that_was_never_there_is_told_at_once() -> None:
    with pytest.raises(UnavailableError, match="refused"):
        await SqlCatalogue.open("postgresql://me:word@127.0.0.1:1/none", settings=SETTINGS)
