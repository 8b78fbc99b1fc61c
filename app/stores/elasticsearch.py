"""The store at scale: LlamaIndex's Elasticsearch store, held to one collection of one owner."""

from __future__ import annotations

import asyncio
import hashlib
import warnings
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from elasticsearch.helpers.vectorstore import AsyncBM25Strategy, AsyncDenseVectorStrategy
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    BasePydanticVectorStore,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
    VectorStoreQueryResult,
)

from app.stores.base import ScopedVectorStore, check_query, refuse_unknown
from app.stores.elasticsearch_client import Answer, ElasticsearchConnection
from app.stores.elasticsearch_indexes import find_indexes, make_index
from app.stores.elasticsearch_mapping import BM25_B, BM25_K1, OVERSAMPLING, IndexSpec, vector_index
from app.stores.elasticsearch_queries import (
    MOST_ROWS,
    Query,
    all_of,
    check_wanted,
    dense_body,
    scope_filter,
    text_body,
)
from app.stores.elasticsearch_rows import (
    TEXT_FIELD,
    VECTOR_FIELD,
    documents_of,
    excluded_fields,
    node_of_source,
)
from app.stores.elasticsearch_writing import MissingIndexError, delete, put, refresh, write
from app.stores.filters import Resolved
from app.stores.rows import Scope, vector_of
from nodes.domain.errors import ConflictError, UnavailableError

with warnings.catch_warnings():
    # It configures pydantic in a way that pydantic will drop; Sheaf's tests take a warning for an error.
    warnings.simplefilter("ignore", DeprecationWarning)
    from llama_index.vector_stores.elasticsearch import ElasticsearchStore

_SPARE_ROWS = 16
_TIE_GROWTH = 4
_PAGE_ROWS = 1000
_PAGE_NUMBERS = 500_000
"""How many numbers of vectors are read at once."""


