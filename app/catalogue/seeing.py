"""What is visible now, kept in memory for as long as nothing has been committed that could change it."""

from __future__ import annotations

import sqlite3
import time
import typing
from collections import ChainMap, OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import exists, func, make_url, select

from app.catalogue.database import Database
from app.catalogue.lookups import read_views
from app.catalogue.models import CollectionRow, PassageRow, RevisionRow
from app.catalogue.part import CataloguePart, utc_now
from nodes.domain.chat import DocumentView

T = TypeVar("T")

_MOST_VIEWS = 100_000
"""Documents whose views are kept in memory; over it they are read anew."""
_MOST_REMEMBERED = 10_000
_MOST_KEPT = 200_000
"""Entries of one kind of one collection."""
_MOST_KEPT_IN_ALL = 1_000_000
"""Entries of all kinds of all collections: beyond, those that were asked for longest ago are read anew."""
_LOOKS_AT_ALL = 100
"""Every so many calls all of them are counted."""


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

    def stamp(self, *, at_once: bool = False) -> int | None:
        """A number that another commit changes; None where it cannot be told.

        Args:
            at_once: whether commits of the last milliseconds must count. On PostgreSQL none of others can.
        """
        now = time.monotonic()
        if at_once or self._writes != self._database.writes or now - self._looked >= self._database.remembered_seconds:
            self._writes, self._looked = self._database.writes, now
            self._number = self._looked_up() if self._path is not None else (self._number or 0) + 1
        return self._number

    def close(self) -> None:
        """Closes the connection; the next look opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _looked_up(self) -> int | None:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(str(self._path), timeout=0, isolation_level=None)
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
        except Exception:  # noqa: BLE001 - whatever the reason, the answer is the same
            # Locked or damaged: whoever reads it in earnest is told so. Or someone forbids every query on the event
            # loop, however short, as `langgraph dev` does: then all is read anew, in threads.
            return None


class Seeing(CataloguePart):
    """What the reading parts share: memory that any commit empties, and the views of documents."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, clock)
        self._commits = Commits(database)
        self._stamp: int | None = None
        self._memory: dict[Hashable, Any] = {}
        self._forgotten = 0
        """How often the memory was emptied before its time: what was read before that is not kept after it."""
        self._known: dict[str, tuple[int, dict[str, DocumentView]]] = {}
        self._by_version: OrderedDict[tuple[str, str], tuple[int, dict[Any, Any]]] = OrderedDict()
        self._calls = 0

    async def _remembered(self, key: Hashable, read: Callable[[], Awaitable[T]], *, at_once: bool = False) -> T:
        """What `read` gives, or gave since the last commit of anyone.

        Args:
            key: names the question wholly, its owner included.
            read: answers it from the database; what it gives is shared and must not be changed.
            at_once: see `Commits.stamp`.
        """
        stamp = self._commits.stamp(at_once=at_once)
        if stamp is None:
            return await read()
        if stamp != self._stamp or len(self._memory) > _MOST_REMEMBERED:
            self._memory.clear()
            self._stamp = stamp
        if key in self._memory:
            return typing.cast("T", self._memory[key])
        forgotten = self._forgotten
        value = await read()
        if self._stamp == stamp and self._forgotten == forgotten:
            # It may be newer than the stamp; then the next stamp is another, and it is dropped early, never late.
            self._memory[key] = value
        return value

    def _forget(self) -> None:
        """Empties the memory, where it is known to be late."""
        self._memory.clear()
        self._forgotten += 1

    async def _kept(self, owner: str, collection_id: str, kind: str) -> dict[Any, Any]:
        """A dictionary of this kind that is the same, with what was put into it, while the collection stays as it is.

        Whatever changes what is visible in a collection, or what it bears and mentions, raises its version.
        """
        version = (await self._versions(owner)).get(collection_id)
        return {} if version is None else self._kept_at(version, collection_id, kind)

    def _kept_at(self, version: int, collection_id: str, kind: str) -> dict[Any, Any]:
        """The same, of a collection that is known to have this version."""
        key = (collection_id, kind)
        known, kept = self._by_version.get(key, (None, {}))
        if known != version or len(kept) > _MOST_KEPT:
            # Another one: a question may still be reading the old.
            kept = {}
            self._by_version[key] = (version, kept)
        self._by_version.move_to_end(key)
        self._calls += 1
        if self._calls % _LOOKS_AT_ALL == 0:
            self._drop_least_asked()
        return kept

    def _drop_least_asked(self) -> None:
        # One more for each: an empty one takes room too.
        entries = sum(len(kept) + 1 for _, kept in self._by_version.values())
        while entries > _MOST_KEPT_IN_ALL and len(self._by_version) > 1:
            _, (_, kept) = self._by_version.popitem(last=False)
            entries -= len(kept) + 1

    def forget_collection(self, collection_id: str) -> None:
        """Drops what is kept in memory of a collection that was deleted."""
        self._known.pop(collection_id, None)
        for key in [key for key in self._by_version if key[0] == collection_id]:
            del self._by_version[key]

    async def live_count(self, owner: str, collection_id: str) -> int:
        """Visible contents of a collection, copies counted once; none in another's. An index alone tells."""
        version = (await self._versions(owner)).get(collection_id)
        if version is None:
            return 0
        kept: dict[str, int] = self._kept_at(version, collection_id, "count")
        if "" not in kept:
            counted = (
                select(func.count())
                .select_from(RevisionRow)
                .where(RevisionRow.collection_id == collection_id, RevisionRow.state == "live")
            )
            async with self._database.read() as connection:
                kept[""] = (await connection.execute(counted)).scalar_one()
        return kept[""]

    async def live_revisions(self, owner: str, collection_id: str, *, without_features: bool) -> list[str]:
        """Visible revisions by id: all of them, or those that were published before there were passages."""
        query = select(RevisionRow.revision_id).where(
            RevisionRow.collection_id == collection_id, RevisionRow.owner == owner, RevisionRow.state == "live"
        )
        if without_features:
            featured = exists().where(PassageRow.revision_id == RevisionRow.revision_id)
            query = query.where(~featured)
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(RevisionRow.revision_id))
            return [row.revision_id for row in rows]

    async def visible(self, owner: str, revision_ids: Sequence[str]) -> dict[str, DocumentView]:
        """The documents of those revisions that are visible now, by revision id. The others are left out.

        Views are kept in memory while the collection's version stands: whatever process changes what is visible raises
        it in the same transaction. They are shared, and not to be changed.
        """
        wanted = list(dict.fromkeys(revision_ids))
        versions = await self._versions(owner)
        while True:
            known = self._views_of(versions)
            found = {revision_id: known[revision_id] for revision_id in wanted if revision_id in known}
            missing = [revision_id for revision_id in wanted if revision_id not in found]
            if not missing:
                return found
            async with self._database.read() as reader:
                fresh = await reader.run(partial(read_views, owner=owner, revision_ids=missing))
            before, versions = versions, await self._versions(owner, at_once=True)
            # Else what is known may be the older version of a document whose newer one was just read.
            if versions == before:
                self._keep(versions, fresh)
                return found | fresh

    async def known_version(self, owner: str, collection_id: str) -> int | None:
        """The version of a collection, perhaps of some milliseconds ago: never newer than what is read afterwards."""
        return (await self._versions(owner)).get(collection_id)

    async def _versions(self, owner: str, *, at_once: bool = False) -> dict[str, int]:
        """The versions of the owner's collections, by collection id; `at_once` see `Commits.stamp`."""

        async def read() -> dict[str, int]:
            query = select(CollectionRow.collection_id, CollectionRow.version).where(CollectionRow.owner == owner)
            async with self._database.read() as connection:
                return {row.collection_id: row.version for row in await connection.execute(query)}

        return await self._remembered(("versions", owner), read, at_once=at_once)

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
