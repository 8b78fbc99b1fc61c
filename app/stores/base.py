"""What every store of Sheaf has in common: its scope, what it refuses, and its blocking methods."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Literal, Protocol, TypeVar, cast

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    BasePydanticVectorStore,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryMode,
    VectorStoreQueryResult,
)

from app.stores.filters import Resolved, both, column_in, resolve_filters
from app.stores.rows import Scope
from nodes.domain.errors import InternalError, InvalidRequestError

Kind = Literal["chunks", "summaries"]
KINDS: tuple[Kind, ...] = ("chunks", "summaries")

T = TypeVar("T")


class ScopedVectorStore(BasePydanticVectorStore):
    """Rows of one kind of one collection of one owner; asynchronous, with blocking methods for use without a loop.

    Args:
        owner: the only owner whose rows are taken and given.
        collection_id: the only collection whose rows are taken and given.
        dimensions: length of every vector.
    """

    stores_text: bool = True
    is_embedding_query: bool = True
    owner: str
    collection_id: str
    dimensions: int

    @property
    def scope(self) -> Scope:
        """Owner, collection and dimensions."""
        return Scope(self.owner, self.collection_id, self.dimensions)

    @abstractmethod
    async def async_add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """Adds nodes, or replaces those of the same id. Of equal ids the last counts. Found after `arefresh`.

        Args:
            nodes: text nodes whose metadata name the store's own owner and collection, with embeddings.
            kwargs: none are known.

        Returns:
            The ids of the nodes.

        Raises:
            InvalidRequestError: a node that cannot be stored; see `rows.row_of` and `rows.vectors_of`.
            ConflictError: vectors of another length than the collection's.
            UnavailableError: the store could not be written; adding the same nodes again completes what was begun.
        """

    @abstractmethod
    async def arefresh(self) -> None:
        """From now on searches find everything that was added. Stores that show it at once do nothing.

        Raises:
            UnavailableError: the store could not be reached; searches may go on without what was added.
        """

    async def adelete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        """Deletes every row of a revision, whose id LlamaIndex calls `ref_doc_id`."""
        refuse_unknown(delete_kwargs)
        await self._delete(column_in("revision_id", [ref_doc_id]))

    async def adelete_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None, **delete_kwargs: Any
    ) -> None:
        """Deletes the rows that have one of the ids and pass the filters; one of the two may be left out."""
        refuse_unknown(delete_kwargs)
        if node_ids is None and filters is None:
            raise InvalidRequestError("Nothing says what to delete.", hint="Give ids or filters, or use aclear.")
        await self._delete(self.selection(node_ids, filters))

    async def aclear(self) -> None:
        """Deletes every row; the table, or the index, stays."""
        await self._delete(True)

    @abstractmethod
    async def _delete(self, selected: Resolved) -> None:
        """Deletes the rows of the scope that a filter selects."""

    @abstractmethod
    async def aget_nodes(
        self,
        node_ids: list[str] | None = None,
        filters: MetadataFilters | None = None,
        *,
        include_embeddings: bool = False,
        limit: int | None = None,
    ) -> list[BaseNode]:
        """Nodes by id ascending: all of them, or those that have one of the ids and pass the filters.

        Asked for by ids and nothing else, as answers are made of them, they come without `terms` and
        `enriched_content`: what is only searched and only embedded is longer than the text.

        Args:
            node_ids: ids; those that are not there are left out.
            filters: over columns.
            include_embeddings: read the vectors too.
            limit: the first so many only; go on with a filter `id > last`.

        Raises:
            RetrievalFailedError: the store could not be read.
        """

    async def aread_ahead(self, node_ids: Sequence[str]) -> None:
        """`aget_nodes` will be asked for nodes with these ids. Only stores that keep what they read do anything.

        Raises:
            RetrievalFailedError: the store could not be read.
        """

    async def aread_table_ahead(self) -> bool:
        """Searches for ids alone will come. Only stores that search small tables in memory do anything.

        Returns:
            Whether anything was read.

        Raises:
            RetrievalFailedError: the store could not be read.
        """
        return False

    @abstractmethod
    async def acount(self, filters: MetadataFilters | None = None) -> int:
        """Number of rows that pass the filters."""

    @abstractmethod
    async def aquery(
        self, query: VectorStoreQuery, *, include_embeddings: bool = False, only_ids: bool = False, **kwargs: Any
    ) -> VectorStoreQueryResult:
        """The best rows, by (similarity descending, id ascending). Their nodes come without `terms`.

        Args:
            query: mode DEFAULT compares `query_embedding` by cosine, -1..1; mode TEXT_SEARCH scores by BM25, from 0,
                the rows that hold any of the terms of `query_str`, joined by blanks (no term finds nothing).
                `doc_ids` are revision ids.
            include_embeddings: read the vectors too.
            only_ids: read ids and similarities alone; `nodes` is None then.
            kwargs: none are known.

        Raises:
            InvalidRequestError: a mode, an option or a filter that the store does not have.
            ConflictError: a vector of another length than the collection's.
            RetrievalFailedError: the store could not be searched.
        """

    @abstractmethod
    async def optimise(self) -> None:
        """Brings the store into shape after a batch of writes; cheap when little changed."""

    def add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """As `async_add`, outside a running event loop."""

        async def add_and_show() -> list[str]:
            added = await self.async_add(nodes, **kwargs)
            await self.arefresh()
            return added

        return run_blocking(add_and_show)

    def delete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        """As `adelete`, outside a running event loop."""
        run_blocking(lambda: self.adelete(ref_doc_id, **delete_kwargs))

    def delete_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None, **delete_kwargs: Any
    ) -> None:
        """As `adelete_nodes`, outside a running event loop."""
        run_blocking(lambda: self.adelete_nodes(node_ids, filters, **delete_kwargs))

    def get_nodes(self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None) -> list[BaseNode]:
        """As `aget_nodes`, outside a running event loop."""
        return run_blocking(lambda: self.aget_nodes(node_ids, filters))

    def clear(self) -> None:
        """As `aclear`, outside a running event loop."""
        run_blocking(self.aclear)

    def query(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        """As `aquery`, outside a running event loop."""
        return run_blocking(lambda: self.aquery(query, **kwargs))

    def selection(
        self, node_ids: list[str] | None, filters: MetadataFilters | None, revision_ids: list[str] | None = None
    ) -> Resolved:
        """The rows that have one of the ids, pass the filters, and are of one of the revisions."""
        resolved = resolve_filters(filters, self.owner, self.collection_id)
        if node_ids is not None:
            resolved = both(resolved, column_in("id", node_ids))
        if revision_ids is not None:
            resolved = both(resolved, column_in("revision_id", revision_ids))
        return resolved


def scoped(store: BasePydanticVectorStore) -> ScopedVectorStore:
    """The store as what every store of ours is: it has more than the port."""
    return cast("ScopedVectorStore", store)


class StoreFactory(Protocol):
    """Opens the stores of collections in one backend."""

    def open(self, kind: Kind, scope: Scope, embedding_model: str, generation: int = 0) -> ScopedVectorStore:
        """The store of a collection's chunks or summaries; the same object every time. Reaches for nothing yet.

        Args:
            kind: which of the two.
            scope: of the collection.
            embedding_model: what its vectors are made with.
            generation: how often the collection was embedded anew; two that exist side by side keep apart.
        """
        ...

    async def drop(self, owner: str, collection_id: str) -> None:
        """Removes everything stored for a collection. Nothing happens where nothing is stored."""
        ...

    async def discard(self, scope: Scope, embedding_model: str, generation: int) -> None:
        """Removes everything stored of one embedding of a collection. Nothing happens where nothing is stored."""
        ...

    async def check(self) -> None:
        """Makes sure that the backend answers.

        Raises:
            RetrievalFailedError: it does not.
        """
        ...

    async def describe(self) -> str:
        """What it is, where, and how it is doing, for people.

        Raises:
            RetrievalFailedError: it does not answer.
        """
        ...

    async def upgrade(self) -> int:
        """Moves what older versions laid out in another way to today's layout; gives the number of rows moved."""
        ...

    async def close(self) -> None:
        """Gives connections back; stores that are used again open others."""
        ...


