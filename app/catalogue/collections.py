"""Collections: making, listing, renaming, weighing, deleting."""

from __future__ import annotations

import shlex
from typing import Any

from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import insert_into, insert_rows, mark_visible
from app.catalogue.identifiers import collection_id_of
from app.catalogue.models import CollectionRow, DocumentRow, Owner, RevisionRow
from app.catalogue.part import missing_collection, require_collection
from app.catalogue.reader import Connection
from app.catalogue.records import CollectionKind, CollectionRecord, DeletedCollection
from app.catalogue.retirement import evict_cached, retire_unused, retired_records
from app.catalogue.seeing import Seeing
from app.owners import LOCAL_OWNER
from nodes.domain.errors import ConflictError, InvalidRequestError, MissingCollectionError

PRIVATE_PREFIX = "session "
"""How the names of the private collections of sessions begin, and no others. What tells them is their `session_id`."""

_FIELDS = (
    CollectionRow.collection_id,
    CollectionRow.owner,
    CollectionRow.name,
    CollectionRow.embedding_model,
    CollectionRow.dimensions,
    CollectionRow.weight,
    CollectionRow.version,
    CollectionRow.created_at,
    CollectionRow.session_id,
    CollectionRow.store,
    CollectionRow.generation,
)


class Collections(Seeing):
    """Keeps collections."""

    async def ensure_collection(
        self,
        owner: str,
        name: str,
        kind: CollectionKind,
    ) -> CollectionRecord:
        """The owner's collection of this name, made if it is missing, and the owner too.

        Args:
            owner: whose.
            name: what the owner calls it.
            kind: what it is made with. One that is there stays in the store where it is.

        Raises:
            InvalidRequestError: the name is kept for the private collections of sessions, or has blanks around it.
            ConflictError: it was made with another embedding model.
        """
        async with self._database.read() as connection:
            record = await by_name(connection, owner, name)
        if record is None or record.session_id is not None:
            # One that is shared, made while such names were not refused everywhere, goes on as it is.
            _require_name_to_give(name)
        if record is None:
            async with self._database.write() as connection:
                # Asked again: another may have made it meanwhile.
                record = await by_name(connection, owner, name) or await make_collection(
                    connection, owner, name, kind, now=self._now()
                )
        if (record.embedding_model, record.dimensions) != (kind.embedding_model, kind.dimensions):
            raise ConflictError(
                f"The collection {name!r} was made with {record.embedding_model} ({record.dimensions} dimensions), "
                f"not with {kind.embedding_model} ({kind.dimensions}).",
                hint=reembed_command(owner, name, kind.embedding_model),
            )
        return record

    async def create_collection(
        self,
        owner: str,
        name: str,
        kind: CollectionKind,
        *,
        weight: float = 1.0,
    ) -> CollectionRecord:
        """A new collection, and the owner too where that is missing.

        Args:
            owner: whose.
            name: what the owner calls it.
            kind: what it is made with.
            weight: among several collections; 1 is neutral.

        Raises:
            ConflictError: the owner has a collection of this name.
            InvalidRequestError: the name is kept for the private collections of sessions, or has blanks around it.
        """
        async with self._database.write() as connection:
            if await by_name(connection, owner, name) is not None:
                raise _taken(name)
            _require_name_to_give(name)
            return await make_collection(connection, owner, name, kind, weight=weight, now=self._now())

    async def collection(self, owner: str, collection_id: str) -> CollectionRecord:
        """A collection by its id.

        Raises:
            NotFoundError: this owner has none of this id.
        """

        async def read() -> CollectionRecord | None:
            query = select(*_FIELDS).where(CollectionRow.owner == owner, CollectionRow.collection_id == collection_id)
            async with self._database.read() as connection:
                row = (await connection.execute(query)).first()
            return None if row is None else CollectionRecord(*row)

        record = await self._remembered(("collection", owner, collection_id), read)
        if record is None:
            async with self._database.read() as connection:
                raise await missing_collection(connection, owner, collection_id)
        return record

    async def find_collection(self, owner: str, name: str) -> CollectionRecord:
        """A collection by its name.

        Raises:
            NotFoundError: this owner has none of this name.
        """

        async def read() -> CollectionRecord | None:
            async with self._database.read() as connection:
                return await by_name(connection, owner, name)

        record = await self._remembered(("named", owner, name), read)
        if record is None:
            raise _missing(name)
        return record

    async def collections(self, owner: str, *, private: bool = False) -> list[CollectionRecord]:
        """The owner's collections by name, with their counts; those private to sessions only where asked for.

        Documents that failed are not counted, unless an older content of theirs is still visible.
        """

        async def read() -> tuple[CollectionRecord, ...]:
            documents = (
                select(func.count())
                .select_from(DocumentRow)
                .where(
                    DocumentRow.collection_id == CollectionRow.collection_id,
                    or_(DocumentRow.status != "failed", DocumentRow.live_revision_id.is_not(None)),
                )
                .scalar_subquery()
            )
            chunks = (
                select(func.coalesce(func.sum(RevisionRow.chunk_count), 0))
                .where(RevisionRow.collection_id == CollectionRow.collection_id, RevisionRow.state == "live")
                .scalar_subquery()
            )
            query = select(*_FIELDS, documents, chunks).where(CollectionRow.owner == owner).order_by(CollectionRow.name)
            if not private:
                query = query.where(CollectionRow.session_id.is_(None))
            async with self._database.read() as connection:
                return tuple(CollectionRecord(*row) for row in await connection.execute(query))

        return list(await self._remembered(("collections", owner, private), read))

    async def rename(self, owner: str, collection_id: str, name: str) -> CollectionRecord:
        """Gives a collection another name; its id stays.

        Raises:
            InvalidRequestError: the name is kept for the private collections of sessions, or has blanks around it.
            NotFoundError: this owner has no such collection.
            ConflictError: another has the name.
        """
        _require_name_to_give(name)
        async with self._database.write() as connection:
            await require_collection(connection, owner, collection_id)
            taken = await by_name(connection, owner, name)
            if taken is not None and taken.collection_id != collection_id:
                raise _taken(name)
            await change_collection(connection, collection_id, name=name)
        return await self.collection(owner, collection_id)

    async def set_weight(self, owner: str, collection_id: str, weight: float) -> None:
        """How much the collection's hits count among those of others; 1 is neutral.

        Raises:
            NotFoundError: this owner has no such collection.
        """
        async with self._database.write() as connection:
            await require_collection(connection, owner, collection_id)
            await change_collection(connection, collection_id, weight=weight)

    async def delete_collection(self, owner: str, collection_id: str) -> DeletedCollection:
        """Takes a collection and all its documents out of sight at once.

        Raises:
            NotFoundError: this owner has no such collection.
        """
        async with self._database.write() as connection:
            return await remove_collection(connection, owner, collection_id)


