"""Taking content out of sight. The catalogue's part is done at once; the store's rows and the file follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, exists, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from app.catalogue.database import batches, cache_area, take_areas
from app.catalogue.frequencies import counted_terms
from app.catalogue.models import (
    CacheDocument,
    CacheRow,
    DocumentRow,
    DocumentWord,
    MentionRow,
    MetadataFact,
    NameRow,
    NextPassageRow,
    PageRow,
    PassageRow,
    RevisionRow,
    RevisionTerms,
    SectionRow,
)
from app.catalogue.reader import Connection
from app.catalogue.records import RetiredRevision

ContentTable = type[
    PageRow
    | SectionRow
    | MetadataFact
    | RevisionTerms
    | PassageRow
    | NextPassageRow
    | DocumentWord
    | NameRow
    | MentionRow
]
CONTENT_TABLES = (PageRow, SectionRow, MetadataFact, RevisionTerms, PassageRow, NextPassageRow, DocumentWord)
"""What publishing stores of a revision, and what embedding it anew has made of that."""
FEATURE_TABLES = (PassageRow, NextPassageRow, DocumentWord)
"""The part of it that documents are ranked by."""
LINK_TABLES = (NameRow, MentionRow)
"""What linking stores of a revision."""


@dataclass(frozen=True)
class Retirement:
    """Which revisions went out of sight, and what that does to the frequencies."""

    revision_ids: list[str]
    change: dict[str, int]
    """By term, minus the number of these revisions that hold it."""


async def retire_unused(connection: AsyncConnection, revision_ids: Iterable[str]) -> Retirement:
    """Retires those of the revisions that no document shows or waits for.

    Their pages, sections, names, mentions and facts go. The rows stay until the store has been cleaned too. The caller
    takes the terms off the collection's frequencies.
    """
    candidates = sorted(set(revision_ids))
    used: set[str] = set()
    for batch in batches(candidates):
        rows = await connection.execute(
            union(
                select(DocumentRow.live_revision_id).where(DocumentRow.live_revision_id.in_(batch)),
                select(DocumentRow.next_revision_id).where(DocumentRow.next_revision_id.in_(batch)),
            )
        )
        used.update(str(row[0]) for row in rows)
    unused = [revision_id for revision_id in candidates if revision_id not in used]
    change = {term: -number for term, number in (await counted_terms(connection, unused)).items()}
    await remove_contents(connection, unused, (*CONTENT_TABLES, *LINK_TABLES))
    for batch in batches(unused):
        await connection.execute(
            update(RevisionRow)
            .where(RevisionRow.revision_id.in_(batch))
            .values(state="retired", links_pending=False, title="", summary="", found={}, embedded_keywords=[])
        )
    return Retirement(unused, change)


async def remove_contents(
    connection: AsyncConnection,
    revision_ids: Sequence[str],
    tables: Iterable[ContentTable],
) -> None:
    """Removes what these tables hold of the revisions."""
    for table in tables:
        for batch in batches(revision_ids):
            await connection.execute(delete(table).where(table.revision_id.in_(batch)))


async def evict_cached(connection: AsyncConnection, owner: str, document_ids: Sequence[str]) -> None:
    """Drops every cached value that rests on one of these documents."""
    if document_ids:
        await take_areas(connection, [cache_area(owner)])
    for batch in batches(document_ids):
        rests = exists().where(
            CacheDocument.owner == CacheRow.owner,
            CacheDocument.kind == CacheRow.kind,
            CacheDocument.key == CacheRow.key,
            CacheDocument.document_id.in_(batch),
        )
        await connection.execute(delete(CacheRow).where(CacheRow.owner == owner, rests))


async def retired_records(
    connection: Connection, revision_ids: Sequence[str] | None = None, *, now: str = ""
) -> list[RetiredRevision]:
    """Retired revisions, by id: the given ones, else all that no worker is still writing at `now`."""
    sharer = aliased(RevisionRow)
    shared = exists().where(
        sharer.file_key == RevisionRow.file_key,
        sharer.revision_id != RevisionRow.revision_id,
        sharer.state != "retired",
    )
    query = (
        select(
            RevisionRow.owner,
            RevisionRow.collection_id,
            RevisionRow.revision_id,
            RevisionRow.file_key,
            shared.label("shared"),
        )
        .where(RevisionRow.state == "retired")
        .order_by(RevisionRow.revision_id)
    )
    if revision_ids is None:
        idle = RevisionRow.worker.is_(None) | (RevisionRow.lease_until < now)
        return [_retired(*row) for row in await connection.execute(query.where(idle))]
    found: list[RetiredRevision] = []
    for batch in batches(revision_ids):
        rows = await connection.execute(query.where(RevisionRow.revision_id.in_(batch)))
        found.extend(_retired(*row) for row in rows)
    return found


def _retired(owner: str, collection_id: str, revision_id: str, file_key: str, shared: bool) -> RetiredRevision:
    return RetiredRevision(owner, collection_id, revision_id, None if shared else file_key)
