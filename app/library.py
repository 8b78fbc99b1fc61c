"""Opens collections: the row in the catalogue, its stores, and its own embedding model."""

from __future__ import annotations

from llama_index.core.base.embeddings.base import BaseEmbedding

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import CollectionKind
from app.settings import Settings
from app.stores.rows import Scope
from app.stores.stores import Stores
from nodes.domain.errors import SheafError, UnavailableError
from nodes.domain.ports import Collection

WORDLLAMA = "wordllama-256"
WORDLLAMA_DIMENSIONS = 256
OPENAI_PREFIX = "openai:"
OPENAI_DIMENSIONS = {"text-embedding-3-large": 3072, "text-embedding-3-small": 1536, "text-embedding-ada-002": 1536}


class CollectionLibrary:
    """The library of one process; stores and models are opened once and shared. Satisfies `ports.Library`."""

    def __init__(self, catalogue: SqlCatalogue, stores: Stores, settings: Settings) -> None:
        self._catalogue = catalogue
        self._stores = stores
        self._settings = settings
        self._embeddings: dict[str, BaseEmbedding] = {}

    async def open(self, owner: str, collection_id: str) -> Collection:
        """The collection. Raises NotFoundError where this owner has none of this id."""
        row = await self._catalogue.collection(owner, collection_id)
        scope = Scope(owner, collection_id, row.dimensions)
        return Collection(
            collection_id=row.collection_id,
            owner=owner,
            name=row.name,
            weight=row.weight,
            chunks=self._stores.open(row.store, "chunks", scope, row.embedding_model),
            summaries=self._stores.open(row.store, "summaries", scope, row.embedding_model),
            embedding=self.embedding(row.embedding_model),
        )

    async def name(self, owner: str, collection_id: str) -> str:
        """What the owner calls it, also where it cannot be opened; its id where there is none."""
        try:
            return (await self._catalogue.collection(owner, collection_id)).name
        except SheafError:
            return collection_id

    def load(self) -> None:
        """Loads the libraries of the store that new collections go to: they take seconds where they are first used."""
        self._stores.load()

    async def drop(self, owner: str, collection_id: str, store: str | None = None) -> None:
        """Removes everything that the stores hold of a collection that was deleted; see `Stores.drop`."""
        await self._stores.drop(owner, collection_id, store)

    def configured_kind(self) -> CollectionKind:
        """What new collections are made with."""
        return CollectionKind(*self.configured_embedding(), self._settings.store)

    def configured_embedding(self) -> tuple[str, int]:
        """Name and dimensions of the model that new collections get."""
        if self._settings.embedding == "wordllama":
            return WORDLLAMA, WORDLLAMA_DIMENSIONS
        model = self._settings.openai_embedding_model
        if model not in OPENAI_DIMENSIONS:
            raise UnavailableError(
                f"The dimensions of embedding model {model!r} are not known.",
                hint=f"Set SHEAF_OPENAI_EMBEDDING_MODEL to one of {', '.join(OPENAI_DIMENSIONS)}.",
            )
        return OPENAI_PREFIX + model, OPENAI_DIMENSIONS[model]

    def embedding(self, name: str) -> BaseEmbedding:
        """The model of that name, as collections record it."""
        if name not in self._embeddings:
            self._embeddings[name] = self._build(name)
        return self._embeddings[name]

    def _build(self, name: str) -> BaseEmbedding:
        if name == WORDLLAMA:
            from app.models.wordllama import WordLlamaEmbedding

            return WordLlamaEmbedding()
        if name.startswith(OPENAI_PREFIX):
            from app.models.openai import openai_embedding

            return openai_embedding(
                api_key=self._settings.api_key,
                base_url=self._settings.openai_base_url,
                model=name.removeprefix(OPENAI_PREFIX),
                timeout=self._settings.openai_timeout_seconds,
            )
        raise UnavailableError(
            f"A collection was made with the embedding model {name!r}, which this installation does not have.",
            hint="Use the version of Sheaf that made it.",
        )
