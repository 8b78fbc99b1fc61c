"""OpenAI, and everything that speaks its API under another address, as LlamaIndex models.

Import this module where it is used: the client library behind it takes a second to load.
"""

from __future__ import annotations

from app.models.any_openai import AnyOpenAI, patient_client
from nodes.domain.errors import UnavailableError

OPENAI_URL = "https://api.openai.com/v1"
"""Given whenever no other is, so that the library does not look for one in the environment."""
_NO_KEY = "none"
"""Sent to a server of one's own that asks for no key; the client insists on some."""
_TEMPERATURE = 0.3
"""Low: answers keep to their sources."""
_SEED = 42
"""For answers that repeat, as far as the server can."""
_LONGEST_ANSWER = 1000
"""Tokens."""


def openai_language_model(
    *,
    api_key: str | None,
    base_url: str | None,
    model: str,
    timeout: float,
    max_retries: int,
    longest_wait: float,
) -> AnyOpenAI:
    """A chat model behind OpenAI's API.

    Args:
        api_key: may be None where `base_url` is given: a server of one's own often asks for none.
        base_url: None for OpenAI itself.
        model: any name; it need not be one that LlamaIndex has heard of.
        timeout: seconds for one attempt.
        max_retries: how often an attempt is repeated that failed for a reason that may pass (429, 5xx, connection).
        longest_wait: seconds; a server that asks for a longer one before the next attempt is not asked again.

    Raises:
        UnavailableError: no key for OpenAI itself.
    """
    language_model = AnyOpenAI(
        model=model,
        temperature=_TEMPERATURE,
        max_tokens=_LONGEST_ANSWER,
        additional_kwargs={"seed": _SEED},
        max_retries=0,
        client_retries=max_retries,
        timeout=timeout,
        async_http_client=patient_client(timeout, longest_wait),
        api_key=key_for(api_key, base_url),
        api_base=base_url or OPENAI_URL,
    )
    language_model.load()
    return language_model


def key_for(api_key: str | None, base_url: str | None) -> str:
    """The key that the client is given.

    Raises:
        UnavailableError: there is none for OpenAI itself.
    """
    if api_key:
        return api_key
    if base_url:
        return _NO_KEY
    raise UnavailableError(
        "OpenAI needs a key.",
        hint="Set SHEAF_OPENAI_API_KEY, or SHEAF_OPENAI_BASE_URL for a server that needs none.",
    )
