"""Uploads: which files came together, and what became of each, also after a restart."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, Select, delete, func, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import batches, collection_area, insert_rows
from app.catalogue.models import DocumentRow, RevisionRow, UploadFileRow, UploadRow
from app.catalogue.part import CataloguePart, error_fields, require_collection
from app.catalogue.reader import Connection
from app.catalogue.records import HandedIn, Outcome, UploadFile, UploadPage, UploadRecord, UploadStatus
from nodes.domain.errors import ConflictError, ErrorCode, ErrorReport, InvalidRequestError, NotFoundError

_READY: Mapping[Outcome, UploadStatus] = {
    "new": "ready",
    "resume": "ready",
    "replace": "replaced",
    "linked": "linked",
    "unchanged": "unchanged",
}
"""What a file has become once its content is visible."""


class Uploads(CataloguePart):
    """Keeps uploads. A file's state is read from its document until it is settled: then it stays what it was."""

    async def add_upload(self, owner: str, collection_id: str, files: Sequence[HandedIn]) -> UploadRecord:
        """Keeps an upload; what needs no work is settled at once.

        Raises:
            NotFoundError: this owner has no such collection.
        """
        upload_id = uuid.uuid4().hex
        fresh = {"upload_id": upload_id, "owner": owner, "collection_id": collection_id, "created_at": self._now()}
        async with self._database.write(collection_area(collection_id)) as connection:
            await require_collection(connection, owner, collection_id)
            await insert_rows(connection, UploadRow, [fresh])
            rows = [_file_row(upload_id, owner, position, file) for position, file in enumerate(files)]
            await insert_rows(connection, UploadFileRow, rows)
            await _settle(connection, {}, UploadFileRow.upload_id == upload_id)
            return (await _uploads(connection, UploadRow.upload_id == upload_id))[0]

    async def upload(self, owner: str, upload_id: str) -> UploadRecord:
        """An upload with its files as they stand.

        Raises:
            NotFoundError: this owner has no such upload, or it was forgotten.
        """
        async with self._database.read() as connection:
            found = await _uploads(connection, UploadRow.owner == owner, UploadRow.upload_id == upload_id)
        if not found:
            raise NotFoundError(f"There is no upload {upload_id}.", hint="GET /uploads lists those that are kept.")
        return found[0]

    async def uploads(self, owner: str, *, after: str | None = None, limit: int = 100) -> UploadPage:
        """Uploads, the newest first, a page at a time.

        Args:
            owner: whose.
            after: the `next` of the page before.
            limit: uploads on a page.

        Raises:
            InvalidRequestError: `after` is not a `next`.
        """
        wanted: list[ColumnElement[bool]] = [UploadRow.owner == owner]
        order = (UploadRow.created_at, UploadRow.upload_id)
        if after is not None:
            created_at, slash, upload_id = after.partition("/")
            if not slash:
                raise InvalidRequestError("after is not the `next` of a page.", hint="Leave it out for the first page.")
            wanted.append(tuple_(*order) < (created_at, upload_id))
        newest = select(UploadRow.upload_id).where(*wanted).order_by(*(column.desc() for column in order))
        async with self._database.read() as connection:
            total = (
                await connection.execute(select(func.count()).select_from(UploadRow).where(UploadRow.owner == owner))
            ).scalar_one()
            ids = [row.upload_id for row in await connection.execute(newest.limit(limit + 1))]
            records = await _uploads(connection, UploadRow.upload_id.in_(ids[:limit]))
        last = records[-1] if records and len(ids) > limit else None
        return UploadPage(records, total, f"{last.created_at}/{last.upload_id}" if last else None)

    async def settle_uploads(self) -> None:
        """Keeps what has become of the files of everybody's uploads that are done."""
        async with self._database.write() as connection:
            await _settle(connection, {})

    async def settle_built(self, collection_id: str, seconds: Mapping[str, float]) -> None:
        """Keeps what has become of the files whose contents were built.

        Args:
            collection_id: theirs.
            seconds: of work, by revision id.
        """
        async with self._database.write(collection_area(collection_id)) as connection:
            uploads = select(UploadRow.upload_id).where(UploadRow.collection_id == collection_id)
            for batch in batches(sorted(seconds)):
                of_these = (UploadFileRow.revision_id.in_(batch), UploadFileRow.upload_id.in_(uploads))
                await _settle(connection, seconds, *of_these)

    async def forget_uploads(self, before: str) -> int:
        """Drops everybody's uploads that came before a moment (ISO 8601, UTC); documents stay. How many there were."""
        async with self._database.write() as connection:
            dropped = await connection.execute(delete(UploadRow).where(UploadRow.created_at < before))
            return dropped.rowcount


