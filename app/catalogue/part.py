"""What every part of the catalogue has: the database and a clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import Database
from app.catalogue.models import CollectionRow
from nodes.domain.errors import NotFoundError


def utc_now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


class CataloguePart:
    """Base of the parts that make up the catalogue."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        """Needs the tables: see `app.catalogue.migration.migrate`.

        Args:
            database: where the catalogue is kept.
            clock: gives the time, with its zone.
        """
        self._database = database
        self._clock = clock

    def _now(self, *, seconds: float = 0.0, microseconds: int = 0) -> str:
        """The time now or somewhat later, as it is stored: `2026-01-31T12:00:00.000000Z`."""
        moment = self._clock().astimezone(UTC) + timedelta(seconds=seconds, microseconds=microseconds)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


async def require_collection(connection: AsyncConnection, owner: str, collection_id: str) -> None:
    """Makes sure of a collection.

    Raises:
        NotFoundError: this owner has no such collection.
    """
    found = await connection.execute(
        select(CollectionRow.collection_id).where(
            CollectionRow.owner == owner, CollectionRow.collection_id == collection_id
        )
    )
    if found.first() is None:
        raise NotFoundError(f"There is no collection {collection_id}.", hint="`sheaf collections` lists them.")


async def bump_version(connection: AsyncConnection, collection_id: str) -> None:
    """Records that what is visible in the collection has changed."""
    await connection.execute(
        update(CollectionRow)
        .where(CollectionRow.collection_id == collection_id)
        .values(version=CollectionRow.version + 1)
    )
