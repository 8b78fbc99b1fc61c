"""The embedded store: a LlamaIndex vector store over one LanceDB table."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
    VectorStoreQueryResult,
)
from numpy.typing import NDArray

from app.stores.base import ScopedVectorStore, check_query, refuse_unknown
from app.stores.calls import LONGEST_SECONDS
from app.stores.connection import LanceConnection, until_committed
from app.stores.filters import Resolved, to_sql
from app.stores.row_cache import Row
from app.stores.rows import for_reading, node_of, vector_of
from app.stores.small_tables import MOST_TABLE_BYTES
from app.stores.tables import (
    EXACT_ROWS,
    best_rows,
    check_table,
    found_columns,
    in_scope,
    index_vectors,
    make_indexes,
    nodes_of,
    read_at,
    read_columns,
    read_names,
    read_whole,
    record_batch,
    restricted,
    rows_of,
    table_schema,
    worth_folding,
)
from nodes.domain.errors import RetrievalFailedError, UnavailableError
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from lancedb.query import AsyncStandardQuery
    from lancedb.table import AsyncTable

T = TypeVar("T")
Vector = NDArray[np.float32]
_Search = Callable[["AsyncTable", list[str]], "AsyncStandardQuery"]
"""Makes a search of a table that gives these columns and the score."""

_logger = logging.getLogger(__name__)

_COMMITS_BEFORE_FOLDING = 50
_LEAST_TAIL = 4_000
_TAIL_SHARE = 0.1
_LOST_RACE = lazy_regex(r"preempted|commit conflict|concurrent (?:transaction|commit)", re.IGNORECASE)
"""What LanceDB says where another writer came first; it has no other way to tell."""
"""So many rows, or this share of all of them, may wait for the indexes while more are added.

Full text takes 9 ms of computing for a thousand rows that wait. A share keeps the work of folding in proportion to the
rows that are added, however many there are already.
"""
_OLD_VERSIONS_STAY = timedelta(minutes=10)
"""Longer than any read takes; what was deleted leaves the disk after that."""
_ALL_PARTITIONS = 1_000_000
"""More than an index has: all of them are compared, and what is found is exact.

