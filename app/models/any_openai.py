"""OpenAI's client as a LlamaIndex model for any server and any model name, with its failures in words of ours.

Import this module where it is used: the client library behind it takes a second to load.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from typing import Any

import httpx
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.llms import ChatMessage, ChatResponse, ChatResponseAsyncGen, LLMMetadata
from llama_index.llms.openai import OpenAI
from openai import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    BadRequestError,
    DefaultAsyncHttpxClient,
    UnprocessableEntityError,
)

from nodes.domain.errors import ModelFailedError

_NO_PROTOCOL = (TypeError, IndexError, AttributeError, ValueError)
"""What reading a reply raises that is no JSON, or lacks what OpenAI's replies have."""


class AnyOpenAI(OpenAI):
    """OpenAI's client for any model name: those that LlamaIndex does not list it refuses to describe.

    Requests are repeated by the client, and only by it: LlamaIndex would repeat what the client has given up, each
    time as often again. What may pass is repeated (408, 409, 429, 5xx, and connections that fail), nothing else.
    """

    unlisted_context_window: int = Field(
        default=32_768, gt=0, description="tokens that a model not listed reads at once"
    )
    client_retries: int = Field(default=2, ge=0, description="how often the client repeats a request")
    _takes_schema: bool = PrivateAttr(default=True)

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

    def load(self) -> None:
        """Makes the client, which takes its time: better before a question waits for it, and not on the event loop."""
        # Its parts load when they are first looked at.
        self._get_aclient().chat.completions  # noqa: B018 - looked at for that

    async def aclose(self) -> None:
        """Lets go of the connections that are kept open."""
        if self._client is not None:
            self._client.close()
        if self._async_http_client is not None:
            await self._async_http_client.aclose()

    def _get_credential_kwargs(self, is_async: bool = False) -> dict[str, Any]:
        return {**super()._get_credential_kwargs(is_async), "max_retries": self.client_retries}

    async def _achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        """A whole reply. A `response_format` that the server refuses is left out, now and from then on.

        Raises:
            ModelFailedError: the server failed, or the model refused.
        """
        try:
            reply = await self._chat_with_schema(messages, kwargs)
            choice = reply.raw.choices[0]  # type: ignore[union-attr] # as the client gave it; else `_NO_PROTOCOL`
            _check(choice.message.refusal, choice.finish_reason)
        except (APIError, httpx.HTTPError, *_NO_PROTOCOL) as error:
            raise told(error) from error
        return reply

    async def _chat_with_schema(self, messages: Sequence[ChatMessage], kwargs: dict[str, Any]) -> ChatResponse:
        without = {key: value for key, value in kwargs.items() if key != "response_format"}
        reply: ChatResponse
        if not self._takes_schema or without == kwargs:
            reply = await super()._achat(messages, **without)
            return reply
        try:
            reply = await super()._achat(messages, **kwargs)
        except (BadRequestError, UnprocessableEntityError):
            reply = await super()._achat(messages, **without)
            self._takes_schema = False
        return reply

    async def _astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        """A reply in pieces. The last has `finish_reason` among its `additional_kwargs`.

        Raises:
            ModelFailedError: from the stream, where the server failed, the model refused, or the end is missing.
        """
        return _checked(await super()._astream_chat(messages, **kwargs))


async def _checked(replies: Any) -> AsyncGenerator[ChatResponse]:
    ended: str | None = None
    try:
        async with aclosing(replies):
            async for reply in replies:
                for choice in getattr(reply.raw, "choices", None) or ():
                    ended = choice.finish_reason or ended
                    _check(getattr(choice.delta, "refusal", None), ended)
                reply.additional_kwargs["finish_reason"] = ended
                yield reply
    except (APIError, httpx.HTTPError, *_NO_PROTOCOL) as error:
        raise told(error) from error
    if ended is None:
        raise ModelFailedError("The language model's answer broke off.")


def _check(refusal: str | None, finish_reason: str | None) -> None:
    if refusal:
        raise ModelFailedError("The language model refused to reply.")
    if finish_reason == "content_filter":
        raise ModelFailedError("The language model's reply was held back by its server's filter.")


def told(error: Exception) -> ModelFailedError:
    """What a client of OpenAI's protocol raised, in a sentence that may be shown: nothing of the server's own words."""
    match error:
        case APITimeoutError() | httpx.TimeoutException():
            message = "The language model's server took too long."
        case APIConnectionError() | httpx.HTTPError():
            message = "The language model's server cannot be reached, or broke off."
        case APIStatusError(status_code=401 | 403 as status):
            hint = "Check SHEAF_OPENAI_API_KEY."
            return ModelFailedError(f"The language model's server did not accept the key ({status}).", hint=hint)
        case APIStatusError(status_code=404):
            hint = "Check SHEAF_OPENAI_BASE_URL and SHEAF_OPENAI_MODEL."
            return ModelFailedError("The language model's server knows no such address or model (404).", hint=hint)
        case APIStatusError(status_code=429):
            message = "The language model's server is over its limit (429)."
        case APIStatusError(status_code=status) if status >= 500:
            message = f"The language model's server failed ({status})."
        case APIStatusError(status_code=status):
            message = f"The language model's server refused the request ({status})."
        case APIError():
            message = "The language model's server broke off with an error."
        case _:
            message = "The language model's server sent something that is not OpenAI's protocol."
    return ModelFailedError(message)


def patient_client(timeout: float, longest_wait: float) -> httpx.AsyncClient:
    """What requests go through: a server that asks for a longer wait than anybody would wait is not asked again.

    Args:
        timeout: seconds for one attempt.
        longest_wait: seconds; a `Retry-After` over it ends the retries.
    """

    async def give_up_early(response: httpx.Response) -> None:
        with suppress(ValueError):
            if float(response.headers.get("retry-after", "0")) > longest_wait:
                # The client's own sign for it.
                response.headers["x-should-retry"] = "false"

    return DefaultAsyncHttpxClient(timeout=timeout, event_hooks={"response": [give_up_early]})
