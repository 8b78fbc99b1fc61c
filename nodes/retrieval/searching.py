"""Search in one collection's store, as LlamaIndex's port has it: visible rows only, in a fixed order."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    BasePydanticVectorStore,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
)

from nodes.domain.chat import DocumentView
from nodes.domain.errors import RetrievalFailedError, SheafError
from nodes.domain.ports import Catalogue, Collection

Found = list[tuple[BaseNode, float, DocumentView]]

_RETRY_FACTOR = 4


async def dense_search(
    catalogue: Catalogue,
    collection: Collection,
    store: BasePydanticVectorStore,
    embedding: Sequence[float],
    limit: int,
    revision_ids: Sequence[str] | None = None,
) -> Found:
    """Visible rows by (cosine descending, id ascending), at most `limit`."""
    query = VectorStoreQuery(query_embedding=list(embedding), mode=VectorStoreQueryMode.DEFAULT)
    return await _visible_search(catalogue, collection, store, query, limit, revision_ids)


async def text_search(
    catalogue: Catalogue,
    collection: Collection,
    store: BasePydanticVectorStore,
    terms: Sequence[str],
    limit: int,
    revision_ids: Sequence[str] | None = None,
) -> Found:
    """Visible rows by (BM25 descending, id ascending), at most `limit`; none where there are no terms."""
    if not terms:
        return []
    query = VectorStoreQuery(query_str=" ".join(terms), mode=VectorStoreQueryMode.TEXT_SEARCH)
    return await _visible_search(catalogue, collection, store, query, limit, revision_ids)


async def _visible_search(
    catalogue: Catalogue,
    collection: Collection,
    store: BasePydanticVectorStore,
    query: VectorStoreQuery,
    limit: int,
    revision_ids: Sequence[str] | None,
) -> Found:
    """Rows that the catalogue does not show (being written, replaced, deleted) do not count: once more, with room."""
    query.filters = _scope(collection, revision_ids)
    for query.similarity_top_k in (limit, limit * _RETRY_FACTOR):
        try:
            result = await store.aquery(query)
        except SheafError:
            raise
        except Exception as error:
            raise RetrievalFailedError(
                f"The store of collection {collection.name!r} could not be searched: {error}",
                hint="Try again; `sheaf doctor` shows what is reachable.",
            ) from error
        rows = list(zip(result.nodes or [], result.similarities or [], strict=True))
        views = await catalogue.visible(collection.owner, sorted({str(row.metadata["revision_id"]) for row, _ in rows}))
        found = [
            (row, score, views[row.metadata["revision_id"]])
            for row, score in rows
            if row.metadata["revision_id"] in views
        ]
        if len(found) == len(rows) or len(found) >= limit or len(rows) < query.similarity_top_k:
            break
    return found[:limit]


def _scope(collection: Collection, revision_ids: Sequence[str] | None) -> MetadataFilters:
    filters: list[MetadataFilter | MetadataFilters] = [
        MetadataFilter(key="owner", value=collection.owner),
        MetadataFilter(key="collection_id", value=collection.collection_id),
    ]
    if revision_ids is not None:
        filters.append(MetadataFilter(key="revision_id", value=list(revision_ids), operator=FilterOperator.IN))
    return MetadataFilters(filters=filters)
