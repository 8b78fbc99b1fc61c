"""One step's use of the language model: within what is left of the question's budget, and with every failure kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypedDict, TypeVar

from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from pydantic import BaseModel

from nodes.domain.chat import ModelFailure, ModelPath, ModelUse
from nodes.domain.errors import ModelFailedError, SheafError
from nodes.modelling.limits import FALLBACKS, ModelLimits
from nodes.modelling.replies import read_reply, response_format

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

Shape = TypeVar("Shape", bound=BaseModel)
NO_MODEL = "No language model is configured (SHEAF_LLM)."
NO_USE: ModelUse = {"calls": 0, "seconds": 0.0}


class ModelPorts(Protocol):
    """What of the runtime context belongs to the language model."""

    @property
    def language_model(self) -> LLM | None:
        """None for the extractive answerer."""
        ...

    @property
    def model_limits(self) -> ModelLimits:
        """The budget of one question."""
        ...


class ModelState(TypedDict, total=False):
    """What a question has used of the model so far, and what it was asked in vain."""

    model_use: ModelUse
    model_failures: list[ModelFailure]


class Words(NamedTuple):
    """A piece of a streamed answer."""

    text: str
    is_cut_short: bool
    """It is the last, and the model had more to say than it may."""


class ModelHelp:
    """Asks the model for one step. Calls may run side by side; all count towards the question's budget."""

    def __init__(self, model: LLM, limits: ModelLimits, state: Mapping[str, Any] | None = None) -> None:
        """Asks nothing yet.

        Args:
            model: any of LlamaIndex's.
            limits: the budget of one question.
            state: with `model_use` and `model_failures` of the steps before; None begins a question's budget.
        """
        known = state or {}
        self._model, self._limits = model, limits
        self._before: ModelUse = known.get("model_use") or NO_USE
        self._failures: list[ModelFailure] = list(known.get("model_failures") or [])
        self._calls = 0
        self._began = self._ended = 0.0

    @property
    def name(self) -> str:
        """Of the model, as its server knows it."""
        return self._model.metadata.model_name

    async def ask(self, path: ModelPath, prompt: str, shape: type[Shape]) -> Shape:
        """The model's reply, checked.

        Raises:
            ModelFailedError: the budget is used up, or the model failed, was too slow, or replied with something else;
                the message says which.
        """
        text = await self.complete(path, prompt, shape)
        return read_reply(text, shape)

    async def complete(self, path: ModelPath, prompt: str, shape: type[BaseModel] | None = None) -> str:
        """The model's reply as it stands, not blank. Raises as `ask`."""
        seconds = self._begin(path)
        extra = {"response_format": response_format(shape)} if shape and self._limits.json_schema else {}
        try:
            async with asyncio.timeout(seconds):
                reply = await self._model.achat([ChatMessage(role="user", content=prompt)], **extra)
        except ModelFailedError:
            raise
        except Exception as error:
            raise _failed(error, seconds) from error
        finally:
            self._ended = perf_counter()
        text = reply.message.content or ""
        if not text.strip():
            raise ModelFailedError("The language model replied with nothing.")
        return text

    async def stream(self, messages: Sequence[ChatMessage]) -> AsyncGenerator[Words]:
        """The words of an answer as they come, within the time for the first and for all of them.

        Raises:
            ModelFailedError: the model failed, or was too slow.
        """
        limits, begun = self._limits, asyncio.get_running_loop().time()
        first, whole = min(limits.first_token_seconds, limits.answer_seconds), limits.answer_seconds
        seconds = first
        try:
            async with asyncio.timeout_at(begun + seconds):
                # Its annotation promises no more than an iterator.
                replies: Any = await self._model.astream_chat(messages)
            async with aclosing(replies):
                while True:
                    try:
                        async with asyncio.timeout_at(begun + seconds):
                            reply: ChatResponse = await anext(replies)
                    except StopAsyncIteration:
                        return
                    words = Words(reply.delta or "", reply.additional_kwargs.get("finish_reason") == "length")
                    if words.text.strip():
                        seconds = whole
                    yield words
        except ModelFailedError:
            raise
        except Exception as error:
            raise _failed(error, seconds) from error

    def fail(self, path: ModelPath, reason: str | SheafError, fallback: str | None = None) -> str:
        """Keeps that the step goes on without the model, or without some of what it was asked for.

        Args:
            path: what it was asked for.
            reason: a sentence, or what was raised.
            fallback: what is done, where it is not what `FALLBACKS` says.

        Returns:
            The reason as a sentence.
        """
        message = reason.told() if isinstance(reason, SheafError) else reason
        self._failures.append({"path": path, "reason": message, "fallback": fallback or FALLBACKS[path]})
        return message

    def update(self) -> ModelState:
        """What the step writes to the state."""
        seconds = self._before["seconds"] + (self._ended - self._began)
        return {
            "model_use": {"calls": self._before["calls"] + self._calls, "seconds": round(seconds, 4)},
            "model_failures": self._failures,
        }

    def _begin(self, path: ModelPath) -> float:
        """Counts a call, and says how many seconds it may take."""
        limits, used = self._limits, self._before
        now = perf_counter()
        left = limits.seconds - used["seconds"] - (now - self._began if self._calls else 0.0)
        if used["calls"] + self._calls >= limits.calls:
            raise ModelFailedError(f"The calls of the language model that a question has are used up ({limits.calls}).")
        if left <= 0:
            raise ModelFailedError(
                f"The seconds that a question waits for the language model are used up ({limits.seconds:g})."
            )
        if not self._calls:
            self._began = self._ended = now
        self._calls += 1
        return min(limits.of(path), left)


def model_help(context: ModelPorts, state: Mapping[str, Any] | None = None) -> ModelHelp | None:
    """The help that a step may ask for; None where no model is configured."""
    model = context.language_model
    return None if model is None else ModelHelp(model, context.model_limits, state)


def fallen_back(path: ModelPath, reason: str, state: Mapping[str, Any] | None = None) -> ModelState:
    """What a step writes that goes on without what it was to ask for.

    Args:
        path: what it was to ask for.
        reason: a sentence.
        state: with the `model_failures` of the steps before; None where this step begins them.
    """
    known: list[ModelFailure] = list((state or {}).get("model_failures") or [])
    return {"model_failures": [*known, {"path": path, "reason": reason, "fallback": FALLBACKS[path]}]}


def _failed(error: Exception, seconds: float) -> ModelFailedError:
    if isinstance(error, TimeoutError):
        return ModelFailedError(f"The language model took longer than {seconds:g} seconds.")
    return ModelFailedError(f"The language model failed: {type(error).__name__}.")
