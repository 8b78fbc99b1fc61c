from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from llama_index.core.llms import ChatMessage

from app.models.any_openai import AnyOpenAI
from app.models.openai import openai_language_model
from nodes.domain.errors import ModelFailedError, UnavailableError
from nodes.modelling.replies import Classification, response_format
from tests.openai_server import (
    CHAT,
    Mood,
    OpenAIServer,
    cut,
    empty,
    fails,
    garbage,
    limited,
    refuses,
    says,
)

WORDS = "Revenue grew [1]."
QUESTION = [ChatMessage(role="user", content="What grew?")]


chat_model = partial(openai_language_model, timeout=60, max_retries=2, longest_wait=20)


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        server.when(CHAT, says(WORDS))
        yield server


@asynccontextmanager
async def opened(server: OpenAIServer, **changes: Any) -> AsyncIterator[AnyOpenAI]:
    """A model behind the server, whose connections are closed in the end."""
    settings: dict[str, Any] = {"api_key": "k", "base_url": server.url, "model": "my-local-model", **changes}
    model = chat_model(**settings)
    try:
        yield model
    finally:
        await model.aclose()


async def heard(model: AnyOpenAI) -> list[str]:
    return [part.delta or "" async for part in await model.astream_chat(QUESTION)]


async def test_a_model_nobody_has_listed_answers(server: OpenAIServer) -> None:
    async with opened(server, api_key=None) as model:
        answer = await model.achat(QUESTION)

    assert answer.message.content == WORDS
    [asked] = server.requests
    assert (asked.path, asked.key) == (CHAT, "Bearer none")
    assert {key: asked.body[key] for key in ("model", "temperature", "seed", "max_tokens")} == {
        "model": "my-local-model",
        "temperature": 0.3,
        "seed": 42,
        "max_tokens": 1000,
    }


async def test_it_streams_and_says_how_it_ended(server: OpenAIServer) -> None:
    async with opened(server) as model:
        replies = [part async for part in await model.astream_chat(QUESTION)]

    assert [part.delta for part in replies if part.delta] == ["Revenue", " grew", " [1]."]
    assert replies[-1].additional_kwargs["finish_reason"] == "stop"
    assert server.requests[0].is_streamed


async def test_completion_goes_over_chat(server: OpenAIServer) -> None:
    async with opened(server, model="org/some model:7b") as model:
        assert model.complete("What grew?").text == WORDS
    assert server.requests[0].path == CHAT


@pytest.mark.parametrize("mood", [limited(0.001), fails(500), fails(408), fails(409), cut("Rev")])
async def test_what_may_pass_is_tried_again(server: OpenAIServer, mood: Mood) -> None:
    server.when(CHAT, mood, says(WORDS))
    async with opened(server, max_retries=1) as model:
        assert (await model.achat(QUESTION)).message.content == WORDS
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("mood", "says", "requests"),
    [
        (limited(0.001), "over its limit (429)", 3),
        (limited(60), "over its limit (429)", 1),
        (fails(503), "failed (503)", 3),
        (fails(400), "refused the request (400)", 1),
        (fails(401), "did not accept the key (401)", 1),
        (fails(404), "no such address or model (404)", 1),
        (garbage(), "not OpenAI's protocol", 1),
        (garbage(b'{"detail": "Have a nice day"}'), "not OpenAI's protocol", 1),
        (refuses(), "refused to reply", 1),
    ],
)
@pytest.mark.parametrize("is_streamed", [False, True])
async def test_failures_are_told_in_our_words_and_requests_are_bounded(
    server: OpenAIServer, mood: Mood, says: str, requests: int, is_streamed: bool
) -> None:
    server.when(CHAT, mood)
    async with opened(server) as model:
        with pytest.raises(ModelFailedError) as failed:
            await (heard(model) if is_streamed else model.achat(QUESTION))

    # What is no stream of events is one that ends before it began.
    expected = "broke off" if is_streamed and mood.raw else says
    assert expected in failed.value.message
    assert "this went wrong" not in failed.value.message, "nothing of the server's own words"
    assert len(server.requests) == requests


@pytest.mark.parametrize("lasting", [True, False])
async def test_a_stream_without_its_end_is_a_failure(server: OpenAIServer, lasting: bool) -> None:
    server.when(CHAT, cut("Revenue ") if lasting else Mood(raw=b'data: {"choices": []}\n\ndata: [DONE]\n\n'))
    async with opened(server) as model:
        with pytest.raises(ModelFailedError, match="broke off"):
            await heard(model)
    assert len(server.requests) == 1, "what has begun is not begun again"


async def test_an_empty_answer_is_for_others_to_judge(server: OpenAIServer) -> None:
    server.when(CHAT, empty())
    async with opened(server) as model:
        assert "".join(await heard(model)) == ""


@pytest.mark.parametrize("refusal", [400, 422])
async def test_a_server_without_schemas_is_asked_without_from_then_on(server: OpenAIServer, refusal: int) -> None:
    server.when(CHAT, fails(refusal), says(WORDS))
    async with opened(server) as model:
        for _ in range(2):
            reply = await model.achat(QUESTION, response_format=response_format(Classification))
            assert reply.message.content == WORDS

    assert ["response_format" in asked.body for asked in server.requests] == [True, False, False]


def test_what_is_known_of_a_model() -> None:
    unlisted = chat_model(api_key=None, base_url="http://x", model="my-local-model")
    listed = chat_model(api_key="k", base_url=None, model="gpt-4o-mini")

    assert unlisted.metadata.is_chat_model
    assert unlisted.metadata.context_window == 32_768
    assert unlisted.metadata.num_output == 1000
    assert unlisted.metadata.model_name == "my-local-model"
    assert listed.metadata.context_window == 128_000


def test_another_address_in_the_environment_is_not_taken(monkeypatch: pytest.MonkeyPatch, server: OpenAIServer) -> None:
    monkeypatch.setenv("OPENAI_API_BASE", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "secret")

    assert chat_model(api_key="k", base_url=None, model="gpt-4o").to_dict()["api_base"] == ("https://api.openai.com/v1")
    with pytest.raises(UnavailableError, match="key"):
        chat_model(api_key=None, base_url=None, model="gpt-4o")
