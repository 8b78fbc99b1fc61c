"""OpenAI's embeddings, and everything that speaks its API under another address, as a LlamaIndex embedding.

Import this module where it is used: the client library behind it takes a second to load.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import openai
from llama_index.core.bridge.pydantic import Field
from llama_index.core.utils import get_tokenizer
from llama_index.embeddings.openai import OpenAIEmbedding
from openai.types import CreateEmbeddingResponse
from typing_extensions import override

from app.models.dimensions import OPENAI_DIMENSIONS
from app.models.openai import OPENAI_URL, key_for
from nodes.domain.errors import ModelFailedError, TextsRefusedError

SHORTENED = frozenset({"text-embedding-3-large", "text-embedding-3-small"})
"""Models that cut their vectors to a length that they are asked for."""
REQUESTS_AT_ONCE = 4
"""Of one call for many texts: servers bound what they take at once."""
MOST_TOKENS = 60_000
"""In one request; the API takes 300,000."""
TEXT_RETRIES = 5
"""Of a request for a document's texts that failed for a reason that may pass."""
QUERY_RETRIES = 2
"""Whoever asks a question waits."""
_NO_REPLY = (ValueError, TypeError, AttributeError)
"""What OpenAI's client stumbles with over a reply that is not of its protocol, or has no vectors."""
_REFUSED = frozenset({400, 413, 422})
"""Statuses that a request may have for one of its texts, and has again however often it is repeated."""
_HARMLESS = "text"
"""Asked for where a request was refused: is this refused too, the texts are not at fault."""
_BLANK = " "
"""In place of an empty text, which the API refuses."""

_log = logging.getLogger(__name__)


_Piece: TypeAlias = tuple[list[str], list[list[float]]]
"""Texts and their vectors."""
_Outcome: TypeAlias = tuple[list[_Piece], Exception | None]
"""What was made, and what went wrong beside it."""


