"""The queue in PostgreSQL: its tables, what it is asked, and what it says when it cannot be had."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from app.queueing.connecting import server_of
from app.queueing.queue import QueueState, TaskQueue
from app.queueing.schema import apply_schema
from app.settings import Settings, load_settings
from nodes.domain.errors import InvalidRequestError, UnavailableError
from tests.app import postgresql_server


@postgresql_server.needs_postgresql
async def test_the_tables_are_made_once_however_many_start_at_once(settings: Settings) -> None:
    await asyncio.gather(*(apply_schema(server_of(settings)) for _ in range(4)))
    async with TaskQueue(settings) as queue:
        assert await queue.app.check_connection_async()
        assert await queue.state() == QueueState(0, 0)


@postgresql_server.needs_postgresql
async def test_a_newer_release_brings_its_changes(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(settings)
    await apply_schema(server)
    import app.queueing.schema as module

    known = module._migrations()
    newer = {**known, "99.00.00_01_pre_more.sql": "CREATE TABLE more (); COMMENT ON TABLE more IS '100%';"}
    monkeypatch.setattr(module, "_migrations", lambda: newer)
    await apply_schema(server)
    await apply_schema(server)
    async with await server.connect() as connection:
        [names] = await (await connection.execute("SELECT count(*) FROM migrations")).fetchall()
        await connection.execute("SELECT * FROM more")
    assert names[0] == len(known) + 1


def test_a_catalogue_in_sqlite_has_no_workers(tmp_path: object) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        server_of(load_settings(home=str(tmp_path)))
    assert "SHEAF_DATABASE_URL=postgresql://" in caught.value.hint


async def test_a_server_that_is_away_is_named_without_its_password() -> None:
    settings = load_settings(database_url="postgresql://ann:secret@127.0.0.1:1/sheaf")
    with pytest.raises(UnavailableError) as caught:
        async with TaskQueue(settings):
            pass
    assert "127.0.0.1:1/sheaf" in str(caught.value)
    assert "127.0.0.1" not in str(caught.value.report())
    assert "secret" not in caught.value.message
    assert isinstance(caught.value.__cause__, psycopg.OperationalError)
