"""How the queue's connections reach PostgreSQL, and where its tables are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.catalogue.engines import async_url, connect_arguments
from app.extras import require
from nodes.domain.errors import InvalidRequestError, UnavailableError

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from app.settings import Settings

SCHEMA = "sheaf_queue"
"""Of the database: the queue's tables and functions stand apart from the catalogue's."""


@dataclass(frozen=True)
class Server:
    """The PostgreSQL server that holds the catalogue, and the queue beside it."""

    conninfo: str
    """With the password: not for messages."""
    name: str
    """The URL without its password."""
    arguments: dict[str, Any]

    async def connect(self) -> AsyncConnection:
        """A connection of one's own, which commits by itself and sees the queue's tables.

        Raises:
            UnavailableError: there is none to be had.
        """
        import psycopg

        try:
            connection = await psycopg.AsyncConnection.connect(self.conninfo, autocommit=True, **self.arguments)
            await connection.execute(f"SET search_path TO {SCHEMA}")
        except psycopg.Error as error:
            raise self.unavailable(error) from error
        return connection

    def unavailable(self, error: Exception) -> UnavailableError:
        """What is told where the server cannot be used."""
        reason = str(error.__cause__ or error).strip()
        return UnavailableError(
            "The work queue cannot be used.",
            hint="Check SHEAF_DATABASE_URL, and that its user may create a schema in the database.",
            detail=f"{self.name}: {reason}",
        )


def server_of(settings: Settings) -> Server:
    """Where the queue is kept.

    Raises:
        InvalidRequestError: the catalogue is not kept in PostgreSQL.
        UnavailableError: what works with it is not installed.
    """
    url = async_url(settings.catalogue_url)
    if url.get_backend_name() != "postgresql":
        raise InvalidRequestError(
            "Workers need a catalogue in PostgreSQL, and it is kept in SQLite.",
            hint="Set SHEAF_DATABASE_URL=postgresql://… for the service and every worker; without it, the service "
            "works on uploads itself, as with SHEAF_INGEST__WORKED_BY=service.",
        )
    require("procrastinate", "psycopg_pool", lack="The work queue is not installed.", hint="Install sheaf[postgresql].")
    return Server(
        url.set(drivername="postgresql").render_as_string(hide_password=False),
        url.set(drivername="postgresql").render_as_string(hide_password=True),
        connect_arguments(url, settings.database),
    )