class CheckedOpenAIEmbedding(OpenAIEmbedding):
    """OpenAI's embeddings, of which every one is held against what was asked for.

    LlamaIndex's class sends all its requests at once, bounds them by their number of texts alone, repeats each by two
    loops one inside the other, takes whatever number of vectors comes, and knows no limit of a text's length.

    A request is repeated `max_retries` times, by OpenAI's client: after 408, 409, 429 and 5xx, where the connection
    failed, and after the time that the server asks for (`Retry-After`, up to a minute); never after anything else.

    One that the server refuses for good may be refused for a single text of it. Where a harmless text is taken, the
    request is sent again in halves, up to the first text that is refused by itself.
    """

    expected_dimensions: int = Field(gt=0, description="length of every vector")
    input_tokens: int = Field(gt=0, description="longest text that the model takes")
    request_tokens: int = Field(default=MOST_TOKENS, gt=0, description="most tokens of one request")

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex knows OpenAI's embeddings."""
        return "OpenAIEmbedding"

    async def aclose(self) -> None:
        """Closes connections; the next use opens others."""
        client, self._client = self._client, None
        asynchronous, self._aclient = self._aclient, None
        if client is not None:
            await asyncio.to_thread(client.close)
        if asynchronous is not None:
            await asynchronous.close()

    def count_too_long(self, texts: Sequence[str]) -> int:
        """How many of the texts are longer than the model takes, and are cut."""
        return sum(_cut(text, self.input_tokens) is not text for text in texts)

    def requests_of(self, texts: Sequence[str]) -> list[list[str]]:
        """The texts in the pieces that are sent: bounded by number and by tokens, in order."""
        requests: list[list[str]] = []
        size = self.request_tokens
        for text in texts:
            tokens = min(count_tokens(text), self.input_tokens)
            if not requests or size + tokens > self.request_tokens or len(requests[-1]) == self.embed_batch_size:
                requests.append([])
                size = 0
            requests[-1].append(text)
            size += tokens
        return requests

    async def in_requests(self, texts: Sequence[str]) -> AsyncGenerator[tuple[list[str], list[list[float]]]]:
        """Texts with their vectors, a request at a time. What succeeded beside a failure comes before it is raised.

        Raises:
            ModelFailedError: a request failed, or its vectors are not what was asked for.
            TextsRefusedError: the server takes others, and not these texts. There may be more of them.
        """
        requests = await asyncio.to_thread(self.requests_of, texts)
        for begin in range(0, len(requests), REQUESTS_AT_ONCE):
            wave = requests[begin : begin + REQUESTS_AT_ONCE]
            outcomes = await asyncio.gather(*map(self._outcome, wave))
            for made, _ in outcomes:
                for piece in made:
                    yield piece
            if errors := [error for _, error in outcomes if error is not None]:
                raise _joined(errors)

    @override
    async def aget_text_embedding_batch(
        self,
        texts: list[str],
        show_progress: bool = False,
        **kwargs: Any,
    ) -> list[list[float]]:
        """The vectors of texts, in order; equal texts are sent once.

        Raises:
            ModelFailedError: see `in_requests`.
        """
        vectors: dict[str, list[float]] = {}
        async for sent, found in self.in_requests(list(dict.fromkeys(texts))):
            vectors.update(zip(sent, found, strict=True))
        return [vectors[text] for text in texts]

    async def _outcome(self, texts: list[str]) -> _Outcome:
        try:
            return [(texts, await self._aask(texts, self.max_retries))], None
        except ModelFailedError as error:
            if _is_refused(error) and await self._takes_others():
                return await self._in_halves(texts, error)
            return [], error
        except Exception as error:  # noqa: BLE001 - raised when what came beside it is kept
            return [], error

    async def _takes_others(self) -> bool:
        try:
            await self._aask([_HARMLESS], self.max_retries)
        except ModelFailedError:
            return False
        return True

    async def _in_halves(self, texts: list[str], error: ModelFailedError) -> _Outcome:
        """What comes of texts that were refused together: up to the first that is refused alone, and no further.

        That takes two requests for each time that they can be halved.
        """
        if len(texts) == 1:
            hint = "The server's log may say why; another embedding model may take it."
            return [], TextsRefusedError(
                f"{error.message} It takes other texts.", texts, hint=hint, detail=error.detail
            )
        _log.warning("%s refused %d texts together, which are sent in halves", self.model_name, len(texts))
        made: list[_Piece] = []
        middle = len(texts) // 2
        for half in (texts[:middle], texts[middle:]):
            try:
                made.append((half, await self._aask(half, self.max_retries)))
            except ModelFailedError as failure:
                pieces, last = await self._in_halves(half, failure) if _is_refused(failure) else ([], failure)
                made += pieces
                if last is not None:
                    return made, last
        return made, None

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._ask([query], QUERY_RETRIES)[0]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return (await self._aask([query], QUERY_RETRIES))[0]

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    async def _aget_text_embedding(self, text: str) -> list[float]:
        return (await self._aget_text_embeddings([text]))[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return [vector for sent in self.requests_of(texts) for vector in self._ask(sent, self.max_retries)]

    async def _aget_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return await self._aask(texts, self.max_retries)

    def _ask(self, texts: Sequence[str], retries: int) -> list[list[float]]:
        client = self._get_client().with_options(max_retries=retries)
        try:
            answer = client.embeddings.create(**self._wanted(texts))
        except openai.OpenAIError as error:
            raise self._failure(error) from error
        except _NO_REPLY as error:
            raise self._wrong(f"gave no vectors for {len(texts)} texts") from error
        return self._checked(answer, len(texts))

    async def _aask(self, texts: Sequence[str], retries: int) -> list[list[float]]:
        client = self._get_aclient().with_options(max_retries=retries)
        create: Callable[..., Awaitable[CreateEmbeddingResponse]] = client.embeddings.create
        wanted = await asyncio.to_thread(self._wanted, texts)
        try:
            answer = await create(**wanted)
        except openai.OpenAIError as error:
            raise self._failure(error) from error
        except _NO_REPLY as error:
            raise self._wrong(f"gave no vectors for {len(texts)} texts") from error
        return self._checked(answer, len(texts))

    def _wanted(self, texts: Sequence[str]) -> dict[str, Any]:
        sent = [_cut(text, self.input_tokens) for text in texts]
        cut = sum(each is not text for each, text in zip(sent, texts, strict=True))
        if cut:
            _log.warning("%d texts were cut to the %d tokens that %s takes", cut, self.input_tokens, self.model_name)
        return {"model": self.model_name, "input": [each or _BLANK for each in sent], **self.additional_kwargs}

    def _checked(self, answer: CreateEmbeddingResponse, count: int) -> list[list[float]]:
        """The vectors in the order of the texts, each of the right length and usable."""
        found = sorted(answer.data or (), key=lambda each: each.index)
        if [each.index for each in found] != list(range(count)):
            raise self._wrong(f"gave {len(found)} vectors for {count} texts")
        for each in found:
            vector = each.embedding
            if len(vector) != self.expected_dimensions:
                raise self._wrong(f"gave a vector of {len(vector)} dimensions, not of {self.expected_dimensions}")
            if not all(map(math.isfinite, vector)) or not any(vector):
                raise self._wrong("gave a vector that has no direction")
        return [each.embedding for each in found]

    def _wrong(self, what: str) -> ModelFailedError:
        hint = "Check SHEAF_OPENAI_BASE_URL, SHEAF_OPENAI_EMBEDDING_MODEL and SHEAF_OPENAI_EMBEDDING_DIMENSIONS."
        where = f"It is at {self.api_base}."
        return ModelFailedError(f"The embedding model {self.model_name} {what}.", hint=hint, detail=where)

    def _failure(self, error: openai.OpenAIError) -> ModelFailedError:
        """What is told of an error: its kind and status, and not its words, which may repeat what was sent."""
        status = f" ({error.status_code})" if isinstance(error, openai.APIStatusError) else ""
        return ModelFailedError(
            f"The embedding model {self.model_name} failed: {type(error).__name__}{status}.",
            hint="Check the server, the key and the name of the model; `sheaf doctor` tries them.",
            detail=f"It is at {self.api_base}.",
        )


def openai_embedding(
    *,
    api_key: str | None,
    base_url: str | None,
    model: str,
    dimensions: int,
    input_tokens: int,
    batch_size: int,
    timeout: float,
    max_retries: int = TEXT_RETRIES,
) -> CheckedOpenAIEmbedding:
    """An embedding model behind OpenAI's API.

    Args:
        api_key: may be None where `base_url` is given.
        base_url: None for OpenAI itself.
        model: any name.
        dimensions: length of its vectors. A model that has longer ones and can is asked to cut them to it.
        input_tokens: longest text that it takes, in tokens of cl100k_base; longer ones are cut.
        batch_size: texts in one request, 1..2048; what fails is asked for again as a whole.
        timeout: seconds for one attempt.
        max_retries: how often a request is repeated that failed for a reason that may pass.

    Raises:
        UnavailableError: no key for OpenAI itself.
    """
    is_own_length = dimensions == OPENAI_DIMENSIONS.get(model)
    return CheckedOpenAIEmbedding(
        model_name=model,
        # Other servers refuse to be asked for a length.
        dimensions=dimensions if model in SHORTENED and not is_own_length else None,
        expected_dimensions=dimensions,
        input_tokens=input_tokens,
        timeout=timeout,
        max_retries=max_retries,
        embed_batch_size=batch_size,
        api_key=key_for(api_key, base_url),
        api_base=base_url or OPENAI_URL,
    )


def count_tokens(text: str) -> int:
    """Tokens of a text by cl100k_base, which OpenAI's embeddings read; at least 1."""
    return max(1, len(_encoding().encode(text, disallowed_special=())))


def _is_refused(error: ModelFailedError) -> bool:
    """Whether one text of a request may be the reason, and trying again is of no use."""
    return isinstance(error.__cause__, openai.APIStatusError) and error.__cause__.status_code in _REFUSED


def _joined(errors: Sequence[Exception]) -> Exception:
    """The one to raise: where all are refusals of texts, it has the texts of all."""
    refusals = [error for error in errors if isinstance(error, TextsRefusedError)]
    if len(refusals) < len(errors):
        return next(error for error in errors if not isinstance(error, TextsRefusedError))
    first = refusals[0]
    texts = [text for each in refusals for text in each.texts]
    return TextsRefusedError(first.message, texts, hint=first.hint, detail=first.detail)


def _cut(text: str, tokens: int) -> str:
    """The text itself where the model takes it, else its beginning: whole tokens, and whole characters."""
    # No token is less than a byte.
    if len(text.encode(errors="replace")) <= tokens:
        return text
    found = _encoding().encode(text, disallowed_special=())
    if len(found) <= tokens:
        return text
    return str(_encoding().decode(found[:tokens], errors="ignore"))


@lru_cache(maxsize=1)
def _encoding() -> Any:
    # LlamaIndex brings cl100k_base in its wheel; tiktoken itself would fetch it.
    return get_tokenizer().func.__self__  # type: ignore[attr-defined]  # a partial of the encoding's method
