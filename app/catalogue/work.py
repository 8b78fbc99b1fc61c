"""Building revisions: who works on what, how far it has come, and what happens when a worker dies or hangs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, cast

from sqlalchemy import ColumnElement, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.catalogue.database import batches, collection_area
from app.catalogue.models import DocumentRow, RevisionRow
from app.catalogue.part import CataloguePart, error_fields
from app.catalogue.reader import Connection
from app.catalogue.records import ClaimedRevision, Standing, WaitingRevision
from nodes.domain.documents import DocumentStatus
from nodes.domain.errors import ErrorReport

_SET_BACK_SECONDS = 60.0
"""What bears a time so far ahead came before the clock was set back; what is nearer may come from another machine."""
_WAITS = (
    RevisionRow.state == "building",
    exists().where(DocumentRow.next_revision_id == RevisionRow.revision_id, DocumentRow.status == "pending"),
)
"""Of a revision: it is to be built, and nobody is at it."""


class Work(CataloguePart):
    """The queue of revisions that wait to be built."""

    async def claim(
        self,
        owner: str | None,
        *,
        worker: str,
        lease_seconds: float,
        collection_id: str | None = None,
        revision_ids: Sequence[str] | None = None,
        limit: int = 64,
    ) -> list[ClaimedRevision]:
        """Takes on pending revisions, oldest first; no two workers get the same one.

        Args:
            owner: whose; None for anybody's, as a worker that serves all does.
            worker: who takes them: a claim, as `host:pid:starttime/run`.
            lease_seconds: for how long, unless renewed.
            collection_id: only those of this collection.
            revision_ids: only these.
            limit: at most so many.
        """
        wanted: list[ColumnElement[bool]] = [*_WAITS]
        if owner is not None:
            wanted.append(RevisionRow.owner == owner)
        if collection_id is not None:
            wanted.append(RevisionRow.collection_id == collection_id)
        if revision_ids is not None:
            wanted.append(RevisionRow.revision_id.in_(list(revision_ids)))
        areas = [] if collection_id is None else [collection_area(collection_id)]
        async with self._database.write(*areas) as connection:
            found = await connection.execute(
                select(RevisionRow.revision_id)
                .where(*wanted)
                .order_by(RevisionRow.created_at, RevisionRow.revision_id)
                .limit(limit)
            )
            taken = [row.revision_id for row in found]
            await connection.execute(
                update(RevisionRow)
                .where(RevisionRow.revision_id.in_(taken))
                .values(
                    worker=worker,
                    lease_until=self._now(seconds=lease_seconds),
                    attempts=RevisionRow.attempts + 1,
                )
            )
            await _set_status(connection, taken, "processing", self._now())
            return await _claimed(connection, taken)

    async def waiting(self) -> list[tuple[str, str]]:
        """Owner and collection id of everything that waits to be built, the eldest first."""
        eldest = func.min(RevisionRow.created_at)
        query = (
            select(RevisionRow.owner, RevisionRow.collection_id)
            .join(DocumentRow, DocumentRow.next_revision_id == RevisionRow.revision_id)
            .where(RevisionRow.state == "building", DocumentRow.status == "pending")
            .group_by(RevisionRow.owner, RevisionRow.collection_id)
            .order_by(eldest, RevisionRow.collection_id)
        )
        async with self._database.read() as connection:
            return [(row.owner, row.collection_id) for row in await connection.execute(query)]

    async def waiting_revisions(
        self, revision_ids: Sequence[str] | None = None, *, before: str | None = None
    ) -> list[WaitingRevision]:
        """What waits to be built, of every owner, the eldest first.

        Args:
            revision_ids: only of these.
            before: only what came before this moment (ISO 8601, UTC), or before the clock was set back.
        """
        query = (
            select(
                RevisionRow.owner,
                RevisionRow.collection_id,
                RevisionRow.revision_id,
                RevisionRow.byte_count,
                RevisionRow.attempts,
            )
            .where(*_WAITS)
            .order_by(RevisionRow.created_at, RevisionRow.revision_id)
        )
        if before is not None:
            came = RevisionRow.created_at
            query = query.where((came < before) | (came > self._now(seconds=_SET_BACK_SECONDS)))
        if revision_ids is None:
            async with self._database.read() as connection:
                return [WaitingRevision(*row) for row in await connection.execute(query)]
        found: list[WaitingRevision] = []
        async with self._database.read() as connection:
            for batch in batches(revision_ids):
                rows = await connection.execute(query.where(RevisionRow.revision_id.in_(batch)))
                found.extend(WaitingRevision(*row) for row in rows)
        return found

    async def unfinished(self, document_ids: Sequence[str]) -> dict[str, DocumentStatus]:
        """The revisions that these documents wait for, whoever handed them in, by id: pending or being worked on."""
        found: dict[str, DocumentStatus] = {}
        async with self._database.read() as connection:
            for batch in batches(document_ids):
                rows = await connection.execute(
                    select(DocumentRow.next_revision_id, DocumentRow.status).where(
                        DocumentRow.document_id.in_(batch), DocumentRow.status.in_(("pending", "processing"))
                    )
                )
                found.update((str(row[0]), cast(DocumentStatus, row[1])) for row in rows)
        return found

    async def count_unfinished(self) -> tuple[int, int]:
        """How many documents of all owners wait to be worked on, and how many are worked on."""
        query = (
            select(DocumentRow.status, func.count())
            .where(DocumentRow.status.in_(("pending", "processing")))
            .group_by(DocumentRow.status)
        )
        async with self._database.read() as connection:
            counts = {row[0]: row[1] for row in await connection.execute(query)}
        return counts.get("pending", 0), counts.get("processing", 0)

    async def standing(self, revision_ids: Sequence[str]) -> dict[str, Standing]:
        """How far these revisions have come, by id; those that are forgotten are left out."""
        found: dict[str, Standing] = {}
        async with self._database.read() as connection:
            for batch in batches(revision_ids):
                rows = await connection.execute(
                    select(RevisionRow.revision_id, RevisionRow.state, RevisionRow.worker).where(
                        RevisionRow.revision_id.in_(batch)
                    )
                )
                found.update((row.revision_id, Standing(row.state, row.worker)) for row in rows)
        return found

    async def renew(self, worker: str, collection_id: str, lease_seconds: float) -> int:
        """Extends the lease on what is held of a collection under a claim; the number of its revisions."""
        async with self._database.write(collection_area(collection_id)) as connection:
            renewed = await connection.execute(
                update(RevisionRow)
                .where(RevisionRow.worker == worker, RevisionRow.collection_id == collection_id)
                .values(lease_until=self._now(seconds=lease_seconds))
            )
            return renewed.rowcount

    async def still_held(
        self, worker: str, collection_id: str, revision_ids: Sequence[str], lease_seconds: float
    ) -> list[str]:
        """Those of a collection's revisions that nobody has taken over from this claim, by id.

        Their lease begins anew, so that what is done to them next is done before anybody can.
        """
        async with self._database.write(collection_area(collection_id)) as connection:
            held = await held_under(connection, dict.fromkeys(revision_ids, worker))
            for batch in batches(sorted(held)):
                await connection.execute(
                    update(RevisionRow)
                    .where(RevisionRow.revision_id.in_(batch))
                    .values(lease_until=self._now(seconds=lease_seconds))
                )
        return sorted(held)

    async def reclaim(self, is_alive: Callable[[str], bool]) -> list[str]:
        """Lets revisions wait again whose worker is dead, or whose lease has run out.

        What the worker left of them in the stores nobody sees; whoever takes them on next removes it.

        Args:
            is_alive: whether a worker runs; True for one that cannot be asked, such as one on another machine.

        Returns:
            Their ids, sorted.
        """
        now = self._now()
        async with self._database.read() as connection:
            held = await _held(connection)
        dead = {row.worker for row in held if not is_alive(row.worker)}
        lost = {row.revision_id: row for row in held if row.worker in dead or row.lease_until < now}
        if not lost:
            return []
        async with self._database.write() as connection:
            # Another process may have been quicker, and a new worker may have them by now.
            still = [row for row in await _held(connection) if row == lost.get(row.revision_id)]
            await release(connection, None, [row.revision_id for row in still])
            waiting = [row.revision_id for row in still if row.state == "building"]
            await _set_status(connection, waiting, "pending", self._now())
        return waiting

    async def put_back(self, worker: str, reasons: Mapping[str, ErrorReport | None]) -> None:
        """Lets revisions wait again that could not be built now.

        Those that are no longer held under the claim are somebody else's, and are left alone.

        Args:
            worker: the claim.
            reasons: by revision id, why; their documents tell, until the next attempt.
        """
        async with self._database.write() as connection:
            held = sorted(await held_under(connection, dict.fromkeys(reasons, worker)))
            await release(connection, None, held)
            for revision_id in held:
                await _set_status(connection, [revision_id], "pending", self._now(), reasons[revision_id])

    async def fail(self, owner: str, revision_id: str, error: ErrorReport, *, claim: str | None = None) -> None:
        """The revision will not become visible; its documents say why. An older version of each stays visible.

        Args:
            owner: whose.
            revision_id: which.
            error: why.
            claim: nothing happens where it is not held under this claim any more; None for whoever holds it.
        """
        async with self._database.write(*await self._areas(owner, [revision_id])) as connection:
            if claim is not None and not await held_under(connection, {revision_id: claim}):
                return
            await record_failure(connection, owner, revision_id, error, self._now())
            await release(connection, owner, [revision_id])


async def held_under(connection: AsyncConnection, claims: Mapping[str, str]) -> set[str]:
    """Those of the revisions that are still held under the claim that is given for each."""
    held: set[str] = set()
    for batch in batches(list(claims)):
        rows = await connection.execute(
            select(RevisionRow.revision_id, RevisionRow.worker).where(RevisionRow.revision_id.in_(batch))
        )
        held.update(row.revision_id for row in rows if row.worker == claims[row.revision_id])
    return held


async def record_failure(
    connection: AsyncConnection, owner: str, revision_id: str, error: ErrorReport, now: str
) -> None:
    """Marks the documents that wait for a revision as failed, and frees it of its worker.

    They may be copies of one content, which was built under one of their names: each is told its own.
    """
    waiting = select(DocumentRow.document_id, DocumentRow.file_name).where(
        DocumentRow.owner == owner, DocumentRow.next_revision_id == revision_id
    )
    documents = (await connection.execute(waiting)).all()
    names = [repr(document.file_name) for document in documents]
    built_as = next((name for name in sorted(names, key=len, reverse=True) if name in error["message"]), None)
    for document in documents:
        message = error["message"]
        if built_as is not None:
            message = message.replace(built_as, repr(document.file_name))
        await connection.execute(
            update(DocumentRow)
            .where(DocumentRow.document_id == document.document_id)
            .values(
                status="failed",
                **error_fields({**error, "message": message}),
                updated_at=now,
            )
        )


class _Held(NamedTuple):
    """A revision that a worker has."""

    owner: str
    collection_id: str
    revision_id: str
    state: str
    worker: str
    lease_until: str


async def _held(connection: Connection) -> list[_Held]:
    """What workers have, by revision id."""
    rows = await connection.execute(
        select(
            RevisionRow.owner,
            RevisionRow.collection_id,
            RevisionRow.revision_id,
            RevisionRow.state,
            RevisionRow.worker,
            RevisionRow.lease_until,
        )
        .where(RevisionRow.worker.is_not(None))
        .order_by(RevisionRow.revision_id)
    )
    return [_Held(row[0], row[1], row[2], row[3], str(row[4]), str(row[5])) for row in rows]


async def release(connection: AsyncConnection, owner: str | None, revision_ids: Collection[str]) -> None:
    """Frees revisions of their worker; all of them, or those of one owner."""
    for batch in batches(sorted(revision_ids)):
        statement = update(RevisionRow).where(RevisionRow.revision_id.in_(batch))
        if owner is not None:
            statement = statement.where(RevisionRow.owner == owner)
        await connection.execute(statement.values(worker=None, lease_until=None))


async def _set_status(
    connection: AsyncConnection,
    revision_ids: Sequence[str],
    status: str,
    now: str,
    reason: ErrorReport | None = None,
) -> None:
    for batch in batches(revision_ids):
        await connection.execute(
            update(DocumentRow)
            .where(DocumentRow.next_revision_id.in_(batch))
            .values(
                status=status,
                **error_fields(reason),
                updated_at=now,
            )
        )


async def _claimed(connection: AsyncConnection, revision_ids: Sequence[str]) -> list[ClaimedRevision]:
    """The revisions with the eldest document that waits for each, in order of age."""
    rows = await connection.execute(
        select(
            RevisionRow.owner,
            RevisionRow.collection_id,
            DocumentRow.document_id,
            RevisionRow.revision_id,
            DocumentRow.file_name,
            RevisionRow.media_type,
            RevisionRow.content_hash,
            RevisionRow.byte_count,
            RevisionRow.file_key,
            RevisionRow.attempts,
            RevisionRow.given_title,
        )
        .join(DocumentRow, DocumentRow.next_revision_id == RevisionRow.revision_id)
        .where(RevisionRow.revision_id.in_(revision_ids))
        .order_by(RevisionRow.created_at, RevisionRow.revision_id, DocumentRow.created_at, DocumentRow.document_id)
    )
    claimed: dict[str, ClaimedRevision] = {}
    for row in rows:
        claimed.setdefault(row.revision_id, ClaimedRevision(*tuple(row)))
    return list(claimed.values())