async def make_collection(
    connection: AsyncConnection,
    owner: str,
    name: str,
    kind: CollectionKind,
    *,
    now: str,
    weight: float = 1.0,
    session_id: str | None = None,
) -> CollectionRecord:
    """Makes a collection inside a transaction; nothing of the owner's has this name."""
    mark_visible(connection)
    await ensure_owner(connection, owner, now)
    record = CollectionRecord(
        collection_id=await _fresh_id(connection, owner, name),
        owner=owner,
        name=name,
        embedding_model=kind.embedding_model,
        dimensions=kind.dimensions,
        weight=weight,
        version=0,
        created_at=now,
        session_id=session_id,
        store=kind.store,
    )
    await insert_rows(connection, CollectionRow, [{field.key: getattr(record, field.key) for field in _FIELDS}])
    return record


async def ensure_owner(connection: AsyncConnection, owner: str, now: str) -> None:
    """Makes the owner if it is missing."""
    insert = insert_into(connection, Owner).values(name=owner, created_at=now)
    await connection.execute(insert.on_conflict_do_nothing())


async def remove_collection(connection: AsyncConnection, owner: str, collection_id: str) -> DeletedCollection:
    """Removes a collection inside a transaction; what it leaves in the store is retired. Its id is never given again.

    Raises:
        NotFoundError: this owner has no such collection.
    """
    mine = (CollectionRow.owner == owner, CollectionRow.collection_id == collection_id)
    store = (await connection.execute(select(CollectionRow.store).where(*mine))).scalar_one_or_none()
    if store is None:
        raise await missing_collection(connection, owner, collection_id)
    mark_visible(connection)
    rows = await connection.execute(
        select(DocumentRow.document_id)
        .where(DocumentRow.collection_id == collection_id)
        .order_by(DocumentRow.document_id)
    )
    await evict_cached(connection, owner, [row.document_id for row in rows])
    await connection.execute(delete(DocumentRow).where(DocumentRow.collection_id == collection_id))
    revisions = await connection.execute(
        select(RevisionRow.revision_id).where(RevisionRow.collection_id == collection_id)
    )
    held = [row.revision_id for row in revisions]
    await retire_unused(connection, held)
    retired = await retired_records(connection, held)
    await connection.execute(delete(CollectionRow).where(*mine))
    await connection.execute(update(Owner).where(Owner.name == owner).values(id_number=Owner.id_number + 1))
    return DeletedCollection(collection_id, store, retired)


