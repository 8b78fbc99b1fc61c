from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from llama_index.core.llms import ChatMessage, ChatResponse

from nodes.domain.errors import ModelFailedError
from nodes.modelling.help import NO_USE, ModelHelp, fallen_back, model_help
from nodes.modelling.limits import FALLBACKS, ModelLimits
from nodes.modelling.replies import Queries


class Waiting:
    """A language model that waits before each piece of its reply, and counts who is waiting."""

    def __init__(self, *pieces: str, waits: Sequence[float] = ()) -> None:
        self.pieces, self.waits = pieces, waits or [0.0] * len(pieces)
        self.calls = self.at_once = self.most_at_once = 0
        self.metadata = SimpleNamespace(model_name="waiting")
        self.closed = False

    async def achat(self, messages: Sequence[ChatMessage], **asked: Any) -> ChatResponse:
        self.calls += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(self.waits[0])
        finally:
            self.at_once -= 1
        return ChatResponse(message=ChatMessage(role="assistant", content="".join(self.pieces)))

    async def astream_chat(self, messages: Sequence[ChatMessage]) -> AsyncIterator[ChatResponse]:
        async def stream() -> AsyncIterator[ChatResponse]:
            try:
                for piece, seconds in zip(self.pieces, self.waits, strict=True):
                    await asyncio.sleep(seconds)
                    yield ChatResponse(message=ChatMessage(role="assistant", content=""), delta=piece)
            finally:
                self.closed = True

        return stream()


def helping(model: Waiting, state: dict[str, Any] | None = None, **limits: float) -> ModelHelp:
    return ModelHelp(model, ModelLimits.model_validate(limits), state)  # type: ignore[arg-type] # what of it is asked


async def said(model: ModelHelp) -> list[str]:
    return [words.text async for words in model.stream([ChatMessage(role="user", content="?")])]


async def test_calls_run_side_by_side_and_are_counted() -> None:
    model = Waiting('{"queries": ["a"]}', waits=[0.05])
    asking = helping(model)
    replies = await asyncio.gather(*(asking.ask("paraphrase", "?", Queries) for _ in range(3)))
    assert [reply.queries for reply in replies] == [["a"]] * 3
    assert model.most_at_once == 3
    use = asking.update()["model_use"]
    assert use["calls"] == 3
    assert use["seconds"] >= 0.04


async def test_later_steps_have_what_the_earlier_ones_left() -> None:
    model = Waiting("words")
    spent = {"model_use": {"calls": 11, "seconds": 19.0}, "model_failures": []}
    asking = helping(model, spent)
    assert await asking.complete("hyde", "?") == "words"
    with pytest.raises(ModelFailedError, match=r"used up \(12\)"):
        await asking.complete("hyde", "?")
    late = helping(model, {"model_use": {"calls": 1, "seconds": 20.5}})
    with pytest.raises(ModelFailedError, match=r"used up \(20\)"):
        await late.complete("hyde", "?")
    assert model.calls == 1
    assert asking.update()["model_use"]["calls"] == 12


async def test_a_call_waits_no_longer_than_its_path_or_the_question_has() -> None:
    for limit in ("rerank_seconds", "seconds"):
        limits: dict[str, Any] = {limit: 0.02}
        asking = helping(Waiting("words", waits=[30.0]), **limits)
        with pytest.raises(ModelFailedError, match=r"took longer than 0\.0\d+ seconds"):
            await asking.complete("rerank", "?")


async def test_the_first_word_and_the_whole_answer_have_times_of_their_own() -> None:
    late = Waiting("a", "b", waits=[30.0, 0.0])
    with pytest.raises(ModelFailedError, match=r"0\.02 seconds"):
        await said(helping(late, first_token_seconds=0.02))
    endless = Waiting("a", "b", waits=[0.0, 30.0])
    with pytest.raises(ModelFailedError, match=r"0\.3 seconds"):
        await said(helping(endless, first_token_seconds=0.2, answer_seconds=0.3))
    assert late.closed
    assert endless.closed
    assert await said(helping(Waiting("a", "b"))) == ["a", "b"]


async def test_an_answer_is_asked_for_whatever_the_help_before_it_used_up() -> None:
    asking = helping(Waiting("a"), {"model_use": {"calls": 99, "seconds": 999.0}})
    assert await said(asking) == ["a"]


async def test_who_stops_listening_stops_the_model() -> None:
    model = Waiting("a", "b", waits=[0.0, 30.0])
    words = helping(model).stream([ChatMessage(role="user", content="?")])
    await anext(words)
    await words.aclose()
    assert model.closed


def test_failures_are_kept_in_order_with_what_was_done() -> None:
    asking = helping(Waiting(), {"model_failures": fallen_back("classify", "Gone.")["model_failures"]})
    assert asking.fail("hyde", ModelFailedError("Slow.")) == "Slow."
    asking.fail("generate", "Long.", "cut")
    assert [tuple(failure.values()) for failure in asking.update()["model_failures"]] == [
        ("classify", "Gone.", FALLBACKS["classify"]),
        ("hyde", "Slow.", FALLBACKS["hyde"]),
        ("generate", "Long.", "cut"),
    ]
    assert asking.update()["model_use"] == NO_USE


def test_without_a_model_there_is_no_help() -> None:
    ports: Any = SimpleNamespace(language_model=None, model_limits=ModelLimits())
    assert model_help(ports) is None
