"""LangGraph's saver for PostgreSQL, over a pool that outlives a restart of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from nodes.domain.errors import UnavailableError

try:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg import AsyncConnection, AsyncCursor, InterfaceError, OperationalError
    from psycopg.rows import DictRow, dict_row
    from psycopg_pool import AsyncConnectionPool
except ImportError as error:
    raise UnavailableError(
        "What keeps conversations in PostgreSQL is not installed.", hint="Install sheaf[postgresql]."
    ) from error

from app.catalogue.engines import async_url, connect_arguments
from app.settings import DatabaseSettings

_CONNECTIONS = 2
"""The saver does one thing at a time; the other takes its place where a connection is lost."""


class PostgresqlCheckpoints(AsyncPostgresSaver):
    """LangGraph's saver. It prunes by itself, the values too that no checkpoint names any more."""

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncIterator[AsyncCursor[DictRow]]:
        # Everything it does goes through here: the one place to tell a server that is away from a fault of ours.
        try:
            async with super()._cursor(pipeline=pipeline) as cursor:
                yield cursor
        except (OperationalError, InterfaceError) as error:
            raise UnavailableError(
                "The conversations cannot be read or kept.",
                hint="Check that PostgreSQL runs, and that SHEAF_DATABASE_URL names it.",
                detail=str(error).strip(),
            ) from error


@asynccontextmanager
async def open_saver(url: str, settings: DatabaseSettings) -> AsyncIterator[PostgresqlCheckpoints]:
    """The saver, whose tables its `setup` makes.

    Args:
        url: SQLAlchemy URL of the database.
        settings: how it is connected to.
    """
    parsed = async_url(url)
    arguments: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
        parsed.set(drivername="postgresql").render_as_string(hide_password=False),
        kwargs=arguments | connect_arguments(parsed, settings),
        min_size=1,
        max_size=_CONNECTIONS,
        timeout=settings.connect_timeout_seconds,
        check=AsyncConnectionPool.check_connection,
        name="conversations",
        open=False,
    )
    async with pool:
        yield PostgresqlCheckpoints(pool)
