"""Sessions, feedback and API keys."""

from __future__ import annotations

import json
import shlex
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, case, cast, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from app.catalogue.caches import forget_questions
from app.catalogue.collections import (
    PRIVATE_PREFIX,
    by_name,
    ensure_owner,
    make_collection,
    of_session,
    remove_collection,
)
from app.catalogue.database import among, insert_into, insert_rows
from app.catalogue.folding import folded
from app.catalogue.models import ApiKey, FeedbackRow, SessionCollection, SessionRow
from app.catalogue.part import CataloguePart, require_collection
from app.catalogue.reader import Connection
from app.catalogue.records import (
    CollectionKind,
    CollectionRecord,
    DeletedCollection,
    FeedbackRecord,
    KeyRecord,
    SessionRecord,
)
from nodes.domain.errors import ConflictError, NotFoundError

_LONGEST_ASKED = 1000
"""Characters of a question by which its session is found."""

_FIELDS = (
    SessionRow.session_id,
    SessionRow.owner,
    SessionRow.title,
    SessionRow.created_at,
    SessionRow.updated_at,
    SessionRow.collection_id,
    SessionRow.collections_chosen,
)


class Sessions(CataloguePart):
    """Keeps conversations and what users thought of the answers."""

    async def ensure_session(self, owner: str, session_id: str | None = None, title: str = "") -> SessionRecord:
        """A session, made if it is missing; under a fresh id where none is given. A title replaces the one there is.

        Raises:
            NotFoundError: another owner has a session of this id.
        """
        wanted = session_id or uuid.uuid4().hex
        now = self._now()
        used = {"session_id": wanted, "owner": owner, "title": title, "created_at": now, "updated_at": now}
        used["title_key"] = folded(title)
        try:
            async with self._database.write_at_once() as connection:
                row = (await connection.execute(_used(connection, used))).one_or_none()
        except IntegrityError:
            # The first session of an owner who has nothing yet.
            async with self._database.write(f"session {wanted}") as connection:
                await ensure_owner(connection, owner, now)
                row = (await connection.execute(_used(connection, used))).one_or_none()
        if row is None:
            raise _no_session(wanted)
        return SessionRecord(
            session_id=row.session_id,
            owner=row.owner,
            title=row.title,
            created_at=row.created_at,
            updated_at=row.updated_at,
            collection_id=row.collection_id,
            attached=sorted(json.loads(row.attached or "[]")),
            collections_chosen=row.collections_chosen,
        )

    async def keep_asked(self, owner: str, session_id: str, questions: Sequence[str], title: str) -> None:
        """Keeps what was asked in a session, for who looks for it; a session that is gone stays gone.

        Args:
            owner: whose session.
            session_id: which.
            questions: all that were asked.
            title: for a session that has none.
        """
        is_untitled = SessionRow.title == ""
        kept = {
            "asked": "\n".join(folded(each[:_LONGEST_ASKED]) for each in questions),
            "title": case((is_untitled, title), else_=SessionRow.title),
            "title_key": case((is_untitled, folded(title)), else_=SessionRow.title_key),
            "updated_at": self._now(),
        }
        async with self._database.write(f"session {session_id}") as connection:
            await connection.execute(
                update(SessionRow).where(SessionRow.owner == owner, SessionRow.session_id == session_id).values(kept)
            )

    async def drop_unused_session(self, session: SessionRecord) -> None:
        """Removes a session in which nothing was said or put, unless somebody has used it since it was read."""
        attached = select(SessionCollection.session_id).where(SessionCollection.session_id == session.session_id)
        async with self._database.write() as connection:
            await connection.execute(
                delete(SessionRow).where(
                    SessionRow.owner == session.owner,
                    SessionRow.session_id == session.session_id,
                    SessionRow.updated_at == session.updated_at,
                    SessionRow.title == "",
                    SessionRow.collection_id.is_(None),
                    ~SessionRow.collections_chosen,
                    ~attached.exists(),
                )
            )

    async def session(self, owner: str, session_id: str) -> SessionRecord:
        """A session by its id.

        Raises:
            NotFoundError: this owner has none of this id.
        """
        async with self._database.read() as connection:
            found = await _sessions(connection, owner, session_id)
        if not found:
            raise _no_session(session_id)
        return found[0]

    async def sessions(self, owner: str) -> list[SessionRecord]:
        """The owner's sessions, the last used first."""
        async with self._database.read() as connection:
            return await _sessions(connection, owner)

    async def expired_sessions(self, before: str) -> list[tuple[str, str]]:
        """Owner and id of every session last used before a moment (ISO 8601, UTC), by id."""
        query = (
            select(SessionRow.owner, SessionRow.session_id)
            .where(SessionRow.updated_at < before)
            .order_by(SessionRow.session_id)
        )
        async with self._database.read() as connection:
            return [(row.owner, row.session_id) for row in await connection.execute(query)]

    async def private_collection(self, owner: str, session_id: str, kind: CollectionKind) -> CollectionRecord:
        """The collection of what was dropped into a session, made if it is missing.

        Raises:
            NotFoundError: this owner has no such session.
        """
        async with self._database.write() as connection:
            if not await _sessions(connection, owner, session_id):
                raise _no_session(session_id)
            record = await of_session(connection, owner, session_id) or await make_collection(
                connection,
                owner,
                await _private_name(connection, owner, session_id),
                kind,
                now=self._now(),
                session_id=session_id,
            )
            await connection.execute(
                update(SessionRow).where(SessionRow.session_id == session_id).values(collection_id=record.collection_id)
            )
            return record

    async def attach(self, owner: str, session_id: str, collection_ids: Sequence[str]) -> None:
        """Sets which shared collections a session searches beside its own.

        Raises:
            NotFoundError: this owner has no such session, or none of one of these collections.
        """
        async with self._database.write() as connection:
            if not await _sessions(connection, owner, session_id):
                raise _no_session(session_id)
            for collection_id in collection_ids:
                await require_collection(connection, owner, collection_id)
            await connection.execute(delete(SessionCollection).where(SessionCollection.session_id == session_id))
            await connection.execute(
                update(SessionRow).where(SessionRow.session_id == session_id).values(collections_chosen=True)
            )
            await insert_rows(
                connection,
                SessionCollection,
                [
                    {"session_id": session_id, "collection_id": collection_id, "owner": owner}
                    for collection_id in sorted(set(collection_ids))
                ],
            )

    async def delete_session(self, owner: str, session_id: str) -> DeletedCollection | None:
        """Removes a session with its private collection and its feedback; what is left to be removed from the store.

        What is kept of this owner's questions, whichever session they were asked in, goes as well.

        Raises:
            NotFoundError: this owner has no such session.
        """
        async with self._database.write() as connection:
            if not await _sessions(connection, owner, session_id):
                raise _no_session(session_id)
            await connection.execute(delete(SessionRow).where(SessionRow.session_id == session_id))
            await connection.execute(
                delete(FeedbackRow).where(FeedbackRow.owner == owner, FeedbackRow.session_id == session_id)
            )
            await forget_questions(connection, owner)
            private = await of_session(connection, owner, session_id)
            return None if private is None else await remove_collection(connection, owner, private.collection_id)

    async def add_feedback(
        self,
        owner: str,
        answer_id: str,
        value: int,
        *,
        session_id: str,
        comment: str = "",
        payload: Mapping[str, Any] | None = None,
    ) -> str:
        """Keeps what a user thought of an answer; the id it got.

        Args:
            owner: who.
            answer_id: of which answer.
            value: 1 for good, -1 for bad.
            session_id: in which conversation.
            comment: in the user's words.
            payload: JSON-like; what learning from it needs, such as the question and the hits' scores.
        """
        row = {
            "feedback_id": uuid.uuid4().hex,
            "owner": owner,
            "session_id": session_id,
            "answer_id": answer_id,
            "value": value,
            "comment": comment,
            "created_at": self._now(),
            "payload": dict(payload or {}),
        }
        async with self._database.write(f"feedback {row['feedback_id']}") as connection:
            await insert_rows(connection, FeedbackRow, [row])
        return str(row["feedback_id"])

    async def feedback(self, owner: str) -> list[FeedbackRecord]:
        """All feedback of an owner, the oldest first."""
        async with self._database.read() as connection:
            rows = await connection.execute(feedback_query(FeedbackRow.owner == owner))
            return [FeedbackRecord(*row) for row in rows]


