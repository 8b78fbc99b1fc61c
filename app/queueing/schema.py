"""Brings the queue's tables to the schema of the procrastinate that is installed."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from app.queueing.connecting import SCHEMA, Server

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_LOCK = 7_307_464
"""The number of an advisory lock; any that nobody else uses."""


async def apply_schema(server: Server) -> None:
    """Creates or upgrades the tables. Quick where there is nothing to do; safe to run at once.

    procrastinate brings its whole schema, and one file for each change since. Which of them are in the database is
    kept beside its tables: a new release brings new files, and only those are run.

    Raises:
        UnavailableError: the database cannot be used.
    """
    import psycopg

    wanted = _migrations()
    connection = await server.connect()
    try:
        async with connection:
            if await _applied(connection) >= wanted.keys():
                return
            await connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            await connection.execute("CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)")
            # Asked again: another process may have been quicker.
            applied = await _applied(connection)
            if not applied:
                async with connection.transaction():
                    await _run(connection, _whole())
                    await _note(connection, sorted(wanted))
                return
            for name in sorted(wanted.keys() - applied):
                async with connection.transaction():
                    await _run(connection, wanted[name])
                    await _note(connection, [name])
    except psycopg.Error as error:
        raise server.unavailable(error) from error


def _whole() -> str:
    return (resources.files("procrastinate.sql") / "schema.sql").read_text(encoding="utf-8")


def _migrations() -> dict[str, str]:
    """The changes that the installed procrastinate knows, by name."""
    folder = resources.files("procrastinate.sql") / "migrations"
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".sql")}


async def _applied(connection: AsyncConnection) -> set[str]:
    found = await (await connection.execute("SELECT to_regclass('migrations')")).fetchone()
    if found is None or found[0] is None:
        return set()
    return {row[0] for row in await (await connection.execute("SELECT name FROM migrations")).fetchall()}


async def _run(connection: AsyncConnection, statements: str) -> None:
    # Without parameters, as many statements as there are are run in one go.
    await connection.execute(statements.encode())


async def _note(connection: AsyncConnection, names: list[str]) -> None:
    await connection.execute("INSERT INTO migrations SELECT unnest(%s::text[])", [names])
