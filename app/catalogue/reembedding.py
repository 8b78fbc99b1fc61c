"""Embedding a collection anew: what is being built beside what is searched, and the step from one to the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from app.catalogue.collections import change_collection
from app.catalogue.database import batches, collection_area, insert_into, insert_rows
from app.catalogue.models import CollectionRow, NextPassageRow, PassageRow, ReembeddingRow, RevisionRow
from app.catalogue.part import CataloguePart, require_collection
from app.catalogue.publishing import states_of
from app.catalogue.reader import Connection
from app.catalogue.records import Reembedding
from app.catalogue.retirement import remove_contents
from nodes.domain.errors import ConflictError

_FIELDS = (
    ReembeddingRow.owner,
    ReembeddingRow.collection_id,
    ReembeddingRow.generation,
    ReembeddingRow.embedding_model,
    ReembeddingRow.dimensions,
    ReembeddingRow.state,
)


class Reembeddings(CataloguePart):
    """Serves `app.reembedding`. Generations of a collection are numbered from 0 and never used twice."""

    async def begin_reembedding(
        self, owner: str, collection_id: str, embedding_model: str, dimensions: int
    ) -> Reembedding | None:
        """What is to be built, begun now or gone on with. Whatever else was begun is given up.

        Returns:
            None where the collection is searched by this model already.

        Raises:
            NotFoundError: this owner has no such collection.
        """
        async with self._database.write(collection_area(collection_id)) as connection:
            await require_collection(connection, owner, collection_id)
            current = await _current(connection, collection_id)
            wanted = (embedding_model, dimensions)
            building = await _building(connection, collection_id)
            if building is not None and (building.embedding_model, building.dimensions) == wanted:
                return building
            if building is not None:
                await self._put(connection, building, "left")
                await _remove_next(connection, collection_id)
            if (current.embedding_model, current.dimensions) == wanted:
                return None
            newest = await connection.execute(
                select(func.max(ReembeddingRow.generation)).where(ReembeddingRow.collection_id == collection_id)
            )
            number = max(current.generation, newest.scalar_one() or 0) + 1
            begun = Reembedding(owner, collection_id, number, embedding_model, dimensions, "building")
            await self._put(connection, begun, "building")
            return begun

    async def not_embedded(self, owner: str, collection_id: str) -> list[str]:
        """Visible revisions that the embedding that is being built lacks, by id."""
        async with self._database.read() as connection:
            return await _not_embedded(connection, owner, collection_id)

    async def packed_passages(self, owner: str, revision_ids: Sequence[str]) -> dict[str, list[bytes]]:
        """Features of all passages of visible revisions as they are searched now, in order, by revision id."""
        found: dict[str, list[bytes]] = {}
        async with self._database.read() as connection:
            for batch in batches(list(revision_ids)):
                rows = await connection.execute(
                    select(PassageRow.revision_id, PassageRow.features)
                    .where(PassageRow.revision_id.in_(batch), PassageRow.owner == owner)
                    .order_by(PassageRow.revision_id, PassageRow.place)
                )
                for revision_id, features in rows:
                    found.setdefault(revision_id, []).append(features)
        return found

    async def put_next_features(
        self, owner: str, building: Reembedding, features: Mapping[str, Sequence[bytes]]
    ) -> None:
        """Keeps the features of revisions by the embedding that is being built; their rows are in the stores.

        Those that are no longer visible are left out.

        Raises:
            ConflictError: another command began to embed the collection anew with something else.
        """
        async with self._database.write(collection_area(building.collection_id)) as connection:
            await _require_building(connection, owner, building)
            states = await states_of(connection, building.collection_id, sorted(features))
            live = sorted(revision_id for revision_id, state in states.items() if state == "live")
            await remove_contents(connection, live, [NextPassageRow])
            rows = [
                {"revision_id": each, "place": place, "owner": owner, "features": packed}
                for each in live
                for place, packed in enumerate(features[each])
            ]
            await insert_rows(connection, NextPassageRow, rows)

    async def switch_embedding(self, owner: str, building: Reembedding) -> bool:
        """Lets the collection be searched by what was built, in one transaction.

        Returns:
            False where documents became visible that were not embedded yet: nothing is changed then.

        Raises:
            ConflictError: another command began to embed the collection anew with something else.
        """
        collection_id = building.collection_id
        async with self._database.write(collection_area(collection_id)) as connection:
            await _require_building(connection, owner, building)
            if await _not_embedded(connection, owner, collection_id):
                return False
            following = (
                select(NextPassageRow.features)
                .where(NextPassageRow.revision_id == PassageRow.revision_id, NextPassageRow.place == PassageRow.place)
                .scalar_subquery()
            )
            live = select(RevisionRow.revision_id).where(
                RevisionRow.collection_id == collection_id, RevisionRow.state == "live"
            )
            await connection.execute(
                update(PassageRow)
                .where(PassageRow.revision_id.in_(live))
                .values(features=following)
                .execution_options(synchronize_session=False)
            )
            await _remove_next(connection, collection_id)
            await self._put(connection, await _current(connection, collection_id), "left")
            await self._put(connection, building, "current")
            await change_collection(
                connection,
                collection_id,
                embedding_model=building.embedding_model,
                dimensions=building.dimensions,
                generation=building.generation,
            )
            return True

    async def other_embeddings(self, owner: str, collection_id: str) -> list[Reembedding]:
        """Embeddings of a collection, beside the one it is searched by, that the stores may hold rows of."""
        mine = (ReembeddingRow.owner == owner, ReembeddingRow.collection_id == collection_id)
        return await self._others(*mine, ReembeddingRow.state.in_(("building", "left")))

    async def left_embeddings(self) -> list[Reembedding]:
        """Embeddings of all owners whose rows are to be removed from the stores."""
        return await self._others(ReembeddingRow.state == "left")

    async def forget_embedding(self, owner: str, collection_id: str, generation: int) -> None:
        """Records that the rows of an embedding that was left are gone."""
        async with self._database.write(collection_area(collection_id)) as connection:
            await connection.execute(
                update(ReembeddingRow)
                .where(
                    ReembeddingRow.owner == owner,
                    ReembeddingRow.collection_id == collection_id,
                    ReembeddingRow.generation == generation,
                    ReembeddingRow.state == "left",
                )
                .values(state="gone", updated_at=self._now())
            )

    async def all_generations(self) -> dict[str, int]:
        """By which of its embeddings each collection of all owners is searched now, by id."""
        query = select(CollectionRow.collection_id, CollectionRow.generation)
        async with self._database.read() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    async def _others(self, *wanted: ColumnElement[bool]) -> list[Reembedding]:
        query = select(*_FIELDS).where(*wanted).order_by(ReembeddingRow.collection_id, ReembeddingRow.generation)
        async with self._database.read() as connection:
            return [_record(row) for row in await connection.execute(query)]

    async def _put(self, connection: AsyncConnection, each: Reembedding, state: str) -> None:
        values = {
            "collection_id": each.collection_id,
            "generation": each.generation,
            "owner": each.owner,
            "embedding_model": each.embedding_model,
            "dimensions": each.dimensions,
            "state": state,
            "updated_at": self._now(),
        }
        insert = insert_into(connection, ReembeddingRow).values(values)
        fresh = {"state": state, "updated_at": values["updated_at"]}
        await connection.execute(
            insert.on_conflict_do_update(index_elements=["collection_id", "generation"], set_=fresh)
        )


async def _current(connection: Connection, collection_id: str) -> Reembedding:
    """What the collection is searched by."""
    rows = await connection.execute(
        select(
            CollectionRow.owner,
            CollectionRow.collection_id,
            CollectionRow.generation,
            CollectionRow.embedding_model,
            CollectionRow.dimensions,
        ).where(CollectionRow.collection_id == collection_id)
    )
    row = rows.one()
    return Reembedding(row[0], row[1], row[2], row[3], row[4], "left")


def _record(row: Row[*tuple[Any, ...]]) -> Reembedding:
    """From a row of `_FIELDS`."""
    return Reembedding(*row)


async def _building(connection: Connection, collection_id: str) -> Reembedding | None:
    rows = await connection.execute(
        select(*_FIELDS).where(ReembeddingRow.collection_id == collection_id, ReembeddingRow.state == "building")
    )
    row = rows.first()
    return None if row is None else _record(row)


async def _require_building(connection: AsyncConnection, owner: str, building: Reembedding) -> None:
    await require_collection(connection, owner, building.collection_id)
    if await _building(connection, building.collection_id) != building:
        raise ConflictError(
            f"Another command ended this one: the collection is no longer being embedded anew with "
            f"{building.embedding_model}.",
            hint="`sheaf collections` shows what it is searched by.",
        )


async def _remove_next(connection: AsyncConnection, collection_id: str) -> None:
    own = select(RevisionRow.revision_id).where(RevisionRow.collection_id == collection_id)
    await connection.execute(
        delete(NextPassageRow).where(NextPassageRow.revision_id.in_(own)).execution_options(synchronize_session=False)
    )


async def _not_embedded(connection: Connection, owner: str, collection_id: str) -> list[str]:
    following = aliased(NextPassageRow)
    has_next = exists().where(following.revision_id == RevisionRow.revision_id)
    other = aliased(NextPassageRow)
    lacks_one = exists().where(
        PassageRow.revision_id == RevisionRow.revision_id,
        ~exists().where(other.revision_id == PassageRow.revision_id, other.place == PassageRow.place),
    )
    rows = await connection.execute(
        select(RevisionRow.revision_id)
        .where(
            RevisionRow.collection_id == collection_id,
            RevisionRow.owner == owner,
            RevisionRow.state == "live",
            or_(~has_next, lacks_one),
        )
        .order_by(RevisionRow.revision_id)
    )
    return [row[0] for row in rows]
