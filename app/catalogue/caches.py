"""Kept values: answers, relevance scores, embeddings of questions. They go with the documents they rest on.

Those that tell what somebody asked also go when any of that owner's conversations is deleted: nobody can say any more
in which it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import batches, cache_area, insert_into, insert_rows, take_areas
from app.catalogue.models import CacheDocument, CacheRow, CollectionRow, DocumentRow
from app.catalogue.part import CataloguePart, iso

OF_QUESTIONS = ("question_vector", "similar_answer")
"""Kinds of what tells the words of a question: its vector can be read back nearly."""


class Caches(CataloguePart):
    """A cache in the catalogue, apart for each owner."""

    async def cache_get(self, owner: str, kind: str, keys: Sequence[str]) -> dict[str, Any]:
        """Cached values by key; those that are not there are left out."""
        found: dict[str, Any] = {}
        async with self._database.read() as connection:
            for batch in batches(list(dict.fromkeys(keys))):
                rows = await connection.execute(
                    select(CacheRow.key, CacheRow.value).where(
                        CacheRow.owner == owner, CacheRow.kind == kind, CacheRow.key.in_(batch)
                    )
                )
                found.update((row.key, row.value) for row in rows)
        return found

    async def cache_put(self, owner: str, kind: str, values: Mapping[str, Any], document_ids: Sequence[str]) -> None:
        """Keeps JSON-like values; they go when one of these documents goes or its content is replaced.

        Nothing is kept where one of the documents is gone already: the value would outlive it.
        """
        await self.cache_put_all(owner, kind, [(values, document_ids)])

    async def cache_put_all(
        self, owner: str, kind: str, groups: Sequence[tuple[Mapping[str, Any], Sequence[str]]]
    ) -> None:
        """Keeps groups of values in one transaction, each as `cache_put` keeps its values, in their order.

        Args:
            owner: whose.
            kind: of all of them.
            groups: the values of each, by key, and the documents that they go with.
        """
        if not any(values for values, _ in groups):
            return
        now = self._now()
        async with self._database.write(cache_area(owner)) as connection:
            named = {document_id for _, document_ids in groups for document_id in document_ids}
            visible = await _visible_documents(connection, owner, sorted(named))
            values: dict[str, Any] = {}
            documents: dict[str, list[str]] = {}
            for group, document_ids in groups:
                if visible.issuperset(document_ids):
                    values |= group
                    documents |= dict.fromkeys(group, sorted(set(document_ids)))
            if not values:
                return
            rows = [
                {"owner": owner, "kind": kind, "key": key, "value": value, "created_at": now}
                for key, value in sorted(values.items())
            ]
            insert = insert_into(connection, CacheRow)
            fresh = {"value": insert.excluded.value, "created_at": insert.excluded.created_at}
            await connection.execute(
                insert.on_conflict_do_update(index_elements=["owner", "kind", "key"], set_=fresh), rows
            )
            for batch in batches(sorted(values)):
                await connection.execute(
                    delete(CacheDocument).where(
                        CacheDocument.owner == owner, CacheDocument.kind == kind, CacheDocument.key.in_(batch)
                    )
                )
            await insert_rows(
                connection,
                CacheDocument,
                [
                    {"owner": owner, "kind": kind, "key": key, "document_id": document_id}
                    for key in values
                    for document_id in documents[key]
                ],
            )

    async def cache_find(self, owner: str, kind: str, prefix: str, limit: int) -> dict[str, Any]:
        """Cached values whose keys begin with a prefix, by key; the newest, at most `limit`."""
        query = (
            select(CacheRow.key, CacheRow.value)
            .where(CacheRow.owner == owner, CacheRow.kind == kind)
            .where(func.substr(CacheRow.key, 1, len(prefix)) == prefix)
            .order_by(CacheRow.created_at.desc(), CacheRow.key)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return {row.key: row.value for row in await connection.execute(query)}

    async def cache_trim(self, owner: str, kind: str, keep: int) -> int:
        """Drops all but the newest `keep` values of a kind; the number of values dropped."""
        newest = (CacheRow.created_at.desc(), CacheRow.key)
        of_kind = (CacheRow.owner == owner, CacheRow.kind == kind)
        async with self._database.write(cache_area(owner)) as connection:
            # The first that goes: with it goes what is as old or older.
            first = await connection.execute(
                select(CacheRow.created_at, CacheRow.key).where(*of_kind).order_by(*newest).offset(keep).limit(1)
            )
            row = first.one_or_none()
            if row is None:
                return 0
            older = (CacheRow.created_at < row.created_at) | (
                (CacheRow.created_at == row.created_at) & (CacheRow.key >= row.key)
            )
            dropped = await connection.execute(delete(CacheRow).where(*of_kind, older))
            return dropped.rowcount

    async def versions(self, owner: str, collection_ids: Sequence[str]) -> dict[str, int]:
        """The version of each of these collections, read now: it rises with every change of what is visible."""
        query = select(CollectionRow.collection_id, CollectionRow.version).where(
            CollectionRow.owner == owner, CollectionRow.collection_id.in_(sorted(set(collection_ids)))
        )
        async with self._database.read() as connection:
            return {row.collection_id: row.version for row in await connection.execute(query)}

    async def cache_prune(self, before: datetime) -> int:
        """Drops what was kept before a moment, everybody's; the number of values dropped."""
        is_old = CacheRow.created_at < iso(before)
        async with self._database.read() as connection:
            owners = (await connection.execute(select(CacheRow.owner).where(is_old).distinct())).scalars().all()
        number = 0
        # One owner after the other: meanwhile the others write.
        for owner in sorted(owners):
            async with self._database.write(cache_area(owner)) as connection:
                dropped = await connection.execute(delete(CacheRow).where(CacheRow.owner == owner, is_old))
                number += dropped.rowcount
        return number


async def _visible_documents(connection: AsyncConnection, owner: str, document_ids: Sequence[str]) -> set[str]:
    """Those of an owner's documents that can be seen."""
    found: set[str] = set()
    for batch in batches(document_ids):
        visible = select(DocumentRow.document_id).where(
            DocumentRow.owner == owner,
            DocumentRow.document_id.in_(batch),
            DocumentRow.live_revision_id.is_not(None),
        )
        found.update((await connection.execute(visible)).scalars())
    return found


async def forget_questions(connection: AsyncConnection, owner: str) -> None:
    """Drops what tells what an owner asked."""
    await take_areas(connection, [cache_area(owner)])
    await connection.execute(delete(CacheRow).where(CacheRow.owner == owner, CacheRow.kind.in_(OF_QUESTIONS)))
