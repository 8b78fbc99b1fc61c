"""Registering files: deciding what each is to this collection, in one transaction for the whole batch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sqlalchemy import bindparam, case, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import batches, collection_area, insert_rows
from app.catalogue.frequencies import change_frequencies
from app.catalogue.identifiers import document_id_of, name_key, revision_id_of
from app.catalogue.models import DocumentRow, RevisionRow
from app.catalogue.part import CataloguePart, bump_version, error_fields, require_collection
from app.catalogue.records import Outcome, RegisteredFile, Registration
from app.catalogue.retirement import evict_cached, retire_unused
from nodes.domain.documents import DocumentStatus
from nodes.domain.errors import InvalidRequestError


@dataclass
class _Revision:
    """A revision that is known, or about to be made."""

    revision_id: str
    content_hash: str
    media_type: str | None
    state: str
    file_key: str
    status: DocumentStatus
    """Of the documents that wait for it; `ready` once it is live."""


@dataclass
class _Document:
    """A document that is known, or about to be made."""

    document_id: str
    file_name: str
    live: str | None = None
    next: str | None = None
    stored: bool = False


@dataclass
class _Plan:
    """What is known of the collection, and what registering changes in it."""

    documents: dict[str, _Document]
    revisions: dict[str, _Revision]
    made: list[tuple[_Revision, RegisteredFile]] = field(default_factory=list)
    changed: dict[str, _Document] = field(default_factory=dict)
    restarted: dict[str, RegisteredFile] = field(default_factory=dict)
    """Revisions that failed before, or whose bytes came again, with the file that brought them."""
    left: set[str] = field(default_factory=set)
    """Revisions that a document no longer shows or waits for."""
    switched: set[str] = field(default_factory=set)
    """Documents that show another content at once."""


class Intake(CataloguePart):
    """Turns files into documents that wait to be built."""

    async def register(self, owner: str, collection_id: str, files: Sequence[RegisteredFile]) -> list[Registration]:
        """Registers files in one transaction; one result for each, in order.

        `new`: nothing of this name or content was there. `replace`: this name shows older content, which stays visible
        until the new one is published. `unchanged`: the name shows this content already. `linked`: the content is here
        under another name, which this one now shares. `resume`: the content is pending, being built or failed under
        this name; what failed waits again.

        Args:
            owner: whose documents these are.
            collection_id: where they go.
            files: names are distinct, but for the same file given twice.

        Raises:
            NotFoundError: this owner has no such collection.
            InvalidRequestError: two contents under one name.
        """
        distinct = _distinct(files)
        async with self._database.write(collection_area(collection_id)) as connection:
            await require_collection(connection, owner, collection_id)
            plan = await _load(connection, collection_id, distinct.values())
            done = {name: _decide(plan, collection_id, file) for name, file in distinct.items()}
            await self._store(connection, owner, collection_id, plan)
        return [done[file.file_name] for file in files]

    async def _store(self, connection: AsyncConnection, owner: str, collection_id: str, plan: _Plan) -> None:
        revisions = [
            _revision_row(owner, collection_id, revision, file, self._now(microseconds=position))
            for position, (revision, file) in enumerate(plan.made)
        ]
        await insert_rows(connection, RevisionRow, revisions)
        await self._store_documents(connection, owner, collection_id, plan)
        for revision_id, file in sorted(plan.restarted.items()):
            await connection.execute(
                update(RevisionRow)
                .where(RevisionRow.revision_id == revision_id)
                .values(
                    file_key=file.file_key,
                    byte_count=file.byte_count,
                    given_title=file.title or RevisionRow.given_title,
                    # Not as if it had never been begun: it may have left rows in the stores.
                    attempts=case((RevisionRow.attempts > 0, 1), else_=0),
                )
            )
            await connection.execute(
                update(DocumentRow)
                .where(DocumentRow.next_revision_id == revision_id)
                .values(status="pending", **error_fields(None))
            )
        retirement = await retire_unused(connection, plan.left)
        await change_frequencies(connection, owner, collection_id, retirement.change)
        if plan.switched:
            await evict_cached(connection, owner, sorted(plan.switched))
            await bump_version(connection, collection_id)

    async def _store_documents(self, connection: AsyncConnection, owner: str, collection_id: str, plan: _Plan) -> None:
        rows: list[dict[str, Any]] = []
        updates: list[dict[str, Any]] = []
        for position, document in enumerate(plan.changed.values()):
            now = self._now(microseconds=position)
            wanted = document.next or document.live or ""
            fields: dict[str, Any] = {
                "status": plan.revisions[wanted].status,
                "live_revision_id": document.live,
                "next_revision_id": document.next,
                "updated_at": now,
            }
            if document.stored:
                updates.append({"of_document": document.document_id, **fields})
            else:
                rows.append(fields | _document_row(owner, collection_id, document, now))
        await insert_rows(connection, DocumentRow, rows)
        if updates:
            statement = update(DocumentRow).where(DocumentRow.document_id == bindparam("of_document"))
            cleared = statement.values(**error_fields(None))
            names = ("status", "live_revision_id", "next_revision_id", "updated_at")
            await connection.execute(cleared.values({name: bindparam(f"to_{name}") for name in names}), _to(updates))


def _to(updates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # An UPDATE keeps the plain column names for its own parameters.
    return [{key if key == "of_document" else f"to_{key}": value for key, value in row.items()} for row in updates]


def _distinct(files: Sequence[RegisteredFile]) -> dict[str, RegisteredFile]:
    distinct: dict[str, RegisteredFile] = {}
    for file in files:
        if distinct.setdefault(file.file_name, file).content_hash != file.content_hash:
            raise InvalidRequestError(
                f"Two files with different contents are called {file.file_name!r}.", hint="Rename one of them."
            )
    return distinct


async def _load(connection: AsyncConnection, collection_id: str, files: Iterable[RegisteredFile]) -> _Plan:
    """What the catalogue knows of these names and contents. Retired revisions too: their ids are taken."""
    plan = _Plan({}, {})
    names = [file.file_name for file in files]
    for batch in batches(names):
        rows = await connection.execute(
            select(
                DocumentRow.document_id,
                DocumentRow.file_name,
                DocumentRow.live_revision_id,
                DocumentRow.next_revision_id,
            ).where(DocumentRow.collection_id == collection_id, DocumentRow.file_name.in_(batch))
        )
        plan.documents.update((row.file_name, _Document(*row, stored=True)) for row in rows)
    for hashes in batches(sorted({file.content_hash for file in files})):
        revisions = await connection.execute(
            select(
                RevisionRow.revision_id,
                RevisionRow.content_hash,
                RevisionRow.media_type,
                RevisionRow.state,
                RevisionRow.file_key,
                DocumentRow.status,
            )
            .outerjoin(DocumentRow, DocumentRow.next_revision_id == RevisionRow.revision_id)
            .where(RevisionRow.collection_id == collection_id, RevisionRow.content_hash.in_(hashes))
            .order_by(RevisionRow.revision_id)
        )
        for row in revisions:
            status = cast(DocumentStatus, row.status if row.state == "building" else "ready")
            plan.revisions[row.revision_id] = _Revision(*row[:5], status=status)
    return plan


def _decide(plan: _Plan, collection_id: str, file: RegisteredFile) -> Registration:
    document = plan.documents.get(file.file_name)
    if document is None:
        document = _Document(document_id_of(collection_id, file.file_name), file.file_name)
        plan.documents[file.file_name] = document
    known = {
        revision_id: revision
        for revision_id in (document.live, document.next)
        if revision_id and (revision := plan.revisions.get(revision_id)) and revision.content_hash == file.content_hash
    }
    if document.live in known:
        _point(plan, document, live=document.live, following=None)
        return _registration(document, known[document.live], "unchanged")
    if document.next in known:
        _restart(plan, known[document.next], file)
        return _registration(document, known[document.next], "resume")
    shared = _same_content(plan, file)
    if shared is not None:
        live = shared.state == "live"
        _point(plan, document, shared.revision_id if live else document.live, None if live else shared.revision_id)
        if shared.status == "failed":
            _restart(plan, shared, file)
        return _registration(document, shared, "linked")
    outcome: Outcome = "new" if document.live is None else "replace"
    revision = _new_revision(plan, document.document_id, file)
    _point(plan, document, document.live, revision.revision_id)
    return _registration(document, revision, outcome)


def _same_content(plan: _Plan, file: RegisteredFile) -> _Revision | None:
    """The revision to share: a live one before one that is being built, then by id.

    The same bytes as another type of file are another content, where both types are known.
    """
    fitting = [
        revision
        for revision in plan.revisions.values()
        if revision.content_hash == file.content_hash
        and revision.state != "retired"
        and (revision.media_type is None or file.media_type is None or revision.media_type == file.media_type)
    ]
    return min(fitting, key=lambda revision: (revision.state != "live", revision.revision_id), default=None)


def _new_revision(plan: _Plan, document_id: str, file: RegisteredFile) -> _Revision:
    number = 0
    while (revision_id := revision_id_of(document_id, file.content_hash, number)) in plan.revisions:
        number += 1
    revision = _Revision(revision_id, file.content_hash, file.media_type, "building", file.file_key, "pending")
    plan.revisions[revision_id] = revision
    plan.made.append((revision, file))
    return revision


def _restart(plan: _Plan, revision: _Revision, file: RegisteredFile) -> None:
    if revision.status == "processing":
        return
    revision.status = "pending"
    revision.file_key = file.file_key
    plan.restarted[revision.revision_id] = file


def _point(plan: _Plan, document: _Document, live: str | None, following: str | None) -> None:
    """Lets a document show one revision and wait for another."""
    if document.stored and (document.live, document.next) == (live, following):
        return
    plan.left |= {revision_id for revision_id in (document.live, document.next) if revision_id} - {live, following}
    if document.live != live:
        plan.switched.add(document.document_id)
    document.live, document.next = live, following
    plan.changed[document.document_id] = document


def _registration(document: _Document, revision: _Revision, outcome: Outcome) -> Registration:
    return Registration(
        document.file_name,
        document.document_id,
        revision.revision_id,
        outcome,
        "ready" if revision.state == "live" else revision.status,
        revision.file_key,
    )


def _revision_row(
    owner: str, collection_id: str, revision: _Revision, file: RegisteredFile, now: str
) -> dict[str, Any]:
    return {
        "revision_id": revision.revision_id,
        "owner": owner,
        "collection_id": collection_id,
        "content_hash": revision.content_hash,
        "media_type": revision.media_type,
        "byte_count": file.byte_count,
        "file_key": file.file_key,
        "state": "building",
        "given_title": file.title,
        "title": "",
        "page_count": 0,
        "chunk_count": 0,
        "summary": "",
        "found": {},
        "embedded_keywords": [],
        "created_at": now,
        "links_pending": False,
    }


def _document_row(owner: str, collection_id: str, document: _Document, now: str) -> dict[str, Any]:
    return {
        "document_id": document.document_id,
        "owner": owner,
        "collection_id": collection_id,
        "file_name": document.file_name,
        "name_key": name_key(document.file_name),
        "stage": "",
        "created_at": now,
    }