class Keys(CataloguePart):
    """Keeps API keys by their hashes."""

    async def add_key(self, name: str, owner: str, key_hash: str) -> KeyRecord:
        """Keeps a new key.

        Raises:
            ConflictError: there is a key of this name, revoked or not.
        """
        record = KeyRecord(name, owner, self._now(), None)
        async with self._database.write() as connection:
            taken = (
                await connection.execute(select(ApiKey.owner, ApiKey.revoked_at).where(ApiKey.name == name))
            ).first()
            if taken is not None:
                there = "There is a key" if taken.revoked_at is None else "There was a key"
                again = f"sheaf key create NAME --owner {shlex.quote(taken.owner)}"
                raise ConflictError(
                    f"{there} {name!r} already.", hint=f"Choose another name; for the same owner's documents: {again}"
                )
            await ensure_owner(connection, owner, record.created_at)
            row = {"name": name, "owner": owner, "key_hash": key_hash, "created_at": record.created_at}
            await insert_rows(connection, ApiKey, [row])
        return record

    async def keys(self) -> list[KeyRecord]:
        """All keys by name, the revoked ones too."""
        query = select(ApiKey.name, ApiKey.owner, ApiKey.created_at, ApiKey.revoked_at).order_by(ApiKey.name)
        async with self._database.read() as connection:
            return [KeyRecord(*row) for row in await connection.execute(query)]

    async def revoke_key(self, name: str) -> None:
        """Makes a key void.

        Raises:
            NotFoundError: there is no such key.
        """
        async with self._database.write() as connection:
            known = await connection.execute(select(ApiKey.name).where(ApiKey.name == name))
            if known.first() is None:
                raise NotFoundError(f"There is no key {name!r}.", hint="`sheaf key list` lists them.")
            await connection.execute(
                update(ApiKey).where(ApiKey.name == name, ApiKey.revoked_at.is_(None)).values(revoked_at=self._now())
            )

    async def owner_of_key(self, key_hash: str) -> str | None:
        """Whose key this is; None for one that is unknown or revoked."""
        query = select(ApiKey.owner).where(ApiKey.key_hash == key_hash, ApiKey.revoked_at.is_(None))
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()


