"""The bundled embedding model and its tokenizer: WordLlama, 256 dimensions, from its wheel, without a network."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.callbacks import CallbackManager
from llama_index.core.callbacks.base_handler import BaseCallbackHandler
from numpy.typing import NDArray
from pydantic import Field

from app.models.encoding import encodable
from nodes.documents.prefix import defined_apart
from nodes.domain.errors import UnavailableError
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import spelled_out

if TYPE_CHECKING:
    import tokenizers

MODEL_NAME = "wordllama-256"
DIMENSIONS = 256
"""Of every vector."""

_WEIGHTS = "weights/l2_supercat_256.safetensors"
_WORDS = "tokenizers/l2_supercat_tokenizer_config.json"
_FEW_TEXTS = 16
"""Embedded together at most without `_wide_vectors`: questions, not what is ingested."""
_WORD_BEGINS = "\u2581"
"""What the vocabulary writes for the blank before a word."""
_WORD = lazy_regex(rf"[0-9\n]|{_WORD_BEGINS}*[^{_WORD_BEGINS}0-9\n]+|{_WORD_BEGINS}+")
_MARKS = ("<s>", "</s>", "<unk>")
"""Tokens that are no text, and are read as such where they stand in one."""
_KEPT_WORDS = 16_384
"""Whose tokens are at hand, some 4 MB: with half of them a tenth more time is needed, with twice as many as much."""
_LONGEST_KEPT = 32
"""Characters: what is longer is data, which does not come again."""
_NEUTRAL_TEXT = " "
"""What a text without tokens is embedded as: any direction would do, as long as it is always the same."""
_NAMES_WEIGHT = 0.5
"""Of the names that source code defines, beside what else it says, in whose mean they would be lost."""

_loading = threading.Lock()


class _Model(NamedTuple):
    vectors: NDArray[np.float16]
    """One per token of the vocabulary, shape (32000, 256), as precise as they lie in their file."""
    tokenizer: tokenizers.Tokenizer


def _model() -> _Model:
    """The model, loaded once however many threads ask."""
    with _loading:
        return _load()


@cache
def _load() -> _Model:
    """From the files of the library, without the library.

    It takes a tenth of a second to import, sets up the root logger, and turns all vectors into numbers of twice the
    size. A test holds what it makes of texts against what is made here.
    """
    spec = importlib.util.find_spec("wordllama")
    folders = [] if spec is None else [Path(each) for each in spec.submodule_search_locations or ()]
    found = [each for each in folders if (each / _WEIGHTS).is_file() and (each / _WORDS).is_file()]
    if not found:
        raise UnavailableError(
            "The bundled embedding model is not installed.", hint="Install Sheaf's dependencies again: `make setup`."
        )
    from tokenizers import Tokenizer

    return _Model(_mapped(found[0] / _WEIGHTS), Tokenizer.from_file(str(found[0] / _WORDS)))


def _mapped(path: Path) -> NDArray[np.float16]:
    """The one table of a file in the format of safetensors, read as far as it is used.

    The format: the length of a header in 8 bytes, little-endian; the header, JSON that says where tables lie after it.
    """
    with path.open("rb") as file:
        header_bytes = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(header_bytes))
    table = header["embedding.weight"]
    if table["dtype"] != "F16":
        raise UnavailableError(
            f"The bundled embedding model has numbers of another kind, {table['dtype']}.",
            hint="Install Sheaf's dependencies again: `make setup`.",
        )
    offset = 8 + header_bytes + table["data_offsets"][0]
    return np.asarray(np.memmap(path, "<f2", "r", offset, tuple(table["shape"])))


@cache
def _wide_vectors() -> NDArray[np.float32]:
    """Ready to add up: 33 MB that only who embeds many texts needs, whose embedding they make twice as fast."""
    return _model().vectors.astype(np.float32)


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Embeds texts: the mean of their tokens' vectors, and of code half that of the names it defines, at unit length.

    Returns:
        Shape (len(texts), 256). A text without tokens gets the vector of a blank; no row is zero or NaN.

    Raises:
        UnavailableError: the model is not installed.
    """
    vectors = _model().vectors if len(texts) <= _FEW_TEXTS else _wide_vectors()
    pooled = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
    for row, text in enumerate(texts):
        names, rest = defined_apart(text)
        pooled[row] = _mean(rest, vectors)
        if names:
            named = _mean(", ".join(map(spelled_out, names.split(", "))), vectors)
            pooled[row] += _NAMES_WEIGHT * np.linalg.norm(pooled[row]) / np.linalg.norm(named) * named
    norms = np.linalg.norm(pooled, axis=1, keepdims=True)
    pooled /= norms
    return pooled


