"""Vectors that were made, and perhaps paid for, of texts whose document cannot be searched yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import delete, select

from app.catalogue.database import batches, cache_area, insert_into
from app.catalogue.models import KeptVector
from app.catalogue.part import CataloguePart, iso

_ROWS_AT_ONCE = 200
"""In one statement: a vector of 3072 dimensions takes 12 kB."""


class Vectors(CataloguePart):
    """Keeps vectors by owner, model and the hash of their text."""

    async def kept_vectors(self, owner: str, model: str, keys: Sequence[str]) -> dict[str, bytes]:
        """Vectors by key; those that are not there are left out."""
        found: dict[str, bytes] = {}
        async with self._database.read() as connection:
            for batch in batches(list(dict.fromkeys(keys))):
                rows = await connection.execute(
                    select(KeptVector.key, KeptVector.vector).where(
                        KeptVector.owner == owner, KeptVector.model == model, KeptVector.key.in_(batch)
                    )
                )
                found.update((row.key, row.vector) for row in rows)
        return found

    async def keep_vectors(self, owner: str, model: str, vectors: Mapping[str, bytes]) -> None:
        """Keeps vectors by key until they are forgotten."""
        now = self._now()
        rows = [
            {"owner": owner, "model": model, "key": key, "vector": vector, "created_at": now}
            for key, vector in sorted(vectors.items())
        ]
        async with self._database.write(cache_area(owner)) as connection:
            insert = insert_into(connection, KeptVector).on_conflict_do_nothing()
            for batch in batches(rows, _ROWS_AT_ONCE):
                await connection.execute(insert, list(batch))

    async def forget_vectors(self, owner: str, model: str, keys: Sequence[str]) -> None:
        """Drops vectors whose document can be searched by now."""
        async with self._database.write(cache_area(owner)) as connection:
            for batch in batches(sorted(set(keys))):
                await connection.execute(
                    delete(KeptVector).where(
                        KeptVector.owner == owner, KeptVector.model == model, KeptVector.key.in_(batch)
                    )
                )

    async def prune_vectors(self, before: datetime) -> int:
        """Drops what was kept before a moment, everybody's; the number of vectors dropped."""
        moment = iso(before)
        async with self._database.read() as connection:
            # Nearly always there is nothing, and nobody has to wait for it.
            if (
                await connection.execute(select(KeptVector.key).where(KeptVector.created_at < moment).limit(1))
            ).first() is None:
                return 0
        async with self._database.write() as connection:
            dropped = await connection.execute(delete(KeptVector).where(KeptVector.created_at < moment))
            return dropped.rowcount
