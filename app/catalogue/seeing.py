"""What is visible now, kept in memory for as long as nothing has been committed that could change it."""

from __future__ import annotations

import json
import sqlite3
import time
import typing
from collections import ChainMap
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar

from sqlalchemy import Row, Select, Text, cast, func, make_url, select

from app.catalogue.database import Database, among
from app.catalogue.models import CollectionRow, DocumentRow, RevisionRow
from app.catalogue.part import CataloguePart, utc_now
from app.catalogue.reader import Connection
from nodes.domain.chat import DocumentView

T = TypeVar("T")

_MOST_VIEWS = 100_000
"""Documents whose views are kept in memory; over it they are read anew."""
_MOST_REMEMBERED = 10_000
_MOST_KEPT = 200_000


class Commits:
    """Tells whether anyone, in this process or another, has committed to the catalogue since it was last asked.

    SQLite answers that from shared memory in microseconds, without a query and without another thread. The connection
    is used for nothing else: one's own commits do not count for it. PostgreSQL has nothing of the kind: there it is
    assumed. Every write of this process counts at once, on both; those of others are looked for every few
    milliseconds, see `Database.remembered_seconds`.

    Args:
        database: what is watched.
    """

    def __init__(self, database: Database) -> None:
        self._path = make_url(database.name).database if database.is_sqlite else None
        self._connection: sqlite3.Connection | None = None
        self._database = database
        self._number: int | None = 0
        self._writes = 0
        self._looked = 0.0

    def stamp(self) -> int | None:
        """A number that another commit changes; None where it cannot be told."""
        now = time.monotonic()
        if self._writes != self._database.writes or now - self._looked >= self._database.remembered_seconds:
            self._writes, self._looked = self._database.writes, now
            self._number = self._looked_up() if self._path is not None else (self._number or 0) + 1
        return self._number

    def _looked_up(self) -> int | None:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(str(self._path), timeout=0, isolation_level=None)
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
        except Exception:  # noqa: BLE001 - whatever the reason, the answer is the same
            # Locked or damaged: whoever reads it in earnest is told so. Or someone forbids every query on the event
            # loop, however short, as `langgraph dev` does: then all is read anew, in threads.
            return None


class StoredMetadata(Mapping[str, Any]):
    """Metadata that is decoded when it is first asked for: a question sees hundreds of views and reads a few.

    Args:
        text: a JSON object.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads(self._text)
        return fields

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


class Seeing(CataloguePart):
    """What the reading parts share: memory that any commit empties, and the views of documents."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, clock)
        self._commits = Commits(database)
        self._stamp: int | None = None
        self._memory: dict[Hashable, Any] = {}
        self._known: dict[str, tuple[int, dict[str, DocumentView]]] = {}
        self._by_version: dict[str, tuple[int, dict[str, dict[Any, Any]]]] = {}

    async def _remembered(self, key: Hashable, read: Callable[[], Awaitable[T]]) -> T:
        """What `read` gives, or gave since the last commit of anyone.

        Args:
            key: names the question wholly, its owner included.
            read: answers it from the database; what it gives is shared and must not be changed.
        """
        stamp = self._commits.stamp()
        if stamp is None:
            return await read()
        if stamp != self._stamp or len(self._memory) > _MOST_REMEMBERED:
            self._memory.clear()
            self._stamp = stamp
        if key in self._memory:
            return typing.cast("T", self._memory[key])
        value = await read()
        if self._stamp == stamp:
            # It may be newer than the stamp; then the next stamp is another, and it is dropped early, never late.
            self._memory[key] = value
        return value

    async def _kept(self, owner: str, collection_id: str, kind: str) -> dict[Any, Any]:
        """A dictionary of this kind that is the same, with what was put into it, while the collection stays as it is.

        Whatever changes what is visible in a collection, or what it bears and mentions, raises its version.
        """
        version = (await self._versions(owner)).get(collection_id)
        if version is None:
            return {}
        if self._by_version.get(collection_id, (None, {}))[0] != version:
            self._by_version[collection_id] = (version, {})
        kinds = self._by_version[collection_id][1]
        if len(kinds.setdefault(kind, {})) > _MOST_KEPT:
            # Another one: a question may still be reading the old.
            kinds[kind] = {}
        return kinds[kind]

    async def live_count(self, owner: str, collection_id: str) -> int:
        """Visible contents of a collection, copies counted once; none in another's. An index alone tells."""
        if collection_id not in await self._versions(owner):
            return 0
        kept: dict[str, int] = await self._kept(owner, collection_id, "count")
        if "" not in kept:
            counted = (
                select(func.count())
                .select_from(RevisionRow)
                .where(RevisionRow.collection_id == collection_id, RevisionRow.state == "live")
            )
            async with self._database.read() as connection:
                kept[""] = (await connection.execute(counted)).scalar_one()
        return kept[""]

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        """The documents of those revisions that are visible now, by revision id. The others are left out.

        Views are kept in memory while the collection's version stands: whatever process changes what is visible raises
        it in the same transaction. They are shared, and not to be changed.
        """
        wanted = list(dict.fromkeys(revision_ids))
        versions = await self._versions(owner)
        known = self._views_of(versions)
        found = {revision_id: known[revision_id] for revision_id in wanted if revision_id in known}
        missing = [revision_id for revision_id in wanted if revision_id not in found]
        if missing:
            async with self._database.read() as connection:
                fresh = await views(connection, owner, missing)
            self._keep(versions, fresh)
            found |= fresh
        return found

    async def _versions(self, owner: str) -> dict[str, int]:
        """The versions of the owner's collections, by collection id."""

        async def read() -> dict[str, int]:
            query = select(CollectionRow.collection_id, CollectionRow.version).where(CollectionRow.owner == owner)
            async with self._database.read() as connection:
                return {row.collection_id: row.version for row in await connection.execute(query)}

        return await self._remembered(("versions", owner), read)

    def _views_of(self, versions: Mapping[str, int]) -> Mapping[str, DocumentView]:
        current = [
            self._known[collection_id][1]
            for collection_id, version in versions.items()
            if collection_id in self._known and self._known[collection_id][0] == version
        ]
        return current[0] if len(current) == 1 else ChainMap(*current)

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


async def views(connection: Connection, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
    """The visible documents of revisions, by revision id; of several that share one, the eldest."""
    # Sorted here: asked to sort, SQLite would read all documents of the owner in that order.
    rows = await connection.execute(
        view_query().where(among(connection, DocumentRow.live_revision_id, "revisions")),
        {"revisions": json.dumps(sorted(set(revision_ids)))},
    )
    mine = [view_of(row) for row in rows if row.owner == owner]
    found: dict[str, DocumentView] = {}
    for view in sorted(mine, key=lambda view: (view["created_at"], view["document_id"])):
        found.setdefault(view["revision_id"], view)
    return found


def view_query() -> Select[*tuple[Any, ...]]:
    """Documents that are visible, each with the revision it shows."""
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
        RevisionRow.passage_starts,
        RevisionRow.is_entry,
        cast(RevisionRow.found, Text).label("found"),
    ).join(RevisionRow, RevisionRow.revision_id == DocumentRow.live_revision_id)


def view_of(row: Row[*tuple[Any, ...]]) -> DocumentView:
    """The view of one row of `view_query`."""
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
        "passage_starts": row.passage_starts,
        "is_entry": row.is_entry,
        "metadata": StoredMetadata(row.found),
    }