def refuse_unknown(options: dict[str, Any]) -> None:
    """Raises InvalidRequestError where an option is given that no store knows."""
    if options:
        raise InvalidRequestError("The store knows no option " + ", ".join(map(repr, sorted(options))) + ".")


def check_query(query: VectorStoreQuery) -> None:
    """Raises InvalidRequestError for a query that the store would have to answer by ignoring part of it."""
    if query.mode not in (VectorStoreQueryMode.DEFAULT, VectorStoreQueryMode.TEXT_SEARCH):
        raise InvalidRequestError(
            f"The store has no query mode {query.mode.value!r}.",
            hint="Query dense (default) and text_search apart, and fuse the two lists.",
        )
    if query.similarity_top_k < 1:
        raise InvalidRequestError(f"similarity_top_k is {query.similarity_top_k}; it must be 1 or more.")
    if query.output_fields is not None or query.embedding_field is not None:
        raise InvalidRequestError("The store has no choice of output_fields or embedding_field.")
    if query.mode is VectorStoreQueryMode.DEFAULT and query.query_embedding is None:
        raise InvalidRequestError("A dense query needs query_embedding.")


def run_blocking(operation: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Runs a coroutine to its end.

    Raises:
        InternalError: a loop is running in this thread, which the call would stop.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(operation())
    raise InternalError("A blocking call of the store inside an event loop; use its async method.")
