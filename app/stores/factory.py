"""The embedded stores: one table for chunks and one for summaries of each collection, over one connection."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path

from app.stores.base import KINDS, Kind
from app.stores.connection import INDEX_CACHE_BYTES, LanceConnection, until_committed
from app.stores.lancedb import LanceDBStore
from app.stores.rows import Scope
from nodes.domain.errors import RetrievalFailedError, UnavailableError


class LanceDBStores:
    """The embedded stores under one address.

    Args:
        uri: folder or address of the LanceDB database; made when first written.
        index_cache_bytes: of indexes in memory, at most.
    """

    def __init__(self, uri: str | Path, index_cache_bytes: int = INDEX_CACHE_BYTES) -> None:
        self._connection = LanceConnection(uri, index_cache_bytes)
        self._stores: dict[tuple[Kind, Scope, int], LanceDBStore] = {}

    def open(
        self,
        kind: Kind,
        scope: Scope,
        embedding_model: str,  # noqa: ARG002 - a table each anyway
        generation: int = 0,
    ) -> LanceDBStore:
        """The store of a collection's chunks or summaries; the same object every time."""
        key = (kind, scope, generation)
        if key not in self._stores:
            self._stores[key] = LanceDBStore(
                connection=self._connection,
                table_name=table_name(kind, scope.owner, scope.collection_id, generation),
                owner=scope.owner,
                collection_id=scope.collection_id,
                dimensions=scope.dimensions,
            )
        return self._stores[key]

    async def drop(self, owner: str, collection_id: str) -> None:
        """Removes everything stored for a collection. Nothing happens where nothing is stored.

        Raises:
            UnavailableError: a table could not be removed.
        """
        for kind in KINDS:
            first = table_name(kind, owner, collection_id)
            for name in await self._connection.calls.undisturbed(self._connection.table_names()):
                if name == first or name.startswith(f"{first}_"):
                    await self._drop_table(name)
        self._stores = {key: store for key, store in self._stores.items() if key[1][:2] != (owner, collection_id)}

    async def discard(self, scope: Scope, embedding_model: str, generation: int) -> None:  # noqa: ARG002 - as above
        """Removes what is stored of one embedding of a collection. Raises UnavailableError as `drop` does."""
        for kind in KINDS:
            name = table_name(kind, scope.owner, scope.collection_id, generation)
            await self._drop_table(name)
            self._stores.pop((kind, scope, generation), None)

    async def _drop_table(self, name: str) -> None:
        try:
            await self._connection.calls.written(until_committed(partial(self._connection.drop_table, name)))
        except (RuntimeError, ValueError, OSError) as error:
            raise UnavailableError(
                "The store could not be written.", hint="Check that its disk can be written; try again."
            ) from error

    async def check(self) -> None:
        """Makes sure that the database answers.

        Raises:
            RetrievalFailedError: it does not.
        """
        try:
            connection = await self._connection.open()
            await self._connection.calls.undisturbed(connection.list_tables(limit=1))
        except (RuntimeError, ValueError, OSError) as error:
            raise RetrievalFailedError("The store cannot be read.", hint="Check its disk under SHEAF_HOME.") from error

    async def describe(self) -> str:
        """Where it is, for people. Raises RetrievalFailedError where it does not answer."""
        await self.check()
        return f"LanceDB at {self._connection.uri}"

    async def upgrade(self) -> int:
        """Moves nothing: there is one layout so far."""
        return 0

    async def close(self) -> None:
        """Gives the connection back; the stores made so far open another when they are used again."""
        await self._connection.close()
        self._stores.clear()


def table_name(kind: Kind, owner: str, collection_id: str, generation: int = 0) -> str:
    """A table's name: letters and digits only, whatever owner and collection are called, and different for each.

    Args:
        kind: of rows.
        owner: whose.
        collection_id: which collection.
        generation: how often it was embedded anew; each embedding has tables of its own.
    """
    scope = hashlib.blake2b(digest_size=16)
    for part in (owner, collection_id):
        encoded = part.encode()
        scope.update(len(encoded).to_bytes(8, "big") + encoded)
    return f"{kind}_{scope.hexdigest()}" + (f"_{generation}" if generation else "")
