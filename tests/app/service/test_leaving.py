"""Clients that go away: the graph stops within a second, wherever it is, and the conversation is none the worse."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.chatting.streaming import RUN_TASK
from app.settings import load_settings
from tests.app.service.real_server import Served, serving
from tests.openai_server import OpenAIServer, Pause, pauses
from tests.waiting import until

QUESTION = "How long is the warranty of the battery?"
SOON_SECONDS = 60


def running_steps() -> int:
    """How many runs of the chat graph are going on in this event loop, each in one of its steps."""
    return sum(task.get_name() == RUN_TASK for task in asyncio.all_tasks())


@asynccontextmanager
async def worded(home: Path, *, breaks_off: bool = False, **service: Any) -> AsyncIterator[tuple[Served, Pause]]:
    """A service whose answers a model words that pauses in the middle."""
    pause = Pause()
    with OpenAIServer() as model:
        model.otherwise(pauses(pause, "The warranty ", "is 10 years [1].", breaks_off=breaks_off))
        settings = load_settings(home=home, llm="openai", openai_base_url=model.url, service=service)
        async with serving(settings) as served:
            yield served, pause


def conversations_of(home: Path) -> bytes:
    """All that the conversations of a home say, with what was written and removed again."""
    return b"".join(each.read_bytes() for each in home.glob("conversations.sqlite*"))


async def leave(served: Served, path: str, body: dict[str, Any], pause: Pause) -> None:
    """Asks, and hangs up while the answer is being worded."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Accept: application/json, text/event-stream\r\nContent-Length: {len(data)}\r\n\r\n"
    _, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(head.encode() + data)
    await until(pause.reached.is_set, SOON_SECONDS)
    assert running_steps() == 1
    writer.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/chat", {"question": QUESTION}),
        ("/chat", {"question": QUESTION, "stream": False}),
        ("/v1/chat/completions", {"model": "sheaf", "messages": [{"role": "user", "content": QUESTION}]}),
        (
            "/v1/chat/completions",
            {"model": "sheaf", "messages": [{"role": "user", "content": QUESTION}], "stream": True},
        ),
        (
            "/mcp",
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "ask", "arguments": {"question": QUESTION}},
            },
        ),
    ],
)
async def test_the_run_stops_within_a_second_when_the_client_goes_away(
    sample_copy: Path, path: str, body: dict[str, Any]
) -> None:
    async with worded(sample_copy) as (served, pause):
        await leave(served, path, body, pause)
        async with asyncio.timeout(1):
            await until(pause.left.is_set, SOON_SECONDS)
            await until(lambda: not running_steps(), SOON_SECONDS)


async def test_a_conversation_goes_on_after_a_question_that_was_left(sample_copy: Path) -> None:
    session, other = uuid4().hex, uuid4().hex
    async with worded(sample_copy) as (served, pause):
        ask = {"session_id": session, "stream": False}
        pause.may_go_on.set()
        first = await served.client.post("/chat", json={"question": QUESTION, **ask})
        assert "10 years [1]" in first.json()["answer"]
        pause.may_go_on.clear()
        for left in (session, other):
            pause.reached.clear()
            pause.left.clear()
            await leave(served, "/chat", {"question": "Who chairs the board?", "session_id": left}, pause)
            await until(pause.left.is_set, SOON_SECONDS)
        pause.may_go_on.set()
        last = await served.client.post("/chat", json={"question": "When was it signed?", **ask})
        assert last.status_code == 200
        page = (await served.client.get(f"/sessions/{session}/messages")).json()
        assert [each["question"] for each in page["messages"]] == [QUESTION, "When was it signed?"]
        assert (await served.client.get(f"/sessions/{session}")).json()["title"] == QUESTION
        assert (await served.client.get(f"/sessions/{other}")).status_code == 404, "nothing was said in it"
    kept = conversations_of(sample_copy)
    assert QUESTION.encode() in kept
    assert b"Who chairs the board?" not in kept


async def test_silence_does_not_close_the_connection(sample_copy: Path) -> None:
    async with (
        worded(sample_copy, heartbeat_seconds=0.05) as (served, pause),
        served.client.stream("POST", "/chat", json={"question": QUESTION}) as reply,
    ):
        lines = reply.aiter_lines()
        async for line in lines:
            if line.startswith(":") and pause.reached.is_set():
                pause.may_go_on.set()
                break
        rest = [line async for line in lines]
    assert "event: done" in rest


async def test_words_are_taken_back_where_the_model_breaks_off(sample_copy: Path) -> None:
    async with worded(sample_copy, breaks_off=True) as (served, pause):
        pause.may_go_on.set()
        async with served.client.stream("POST", "/chat", json={"question": QUESTION}) as reply:
            lines = [line async for line in reply.aiter_lines()]
        names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
        done = json.loads(lines[lines.index("event: done") + 1].removeprefix("data: "))
        assert names.index("token") < names.index("reset") < len(names) - names[::-1].index("token")
        texts = [json.loads(line.removeprefix("data: "))["text"] for line in lines if line.startswith('data: {"text"')]
        assert "".join(texts[1:]) == done["answer"]
        assert done["status"] == "answered"

        body = {"model": "sheaf", "messages": [{"role": "user", "content": QUESTION}], "stream": True}
        reply = await served.client.post("/v1/chat/completions", json=body)
        assert "broke off" in reply.text
        assert reply.text.endswith("data: [DONE]\n\n")
