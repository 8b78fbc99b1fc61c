"""What a LanceDB table of rows looks like, how it is indexed, and how the best rows are read from it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import VectorStoreQueryResult

from app.stores.filters import NUMBER_COLUMNS, Resolved, to_sql
from app.stores.postings import PostingsBuilder
from app.stores.row_cache import Row
from app.stores.row_names import RowNames
from app.stores.rows import (
    FOUND_COLUMNS,
    METADATA_COLUMNS,
    READ_COLUMNS,
    Scope,
    node_of,
    row_of,
    vectors_of,
)
from app.stores.small_tables import SmallTable
from app.stores.whole_rows import WholeRowsBuilder
from nodes.domain.errors import ConflictError

if TYPE_CHECKING:
    import pyarrow as pa
    from lancedb.index import FTS
    from lancedb.query import AsyncStandardQuery
    from lancedb.table import AsyncTable
    from numpy.typing import NDArray

EXACT_ROWS = 32_768
"""Up to here every row is read and compared; beyond, an index that stays in memory has the vectors."""

_SPARE_ROWS = 16
_ROWS_AT_ONCE = 1024
_TIE_GROWTH = 4
_LONGEST_TERM_BYTES = 512
"""Above the longest term there is, 64 code points of up to four bytes: Lance drops what is longer."""
_FRAGMENTS_TO_FOLD = 16
_WAITING_SHARE = 0.02
_SCALAR_INDEXES = ("id", "revision_id", "document_id")
LONG_COLUMNS = ("text", "payload")
"""Of what a search reads, what is not kept in memory of a large table."""
SHORT_COLUMNS = tuple(name for name in FOUND_COLUMNS if name not in ("id", *LONG_COLUMNS))


def table_schema(scope: Scope) -> pa.Schema:
    """The columns of a table, which scope it belongs to, and that `id` is its key.

    The key lets LanceDB see that two writers insert the same id at once, as long as the ids have no index: see
    `TableLocks`.
    """
    import pyarrow as pa

    def kind(column: str) -> pa.DataType:
        return pa.int64() if column in NUMBER_COLUMNS else pa.string()

    key = pa.field("id", pa.string(), nullable=False, metadata={"lance-schema:unenforced-primary-key:position": "1"})
    columns = [pa.field(column, kind(column)) for column in (*METADATA_COLUMNS, "terms", "text", "payload")]
    vector = pa.field("vector", pa.list_(pa.float32(), scope.dimensions))
    return pa.schema([key, *columns, vector], metadata=_scope_metadata(scope))


def _scope_metadata(scope: Scope) -> dict[bytes, bytes]:
    return {b"sheaf.owner": scope.owner.encode(), b"sheaf.collection_id": scope.collection_id.encode()}


async def check_table(table: AsyncTable, scope: Scope) -> None:
    """Holds a table against the scope it is opened for.

    Raises:
        ConflictError: its vectors have another length, or it belongs to another owner or collection.
    """
    schema = await table.schema()
    length = schema.field("vector").type.list_size
    if length != scope.dimensions:
        raise ConflictError(
            f"The collection holds vectors of {length} dimensions, not {scope.dimensions}.",
            hint="The embedding model was changed: re-embed the collection with `sheaf reembed`.",
        )
    kept = schema.metadata or {}
    if any(kept.get(name) != value for name, value in _scope_metadata(scope).items()):
        raise ConflictError(f"The table {table.name} belongs to another collection.")


async def make_indexes(table: AsyncTable) -> None:
    """Makes the indexes that are missing: full text over the terms, and the columns that are looked up most."""
    from lancedb.index import BTree

    for column in ("terms", *_SCALAR_INDEXES):
        if any(index.columns == [column] for index in await table.list_indices()):
            continue
        await table.create_index(column, config=_terms_index() if column == "terms" else BTree())


def _terms_index() -> FTS:
    from lancedb.index import FTS

    # The terms are analysed already: they are split at blanks and otherwise left as they are.
    return FTS(
        with_position=False,
        base_tokenizer="whitespace",
        max_token_length=_LONGEST_TERM_BYTES,
        lower_case=False,
        stem=False,
        remove_stop_words=False,
        ascii_folding=False,
    )


async def worth_folding(table: AsyncTable) -> bool:
    """Whether enough has changed for `optimize`, which rewrites the indexes, to pay.

    Up to the shares that stand here, searching what no index holds costs little, and BM25's statistics are nearly
    those of all rows.
    """
    stats = cast("dict[str, Any]", await table.stats())  # annotated as a class, and a dictionary in truth
    rows = int(stats["num_rows"])
    if int(stats["fragment_stats"]["num_fragments"]) >= _FRAGMENTS_TO_FOLD:
        return True
    terms = next(index.name for index in await table.list_indices() if index.columns == ["terms"])
    indexed = await table.index_stats(terms)
    waiting = rows if indexed is None else indexed.num_unindexed_rows
    return waiting > _WAITING_SHARE * rows


async def index_vectors(table: AsyncTable, exact_rows: int) -> None:
    """Makes the vector index of a table that has outgrown reading every row, once."""
    rows = await table.count_rows()
    if rows < exact_rows:
        return
    if any(index.columns == ["vector"] for index in await table.list_indices()):
        return
    from lancedb.index import IvfFlat

    # It stays in memory, and all of its partitions are compared. Measured on 100,742 chunks (256 dimensions), recall of
    # the best 16 and of 150, and CPU of a query: 1.0, 1.0, 29 ms. Half of the partitions: .967, .967, 21 ms. IvfRq with
    # four times as many compared exactly: .99, .87, 34 ms; IvfPq so: 1.0, .996, 48 ms, and 15 times as long to build.
    # As all are compared, few of them do: with a quarter of the usual square root the index is built in a third of the
    # time, and a search among 45,711 takes a tenth less.
    config = IvfFlat(distance_type="cosine", num_partitions=max(1, math.isqrt(rows) // 4))
    await table.create_index("vector", config=config)


def record_batch(nodes: Sequence[BaseNode], scope: Scope) -> pa.Table:
    """Nodes as rows of a table; of equal ids the last one counts.

    Raises:
        InvalidRequestError, ConflictError: see `rows.row_of` and `rows.vectors_of`.
    """
    import pyarrow as pa

    distinct = list({node.node_id: node for node in nodes}.values())
    vectors = vectors_of(distinct, scope.dimensions)
    rows = [row_of(node, scope) for node in distinct]
    schema = table_schema(scope)
    arrays = [pa.array([row[name] for row in rows], schema.field(name).type) for name in schema.names[:-1]]
    arrays.append(pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), scope.dimensions))
    return pa.Table.from_arrays(arrays, schema=schema)


def rows_of(table: pa.Table, scope: Scope) -> list[Row]:
    """The rows of a table that was read, with their scope: each column that is read costs a twentieth of the time."""
    return [in_scope(row, scope) for row in table.to_pylist()]


def in_scope(row: Row, scope: Scope) -> Row:
    """A row that was read, with whose it is."""
    return {**row, "owner": scope.owner, "collection_id": scope.collection_id}


def nodes_of(table: pa.Table, scope: Scope) -> list[BaseNode]:
    """The nodes of a table that was read."""
    return [node_of(row) for row in rows_of(table, scope)]


def read_columns(include_embeddings: bool) -> list[str]:
    """The columns that make a node."""
    return [*READ_COLUMNS, "vector"] if include_embeddings else list(READ_COLUMNS)


def found_columns(include_embeddings: bool) -> list[str]:
    """The columns that make a node that was searched for: all but the terms."""
    return [*FOUND_COLUMNS, "vector"] if include_embeddings else list(FOUND_COLUMNS)


def restricted(query: AsyncStandardQuery, selected: Resolved) -> AsyncStandardQuery:
    """The query over the rows that pass, before it looks for the best."""
    return query if isinstance(selected, bool) else query.where(to_sql(selected))


async def read_whole(table: AsyncTable) -> SmallTable:
    """All rows: their ids, vectors and terms, and what is read of them by their ids, unless that is very much.

    A batch at a time, each into its place: as one table, ordered and copied, 31 MB of vectors took four times as much,
    and most of that stayed with the libraries.
    """
    schema = await table.schema()
    dimensions = cast("pa.FixedSizeListType", schema.field("vector").type).list_size
    matrix = np.empty((await table.count_rows(), dimensions), np.float32)
    ids: list[str] = []
    postings, rows = PostingsBuilder(), WholeRowsBuilder()
    columns = [*FOUND_COLUMNS, "terms", "vector"]
    batches = await table.query().select(columns).to_batches(max_batch_length=_ROWS_AT_ONCE)
    async for batch in batches:
        begin, end = len(ids), len(ids) + batch.num_rows
        if end > len(matrix):
            # Rows that came since they were counted.
            matrix = np.concatenate([matrix[:begin], np.empty((batch.num_rows, dimensions), np.float32)])
        await asyncio.to_thread(_put_directions, batch, matrix[begin:end])
        await asyncio.to_thread(postings.add, batch.column("terms"))
        await asyncio.to_thread(rows.add, batch.select(FOUND_COLUMNS))
        ids += batch.column("id").to_pylist()
    return SmallTable(ids, matrix[: len(ids)], await asyncio.to_thread(postings.built), rows.built())


def _put_directions(batch: pa.RecordBatch, place: NDArray[np.float32]) -> None:
    place[:] = batch.column("vector").flatten().to_numpy(zero_copy_only=False).reshape(place.shape)
    place /= np.linalg.norm(place, axis=1, keepdims=True)


async def read_names(table: AsyncTable) -> RowNames:
    """Of all rows where LanceDB has each, its id, and what else of it is short."""
    found = await table.query().select(["id", *SHORT_COLUMNS]).with_row_id().to_arrow()
    return await asyncio.to_thread(_names_of, found)


def _names_of(found: pa.Table) -> RowNames:
    import pyarrow as pa

    places = found.column("_rowid").to_numpy()
    order = np.argsort(places, kind="stable")
    found = found.take(pa.array(order))
    columns = {name: found.column(name).combine_chunks() for name in SHORT_COLUMNS}
    # Of a document's chunks many have the same.
    columns |= {name: column.dictionary_encode() for name, column in columns.items() if name not in NUMBER_COLUMNS}
    return RowNames.of(places[order], found.column("id").combine_chunks(), columns)


async def read_at(table: AsyncTable, places: NDArray[np.uint64], names: RowNames) -> list[Row]:
    """The rows at these places, which is faster than looking for their ids and reading all of their columns.

    Args:
        table: the rows lie in.
        places: distinct ones, of rows that are there.
        names: of the table at the version that it has; of another, rows that never were may come back.
    """
    found = await table.take_row_ids(places.tolist()).select(list(LONG_COLUMNS)).with_row_id().to_arrow()
    short = names.short(found.column("_rowid").to_numpy())
    return [known | row for known, row in zip(short, found.select(LONG_COLUMNS).to_pylist(), strict=True)]


async def best_rows(
    search: Callable[[], AsyncStandardQuery],
    top_k: int,
    scope: Scope,
    *,
    only_ids: bool,
    names: RowNames | None = None,
) -> VectorStoreQueryResult:
    """The best rows by (similarity descending, id ascending), exact also where a tie straddles the cut-off.

    LanceDB cuts ties as it finds them. So more than `top_k` are read, and more again while the last of them is as
    good as the last that is wanted.

    Args:
        search: makes the query anew; its rows carry `_distance` (cosine, 0..2) or `_score`.
        top_k: number of rows wanted, from 1.
        scope: of the table.
        only_ids: whether the rows are nothing but their ids.
        names: of the table, where the query gives `_rowid` in place of `id`.
    """
    import pyarrow as pa

    limit = top_k + _SPARE_ROWS
    while True:
        found = await search().limit(limit).to_arrow()
        similarities = _similarities(found)
        if found.num_rows < limit or np.partition(similarities, -top_k)[-top_k] > similarities.min():
            break
        limit *= _TIE_GROWTH
    named = found.column("id").to_pylist() if names is None else names.at(found.column("_rowid").to_numpy())
    identifiers: list[str] = named
    order = sorted(range(len(identifiers)), key=lambda row: (-similarities[row], identifiers[row]))[:top_k]
    return VectorStoreQueryResult(
        nodes=None if only_ids else nodes_of(found.take(pa.array(order, pa.int64())), scope),
        similarities=[float(similarities[row]) for row in order],
        ids=[identifiers[row] for row in order],
    )


def _similarities(found: pa.Table) -> NDArray[np.float64]:
    if "_score" in found.column_names:
        return np.asarray(found.column("_score").to_numpy(), dtype=np.float64)
    distances = np.asarray(found.column("_distance").to_numpy(), dtype=np.float64)
    return np.clip(1.0 - distances, -1.0, 1.0)
