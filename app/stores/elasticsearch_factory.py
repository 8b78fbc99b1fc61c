"""The stores in Elasticsearch: one index for each kind of row and each embedding model."""

from __future__ import annotations

from typing import Any

from app.settings import Settings
from app.stores.base import KINDS, Kind
from app.stores.elasticsearch import ElasticsearchVectorStore
from app.stores.elasticsearch_client import UNREACHABLE, ElasticsearchConnection
from app.stores.elasticsearch_indexes import upgrade_index
from app.stores.elasticsearch_mapping import META, IndexSpec
from app.stores.elasticsearch_queries import all_of
from app.stores.elasticsearch_writing import delete
from app.stores.rows import Scope
from nodes.domain.errors import RetrievalFailedError


class ElasticsearchStores:
    """The stores under one prefix of index names.

    Args:
        settings: where the servers are, and what indexes are like.
    """

    def __init__(self, settings: Settings) -> None:
        self._connection = ElasticsearchConnection(settings)
        self._prefix = settings.elasticsearch.index_prefix
        self._stores: dict[tuple[IndexSpec, Scope, bool], ElasticsearchVectorStore] = {}

    @property
    def connection(self) -> ElasticsearchConnection:
        """To the servers."""
        return self._connection

    def open(self, kind: Kind, scope: Scope, embedding_model: str, generation: int = 0) -> ElasticsearchVectorStore:
        """The store of a collection's chunks or summaries; the same object every time.

        Two embeddings of a collection have different models or dimensions, and so lie in different indexes.
        """
        spec = IndexSpec(self._prefix, kind, embedding_model, scope.dimensions)
        key = (spec, scope, generation > 0)
        if key not in self._stores:
            self._stores[key] = ElasticsearchVectorStore(
                self._connection, spec, scope, is_first_embedding=generation == 0
            )
        return self._stores[key]

    async def discard(self, scope: Scope, embedding_model: str, generation: int) -> None:  # noqa: ARG002 - see `open`
        """Removes the rows of one embedding of a collection; the index is others' too, and stays."""
        for kind in KINDS:
            spec = IndexSpec(self._prefix, kind, embedding_model, scope.dimensions)
            await delete(self._connection, spec.alias, all_of(scope, True))

    async def drop(self, owner: str, collection_id: str) -> None:
        """Removes the rows of a collection, whatever model they are of; the indexes are others' too, and stay."""
        everything = all_of(Scope(owner, collection_id, 0), True)
        for kind in KINDS:
            await delete(self._connection, f"{self._prefix}-{kind}-*", everything)

    async def check(self) -> None:
        """Makes sure that the cluster answers, and that every shard has a copy that does.

        Raises:
            RetrievalFailedError: it does not.
        """
        try:
            client = await self._connection.client()
            health = await client.cluster.health(index=f"{self._prefix}-*", timeout="1s")
        except UNREACHABLE as error:
            raise self._connection.failure(RetrievalFailedError, "reached", error) from error
        if health["status"] == "red":
            raise RetrievalFailedError(
                f"Elasticsearch is red: {health['unassigned_shards']} shards are lost.",
                hint="Bring its nodes back, or restore the indexes from a snapshot.",
                detail=f"It is at {self._connection.address}.",
            )

    async def describe(self) -> str:
        """Version, health and indexes, for people.

        Raises:
            RetrievalFailedError: the cluster does not answer.
        """
        await self.check()
        try:
            client = await self._connection.client()
            version = (await client.info())["version"]["number"]
            health = (await client.cluster.health(index=f"{self._prefix}-*"))["status"]
            # A list, as JSON; annotated for both forms.
            found: Any = await client.cat.indices(
                index=f"{self._prefix}-*", h="index,docs.count,store.size,health", s="index", format="json"
            )
        except UNREACHABLE as error:
            raise self._connection.failure(RetrievalFailedError, "reached", error) from error
        indexes = [
            f"{each['index']} ({each['docs.count']} rows, {each['store.size']}, {each['health']})" for each in found
        ]
        return f"Elasticsearch {version} at {self._connection.address}, {health}; " + (
            ", ".join(indexes) or "no index yet"
        )

    async def upgrade(self) -> int:
        """Moves every index of an older mapping to the newest, see `upgrade_index`; gives the number of rows copied."""
        copied = 0
        for spec in await self._specs():
            copied += await upgrade_index(self._connection, spec)
        return copied

    async def _specs(self) -> list[IndexSpec]:
        try:
            client = await self._connection.client()
            found = await client.indices.get_mapping(index=[f"{self._prefix}-{kind}-*" for kind in KINDS])
        except UNREACHABLE as error:
            raise self._connection.failure(RetrievalFailedError, "reached", error) from error
        specs = set()
        for name, index in found.body.items():
            made_for = index["mappings"].get("_meta", {}).get(META)
            kind = next(kind for kind in KINDS if name.startswith(f"{self._prefix}-{kind}-"))
            if made_for is not None:
                specs.add(IndexSpec(self._prefix, kind, made_for["model"], made_for["dimensions"]))
        return sorted(specs)

    async def close(self) -> None:
        """Gives connections back; stores that are used again open others."""
        await self._connection.close()
        self._stores.clear()
