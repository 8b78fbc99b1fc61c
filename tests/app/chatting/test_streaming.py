"""A run as it goes on: what steps write comes at once, closing stops the step that runs, failures come through."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, cast

import pytest

from app.chatting.asking import graph_input
from app.chatting.streaming import Moment, moments
from graphs.chat import STEPS, ChatGraph, build_chat_graph
from graphs.context import ChatContext
from graphs.tracing import Step
from nodes.domain.options import Options
from nodes.trace import entry

PLAN = dict.fromkeys(["expand", "hyde", "follow_links", "hierarchy", "rerank", "threshold", "widen"], False)
Generate = Callable[[Any], Awaitable[None]]


def graph_with(generate: Generate) -> ChatGraph:
    """The graph, whose steps do nothing but for one."""

    def emptied(step: Step) -> Step:
        @functools.wraps(step)
        async def run(state: Any, runtime: Any) -> dict[str, Any]:
            if step.__name__ == "generate":
                await generate(runtime.stream_writer)
            decided = {"plan": PLAN} if step.__name__ == "classify_query" else {}
            return {**decided, "trace": [entry(step.__name__, "nothing to do")]}

        return cast("Step", run)

    return build_chat_graph(steps=[emptied(step) for step in STEPS])


def given() -> tuple[dict[str, Any], ChatContext]:
    nothing: Any = None
    state = {
        **graph_input("What is told?", "chat", None, Options()),
        "rounds": 0,
        "overtaken": 0,
        "replaced": 0,
        "confidence": 1.0,
    }
    return state, ChatContext("local", [], nothing, nothing, nothing, nothing, None)


def token(text: str) -> dict[str, Any]:
    return {"type": "token", "text": text}


async def test_what_a_step_writes_comes_before_the_step_has_ended() -> None:
    go_on = asyncio.Event()

    async def generate(write: Any) -> None:
        write(token("one"))
        await go_on.wait()
        write(token("two"))

    seen: list[Moment] = []
    async for moment in moments(graph_with(generate), *given()):
        seen.append(moment)
        if moment.value.get("text") == "one":
            assert not go_on.is_set()
            go_on.set()
    events = [moment.value for moment in seen if moment.kind == "event"]
    assert [event["text"] for event in events if event["type"] == "token"] == ["one", "two"]
    nodes = [event["entry"]["node"] for event in events if event["type"] == "trace"]
    assert nodes[0] == "condense_question"
    assert nodes[-2:] == ["generate", "verify_citations"]
    assert seen[-1].kind == "state"
    assert [each["node"] for each in seen[-1].value["trace"]] == nodes


async def test_a_run_that_brought_nobody_along_is_streamed_as_langgraph_does() -> None:
    async def generate(write: Any) -> None:
        write(token("one"))

    state, context = given()
    entering: Any = state
    stream: Any = graph_with(generate).astream(entering, context=context, stream_mode="custom")
    assert [event["text"] async for event in stream if event["type"] == "token"] == ["one"]


async def test_unwatched_there_are_the_same_states_and_no_events() -> None:
    async def generate(write: Any) -> None:
        write(token("unheard"))

    graph, (state, context) = graph_with(generate), given()
    alone = [moment async for moment in moments(graph, state, context, watched=False)]
    watched = [moment async for moment in moments(graph, state, context)]

    def nodes(found: list[Moment]) -> list[list[str]]:
        return [[each["node"] for each in moment.value["trace"]] for moment in found if moment.kind == "state"]

    assert {moment.kind for moment in alone} == {"state"}
    assert nodes(alone) == nodes(watched)


@pytest.mark.parametrize("watched", [True, False])
async def test_what_a_step_raises_comes_through(*, watched: bool) -> None:
    async def generate(write: Any) -> None:
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        async for _ in moments(graph_with(generate), *given(), watched=watched):
            pass


async def test_closing_it_stops_the_step_that_runs() -> None:
    stopped = asyncio.Event()

    async def generate(write: Any) -> None:
        write(token("one"))
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    async with aclosing(moments(graph_with(generate), *given())) as going:
        async for moment in going:
            if moment.value.get("text") == "one":
                break
    assert stopped.is_set()


async def test_cancelling_who_follows_it_stops_the_step_that_runs() -> None:
    begun, stopped = asyncio.Event(), asyncio.Event()

    async def generate(write: Any) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    async def follow() -> None:
        async with aclosing(moments(graph_with(generate), *given())) as going:
            async for _ in going:
                pass

    following = asyncio.create_task(follow())
    await begun.wait()
    following.cancel()
    with pytest.raises(asyncio.CancelledError):
        await following
    assert stopped.is_set()


async def test_of_the_states_only_what_is_asked_for_is_told() -> None:
    async def generate(write: Any) -> None:
        write(token("unheard"))

    graph, (state, context) = graph_with(generate), given()
    states = [moment.value async for moment in moments(graph, state, context, watched=False, keys=("trace", "plan"))]
    whole = [moment.value async for moment in moments(graph, state, context, watched=False)]
    assert set(states[-1]) == {"trace", "plan"}
    assert [each["node"] for each in states[-1]["trace"]] == [each["node"] for each in whole[-1]["trace"]]
