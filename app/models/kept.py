"""An embedding that keeps what it made until it is needed no more: what fails half-way goes on there."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import PrivateAttr
from typing_extensions import override

from app.catalogue.vectors import Vectors
from app.models.openai_embedding import CheckedOpenAIEmbedding
from app.models.question_vectors import QuestionVectors

_FLOATS = np.dtype("<f4")


class KeptEmbedding(BaseEmbedding):
    """A model that is paid for by the text, for one owner: each text of a document is embedded once, come what may.

    Vectors come as 32-bit floats, whether they were kept or not.

    Args:
        model: makes the vectors.
        vectors: keeps them.
        questions: keeps those of questions.
        owner: whose texts these are; nobody else is given their vectors.
        name: of the model, as collections record it.
    """

    _model: CheckedOpenAIEmbedding = PrivateAttr()
    _vectors: Vectors = PrivateAttr()
    _questions: QuestionVectors = PrivateAttr()
    _owner: str = PrivateAttr()
    _name: str = PrivateAttr()

    def __init__(
        self, model: CheckedOpenAIEmbedding, vectors: Vectors, questions: QuestionVectors, owner: str, name: str
    ) -> None:
        super().__init__(model_name=model.model_name, embed_batch_size=model.embed_batch_size)
        self._model = model
        self._vectors = vectors
        self._questions = questions
        self._owner = owner
        # The same name may stand for vectors of several lengths, and for texts that were cut elsewhere.
        self._name = f"{name}/{model.expected_dimensions}/{model.input_tokens}"

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex knows it."""
        return "KeptEmbedding"

    def count_too_long(self, texts: Sequence[str]) -> int:
        """How many of the texts are longer than the model takes, and are cut."""
        return self._model.count_too_long(texts)

    @override
    async def aget_text_embedding_batch(
        self,
        texts: list[str],
        show_progress: bool = False,
        **kwargs: Any,
    ) -> list[list[float]]:
        """The vectors of texts, in order. Those that are kept are not made again; new ones are kept as they come.

        Raises:
            ModelFailedError: a request failed; what was made before is kept.
            TextsRefusedError: these texts are refused, and others are not; what was made beside them is kept.
            UnavailableError: the catalogue cannot be used.
        """
        keys = {text: _key(text) for text in texts}
        kept = await self._vectors.kept_vectors(self._owner, self._name, list(keys.values()))
        vectors = {text: _unpacked(kept[key]) for text, key in keys.items() if key in kept}
        async for sent, made in self._model.in_requests([text for text in keys if text not in vectors]):
            packed = {
                keys[text]: np.asarray(vector, _FLOATS).tobytes() for text, vector in zip(sent, made, strict=True)
            }
            await self._vectors.keep_vectors(self._owner, self._name, packed)
            vectors.update({text: _unpacked(packed[keys[text]]) for text in sent})
        return [vectors[text] for text in texts]

    async def forget(self, texts: Sequence[str]) -> None:
        """Lets go of the vectors of these texts."""
        await self._vectors.forget_vectors(self._owner, self._name, [_key(text) for text in texts])

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._model.get_query_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return await self._questions.of(self._owner, self._name, query, self._model.aget_query_embedding)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._model.get_text_embedding(text)

    async def _aget_text_embedding(self, text: str) -> list[float]:
        return (await self.aget_text_embedding_batch([text]))[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._model.get_text_embedding_batch(texts)

    async def _aget_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return await self.aget_text_embedding_batch(texts)


def _key(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _unpacked(packed: bytes) -> list[float]:
    vector: list[float] = np.frombuffer(packed, _FLOATS).tolist()
    return vector
