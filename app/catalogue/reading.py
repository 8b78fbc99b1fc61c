"""What can be seen: documents, sections, pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, Select, exists, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from app.catalogue.database import batches
from app.catalogue.models import DocumentRow, MetadataFact, PageRow, RevisionRow, SectionRow
from app.catalogue.part import CataloguePart
from app.catalogue.publishing import fact_value
from nodes.domain.chat import DocumentView
from nodes.domain.documents import Page, Section


class Reading(CataloguePart):
    """Answers from what is visible. Copies of one content count as one document, the eldest of them."""

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        """The documents of those revisions that are visible now, by revision id. The others are left out."""
        async with self._database.read() as connection:
            return await views(connection, owner, revision_ids)

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
                *(_has_fact(field, value) for field, value in sorted(metadata.items())),
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
        query: Select[Any] = select(PageRow.number, PageRow.text).order_by(PageRow.number)
        async with self._database.read() as connection:
            rows = await _page_rows(connection, query, owner, revision_id, numbers)
        return {row.number: row.text for row in rows}

    async def pages(self, owner: str, revision_id: str, numbers: Sequence[int] | None = None) -> list[Page]:
        """Stored pages with their headings, tables and furniture, by page number; all where `numbers` is None."""
        query: Select[Any] = select(PageRow.number, PageRow.text, PageRow.marks).order_by(PageRow.number)
        async with self._database.read() as connection:
            rows = await _page_rows(connection, query, owner, revision_id, numbers)
        return [cast(Page, {"number": row.number, "text": row.text, **row.marks}) for row in rows]

    async def dated_range(self, owner: str, collection_id: str) -> tuple[str, str] | None:
        """Oldest and newest document date (ISO 8601) among the collection's visible documents."""
        query = select(func.min(RevisionRow.document_date), func.max(RevisionRow.document_date)).where(
            RevisionRow.collection_id == collection_id, RevisionRow.state == "live", RevisionRow.owner == owner
        )
        async with self._database.read() as connection:
            oldest, newest = (await connection.execute(query)).one()
        return None if oldest is None or newest is None else (oldest, newest)


async def views(connection: AsyncConnection, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
    """The visible documents of revisions, by revision id; of several that share one, the eldest."""
    found: dict[str, DocumentView] = {}
    for batch in batches(list(dict.fromkeys(revision_ids))):
        query = (
            _view_query()
            .where(DocumentRow.owner == owner, DocumentRow.live_revision_id.in_(batch))
            .order_by(DocumentRow.created_at, DocumentRow.document_id)
        )
        for row in await connection.execute(query):
            found.setdefault(row.revision_id, _view(row))
    return found


def _view_query() -> Select[Any]:
    return select(
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


def _view(row: Row[Any]) -> DocumentView:
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


def _has_fact(field: str, value: Any) -> ColumnElement[bool]:
    return DocumentRow.live_revision_id.in_(
        select(MetadataFact.revision_id).where(
            MetadataFact.collection_id == DocumentRow.collection_id,
            MetadataFact.field == field,
            MetadataFact.value == fact_value(value),
        )
    )


async def _page_rows(
    connection: AsyncConnection, query: Select[Any], owner: str, revision_id: str, numbers: Sequence[int] | None
) -> list[Row[Any]]:
    mine = query.where(PageRow.owner == owner, PageRow.revision_id == revision_id)
    if numbers is None:
        return list(await connection.execute(mine))
    rows: list[Row[Any]] = []
    for batch in batches(sorted(set(numbers))):
        rows.extend(await connection.execute(mine.where(PageRow.number.in_(batch))))
    return rows
