"""What every part of the catalogue has: the database and a clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import Database, batches, collection_area, mark_visible
from app.catalogue.identifiers import name_key
from app.catalogue.models import CollectionRow, DocumentRow, RevisionRow
from app.catalogue.reader import Connection
from app.near_names import nearest
from nodes.domain.errors import ErrorReport, MissingCollectionError, MissingDocumentError

_MOST_MEANT = 5
"""Documents that are told where the name of their files stands in the place of an id."""
_MOST_COMPARED = 2000
"""File names that one which is not there is compared with."""
_SLIPS = 3
"""Letters by which they are longer or shorter, at most."""


class NearDocument(NamedTuple):
    """A document that may have been meant."""

    file_name: str
    document_id: str


def utc_now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """A moment as it is stored: `2026-01-31T12:00:00.000000Z`. Of two the earlier is the lesser text."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


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
        """The time now or somewhat later, as it is stored."""
        return iso(self._clock().astimezone(UTC) + timedelta(seconds=seconds, microseconds=microseconds))

    async def _areas(self, owner: str, revision_ids: Sequence[str]) -> list[str]:
        """What is written by who writes these revisions; see `Database.write`. None on SQLite, which knows no areas.

        None also where no collection has them. A revision stays in its collection for ever, so that this can be asked
        before the turn to write has come.
        """
        if self._database.is_sqlite:
            return []
        async with self._database.read() as connection:
            return [collection_area(each) for each in await collections_of(connection, owner, revision_ids)]


def error_fields(error: ErrorReport | None) -> dict[str, str | None]:
    """What a row of a document or of an uploaded file says of what went wrong; None takes it back."""
    return {
        "error_code": error["code"] if error else None,
        "error_message": error["message"] if error else None,
        "error_hint": error["hint"] if error else None,
    }


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
        raise await missing_collection(connection, owner, collection_id)


async def missing_collection(connection: Connection, owner: str, collection_id: str) -> MissingCollectionError:
    """The error that says that this owner has no collection of this id, and the id of the one that is called so.

    Of one that is nearly called so as well, but for those that are private to sessions: nobody gave them their names.
    """
    message = f"There is no collection {collection_id}."
    rows = await connection.execute(
        select(CollectionRow.name, CollectionRow.collection_id, CollectionRow.session_id).where(
            CollectionRow.owner == owner
        )
    )
    named = {row.name: row.collection_id for row in rows if row.session_id is None or row.name == collection_id}
    if collection_id in named:
        return MissingCollectionError(message, hint=f"That is the name of one; its id is {named[collection_id]}.")
    near = nearest(collection_id, named)
    if near is None:
        return MissingCollectionError(message)
    return MissingCollectionError(message, hint=f"Did you mean `{near}`? Its id is {named[near]}.")


async def missing_document(connection: Connection, owner: str, document_id: str) -> MissingDocumentError:
    """The error that says that this owner has no document of this id, and the ids of those whose file is called so."""
    message = f"There is no document {document_id}."
    homes = select(CollectionRow.collection_id).where(CollectionRow.owner == owner)
    called = await connection.execute(
        select(DocumentRow.document_id)
        .where(
            DocumentRow.collection_id.in_(homes),
            DocumentRow.name_key == name_key(document_id),
            DocumentRow.file_name == document_id,
        )
        .order_by(DocumentRow.created_at, DocumentRow.document_id)
        .limit(_MOST_MEANT)
    )
    meant = [row.document_id for row in called]
    if not meant:
        near = await near_file_name(connection, DocumentRow.owner == owner, document_id)
        if near is None:
            return MissingDocumentError(message)
        return MissingDocumentError(message, hint=f"Did you mean `{near.file_name}`? Its id is {near.document_id}.")
    ids = "its id is" if len(meant) == 1 else "of several, whose ids are"
    return MissingDocumentError(message, hint=f"That is the name of a file; {ids} {', '.join(meant)}.")


async def near_file_name(connection: Connection, among: ColumnElement[bool], file_name: str) -> NearDocument | None:
    """The document whose file is most likely meant: called so but for its suffix, or nearly so."""
    query = select(DocumentRow.file_name, DocumentRow.document_id).where(among)
    length = func.length(DocumentRow.file_name)
    of_length = length.between(len(file_name) - _SLIPS, len(file_name) + _SLIPS)
    for alike in (DocumentRow.name_key == name_key(file_name), of_length):
        rows = await connection.execute(query.where(alike).order_by(DocumentRow.file_name).limit(_MOST_COMPARED))
        found = {row.file_name: row.document_id for row in rows}
        if near := nearest(file_name, found):
            return NearDocument(near, found[near])
    return None


async def collections_of(connection: Connection, owner: str, revision_ids: Sequence[str]) -> list[str]:
    """The collections of the revisions that still are, in order."""
    found: set[str] = set()
    for batch in batches(revision_ids):
        rows = await connection.execute(
            select(RevisionRow.collection_id)
            .join(CollectionRow, CollectionRow.collection_id == RevisionRow.collection_id)
            .where(RevisionRow.owner == owner, RevisionRow.revision_id.in_(batch))
            .distinct()
        )
        found.update(row.collection_id for row in rows)
    return sorted(found)


async def bump_version(connection: AsyncConnection, collection_id: str) -> None:
    """Records that what is visible in the collection has changed."""
    mark_visible(connection)
    await connection.execute(
        update(CollectionRow)
        .where(CollectionRow.collection_id == collection_id)
        .values(version=CollectionRow.version + 1)
    )
