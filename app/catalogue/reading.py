"""What can be seen: documents, sections, pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import ColumnElement, exists, func, select, tuple_
from sqlalchemy.orm import aliased

from app.catalogue.database import batches
from app.catalogue.models import DocumentRow, MetadataFact, PageRow, RevisionRow, SectionRow
from app.catalogue.publishing import fact_value
from app.catalogue.seeing import Seeing
from app.catalogue.views import view_of, view_query
from nodes.domain.chat import DocumentView
from nodes.domain.documents import Page, Section

_FILE_NAME = "file_name"
"""No metadata of its own, and what most who filter have at hand."""


class Reading(Seeing):
    """Answers from what is visible. Copies of one content count as one document, the eldest of them."""

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
        return sum([await self.live_count(owner, each) for each in dict.fromkeys(collection_ids)])

    async def count_unread(self, owner: str, collection_ids: Sequence[str]) -> int:
        """Number of documents that wait to be read, or are read now, whether or not an older version is visible."""
        query = select(func.count()).where(
            DocumentRow.owner == owner,
            DocumentRow.collection_id.in_(list(collection_ids)),
            DocumentRow.status.in_(("pending", "processing")),
        )
        async with self._database.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def failed_documents(
        self, owner: str, collection_ids: Sequence[str], name_keys: Sequence[str]
    ) -> dict[str, str]:
        """Why documents of these names could not be read, by file name; those left out of which a version is visible.

        Keys are those of `app.catalogue.identifiers.name_key`.
        """
        found: dict[str, str] = {}
        query = select(DocumentRow.file_name, DocumentRow.error_message).where(
            DocumentRow.owner == owner,
            DocumentRow.collection_id.in_(list(collection_ids)),
            DocumentRow.status == "failed",
            DocumentRow.live_revision_id.is_(None),
        )
        async with self._database.read() as connection:
            for batch in batches(list(name_keys)):
                rows = await connection.execute(query.where(DocumentRow.name_key.in_(batch)))
                found.update((row.file_name, row.error_message or "") for row in rows)
        return dict(sorted(found.items()))

    async def find_documents(
        self, owner: str, collection_ids: Sequence[str], metadata: Mapping[str, Any], limit: int
    ) -> list[DocumentView]:
        """Visible documents whose metadata equals every given value (a list holds it), by document id.

        The file name counts as a field, `file_name`.
        """
        query = (
            view_query()
            .where(
                DocumentRow.owner == owner,
                DocumentRow.collection_id.in_(list(collection_ids)),
                _is_eldest(),
                *(_has(owner, list(collection_ids), field, value) for field, value in sorted(metadata.items())),
            )
            .order_by(DocumentRow.document_id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [view_of(row) for row in await connection.execute(query)]

    async def latest_documents(self, owner: str, collection_ids: Sequence[str], limit: int) -> list[DocumentView]:
        """Visible documents, those that were added last first, then by document id."""
        query = (
            view_query()
            .where(DocumentRow.owner == owner, DocumentRow.collection_id.in_(list(collection_ids)), _is_eldest())
            .order_by(DocumentRow.created_at.desc(), DocumentRow.document_id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [view_of(row) for row in await connection.execute(query)]

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

    async def texts_of_pages(self, owner: str, pages: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """What single pages say, each given by revision id and page number; those that are not there left out."""
        wanted = set(pages)
        # Not by pairs, for which SQLite would look through all pages there are; of a few sources these are hardly more.
        query = select(PageRow.revision_id, PageRow.number, PageRow.text).where(
            PageRow.owner == owner, PageRow.number.in_(sorted({number for _, number in wanted}))
        )
        parts = [query.where(PageRow.revision_id.in_(batch)) for batch in batches(sorted({each for each, _ in wanted}))]
        async with self._database.read() as connection:
            rows = [row for part in parts for row in await connection.execute(part)]
        found = {(row.revision_id, row.number): row.text for row in rows}
        return {place: text for place, text in found.items() if place in wanted}

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
        # What was ingested long ago has no marks.
        plain: dict[str, list[Any]] = {"headings": [], "tables": [], "furniture": []}
        return [cast(Page, {"number": row.number, "text": row.text, **plain, **row.marks}) for row in rows]

    async def dated_range(self, owner: str, collection_id: str) -> tuple[str, str] | None:
        """Oldest and newest document date (ISO 8601) among the collection's visible documents."""
        query = select(func.min(RevisionRow.document_date), func.max(RevisionRow.document_date)).where(
            RevisionRow.collection_id == collection_id, RevisionRow.state == "live", RevisionRow.owner == owner
        )
        async with self._database.read() as connection:
            oldest, newest = (await connection.execute(query)).one()
        return None if oldest is None or newest is None else (oldest, newest)


def _is_eldest() -> ColumnElement[bool]:
    """No elder document shows the same content."""
    elder = aliased(DocumentRow)
    return ~exists().where(
        elder.live_revision_id == DocumentRow.live_revision_id,
        tuple_(elder.created_at, elder.document_id) < tuple_(DocumentRow.created_at, DocumentRow.document_id),
    )


def _has(owner: str, collection_ids: Sequence[str], field: str, value: Any) -> ColumnElement[bool]:
    if field == _FILE_NAME:
        # The same content may have come under several names, of which one is visible.
        named = aliased(DocumentRow)
        return DocumentRow.live_revision_id.in_(
            select(named.live_revision_id).where(
                named.owner == owner, named.collection_id.in_(collection_ids), named.file_name == fact_value(value)
            )
        )
    return DocumentRow.live_revision_id.in_(
        select(MetadataFact.revision_id).where(
            MetadataFact.collection_id.in_(collection_ids),
            MetadataFact.field == field,
            MetadataFact.value == fact_value(value),
        )
    )