async def _private_name(connection: Connection, owner: str, session_id: str) -> str:
    """A name that is free: a shared collection may have the plain one, from while it was not refused everywhere."""
    plain = name = f"{PRIVATE_PREFIX}{session_id}"
    number = 1
    while await by_name(connection, owner, name) is not None:
        number += 1
        name = f"{plain} ({number})"
    return name


def _no_session(session_id: str) -> NotFoundError:
    return NotFoundError(
        f"There is no session {session_id}.",
        hint="GET /sessions lists them; a question without a session starts one.",
    )


def _used(connection: AsyncConnection, used: Mapping[str, str]) -> ReturningInsert[*tuple[Any, ...]]:
    """Makes a session or marks it as used, in one statement; another owner's stays as it is, and is not given."""
    insert = insert_into(connection, SessionRow).values(**used)
    is_untitled = insert.excluded.title == ""
    title = case((is_untitled, SessionRow.title), else_=insert.excluded.title)
    title_key = case((is_untitled, SessionRow.title_key), else_=insert.excluded.title_key)
    listed = func.json_group_array if connection.dialect.name == "sqlite" else func.json_agg
    # By values: SQLite's columns have no table's name in what is returned. As text: each driver has its own JSON.
    attached = (
        select(cast(listed(SessionCollection.collection_id), Text))
        .where(SessionCollection.session_id == used["session_id"], SessionCollection.owner == used["owner"])
        .scalar_subquery()
    )
    return insert.on_conflict_do_update(
        index_elements=["session_id"],
        set_={"updated_at": insert.excluded.updated_at, "title": title, "title_key": title_key},
        where=SessionRow.owner == insert.excluded.owner,
    ).returning(*_FIELDS, attached.label("attached"))


def session_query(*wanted: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Sessions, the last used first; see `session_records`."""
    return select(*_FIELDS).where(*wanted).order_by(SessionRow.updated_at.desc(), SessionRow.session_id)


def has_words(words: str) -> list[ColumnElement[bool]]:
    """That a session has all of these words, or beginnings or ends of words, in its title or in what was asked."""
    return [
        SessionRow.title_key.contains(each, autoescape=True) | SessionRow.asked.contains(each, autoescape=True)
        for each in dict.fromkeys(folded(words).split())
    ]


async def session_records(connection: Connection, owner: str, query: Select[*tuple[Any, ...]]) -> list[SessionRecord]:
    """The sessions that a narrowed `session_query` gives, each with the collections attached to it.

    Args:
        connection: where to read.
        owner: whose.
        query: which.
    """
    rows = (await connection.execute(query)).all()
    links = (
        select(SessionCollection.session_id, SessionCollection.collection_id)
        .where(
            among(connection.dialect.name, SessionCollection.session_id, "sessions"), SessionCollection.owner == owner
        )
        .order_by(SessionCollection.collection_id)
    )
    attached: dict[str, list[str]] = {}
    for link in await connection.execute(links, {"sessions": json.dumps([row.session_id for row in rows])}):
        attached.setdefault(link.session_id, []).append(link.collection_id)
    return [
        SessionRecord(
            session_id=row.session_id,
            owner=row.owner,
            title=row.title,
            created_at=row.created_at,
            updated_at=row.updated_at,
            collection_id=row.collection_id,
            attached=attached.get(row.session_id, []),
            collections_chosen=row.collections_chosen,
        )
        for row in rows
    ]


async def _sessions(connection: Connection, owner: str, session_id: str | None = None) -> list[SessionRecord]:
    query = session_query(SessionRow.owner == owner)
    if session_id is None:
        return await session_records(connection, owner, query)
    return await session_records(connection, owner, query.where(SessionRow.session_id == session_id))


def feedback_query(*wanted: ColumnElement[bool]) -> Select[Any]:
    """Feedback as `FeedbackRecord` takes it, the oldest first."""
    return (
        select(
            FeedbackRow.feedback_id,
            FeedbackRow.session_id,
            FeedbackRow.answer_id,
            FeedbackRow.value,
            FeedbackRow.comment,
            FeedbackRow.created_at,
            FeedbackRow.payload,
        )
        .where(*wanted)
        .order_by(FeedbackRow.created_at, FeedbackRow.feedback_id)
    )
