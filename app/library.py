"""Opens collections: the row in the catalogue, its stores, and its own embedding model."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from llama_index.core.base.embeddings.base import BaseEmbedding

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import CollectionKind, CollectionRecord, Reembedding
from app.models.dimensions import OPENAI_DIMENSIONS
from app.models.question_vectors import QuestionVectors
from app.models.wordllama import DIMENSIONS
from app.models.wordllama import MODEL_NAME as WORDLLAMA
from app.settings import Settings
from app.stores.rows import Scope
from app.stores.stores import Stores
from nodes.domain.errors import InvalidRequestError, SheafError, UnavailableError
from nodes.language.entities import forget_names
from nodes.language.instructions import forget_instructions
from nodes.language.query_terms import forget_query_terms
from nodes.ports import Collection

if TYPE_CHECKING:
    from app.models.openai_embedding import CheckedOpenAIEmbedding

OPENAI = "openai"
OPENAI_PREFIX = f"{OPENAI}:"


@runtime_checkable
class Closing(Protocol):
    """A model with connections."""

    async def aclose(self) -> None:
        """Closes them."""
        ...


class CollectionLibrary:
    """The library of one process; stores and models are opened once and shared. Satisfies `ports.Library`."""

    def __init__(self, catalogue: SqlCatalogue, stores: Stores, settings: Settings) -> None:
        self._catalogue = catalogue
        self._stores = stores
        self._settings = settings
        self._embeddings: dict[tuple[str, int | None], BaseEmbedding] = {}
        self._questions = QuestionVectors(catalogue)

    async def open(self, owner: str, collection_id: str) -> Collection:
        """The collection. Raises NotFoundError where this owner has none of this id."""
        return self._opened(await self._catalogue.collection(owner, collection_id))

    async def open_other(self, embedding: Reembedding) -> Collection:
        """The collection by an embedding that is not the one it is searched by.

        Raises:
            NotFoundError: its owner has no such collection any more.
        """
        row = await self._catalogue.collection(embedding.owner, embedding.collection_id)
        made_with = (embedding.embedding_model, embedding.dimensions, embedding.generation)
        return self._opened(
            dataclasses.replace(row, embedding_model=made_with[0], dimensions=made_with[1], generation=made_with[2])
        )

    async def discard(self, embedding: Reembedding) -> None:
        """Removes from the store what one embedding of a collection takes there.

        Raises:
            NotFoundError: its owner has no such collection any more.
            UnavailableError: the store could not be written.
        """
        row = await self._catalogue.collection(embedding.owner, embedding.collection_id)
        scope = Scope(embedding.owner, embedding.collection_id, embedding.dimensions)
        await self._stores.discard(row.store, scope, embedding.embedding_model, embedding.generation)

    def _opened(self, row: CollectionRecord) -> Collection:
        scope = Scope(row.owner, row.collection_id, row.dimensions)
        given = (scope, row.embedding_model, row.generation)
        model = self.embedding(row.embedding_model, row.dimensions)
        return Collection(
            collection_id=row.collection_id,
            owner=row.owner,
            name=row.name,
            weight=row.weight,
            chunks=self._stores.open(row.store, "chunks", *given),
            summaries=self._stores.open(row.store, "summaries", *given),
            embedding=self._keeping(model, row.owner, row.embedding_model),
            generation=row.generation,
        )

    def _keeping(self, model: BaseEmbedding, owner: str, name: str) -> BaseEmbedding:
        """A model that costs money keeps what it made until it is used; the bundled one is quicker than that."""
        if not name.startswith(OPENAI_PREFIX):
            return model
        from app.models.kept import KeptEmbedding

        return KeptEmbedding(cast("CheckedOpenAIEmbedding", model), self._catalogue, self._questions, owner, name)

    async def name(self, owner: str, collection_id: str) -> str:
        """What the owner calls it, also where it cannot be opened; its id where there is none."""
        try:
            return (await self._catalogue.collection(owner, collection_id)).name
        except SheafError:
            return collection_id

    def forget_questions(self, owner: str) -> None:
        """Drops what the memory of this process tells of an owner's questions."""
        from app.models.wordllama import forget_queries

        self._questions.forget(owner)
        # Whose these are is not known; they are made anew in moments.
        forget_queries()
        forget_query_terms()
        forget_instructions()
        forget_names()

    async def close(self) -> None:
        """Closes the connections of models; the next use opens others."""
        await self._questions.close()
        for model in self._embeddings.values():
            if isinstance(model, Closing):
                await model.aclose()

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
        return self.embedding_named(self._settings.embedding)

    def embedding_named(self, name: str) -> tuple[str, int]:
        """A model as collections record it, and its dimensions.

        Args:
            name: `wordllama`, `openai` for the model that is set, `openai:` and a model's name, or a recorded name.

        Raises:
            InvalidRequestError: there is no such model.
            UnavailableError: nobody says how long its vectors are.
        """
        if name in ("wordllama", WORDLLAMA):
            return WORDLLAMA, DIMENSIONS
        settings = self._settings
        model = settings.openai_embedding_model if name == OPENAI else name.removeprefix(OPENAI_PREFIX)
        if not model or (name != OPENAI and not name.startswith(OPENAI_PREFIX)):
            raise InvalidRequestError(
                f"There is no embedding model {name!r}.",
                hint="Name `wordllama`, `openai` (the model that is set), or `openai:` and a name, as in "
                "openai:text-embedding-3-large.",
            )
        length = OPENAI_DIMENSIONS.get(model)
        if settings.openai_embedding_dimensions is not None and model == settings.openai_embedding_model:
            length = settings.openai_embedding_dimensions
        if length is None:
            raise UnavailableError(
                f"Nobody says how long the vectors of the embedding model {model!r} are.",
                hint=f"Set SHEAF_OPENAI_EMBEDDING_MODEL={model} and SHEAF_OPENAI_EMBEDDING_DIMENSIONS.",
            )
        return OPENAI_PREFIX + model, length

    def embedding(self, name: str, dimensions: int | None = None) -> BaseEmbedding:
        """The model of that name, as collections record it.

        Args:
            name: of the model.
            dimensions: of its vectors; None for what the name and the settings say.
        """
        key = (name, dimensions)
        if key not in self._embeddings:
            self._embeddings[key] = self._build(name, dimensions)
        return self._embeddings[key]

    def _build(self, name: str, dimensions: int | None) -> BaseEmbedding:
        if name == WORDLLAMA:
            from app.models.wordllama import WordLlamaEmbedding

            return WordLlamaEmbedding()
        if name.startswith(OPENAI_PREFIX):
            from app.models.openai_embedding import openai_embedding

            return openai_embedding(
                api_key=self._settings.api_key,
                base_url=self._settings.openai_base_url,
                model=name.removeprefix(OPENAI_PREFIX),
                dimensions=dimensions or self.embedding_named(name)[1],
                input_tokens=self._settings.openai_embedding_tokens,
                batch_size=self._settings.openai_embedding_batch,
                timeout=self._settings.openai_timeout_seconds,
            )
        raise UnavailableError(
            f"A collection was made with the embedding model {name!r}, which this installation does not have.",
            hint="Use the version of Sheaf that made it.",
        )
