"""OpenAI, and everything that speaks its API under another address, as LlamaIndex models.

Import this module where it is used: the client library behind it takes a second to load.
"""

from __future__ import annotations

from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.bridge.pydantic import Field
from llama_index.core.llms import LLM, LLMMetadata
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI

from nodes.domain.errors import UnavailableError

_OPENAI_URL = "https://api.openai.com/v1"
"""Given whenever no other is, so that the library does not look for one in the environment."""
_NO_KEY = "none"
"""Sent to a server of one's own that asks for no key; the client insists on some."""


class AnyOpenAI(OpenAI):
    """OpenAI's client for any model name: those that LlamaIndex does not list it refuses to describe."""

    unlisted_context_window: int = Field(
        default=32_768, gt=0, description="tokens that a model not listed reads at once"
    )

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex knows OpenAI's models."""
        return "openai_llm"

    @property
    def metadata(self) -> LLMMetadata:
        """What is known of the model; a name that is not listed stands for a chat model."""
        try:
            return super().metadata
        except ValueError:
            return LLMMetadata(
                context_window=self.unlisted_context_window,
                num_output=self.max_tokens or -1,
                is_chat_model=True,
                model_name=self.model,
            )


def openai_language_model(
    *,
    api_key: str | None,
    base_url: str | None,
    model: str,
    temperature: float = 0.3,
    seed: int | None = 42,
    max_tokens: int = 1000,
    timeout: float = 60.0,
    max_retries: int = 3,
) -> LLM:
    """A chat model behind OpenAI's API.

    Args:
        api_key: may be None where `base_url` is given: a server of one's own often asks for none.
        base_url: None for OpenAI itself.
        model: any name; it need not be one that LlamaIndex has heard of.
        temperature: 0..2.
        seed: for answers that repeat, as far as the server can; None sends none.
        max_tokens: length of an answer.
        timeout: seconds for one attempt.
        max_retries: how often an attempt is repeated that failed for a reason that may pass (429, 5xx, connection).

    Raises:
        UnavailableError: no key for OpenAI itself.
    """
    additional: dict[str, Any] = {} if seed is None else {"seed": seed}
    return AnyOpenAI(
        model=model,
        temperature=temperature,
        max_tokens=max_tokens,
        additional_kwargs=additional,
        max_retries=max_retries,
        timeout=timeout,
        api_key=_key(api_key, base_url),
        api_base=base_url or _OPENAI_URL,
    )


def openai_embedding(
    *,
    api_key: str | None,
    base_url: str | None,
    model: str = "text-embedding-3-large",
    dimensions: int | None = None,
    timeout: float = 60.0,
    max_retries: int = 10,
    batch_size: int = 100,
) -> BaseEmbedding:
    """An embedding model behind OpenAI's API.

    Args:
        api_key: may be None where `base_url` is given.
        base_url: None for OpenAI itself.
        model: any name.
        dimensions: length that the server is asked to cut vectors to; None for the model's own.
        timeout: seconds for one attempt.
        max_retries: how often an attempt is repeated that failed for a reason that may pass; more than for answers,
            since a long ingest is sure to meet a limit.
        batch_size: texts in one request, 1..2048.

    Raises:
        UnavailableError: no key for OpenAI itself.
    """
    return OpenAIEmbedding(
        model_name=model,
        dimensions=dimensions,
        timeout=timeout,
        max_retries=max_retries,
        embed_batch_size=batch_size,
        api_key=_key(api_key, base_url),
        api_base=base_url or _OPENAI_URL,
    )


def _key(api_key: str | None, base_url: str | None) -> str:
    if api_key:
        return api_key
    if base_url:
        return _NO_KEY
    raise UnavailableError(
        "OpenAI needs a key.",
        hint="Set SHEAF_OPENAI_API_KEY, or SHEAF_OPENAI_BASE_URL for a server that needs none.",
    )