A tenth of a million chunks' partitions holds .79 of the best 66, in 20 ms in place of 120.
"""


class LanceDBStore(ScopedVectorStore):
    """Rows of one kind (chunks or summaries) of one collection of one owner, in a table of their own.

    Dense search is exact cosine: similarity = 1 - distance. Text search is BM25 (k1 1.2, b 0.75, idf as in Lucene:
    `ln(1 + (N - n + 0.5) / (n + 0.5))`) over `terms`. Rows that no index holds yet are found as well; until
    `optimise`, old rows are scored with the statistics of the last time. A small table that was read
    ahead is searched in memory, to the same scores, until it changes.

    Args:
        connection: the database.
        table_name: the table, made at the first add. It belongs to one scope for good.
        owner: the only owner whose rows are taken and given.
        collection_id: the only collection whose rows are taken and given.
        dimensions: length of every vector.
        exact_rows: number of rows from which on `optimise` makes a vector index.
    """

    connection: LanceConnection = Field(exclude=True)
    table_name: str
    exact_rows: int = EXACT_ROWS
    _table: Any = PrivateAttr(default=None)
    _commits: int = PrivateAttr(default=0)
    _added: int = PrivateAttr(default=0)
    _deleted: bool = PrivateAttr(default=False)

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex knows this store."""
        return "LanceDBStore"

    @property
    def client(self) -> LanceConnection:
        """The database."""
        return self.connection

    async def async_add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """Adds nodes, or replaces those of the same id, in one commit. See `ScopedVectorStore.async_add`."""
        refuse_unknown(kwargs)
        if not nodes:
            return []
        rows = await asyncio.to_thread(record_batch, nodes, self.scope)

        async def upsert() -> None:
            table = await self._opened_or_made()
            await table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all().execute(rows)

        await self._write(upsert)
        self._commits += 1
        self._added += len(nodes)
        if self._commits >= _COMMITS_BEFORE_FOLDING or await self._has_long_tail():
            await self.optimise()
        return [node.node_id for node in nodes]

    async def arefresh(self) -> None:
        """Nothing: a commit is seen by every search that begins after it."""

    async def aget_nodes(
        self,
        node_ids: list[str] | None = None,
        filters: MetadataFilters | None = None,
        *,
        include_embeddings: bool = False,
        limit: int | None = None,
    ) -> list[BaseNode]:
        """Nodes by id ascending. See `ScopedVectorStore.aget_nodes`."""
        selected = self.selection(node_ids, filters)
        if node_ids is not None and filters is None and limit is None and not include_embeddings:
            known = await self._known_rows(node_ids)
            return [node_of(row) for _, row in sorted(known.items()) if row is not None]

        async def read(table: AsyncTable) -> list[BaseNode]:
            from lancedb.query import ColumnOrdering

            query = table.query().select(read_columns(include_embeddings))
            if limit is not None:
                query = query.order_by([ColumnOrdering(column_name="id")]).limit(limit)
            found = await restricted(query, selected).to_arrow()
            return await asyncio.to_thread(nodes_of, found.sort_by("id"), self.scope)

        return [] if selected is False else await self._read(read, [])

    async def aread_ahead(self, node_ids: Sequence[str]) -> None:
        """Reads the rows with these ids into memory, while there is room. See `ScopedVectorStore.aread_ahead`."""
        if not self.connection.rows.is_full():
            await self._known_rows(node_ids)

    async def aread_table_ahead(self) -> bool:
        """Reads a small table into memory, of a large one its ids. See `ScopedVectorStore.aread_table_ahead`."""

        async def read(table: AsyncTable) -> bool:
            small, names = self.connection.small_tables, self.connection.row_names
            # Asked first: what is read afterwards may be newer than its version says, which drops it early, never late.
            version = await self.connection.versions.of(self.table_name, table)
            if small.take(self.table_name, version) or names.take(self.table_name, version):
                return False
            most = min(MOST_TABLE_BYTES // (4 * self.dimensions), self.exact_rows)
            if await table.count_rows() < most:
                small.keep(self.table_name, version, await read_whole(table))
            else:
                names.keep(self.table_name, version, await read_names(table))
            return True

        return await self._read(read, False, is_awaited=False)

    async def _known_rows(self, node_ids: Sequence[str]) -> dict[str, Row | None]:
        """Rows by id, read where the table has changed since they were read or they never were."""
        wanted = list(dict.fromkeys(node_ids))
        at_hand = self._version_at_hand()
        found = {} if at_hand is None else self._rows_in_memory(at_hand, wanted)
        if len(found) == len(wanted):
            return found

        async def read(table: AsyncTable) -> dict[str, Row | None]:
            # Asked first: what is read afterwards may be newer than its version says, which drops it early, never late.
            version = await self.connection.versions.of(self.table_name, table)
            known = self._rows_in_memory(version, wanted)
            missing = [each for each in wanted if each not in known]
            if not missing:
                return known
            rows = {row["id"]: for_reading(row) for row in await self._rows_with_ids(table, version, missing)}
            self.connection.rows.keep(self.table_name, version, missing, rows)
            return known | {each: rows.get(each) for each in missing}

        return await self._read(read, {})

    async def _rows_with_ids(self, table: AsyncTable, version: int, ids: list[str]) -> list[Row]:
        """The rows with these ids: from their places, where those are known at this version of the table."""
        names = self.connection.row_names.take(self.table_name, version)
        places = None if names is None else names.find(ids)
        if names is not None and places is not None:
            found = await read_at(table, places, names)
            # Of a later version, rows may lie where others did.
            if await self.connection.versions.of(self.table_name, table) == version:
                return [in_scope(row, self.scope) for row in found]
        query = restricted(table.query().select(found_columns(False)), self.selection(ids, None))
        return rows_of(await query.to_arrow(), self.scope)

    def _rows_in_memory(self, version: int, wanted: Sequence[str]) -> dict[str, Row | None]:
        """Those of these rows that memory tells of at this version of the table, None for one that is not there."""
        known = self.connection.rows.take(self.table_name, version, wanted)
        missing = [each for each in wanted if each not in known]
        small = self.connection.small_tables.take(self.table_name, version) if missing else None
        if small is None or small.rows is None:
            return known
        rows = small.rows.with_ids(missing)
        return known | {each: in_scope(rows[each], self.scope) if each in rows else None for each in missing}

    def _version_at_hand(self) -> int | None:
        """The version of the table where that can be told without LanceDB, whose calls take a task of their own."""
        return None if self._table is None else self.connection.versions.known(self.table_name)

    async def acount(self, filters: MetadataFilters | None = None) -> int:
        """Number of rows that pass the filters."""
        selected = self.selection(None, filters)

        async def count(table: AsyncTable) -> int:
            return await table.count_rows(None if isinstance(selected, bool) else to_sql(selected))

        return 0 if selected is False else await self._read(count, 0)

    async def aquery(
        self, query: VectorStoreQuery, *, include_embeddings: bool = False, only_ids: bool = False, **kwargs: Any
    ) -> VectorStoreQueryResult:
        """The best rows, by (similarity descending, id ascending). See `ScopedVectorStore.aquery`."""
        refuse_unknown(kwargs)
        check_query(query)
        selected = self.selection(query.node_ids, query.filters, query.doc_ids)
        is_text = query.mode is VectorStoreQueryMode.TEXT_SEARCH
        vector = None if is_text else vector_of(query.query_embedding or (), self.dimensions)
        columns = ["id"] if only_ids else found_columns(include_embeddings)
        nothing = VectorStoreQueryResult(nodes=None if only_ids else [], similarities=[], ids=[])

        async def run(table: AsyncTable) -> VectorStoreQueryResult:
            found = await self._by_memory(table, query, vector, selected) if only_ids else None
            if found is not None:
                return found
            search = self._search(query, vector)
            return await best_rows(
                lambda: restricted(search(table, columns), selected),
                query.similarity_top_k,
                self.scope,
                only_ids=only_ids,
            )

        if selected is False or (is_text and not _terms(query)):
            return nothing
        at_hand = self._version_at_hand() if only_ids else None
        found = None if at_hand is None else self._by_small_table(at_hand, query, vector, selected)
        return await self._read(run, nothing) if found is None else found

    def _by_small_table(
        self, version: int, query: VectorStoreQuery, vector: Vector | None, selected: Resolved
    ) -> VectorStoreQueryResult | None:
        """The ids of the best rows, where the table is searched in memory at this version."""
        small = self.connection.small_tables.take(self.table_name, version) if selected is True else None
        if small is None:
            return None
        if vector is None:
            return small.matching(_terms(query), query.similarity_top_k)
        return small.nearest(vector, query.similarity_top_k)

    async def _by_memory(
        self, table: AsyncTable, query: VectorStoreQuery, vector: Vector | None, selected: Resolved
    ) -> VectorStoreQueryResult | None:
        """The ids of the best rows by what is in memory of the table as it is now; None where nothing is."""
        small, names = self.connection.small_tables, self.connection.row_names
        if self.table_name not in small and self.table_name not in names:
            return None
        version = await self.connection.versions.of(self.table_name, table)
        found = self._by_small_table(version, query, vector, selected)
        if found is not None:
            return found
        named = names.take(self.table_name, version)
        if named is None:
            return None
        search = self._search(query, vector)
        found = await best_rows(
            lambda: restricted(search(table, []).with_row_id(), selected),
            query.similarity_top_k,
            self.scope,
            only_ids=True,
            names=named,
        )
        # Of a later version, rows may stand where others did.
        is_same = await self.connection.versions.of(self.table_name, table) == version
        return found if is_same else None

    def _search(self, query: VectorStoreQuery, vector: Vector | None) -> _Search:
        """A search for a vector, (D,), or for the terms of the query where there is none."""
        if vector is None:
            from lancedb.query import MatchQuery

            terms = MatchQuery(" ".join(_terms(query)), "terms")  # type: ignore[call-arg] # mypy misses pydantic's defaults
            return lambda table, columns: table.query().nearest_to_text(terms).select([*columns, "_score"])
        return lambda table, columns: (
            table.query()
            .nearest_to(vector)
            .distance_type("cosine")
            .maximum_nprobes(0)
            .minimum_nprobes(_ALL_PARTITIONS)
            .select([*columns, "_distance"])
        )

    async def optimise(self) -> None:
        """Folds small fragments together, brings the indexes up to date and lets go of what was deleted.

        Does nothing while too little has changed to be worth it; what was deleted here is always let go of. Where
        other writers keep winning it is left for the next time: searches are right without, only slower.
        """
        self._commits = self._added = 0

        async def fold() -> None:
            table = await self._opened()
            if table is not None and (self._deleted or await worth_folding(table)):
                await table.optimize(cleanup_older_than=_OLD_VERSIONS_STAY)
                await index_vectors(table, self.exact_rows)

        try:
            await self.connection.calls.written(until_committed(fold))
            self._deleted = False
        except (RuntimeError, ValueError, OSError) as error:
            if _LOST_RACE.search(str(error)):
                _logger.info("Table %s is left for others to optimise, who are at it.", self.table_name)
                return
            _logger.warning("Table %s could not be optimised; searches go on without.", self.table_name, exc_info=True)

    async def _has_long_tail(self) -> bool:
        """Whether so many rows were added since the indexes were brought up to date that searches grow slow."""
        if self._added < _LEAST_TAIL:
            return False
        return self._added >= _TAIL_SHARE * await self.acount()

    async def _delete(self, selected: Resolved) -> None:
        """Deletes rows in one commit."""
        if selected is False:
            return
        predicate = "true" if selected is True else to_sql(selected)

        async def delete() -> None:
            table = await self._opened()
            if table is not None:
                await table.delete(predicate)

        await self._write(delete)
        self._deleted = True

    async def _opened(self) -> AsyncTable | None:
        if self._table is None:
            table = await self.connection.open_table(self.table_name)
            if table is not None:
                await self._take(table)
        opened: AsyncTable | None = self._table
        return opened

    async def _opened_or_made(self) -> AsyncTable:
        table = await self._opened()
        if table is None:
            table = await self.connection.make_table(self.table_name, table_schema(self.scope))
            await self._take(table)
        return table

    async def _take(self, table: AsyncTable) -> None:
        await check_table(table, self.scope)
        # Also for a table that was there: whoever made it may have crashed before its indexes.
        await until_committed(partial(make_indexes, table))
        self._table = table

    async def _read(
        self, operation: Callable[[AsyncTable], Coroutine[Any, Any, T]], nothing: T, *, is_awaited: bool = True
    ) -> T:
        """What the operation reads, or `nothing` where there is no table.

        Args:
            operation: reads only, and may be begun twice.
            nothing: in place of what it gives.
            is_awaited: whether a question waits for it: then it ends in time, see `Calls`.
        """
        calls = self.connection.calls
        if not is_awaited:
            return await calls.undisturbed(self._tried_twice(operation, nothing))
        try:
            return await calls.answered(lambda: self._tried_twice(operation, nothing))
        except TimeoutError as error:
            self._table = None
            raise RetrievalFailedError(
                f"The store did not answer within {LONGEST_SECONDS:g} seconds.",
                hint="Try again; where it lasts, look whether the disk of SHEAF_HOME answers, or restart the service.",
            ) from error

    async def _tried_twice(self, operation: Callable[[AsyncTable], Coroutine[Any, Any, T]], nothing: T) -> T:
        async def attempt() -> T:
            table = await self._opened()
            return nothing if table is None else await operation(table)

        try:
            return await attempt()
        except (RuntimeError, ValueError, OSError):
            # Another process may have dropped the table, or put a new one in its place.
            self._table = None
        try:
            return await attempt()
        except (RuntimeError, ValueError, OSError) as error:
            self._table = None
            raise RetrievalFailedError("The store could not be searched.", hint="Try again.") from error

    async def _write(self, operation: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def attempt() -> None:
            try:
                await operation()
            except (RuntimeError, ValueError, OSError):
                self._table = None
                raise

        async def alone() -> None:
            # Optimising goes on meanwhile, which LanceDB tells apart rightly.
            async with self.connection.locks.held(self.table_name):
                await until_committed(attempt)

        try:
            await self.connection.calls.written(alone())
        except (RuntimeError, ValueError, OSError) as error:
            raise UnavailableError(
                "The store could not be written.", hint="Check that its disk has room and can be written; try again."
            ) from error


def _terms(query: VectorStoreQuery) -> list[str]:
    return (query.query_str or "").split()
