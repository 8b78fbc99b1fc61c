"""Search in one collection's store, as LlamaIndex's port has it: visible rows only, in a fixed order."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    BasePydanticVectorStore,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
)

from nodes.documents.rows import revision_of
from nodes.domain.chat import DocumentView
from nodes.domain.errors import RetrievalFailedError, SheafError
from nodes.ports import Catalogue, Collection

MOST_OF_A_FILTER = 10_000
"""Documents that a metadata filter may leave: the stores are given each of them."""
_RETRY_FACTOR = 4
"""Times as many are asked for once more where too few of those found may be seen."""
_ATTEMPTS = 3
"""Searches, where documents are replaced between the store's answer and the catalogue's."""

_log = logging.getLogger(__name__)


class Found(NamedTuple):
    """A row that a search found: its id, its score and the visible document it belongs to."""

    row_id: str
    score: float
    view: DocumentView


async def dense_search(
    catalogue: Catalogue,
    collection: Collection,
    store: BasePydanticVectorStore,
    embedding: Sequence[float],
    limit: int,
    revision_ids: Sequence[str] | None = None,
) -> list[Found]:
    """Visible rows by (cosine descending, id ascending), at most `limit`; none where that is 0."""
    if not limit:
        return []
    query = VectorStoreQuery(query_embedding=list(embedding), mode=VectorStoreQueryMode.DEFAULT)
    return await _visible_search(catalogue, collection, store, query, limit, revision_ids)


async def text_search(
    catalogue: Catalogue,
    collection: Collection,
    store: BasePydanticVectorStore,
    terms: Sequence[str],
    limit: int,
    revision_ids: Sequence[str] | None = None,
) -> list[Found]:
    """Visible rows by (BM25 descending, id ascending), at most `limit`; none where there are no terms."""
    if not terms:
        return []
    query = VectorStoreQuery(query_str=" ".join(terms), mode=VectorStoreQueryMode.TEXT_SEARCH)
    return await _visible_search(catalogue, collection, store, query, limit, revision_ids)


async def read_rows(
    collection: Collection, row_ids: Sequence[str], store: BasePydanticVectorStore | None = None
) -> Mapping[str, BaseNode]:
    """Rows of one of the collection's stores by id, of its chunks unless told; those that are gone are left out.

    Raises:
        RetrievalFailedError: the store could not be read.
    """
    if not row_ids:
        return {}
    try:
        rows = await (store or collection.chunks).aget_nodes(list(row_ids))
    except SheafError:
        raise
    except Exception as error:
        raise _failed(collection, error) from error
    return {row.node_id: row for row in rows}


async def _visible_search(
    catalogue: Catalogue,
    collection: Collection,
    store: BasePydanticVectorStore,
    query: VectorStoreQuery,
    limit: int,
    revision_ids: Sequence[str] | None,
) -> list[Found]:
    """Visible rows, best first.

    The store may have answered before the rows of a newer revision came, and the catalogue after the older one went:
    then neither is found, and it is searched again.
    """
    query.filters = _scope(collection, revision_ids)
    owner, home = collection.owner, collection.collection_id
    for _ in range(_ATTEMPTS):
        version = await catalogue.known_version(owner, home)
        found, are_all_visible = await _search_once(catalogue, collection, store, query, limit)
        # Rows that are just being written are no news.
        if are_all_visible or (await catalogue.versions(owner, [home])).get(home) == version:
            break
    return found


async def _search_once(
    catalogue: Catalogue, collection: Collection, store: BasePydanticVectorStore, query: VectorStoreQuery, limit: int
) -> tuple[list[Found], bool]:
    """Visible rows, and whether all that the store found are.

    Rows that the catalogue does not show (being written, replaced, deleted) do not count: once more, with room.
    """
    for query.similarity_top_k in (limit, limit * _RETRY_FACTOR):
        try:
            # Ids alone: what is ranked is read from the catalogue, what is shown is read when it is known.
            result = await store.aquery(query, only_ids=True)
        except SheafError:
            raise
        except Exception as error:
            raise _failed(collection, error) from error
        ids, scores = result.ids or [], result.similarities or []
        homes = list(map(revision_of, ids))
        views = await catalogue.visible(collection.owner, homes)
        rows = zip(ids, scores, homes, strict=True)
        found = [Found(each, score, views[home]) for each, score, home in rows if home in views]
        if len(found) == len(ids) or len(found) >= limit or len(ids) < query.similarity_top_k:
            break
    return found[:limit], len(found) == len(ids)


def _failed(collection: Collection, error: Exception) -> RetrievalFailedError:
    doing = f"Searching the store of collection {collection.name!r}"
    hint = "Try again; `sheaf doctor` shows what is reachable."
    return RetrievalFailedError.unexpected(error, doing, _log, hint=hint)


def _scope(collection: Collection, revision_ids: Sequence[str] | None) -> MetadataFilters:
    filters: list[MetadataFilter | MetadataFilters] = [
        MetadataFilter(key="owner", value=collection.owner),
        MetadataFilter(key="collection_id", value=collection.collection_id),
    ]
    if revision_ids is not None:
        filters.append(MetadataFilter(key="revision_id", value=list(revision_ids), operator=FilterOperator.IN))
    return MetadataFilters(filters=filters)