def _file_row(upload_id: str, owner: str, position: int, file: HandedIn) -> dict[str, Any]:
    registration, error = file.registration, file.error
    return {
        "upload_id": upload_id,
        "position": position,
        "owner": owner,
        "file_name": file.file_name,
        "document_id": registration.document_id if registration else None,
        "revision_id": registration.revision_id if registration else None,
        "outcome": registration.outcome if registration else None,
        "status": None if registration else "failed",
        "page_count": 0,
        "chunk_count": 0,
        "seconds": 0.0,
        "error_code": error["code"] if error else None,
        "error_message": error["message"] if error else None,
        "error_hint": error["hint"] if error else None,
    }


async def _settle(connection: AsyncConnection, seconds: Mapping[str, float], *wanted: ColumnElement[bool]) -> None:
    for row in (await connection.execute(_query().where(UploadFileRow.status.is_(None), *wanted))).all():
        file = _file(row)
        if not file.is_done:
            continue
        await connection.execute(
            update(UploadFileRow)
            .where(UploadFileRow.upload_id == row.upload_id, UploadFileRow.position == row.position)
            .values(
                status=file.status,
                page_count=file.page_count,
                chunk_count=file.chunk_count,
                seconds=round(seconds.get(row.revision_id, 0.0), 4),
                **error_fields(file.error),
            )
        )


async def _uploads(connection: Connection, *wanted: ColumnElement[bool]) -> list[UploadRecord]:
    """Uploads with their files, the newest first."""
    rows = await connection.execute(
        select(UploadRow.upload_id, UploadRow.owner, UploadRow.collection_id, UploadRow.created_at)
        .where(*wanted)
        .order_by(UploadRow.created_at.desc(), UploadRow.upload_id.desc())
    )
    records = {row.upload_id: UploadRecord(*row, files=[]) for row in rows}
    for batch in batches(list(records)):
        files = await connection.execute(_query().where(UploadFileRow.upload_id.in_(batch)))
        for row in sorted(files, key=lambda row: row.position):
            records[row.upload_id].files.append(_file(row))
    return list(records.values())


def _query() -> Select[*tuple[Any, ...]]:
    """Files of uploads, each with its document and its content, where they are still there."""
    return (
        select(
            UploadFileRow,
            DocumentRow.status.label("document_status"),
            DocumentRow.live_revision_id,
            DocumentRow.next_revision_id,
            DocumentRow.error_code.label("document_error_code"),
            DocumentRow.error_message.label("document_error_message"),
            DocumentRow.error_hint.label("document_error_hint"),
            RevisionRow.page_count.label("revision_page_count"),
            RevisionRow.chunk_count.label("revision_chunk_count"),
            RevisionRow.found["notice"].label("notice"),
        )
        .outerjoin(DocumentRow, DocumentRow.document_id == UploadFileRow.document_id)
        .outerjoin(RevisionRow, RevisionRow.revision_id == UploadFileRow.revision_id)
    )


def _file(row: Row[*tuple[Any, ...]]) -> UploadFile:
    """A file as it stands: as it was settled, else as its document tells."""

    def state(
        status: str, pages: int = 0, chunks: int = 0, error: ErrorReport | None = None, *, is_done: bool
    ) -> UploadFile:
        return UploadFile(
            row.position,
            row.file_name,
            row.document_id,
            row.revision_id,
            cast(UploadStatus, status),
            pages,
            chunks,
            row.seconds,
            row.notice,
            error,
            is_done,
        )

    if row.status is not None:
        settled = _error(row.error_code, row.error_message, row.error_hint)
        return state(row.status, row.page_count, row.chunk_count, settled, is_done=True)
    if row.live_revision_id == row.revision_id:
        status = _READY[cast(Outcome, row.outcome)]
        return state(status, row.revision_page_count or 0, row.revision_chunk_count or 0, is_done=True)
    if row.next_revision_id == row.revision_id:
        error = _error(row.document_error_code, row.document_error_message, row.document_error_hint)
        return state(row.document_status, error=error, is_done=row.document_status == "failed")
    overtaken = ConflictError(
        f"{row.file_name!r} was deleted, or newer content came under its name, before it was searchable.",
        hint="Upload it again if it should be there.",
    )
    return state("failed", error=overtaken.report(), is_done=True)


def _error(code: str | None, message: str | None, hint: str | None) -> ErrorReport | None:
    if code is None:
        return None
    return {"code": cast(ErrorCode, code), "message": message or "", "hint": hint or ""}
