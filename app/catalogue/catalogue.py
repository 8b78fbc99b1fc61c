"""The catalogue as one object: it fills the steps' port, and is what the service and the command line work with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.catalogue.backfilling import Backfilling
from app.catalogue.caches import Caches
from app.catalogue.collections import Collections
from app.catalogue.database import Database
from app.catalogue.frequencies import Frequencies
from app.catalogue.intake import Intake
from app.catalogue.links import Links
from app.catalogue.listing import Listing
from app.catalogue.migration import migrate
from app.catalogue.models import CollectionRow
from app.catalogue.naming import Naming
from app.catalogue.neighbours import Neighbours
from app.catalogue.paging import Paging
from app.catalogue.part import utc_now
from app.catalogue.passages import Passages
from app.catalogue.publishing import Publishing
from app.catalogue.reading import Reading
from app.catalogue.reembedding import Reembeddings
from app.catalogue.sessions import Keys, Sessions
from app.catalogue.uploads import Uploads
from app.catalogue.vectors import Vectors
from app.catalogue.work import Work

if TYPE_CHECKING:
    from app.settings import DatabaseSettings

WRITABLE_SECONDS = 3.0
"""After which a database in which nothing can be written counts as away: longer than any of our own writes waits."""


class SqlCatalogue(
    Collections,
    Intake,
    Work,
    Publishing,
    Reading,
    Listing,
    Paging,
    Frequencies,
    Naming,
    Links,
    Passages,
    Backfilling,
    Neighbours,
    Caches,
    Sessions,
    Keys,
    Uploads,
    Reembeddings,
    Vectors,
):
    """The catalogue in a SQL database. Each part stands in its own module."""

    @classmethod
    async def open(
        cls, url: str, clock: Callable[[], datetime] = utc_now, settings: DatabaseSettings | None = None
    ) -> SqlCatalogue:
        """Opens the catalogue and brings its tables to the newest schema. Close it when done.

        Args:
            url: SQLAlchemy URL of a SQLite file or of PostgreSQL.
            clock: gives the time, with its zone.
            settings: of PostgreSQL's pools; as it comes if None.

        Raises:
            UnavailableError: the database cannot be opened.
        """
        # Off the event loop: it makes folders and loads drivers.
        database = await asyncio.to_thread(Database, url, settings)
        try:
            await migrate(database)
        except BaseException:
            await database.close()
            raise
        return cls(database, clock)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is kept in SQLite, and not in PostgreSQL."""
        return self._database.is_sqlite

    async def check(self) -> None:
        """Makes sure that the database answers, takes what is written, and has room for it.

        Raises:
            UnavailableError: it does not, or nobody can write, or there is no room.
        """
        async with self._database.read() as connection:
            await connection.execute(select(CollectionRow.collection_id).limit(1))
        await asyncio.to_thread(self._database.check_room)
        await self._database.check_writable(WRITABLE_SECONDS)

    def locked(self, *names: str) -> AbstractAsyncContextManager[None]:
        """Holds locks by these names: against other processes too on PostgreSQL, else within this one.

        They take no connection from those who read and write meanwhile. Whoever holds some must not take others.

        Args:
            names: what is locked, owners and all; taken in one order everywhere, however they are given.

        Raises:
            UnavailableError: the database does not answer; or what went on inside was cancelled, since the connection
                was lost, and another has taken one of them.
        """
        return self._database.locked(*names)

    async def close(self) -> None:
        """Closes all connections."""
        self._commits.close()
        await self._database.close()