def reembed_command(owner: str, name: str, embedding_model: str) -> str:
    """The command that gives a collection another embedding model."""
    command = ["sheaf", "reembed", name, "--embedding", embedding_model]
    return shlex.join(command if owner == LOCAL_OWNER else [*command, "--owner", owner])


def _missing(collection: str) -> MissingCollectionError:
    return MissingCollectionError(f"There is no collection {collection}.")


def _taken(name: str) -> ConflictError:
    return ConflictError(f"There is a collection {name!r} already.", hint="Choose another name.")


def _require_name_to_give(name: str) -> None:
    """Refuses what a new collection may not be called; those that were made before keep their names."""
    if not name or name != name.strip():
        raise InvalidRequestError(
            f"The name {name!r} is empty, or has blanks around it: in lists it would look like another.",
            hint="Choose another name.",
        )
    if name.startswith(PRIVATE_PREFIX):
        raise InvalidRequestError(
            f"The name {name!r} begins with `{PRIVATE_PREFIX}`, which is kept for the private collections of sessions.",
            hint="Choose another name.",
        )


async def by_name(connection: Connection, owner: str, name: str) -> CollectionRecord | None:
    """The owner's collection of this name, shared or private, if there is one."""
    return await _one(connection, CollectionRow.owner == owner, CollectionRow.name == name)


async def of_session(connection: Connection, owner: str, session_id: str) -> CollectionRecord | None:
    """The private collection of a session, if it has one, whatever its name."""
    return await _one(connection, CollectionRow.owner == owner, CollectionRow.session_id == session_id)


async def _one(connection: Connection, *wanted: ColumnElement[bool]) -> CollectionRecord | None:
    row = (await connection.execute(select(*_FIELDS).where(*wanted))).first()
    return None if row is None else CollectionRecord(*row)


async def _fresh_id(connection: AsyncConnection, owner: str, name: str) -> str:
    """An id that no collection has or ever had: stores, caches and other processes may know those of the deleted.

    Deleting raises the owner's number above every one that was used, and with another number each name has another
    id. Until something is deleted or renamed, ids are the same on every machine: equal scores are ordered by them.
    """
    known = await connection.execute(select(Owner.id_number).where(Owner.name == owner))
    first = number = known.scalar_one()
    while await _one(connection, CollectionRow.collection_id == collection_id_of(owner, name, number)) is not None:
        # Of a collection that was called so when it was made.
        number += 1
    if number != first:
        await connection.execute(update(Owner).where(Owner.name == owner).values(id_number=number))
    return collection_id_of(owner, name, number)


async def change_collection(connection: AsyncConnection, collection_id: str, **values: Any) -> None:
    """Sets columns of a collection inside a transaction, as a visible change."""
    mark_visible(connection)
    await connection.execute(
        update(CollectionRow)
        .where(CollectionRow.collection_id == collection_id)
        .values(version=CollectionRow.version + 1, **values)
    )
