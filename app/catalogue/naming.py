"""Names and mentions: what documents bear, and by what others refer to them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import batches, insert_rows
from app.catalogue.models import MentionRow, NameRow, RevisionRow
from app.catalogue.part import bump_version
from app.catalogue.retirement import LINK_TABLES, remove_contents
from app.catalogue.seeing import Seeing
from nodes.domain.documents import Mention, Name


class Naming(Seeing):
    """Keeps names and mentions."""

    async def put_all_names(self, owner: str, borne: Mapping[str, tuple[Sequence[Name], Sequence[Mention]]]) -> None:
        """Replaces what live revisions bear and mention, in one transaction; those that are not live are left out.

        Of equal names the highest weight stays, of equal mentions in one chunk the first.

        Args:
            owner: whose revisions.
            borne: names and mentions by revision id.
        """
        async with self._database.write(*await self._areas(owner, sorted(borne))) as connection:
            collections = await _live_revisions(connection, owner, sorted(borne))
            await remove_contents(connection, list(collections), LINK_TABLES)
            name_rows, mention_rows = await asyncio.to_thread(_posting_rows, owner, collections, borne)
            await insert_rows(connection, NameRow, name_rows)
            await insert_rows(connection, MentionRow, mention_rows)
            for batch in batches(list(collections)):
                await connection.execute(
                    update(RevisionRow).where(RevisionRow.revision_id.in_(batch)).values(links_pending=False)
                )
            for collection_id in sorted(set(collections.values())):
                await bump_version(connection, collection_id)

    async def unlinked(self) -> list[tuple[str, str, str]]:
        """Owner, collection id and revision id of what is published without its names, as after a crash; by id."""
        query = (
            select(RevisionRow.owner, RevisionRow.collection_id, RevisionRow.revision_id)
            .where(RevisionRow.state == "live", RevisionRow.links_pending)
            .order_by(RevisionRow.revision_id)
        )
        async with self._database.read() as connection:
            return [(row.owner, row.collection_id, row.revision_id) for row in await connection.execute(query)]


def _posting_rows(
    owner: str, collections: Mapping[str, str], borne: Mapping[str, tuple[Sequence[Name], Sequence[Mention]]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows of names and of mentions; a long report has tens of thousands."""
    name_rows: list[dict[str, Any]] = []
    mention_rows: list[dict[str, Any]] = []
    for revision_id, collection_id in collections.items():
        keys = {"revision_id": revision_id, "owner": owner, "collection_id": collection_id}
        names, mentions = borne[revision_id]
        name_rows.extend(keys | fields for fields in _distinct_names(names))
        mention_rows.extend(keys | fields for fields in _distinct_mentions(mentions))
    return name_rows, mention_rows


async def _live_revisions(connection: AsyncConnection, owner: str, revision_ids: Sequence[str]) -> dict[str, str]:
    """The collections of those revisions that are live, by revision id."""
    found: dict[str, str] = {}
    for batch in batches(revision_ids):
        rows = await connection.execute(
            select(RevisionRow.revision_id, RevisionRow.collection_id).where(
                RevisionRow.revision_id.in_(batch), RevisionRow.owner == owner, RevisionRow.state == "live"
            )
        )
        found.update((row.revision_id, row.collection_id) for row in rows)
    return found


def _distinct_names(names: Sequence[Name]) -> list[dict[str, Any]]:
    weights: dict[tuple[str, str], float] = {}
    for name in names:
        kind_key = (name["kind"], name["key"])
        weights[kind_key] = max(name["weight"], weights.get(kind_key, 0.0))
    return [{"kind": kind, "key": key, "weight": weight} for (kind, key), weight in weights.items()]


def _distinct_mentions(mentions: Sequence[Mention]) -> list[dict[str, Any]]:
    contexts: dict[tuple[str, int], str] = {}
    for mention in mentions:
        contexts.setdefault((mention["key"], mention["chunk_index"]), mention["context"])
    return [
        {"key": key, "chunk_index": chunk_index, "context": context} for (key, chunk_index), context in contexts.items()
    ]