class ElasticsearchVectorStore(ScopedVectorStore, ElasticsearchStore):  # type: ignore[misc] # the two differ in `query`: the first one's it is
    """Rows of one kind (chunks or summaries) of one collection of one owner, in an index shared with others.

    LlamaIndex's store gives its fields, its place in LlamaIndex and its strategies, which word the searches. What it
    does with them is overridden; each override says why.

    Args:
        connection: to the servers.
        spec: the index.
        scope: whose rows.
        is_first_embedding: whether rows of the collection in an index of other dimensions mean that the model was
            changed behind its back; after it was embedded anew, some may be there that are still to be removed.
    """

    _connection: ElasticsearchConnection = PrivateAttr()
    _spec: IndexSpec = PrivateAttr()
    _dense_strategy: AsyncDenseVectorStrategy = PrivateAttr()
    _text_strategy: AsyncBM25Strategy = PrivateAttr()
    _is_there: bool = PrivateAttr(default=False)
    _is_first_embedding: bool = PrivateAttr(default=True)
    _preference: str = PrivateAttr()

    def __init__(
        self, connection: ElasticsearchConnection, spec: IndexSpec, scope: Scope, *, is_first_embedding: bool = True
    ) -> None:
        """Passes by the constructor of `ElasticsearchStore`.

        That one patches asyncio for the whole process (nest_asyncio), fails where uvloop runs, and calls the server.
        """
        dense = AsyncDenseVectorStrategy()
        BasePydanticVectorStore.__init__(
            self,
            **scope._asdict(),
            index_name=spec.alias,
            es_client=None,
            es_url=None,
            es_cloud_id=None,
            es_api_key=None,
            es_user=None,
            es_password=None,
            text_field=TEXT_FIELD,
            vector_field=VECTOR_FIELD,
            retrieval_strategy=dense,
        )
        self._connection, self._spec = connection, spec
        self._is_first_embedding = is_first_embedding
        self._dense_strategy = dense
        self._text_strategy = AsyncBM25Strategy(k1=BM25_K1, b=BM25_B)
        self._preference = hashlib.blake2b(repr(scope).encode(), digest_size=8).hexdigest()

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex knows this store."""
        return "ElasticsearchVectorStore"

    @property
    def client(self) -> ElasticsearchConnection:
        """The connection, whose client lives as long as its event loop; LlamaIndex's is bound to the first loop."""
        return self._connection

    def close(self) -> None:
        """Nothing, for the connection is shared; LlamaIndex's would close it for every store."""

    async def async_add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """Adds nodes, or replaces those of the same id. See `ScopedVectorStore.async_add`.

        LlamaIndex's refreshes the index with every piece, keeps metadata as one object, takes an id for the key
        (collections that share an index would overwrite each other), and gives up where the server is busy.
        """
        refuse_unknown(kwargs)
        if not nodes:
            return []
        documents = await asyncio.to_thread(documents_of, nodes, self.scope)
        operations = [put(self.index_name, each.key, each.row_id, each.source) for each in documents]

        async def attempt() -> None:
            if not await self._found():
                await make_index(self._connection, self._spec)
                self._is_there = True
            await write(self._connection, operations)

        try:
            await attempt()
        except MissingIndexError:
            # Somebody removed it since it was found.
            self._is_there = False
            await self._again(attempt)
        return [node.node_id for node in nodes]

    async def _again(self, attempt: Callable[[], Awaitable[None]]) -> None:
        try:
            await attempt()
        except MissingIndexError as error:
            raise UnavailableError(
                "An index goes as soon as it is made.",
                hint="See what removes it; try again.",
                detail=f"It is {self.index_name}.",
            ) from error

    async def arefresh(self) -> None:
        """From now on searches find everything that was added. See `ScopedVectorStore.arefresh`."""
        await refresh(self._connection, self.index_name)

    async def _delete(self, selected: Resolved) -> None:
        """Deletes rows of the scope alone.

        LlamaIndex's looks in metadata of its own layout, in every collection; knows no filter but equality, and takes a
        disjunction of them for a conjunction; and clears an index by removing it, with what others have there.
        """
        if selected is not False and await self._found():
            await delete(self._connection, self.index_name, all_of(self.scope, selected))

    async def aget_nodes(
        self,
        node_ids: list[str] | None = None,
        filters: MetadataFilters | None = None,
        *,
        include_embeddings: bool = False,
        limit: int | None = None,
    ) -> list[BaseNode]:
        """Nodes by id ascending. See `ScopedVectorStore.aget_nodes`.

        LlamaIndex's gives 10,000 rows and says nothing of the others. Ids are unique in a collection and the pages
        go by them, so none is given twice or left out, and no point in time has to be held open.
        """
        selected = self.selection(node_ids, filters)
        if selected is False or not await self._found():
            return []
        page = min(_PAGE_ROWS, max(1, _PAGE_NUMBERS // self.dimensions)) if include_embeddings else _PAGE_ROWS
        whole = include_embeddings or filters is not None or limit is not None or node_ids is None
        nodes: list[BaseNode] = []
        after: list[Any] | None = None
        while limit is None or len(nodes) < limit:
            size = page if limit is None else min(page, limit - len(nodes))
            body: Query = {
                "query": all_of(self.scope, selected),
                "size": size,
                "sort": [{"id": "asc"}],
                "_source": {"excludes": excluded_fields(embeddings=include_embeddings, terms=whole, embedded=whole)},
                "track_total_hits": False,
            }
            hits = await self._hits(body if after is None else {**body, "search_after": after})
            nodes += [node_of_source(hit["_source"]) for hit in hits]
            if len(hits) < size:
                break
            after = hits[-1]["sort"]
        return nodes

    async def acount(self, filters: MetadataFilters | None = None) -> int:
        """Number of rows that pass the filters."""
        selected = self.selection(None, filters)
        if selected is False or not await self._found():
            return 0
        answer = await self._search({"query": all_of(self.scope, selected), "size": 0, "track_total_hits": True})
        return 0 if answer is None else int(answer["hits"]["total"]["value"])

    async def aquery(  # type: ignore[override] # of two parents: LlamaIndex's has further arguments, refused here
        self, query: VectorStoreQuery, *, include_embeddings: bool = False, only_ids: bool = False, **kwargs: Any
    ) -> VectorStoreQueryResult:
        """The best rows, by (similarity descending, id ascending). See `ScopedVectorStore.aquery`.

        LlamaIndex's stretches similarities so that the best is 1 and the worst 0 whatever they are, knows no filter
        but equality, searches each way in a request of its own, and leaves the order of equal rows to chance. Its
        hybrid mode is fused by the server, for which that wants a paid licence.
        """
        refuse_unknown(kwargs)
        check_query(query)
        check_wanted(query.similarity_top_k)
        selected = self.selection(query.node_ids, query.filters, query.doc_ids)
        read = False if only_ids else {"excludes": excluded_fields(embeddings=include_embeddings, terms=False)}
        if query.mode is VectorStoreQueryMode.TEXT_SEARCH:
            terms = " ".join((query.query_str or "").split())
            hits = await self._text_hits(terms, query.similarity_top_k, selected, read) if terms else []
            similarities = [float(hit["sort"][0]) for hit in hits]
        else:
            vector = [float(each) for each in vector_of(query.query_embedding or (), self.dimensions)]
            hits = await self._dense_hits(vector, query.similarity_top_k, selected, read)
            # Elasticsearch scores a cosine of -1..1 by 0..1.
            similarities = [min(1.0, max(-1.0, 2.0 * float(hit["sort"][0]) - 1.0)) for hit in hits]
        return VectorStoreQueryResult(
            nodes=None if only_ids else [node_of_source(hit["_source"]) for hit in hits],
            similarities=similarities,
            ids=[hit["sort"][1] for hit in hits],
        )

    async def _text_hits(self, terms: str, wanted: int, selected: Resolved, read: object) -> list[Answer]:
        if not await self._found() or selected is False:
            return []
        filters = scope_filter(self.owner, self.collection_id, selected)
        return await self._hits({**text_body(self._text_strategy, terms, wanted, filters), "_source": read})

    async def _dense_hits(self, vector: list[float], wanted: int, selected: Resolved, read: object) -> list[Answer]:
        """The nearest, exact also where a tie straddles the cut: more are read while the last is as good as it."""
        if not await self._found() or selected is False:
            return []
        filters = scope_filter(self.owner, self.collection_id, selected)
        oversampling = OVERSAMPLING[vector_index(self.dimensions, self._connection.options)]
        limit = min(MOST_ROWS, wanted + _SPARE_ROWS)
        while True:
            body = dense_body(self._dense_strategy, vector, limit, filters, oversampling)
            hits = await self._hits({**body, "_source": read})
            if len(hits) < limit or limit == MOST_ROWS or hits[wanted - 1]["sort"][0] > hits[-1]["sort"][0]:
                return hits[:wanted]
            limit = min(MOST_ROWS, limit * _TIE_GROWTH)

    async def optimise(self) -> None:
        """Nothing: Elasticsearch folds its segments by itself."""

    async def _hits(self, body: Query) -> list[Answer]:
        answer = await self._search(body)
        return [] if answer is None else list(answer["hits"]["hits"])

    async def _search(self, body: Query) -> Answer | None:
        answer = await self._connection.search(self.index_name, body, self._preference)
        if answer is None:
            self._is_there = False
        return answer

    async def _found(self) -> bool:
        """Whether the index is there; looked up until it is.

        Raises:
            ConflictError: it is, and is not of this kind; or the collection's rows lie in one of other dimensions.
        """
        if self._is_there:
            return True
        found = await find_indexes(self._connection, self._spec)
        for index, dimensions in found.others.items() if self._is_first_embedding else ():
            body = {"query": all_of(self.scope, True), "size": 1, "_source": False}
            answer = await self._connection.search(index, body)
            if answer is not None and answer["hits"]["hits"]:
                raise ConflictError(
                    f"The collection holds vectors of {dimensions} dimensions, not {self.dimensions}.",
                    hint="The embedding model was changed: re-embed the collection with `sheaf reembed`.",
                )
        self._is_there = found.current is not None
        return self._is_there