def _mean(text: str, vectors: NDArray[Any]) -> NDArray[np.float32]:
    """(256,) of its tokens; of a blank where it has none."""
    ids = _token_ids(text) or _token_ids(_NEUTRAL_TEXT)
    pooled: NDArray[np.float32] = vectors.take(ids, axis=0).mean(axis=0, dtype=np.float32)
    return pooled


def _token_ids(text: str) -> list[int]:
    """The tokens of a text, word by word: half the time, as most words were looked up before.

    The same as of the whole text: no token of the vocabulary goes on over the beginning of a word, and digits and line
    breaks are tokens by themselves.
    """
    text = encodable(text)
    if not text or any(mark in text for mark in _MARKS):
        return list(_model().tokenizer.encode(text, add_special_tokens=False).ids)
    ids: list[int] = []
    for word in _WORD.findall(_WORD_BEGINS + text.replace(" ", _WORD_BEGINS)):
        ids += _kept_word_ids(word) if len(word) <= _LONGEST_KEPT else _word_ids(word)
    return ids


def _word_ids(word: str) -> tuple[int, ...]:
    return tuple(token.id for token in _model().tokenizer.model.tokenize(word))


_kept_word_ids = lru_cache(_KEPT_WORDS)(_word_ids)


@lru_cache(maxsize=256)
def _query_vector(query: str) -> tuple[float, ...]:
    return tuple(embed([query])[0].tolist())


def forget_queries() -> None:
    """Drops the questions whose vectors are at hand."""
    _query_vector.cache_clear()


class _NoHandler(BaseCallbackHandler):
    """Is told of everything and does nothing."""

    def on_event_start(self, *_: Any, event_id: str = "", **__: Any) -> str:
        return event_id

    def on_event_end(self, *_: Any, **__: Any) -> None: ...

    def start_trace(self, trace_id: str | None = None) -> None: ...

    def end_trace(self, trace_id: str | None = None, trace_map: dict[str, list[str]] | None = None) -> None: ...


def _callback_manager() -> CallbackManager:
    """LlamaIndex's, with the handlers that somebody has set for all models.

    To look whether some are set, it would import all that language models need, a tenth of a second. Whoever has set
    them has imported it.
    """
    return CallbackManager([] if "llama_index.core.settings" in sys.modules else [_NoHandler([], [])])


class WordLlamaEmbedding(BaseEmbedding):
    """WordLlama as a LlamaIndex embedding. Questions and passages are embedded alike."""

    model_name: str = MODEL_NAME
    embed_batch_size: int = 2048
    callback_manager: CallbackManager = Field(default_factory=_callback_manager, exclude=True)

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex knows this model."""
        return "WordLlamaEmbedding"

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return DIMENSIONS

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = embed(texts).tolist()
        return vectors

    async def _aget_text_embedding(self, text: str) -> list[float]:
        return await asyncio.to_thread(self._get_text_embedding, text)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        # Every step of a search embeds the same question. In place: a thread costs more than the few tokens of one.
        loaded = _load.cache_info().currsize > 0
        return list(_query_vector(query) if loaded else await asyncio.to_thread(_query_vector, query))

    async def _aget_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return await asyncio.to_thread(self._get_text_embeddings, texts)


class WordLlamaTokenizer:
    """The model's own tokenizer (Llama 2, 32,000 tokens), without marks for beginning and end."""

    def count(self, text: str) -> int:
        """Number of tokens; 0 for the empty text."""
        return len(_token_ids(text))

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Number of tokens of each text."""
        return [len(_token_ids(text)) for text in texts]

    def is_word(self, word: str) -> bool:
        """Whether the vocabulary has it in one piece, as it has words that are often written."""
        return self.count(word) == 1

    def likeness(self, words: Sequence[str], others: Sequence[str]) -> NDArray[np.float32]:
        """How alike two words are in meaning: (W, O) cosines; 0 where the vocabulary has not both in one piece."""
        alike: NDArray[np.float32] = _word_vectors(words) @ _word_vectors(others).T
        return alike


def _word_vectors(words: Sequence[str]) -> NDArray[np.float32]:
    """(W, 256), of unit length; zeros for what is no word of the vocabulary."""
    model = _model()
    ids = [model.tokenizer.token_to_id(f"{_WORD_BEGINS}{word}") for word in words]
    vectors = np.zeros((len(words), DIMENSIONS), np.float32)
    known = [place for place, each in enumerate(ids) if each is not None]
    vectors[known] = model.vectors.take([each for each in ids if each is not None], axis=0)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    vectors /= lengths
    return vectors
