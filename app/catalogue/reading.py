"""What can be seen: documents, sections, pages."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, Select, exists, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from app.catalogue.database import Database, batches
from app.catalogue.models import CollectionRow, DocumentRow, MetadataFact, PageRow, RevisionRow, SectionRow
from app.catalogue.part import CataloguePart, utc_now
from app.catalogue.publishing import fact_value
from nodes.domain.chat import DocumentView
from nodes.domain.documents import Page, Section

_MOST_VIEWS = 100_000
"""Documents whose views are kept in memory; over it they are read anew."""


class Reading(CataloguePart):
    """Answers from what is visible. Copies of one content count as one document, the eldest of them."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, clock)
        self._known: dict[str, tuple[int, dict[str, DocumentView]]] = {}

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        """The documents of those revisions that are visible now, by revision id. The others are left out.

        Views are kept in memory while the collection's version stands: whatever process changes what is visible raises
        it in the same transaction.
        """
        wanted = list(dict.fromkeys(revision_ids))
        async with self._database.read() as connection:
            versions = await _versions(connection, owner)
            known = self._views_of(versions)
            found = {revision_id: known[revision_id] for revision_id in wanted if revision_id in known}
            missing = [revision_id for revision_id in wanted if revision_id not in found]
            fresh = await views(connection, owner, missing) if missing else {}
        self._keep(versions, fresh)
        # Copies: what a caller changes in its own must not show up in another's.
        return {
            revision_id: {**view, "metadata": dict(view["metadata"])} for revision_id, view in (found | fresh).items()
        }

    def _views_of(self, versions: Mapping[str, int]) -> Mapping[str, DocumentView]:
        current = [
            self._known[collection_id][1]
            for collection_id, version in versions.items()
            if collection_id in self._known and self._known[collection_id][0] == version
        ]
        return ChainMap(*current)

    def _keep(self, versions: Mapping[str, int], fresh: Mapping[str, DocumentView]) -> None:
        if sum(len(kept) for _, kept in self._known.values()) + len(fresh) > _MOST_VIEWS:
            self._known.clear()
        for revision_id, view in fresh.items():
            # Read after the versions: a view may be newer than its version says, which drops it early, never older.
            collection_id = view["collection_id"]
            version = versions.get(collection_id, -1)
            if self._known.get(collection_id, (None, {}))[0] != version:
                self._known[collection_id] = (version, {})
            self._known[collection_id][1][revision_id] = view

    async def revisions(self, owner: str, document_ids: Sequence[str]) -> dict[str, str]:
        """The live revisions of these visible documents: collection id by revision id."""
        found: dict[str, str] = {}
        async with self._database.read() as connection:
            for batch in batches(list(document_ids)):
                rows = await connection.execute(
                    select(DocumentRow.live_revision_id, DocumentRow.collection_id).where(
                        DocumentRow.owner == owner,
                        DocumentRow.document_id.in_(batch),
                        DocumentRow.live_revision_id.is_not(None),
                    )
                )
                found.update((str(row.live_revision_id), row.collection_id) for row in rows)
        return found

    async def count_documents(self, owner: str, collection_ids: Sequence[str]) -> int:
        """Number of visible documents; copies of one content count as one."""
        counted = select(func.count(DocumentRow.live_revision_id.distinct())).where(
            DocumentRow.owner == owner, DocumentRow.collection_id.in_(list(collection_ids))
        )
        async with self._database.read() as connection:
            return (await connection.execute(counted)).scalar_one()

    async def find_documents(
        self, owner: str, collection_ids: Sequence[str], metadata: Mapping[str, Any], limit: int
    ) -> list[DocumentView]:
        """Visible documents whose metadata equals every given value (a list holds it), by document id."""
        query = (
            _view_query()
            .where(
                DocumentRow.owner == owner,
                DocumentRow.collection_id.in_(list(collection_ids)),
                _is_eldest(),
                *(_has_fact(list(collection_ids), field, value) for field, value in sorted(metadata.items())),
            )
            .order_by(DocumentRow.document_id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [_view(row) for row in await connection.execute(query)]

    async def sections(self, owner: str, revision_id: str) -> list[Section]:
        """The section tree, by section index."""
        query = (
            select(
                SectionRow.section_index,
                SectionRow.parent_index,
                SectionRow.title,
                SectionRow.path,
                SectionRow.depth,
                SectionRow.section_type,
                SectionRow.spans,
                SectionRow.pages,
            )
            .where(SectionRow.owner == owner, SectionRow.revision_id == revision_id)
            .order_by(SectionRow.section_index)
        )
        async with self._database.read() as connection:
            return [cast(Section, dict(row._mapping)) for row in await connection.execute(query)]

    async def page_texts(self, owner: str, revision_id: str, numbers: Sequence[int] | None = None) -> dict[int, str]:
        """Stored page texts by page number; all pages where `numbers` is None."""
        return {page["number"]: page["text"] for page in await self.pages(owner, revision_id, numbers)}

    async def pages(self, owner: str, revision_id: str, numbers: Sequence[int] | None = None) -> list[Page]:
        """Stored pages with their headings, tables and furniture, by page number; all where `numbers` is None."""
        query = (
            select(PageRow.number, PageRow.text, PageRow.marks)
            .where(PageRow.owner == owner, PageRow.revision_id == revision_id)
            .order_by(PageRow.number)
        )
        parts = [query]
        if numbers is not None:
            parts = [query.where(PageRow.number.in_(batch)) for batch in batches(sorted(set(numbers)))]
        async with self._database.read() as connection:
            rows = [row for part in parts for row in await connection.execute(part)]
        return [cast(Page, {"number": row.number, "text": row.text, **row.marks}) for row in rows]

    async def dated_range(self, owner: str, collection_id: str) -> tuple[str, str] | None:
        """Oldest and newest document date (ISO 8601) among the collection's visible documents."""
        query = select(func.min(RevisionRow.document_date), func.max(RevisionRow.document_date)).where(
            RevisionRow.collection_id == collection_id, RevisionRow.state == "live", RevisionRow.owner == owner
        )
        async with self._database.read() as connection:
            oldest, newest = (await connection.execute(query)).one()
        return None if oldest is None or newest is None else (oldest, newest)


async def _versions(connection: AsyncConnection, owner: str) -> dict[str, int]:
    rows = await connection.execute(
        select(CollectionRow.collection_id, CollectionRow.version).where(CollectionRow.owner == owner)
    )
    return {row.collection_id: row.version for row in rows}


async def views(connection: AsyncConnection, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
    """The visible documents of revisions, by revision id; of several that share one, the eldest."""
    found: dict[str, DocumentView] = {}
    for batch in batches(list(dict.fromkeys(revision_ids))):
        # Sorted here: asked to sort, SQLite would read all documents of the owner in that order.
        rows = await connection.execute(_view_query().where(DocumentRow.live_revision_id.in_(batch)))
        mine = [_view(row) for row in rows if row.owner == owner]
        for view in sorted(mine, key=lambda view: (view["created_at"], view["document_id"])):
            found.setdefault(view["revision_id"], view)
    return found


def _view_query() -> Select[*tuple[Any, ...]]:
    return select(
        DocumentRow.owner,
        DocumentRow.document_id,
        RevisionRow.revision_id,
        DocumentRow.collection_id,
        DocumentRow.file_name,
        RevisionRow.title,
        RevisionRow.media_type,
        DocumentRow.created_at,
        RevisionRow.page_count,
        RevisionRow.chunk_count,
        RevisionRow.found,
    ).join(RevisionRow, RevisionRow.revision_id == DocumentRow.live_revision_id)


def _view(row: Row[*tuple[Any, ...]]) -> DocumentView:
    return {
        "document_id": row.document_id,
        "revision_id": row.revision_id,
        "collection_id": row.collection_id,
        "file_name": row.file_name,
        "title": row.title,
        "media_type": row.media_type or "",
        "created_at": row.created_at,
        "page_count": row.page_count,
        "chunk_count": row.chunk_count,
        "metadata": row.found,
    }


def _is_eldest() -> ColumnElement[bool]:
    """No elder document shows the same content."""
    elder = aliased(DocumentRow)
    return ~exists().where(
        elder.live_revision_id == DocumentRow.live_revision_id,
        tuple_(elder.created_at, elder.document_id) < tuple_(DocumentRow.created_at, DocumentRow.document_id),
    )


def _has_fact(collection_ids: Sequence[str], field: str, value: Any) -> ColumnElement[bool]:
    return DocumentRow.live_revision_id.in_(
        select(MetadataFact.revision_id).where(
            MetadataFact.collection_id.in_(collection_ids),
            MetadataFact.field == field,
            MetadataFact.value == fact_value(value),
        )
    )
