"""The stores of an installation: each collection lives where it was made, whatever new ones are made with."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping

from app.settings import Settings
from app.stores.base import Kind, ScopedVectorStore, StoreFactory
from app.stores.factory import LanceDBStores
from app.stores.rows import Scope
from nodes.domain.errors import UnavailableError

_LIBRARIES = {"lancedb": "lancedb", "elasticsearch": "app.stores.elasticsearch_factory"}


class Stores:
    """Every backend that is configured, opened when it is first needed.

    Args:
        settings: say which backends there are.
    """

    def __init__(self, settings: Settings) -> None:
        self._new_collections = settings.store
        makers: dict[str, Callable[[], StoreFactory]] = {
            "lancedb": lambda: LanceDBStores(settings.store_path, settings.index_cache_bytes)
        }
        if settings.elasticsearch_url:
            makers["elasticsearch"] = lambda: _elasticsearch(settings)
        self._makers: Mapping[str, Callable[[], StoreFactory]] = makers
        self._opened: dict[str, StoreFactory] = {}

    def open(
        self, store: str, kind: Kind, scope: Scope, embedding_model: str, generation: int = 0
    ) -> ScopedVectorStore:
        """The chunks or the summaries of a collection.

        Args:
            store: where they live, as the collection records it.
            kind: which of the two.
            scope: of the collection.
            embedding_model: what its vectors are made with.
            generation: how often the collection was embedded anew.

        Raises:
            UnavailableError: this installation is not told where that store is.
        """
        return self._factory(store).open(kind, scope, embedding_model, generation)

    async def discard(self, store: str, scope: Scope, embedding_model: str, generation: int) -> None:
        """Removes everything stored of one embedding of a collection, see `StoreFactory.discard`.

        Raises:
            UnavailableError: the store could not be written.
        """
        await self._factory(store).discard(scope, embedding_model, generation)

    async def drop(self, owner: str, collection_id: str, store: str | None = None) -> None:
        """Removes everything stored for a collection.

        Args:
            owner: whose it was.
            collection_id: which.
            store: where it lived; None where nobody knows any more, for everywhere.

        Raises:
            UnavailableError: a store could not be written.
        """
        for each in self._makers if store is None else (store,):
            await self._factory(each).drop(owner, collection_id)

    async def check(self) -> None:
        """Makes sure that the stores answer that new collections go to, or that were used.

        Raises:
            RetrievalFailedError: one does not.
        """
        for factory in {store: self._factory(store) for store in (self._new_collections, *self._opened)}.values():
            await factory.check()

    async def describe(self) -> str:
        """The stores that `check` looks at, for people.

        Raises:
            RetrievalFailedError: one does not answer.
        """
        factories = {store: self._factory(store) for store in (self._new_collections, *self._opened)}
        return "; ".join([await factory.describe() for factory in factories.values()])

    async def upgrade(self) -> int:
        """Moves what older versions laid out in another way to today's layout; gives the number of rows moved."""
        return sum([await self._factory(store).upgrade() for store in self._makers])

    def load(self) -> None:
        """Loads the libraries of the store that new collections go to; they take seconds the first time."""
        importlib.import_module(_LIBRARIES[self._new_collections])

    async def close(self) -> None:
        """Gives connections back; stores that are used again open others."""
        for factory in self._opened.values():
            await factory.close()

    def _factory(self, store: str) -> StoreFactory:
        if store not in self._opened:
            if store not in self._makers:
                raise UnavailableError(
                    f"A collection lives in {store}, and nothing says where that is.",
                    hint="Set SHEAF_ELASTICSEARCH_URL."
                    if store == "elasticsearch"
                    else "Use a newer version of Sheaf.",
                )
            self._opened[store] = self._makers[store]()
        return self._opened[store]


def _elasticsearch(settings: Settings) -> StoreFactory:
    # Its libraries take a second to load, which an installation without it need not wait for.
    from app.stores.elasticsearch_factory import ElasticsearchStores

    return ElasticsearchStores(settings)
