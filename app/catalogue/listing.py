"""Documents as their owner sees them: in any status, with their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, Select, and_, func, select, tuple_

from app.catalogue.database import batches
from app.catalogue.identifiers import name_key
from app.catalogue.models import DocumentRow, RevisionRow
from app.catalogue.paging import split
from app.catalogue.part import CataloguePart, missing_document, near_file_name
from app.catalogue.records import DocumentPage, DocumentRecord, Namesake
from app.catalogue.views import shown_title
from nodes.domain.documents import DocumentStatus
from nodes.domain.errors import ErrorCode, ErrorReport


class Listing(CataloguePart):
    """Lists documents and tells about one."""

    async def documents(
        self,
        owner: str,
        collection_ids: Sequence[str] | None = None,
        status: DocumentStatus | None = None,
        after: str | None = None,
        limit: int = 100,
        *,
        file_name: str | None = None,
    ) -> DocumentPage:
        """Documents in the order they came, a page at a time.

        Args:
            owner: whose.
            collection_ids: only those in these collections.
            status: only those in this status.
            after: the `next` of the page before.
            limit: documents on a page.
            file_name: only those of this name.

        Raises:
            InvalidRequestError: `after` is not a `next`.
        """
        wanted: list[ColumnElement[bool]] = [DocumentRow.owner == owner]
        if collection_ids is not None:
            wanted.append(DocumentRow.collection_id.in_(list(collection_ids)))
        if status is not None:
            wanted.append(DocumentRow.status == status)
        if file_name is not None:
            wanted.append(DocumentRow.file_name == file_name)
        query = _query().where(*wanted).order_by(DocumentRow.created_at, DocumentRow.document_id)
        if after is not None:
            query = query.where(tuple_(DocumentRow.created_at, DocumentRow.document_id) > tuple_(*split(after)))
        async with self._database.read() as connection:
            counted = await connection.execute(select(func.count()).select_from(DocumentRow).where(*wanted))
            total = counted.scalar_one()
            records = [_record(row) for row in await connection.execute(query.limit(limit + 1))]
        page = records[:limit]
        more = len(records) > limit and page
        return DocumentPage(page, total, f"{page[-1].created_at}/{page[-1].document_id}" if more else None)

    async def document(self, owner: str, document_id: str) -> DocumentRecord:
        """One document, with the names of the others that share its visible content.

        Raises:
            NotFoundError: this owner has no such document.
        """
        async with self._database.read() as connection:
            found = await connection.execute(
                _query().where(DocumentRow.owner == owner, DocumentRow.document_id == document_id)
            )
            row = found.first()
            if row is None:
                raise await missing_document(connection, owner, document_id)
            record = _record(row)
            others = await connection.execute(
                select(DocumentRow.file_name)
                .where(
                    DocumentRow.owner == owner,
                    DocumentRow.live_revision_id == record.live_revision_id,
                    DocumentRow.document_id != document_id,
                )
                .order_by(DocumentRow.file_name)
            )
            return replace(record, aliases=[other.file_name for other in others])

    async def near_name(self, owner: str, collection_ids: Sequence[str] | None, file_name: str) -> str | None:
        """The name of a document in these collections, or in any, that is most like one that none has."""
        among = DocumentRow.owner == owner
        if collection_ids is not None:
            among = and_(among, DocumentRow.collection_id.in_(list(collection_ids)))
        async with self._database.read() as connection:
            near = await near_file_name(connection, among, file_name)
        return None if near is None else near.file_name

    async def namesakes(self, owner: str, collection_id: str, file_names: Sequence[str]) -> list[Namesake]:
        """The visible documents of a collection whose file names end as one of these does, by name.

        Names are held against each other without their folders, suffixes and marks: `a/Read me.txt` and `read-me.md`.
        """
        query = (
            select(DocumentRow.file_name, RevisionRow.title, RevisionRow.created_at)
            .join(RevisionRow, RevisionRow.revision_id == DocumentRow.live_revision_id)
            .where(DocumentRow.owner == owner, DocumentRow.collection_id == collection_id)
        )
        found: list[Namesake] = []
        async with self._database.read() as connection:
            for keys in batches(sorted(set(map(name_key, file_names)))):
                rows = await connection.execute(query.where(DocumentRow.name_key.in_(keys)))
                found.extend(
                    Namesake(row.file_name, shown_title(row.title, row.file_name), row.created_at) for row in rows
                )
        return sorted(found, key=lambda each: each.file_name)


def _query() -> Select[*tuple[Any, ...]]:
    shown = func.coalesce(DocumentRow.live_revision_id, DocumentRow.next_revision_id)
    return select(
        DocumentRow,
        RevisionRow.title,
        RevisionRow.media_type,
        RevisionRow.byte_count,
        RevisionRow.page_count,
        RevisionRow.chunk_count,
        RevisionRow.file_key,
        RevisionRow.summary,
        RevisionRow.found,
    ).join(RevisionRow, RevisionRow.revision_id == shown)


def _record(row: Row[*tuple[Any, ...]]) -> DocumentRecord:
    error: ErrorReport | None = None
    if row.error_code is not None:
        error = {
            "code": cast(ErrorCode, row.error_code),
            "message": row.error_message or "",
            "hint": row.error_hint or "",
        }
    is_built = row.live_revision_id is not None or row.title
    title = shown_title(row.title, row.file_name) if is_built else row.file_name
    metadata = {name: value for name, value in row.found.items() if name != "notice"}
    if "title" in metadata:
        metadata["title"] = title
    return DocumentRecord(
        document_id=row.document_id,
        collection_id=row.collection_id,
        file_name=row.file_name,
        status=cast(DocumentStatus, row.status),
        live_revision_id=row.live_revision_id,
        next_revision_id=row.next_revision_id,
        title=title,
        media_type=row.media_type,
        byte_count=row.byte_count,
        page_count=row.page_count,
        chunk_count=row.chunk_count,
        file_key=row.file_key,
        created_at=row.created_at,
        updated_at=row.updated_at,
        summary=row.summary,
        metadata=metadata,
        notice=row.found.get("notice"),
        error=error,
    )
