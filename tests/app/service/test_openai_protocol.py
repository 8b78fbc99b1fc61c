"""The `openai` package as client, as products use it: against a real server, and against the shapes it relies on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import openai
import pytest
import pytest_asyncio

from app.keys import create_key
from app.models.wordllama import WordLlamaTokenizer
from app.service.routes.openai import BEYOND_PROTOCOL
from app.settings import load_settings
from app.sheaf import IngestFile
from nodes.modelling.limits import FALLBACKS
from tests.app.service.real_server import Served, serving
from tests.openai_server import CHAT, OpenAIServer, fails

pytestmark = pytest.mark.asyncio(loop_scope="module")

GENERATION = "What was the net generation of the cooperative in 2022?"
ASKED: list[Any] = [{"role": "user", "content": GENERATION}]
FOLLOW_UP: list[Any] = [
    {"role": "system", "content": "You are helpful."},
    *ASKED,
    {"role": "assistant", "content": "7,150 MWh [1]"},
    {"role": "user", "content": [{"type": "text", "text": "And in 2023?"}]},
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(service: Served) -> AsyncIterator[openai.AsyncOpenAI]:
    """The asynchronous client."""
    async with openai.AsyncOpenAI(base_url=f"{service.url}/v1", api_key="none", max_retries=0) as client:
        yield client


async def test_a_whole_answer_has_its_citations_and_its_usage(client: openai.AsyncOpenAI) -> None:
    completion = await client.chat.completions.create(model="sheaf", messages=ASKED)
    assert (completion.object, completion.model) == ("chat.completion", "sheaf")
    [choice] = completion.choices
    assert (choice.finish_reason, choice.message.role) == ("stop", "assistant")
    text = choice.message.content or ""
    assert "7,150" in text
    extra: Any = choice.message.model_extra
    assert extra["citations"]
    for citation in extra["citations"]:
        assert f"[{citation['index']}]" in text
        assert citation["quote"] in extra["sources"][citation["index"] - 1]["content"]
    assert completion.usage is not None
    counted = WordLlamaTokenizer().count_many([GENERATION, text])
    assert [completion.usage.prompt_tokens, completion.usage.completion_tokens] == counted
    assert completion.usage.total_tokens == sum(counted)


async def test_a_streamed_answer_is_the_whole_one_in_pieces(client: openai.AsyncOpenAI) -> None:
    whole = await client.chat.completions.create(model="sheaf", messages=ASKED)
    stream = await client.chat.completions.create(
        model="sheaf", messages=ASKED, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    assert len({(chunk.id, chunk.model, chunk.created, chunk.object) for chunk in chunks}) == 1
    assert chunks[0].choices[0].delta.role == "assistant"
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert [delta.role for delta in deltas[1:]] == [None] * (len(deltas) - 1)
    assert "".join(delta.content or "" for delta in deltas) == whole.choices[0].message.content
    final, last = chunks[-2:]
    assert [chunk.choices[0].finish_reason for chunk in chunks[:-1]] == [None] * (len(chunks) - 2) + ["stop"]
    message: Any = whole.choices[0].message.model_extra
    told: Any = final.model_extra
    assert {name: told[name] for name in BEYOND_PROTOCOL} == message
    assert message["model_failures"] == []
    assert last.choices == []
    assert last.usage == whole.usage
    assert all(chunk.usage is None for chunk in chunks[:-1])


async def test_what_the_language_model_did_not_give_stands_beside_the_citations(sample_copy: Path) -> None:
    with OpenAIServer() as model_server:
        model_server.when(CHAT, fails(403))
        settings = load_settings(
            home=sample_copy, llm="openai", openai_base_url=model_server.url, openai_model="stand-in"
        )
        async with (
            serving(settings) as served,
            openai.AsyncOpenAI(base_url=f"{served.url}/v1", api_key="none", max_retries=0) as client,
        ):
            whole = await client.chat.completions.create(model="sheaf", messages=ASKED)
            stream = await client.chat.completions.create(model="sheaf", messages=ASKED, stream=True)
            final: Any = [chunk.model_extra async for chunk in stream][-1]
    message: Any = whole.choices[0].message.model_extra
    assert "7,150" in (whole.choices[0].message.content or "")
    assert {(each["path"], each["fallback"]) for each in message["model_failures"]} == {
        ("generate", FALLBACKS["generate"])
    }
    assert final["model_failures"] == message["model_failures"]


async def test_a_stream_is_unnamed_events_and_ends_with_done(service: Served) -> None:
    reply = await service.client.post(
        "/v1/chat/completions", json={"model": "sheaf", "messages": ASKED, "stream": True}
    )
    assert reply.headers["content-type"].startswith("text/event-stream")
    lines = [line for line in reply.text.split("\n") if line]
    assert all(line.startswith("data: ") for line in lines)
    assert lines[-1] == "data: [DONE]"
    assert all("usage" not in json.loads(line.removeprefix("data: ")) for line in lines[:-1])


async def test_the_synchronous_client_whole_and_streamed(service: Served) -> None:
    def ask() -> tuple[str, str]:
        with openai.OpenAI(base_url=f"{service.url}/v1", api_key="none", max_retries=0) as client:
            whole = client.chat.completions.create(model="sheaf:default", messages=ASKED)
            stream = client.chat.completions.create(model="sheaf:default", messages=ASKED, stream=True)
            pieces = [chunk.choices[0].delta.content or "" for chunk in stream]
            return whole.choices[0].message.content or "", "".join(pieces)

    whole, streamed = await asyncio.to_thread(ask)
    assert "7,150" in whole
    assert streamed == whole


async def test_a_follow_up_leans_on_the_messages_before_it_and_nothing_is_kept(
    client: openai.AsyncOpenAI, service: Served
) -> None:
    sessions = len(await service.sheaf.catalogue.sessions("local"))
    completion = await client.chat.completions.create(model="sheaf", messages=FOLLOW_UP)
    assert "9,840" in (completion.choices[0].message.content or "")
    third = [*FOLLOW_UP, {"role": "assistant", "content": "9,840 MWh [1]"}, {"role": "user", "content": "And in 2021?"}]
    completion = await client.chat.completions.create(model="sheaf", messages=third)
    assert "generation" in (completion.choices[0].message.content or "").lower()
    assert len(await service.sheaf.catalogue.sessions("local")) == sessions


async def test_unknown_parameters_change_nothing(client: openai.AsyncOpenAI) -> None:
    completion = await client.chat.completions.create(
        model="sheaf",
        messages=ASKED,
        temperature=0.9,
        max_tokens=5,
        tools=[{"type": "function", "function": {"name": "look", "parameters": {}}}],
        extra_body={"surprise": {"deep": [1, 2]}, "top_k": "many"},
    )
    assert "7,150" in (completion.choices[0].message.content or "")


async def test_the_models_are_the_collections(sample_copy: Path, write: Callable[[str, str], Path]) -> None:
    async with (
        serving(load_settings(home=sample_copy)) as served,
        openai.AsyncOpenAI(base_url=f"{served.url}/v1", api_key="none", max_retries=0) as client,
    ):
        sheaf = served.sheaf
        await sheaf.ingest(
            [IngestFile(write("bell.txt", "The bell weighs 44 tonnes.\n"))], collection="bells: big ones"
        )
        kind = sheaf.library.configured_kind()
        await sheaf.catalogue.ensure_session("local", "of-its-own")
        private = await sheaf.catalogue.private_collection("local", "of-its-own", kind)
        names = [model.id async for model in client.models.list()]
        assert names == ["sheaf", "sheaf:bells: big ones", "sheaf:default"]
        assert (await client.models.retrieve("sheaf:bells: big ones")).id == "sheaf:bells: big ones"
        completion = await client.chat.completions.create(
            model="sheaf:bells: big ones", messages=[{"role": "user", "content": "How much does the bell weigh?"}]
        )
        assert "44 tonnes" in (completion.choices[0].message.content or "")
        with pytest.raises(openai.NotFoundError):
            await client.chat.completions.create(model=f"sheaf:{private.name}", messages=ASKED)


async def test_without_a_default_collection_the_others_are_named(
    tmp_path: Path, write: Callable[[str, str], Path]
) -> None:
    async with (
        serving(load_settings(home=tmp_path / "home")) as served,
        openai.AsyncOpenAI(base_url=f"{served.url}/v1", api_key="none", max_retries=0) as client,
    ):
        assert [model.id async for model in client.models.list()] == []
        with pytest.raises(openai.NotFoundError, match="upload files"):
            await client.models.retrieve("sheaf")
        await served.sheaf.ingest([IngestFile(write("bell.txt", "The bell weighs 44 tonnes.\n"))], collection="bells")
        assert [model.id async for model in client.models.list()] == ["sheaf:bells"]
        with pytest.raises(openai.NotFoundError):
            await client.models.retrieve("sheaf")
        with pytest.raises(openai.NotFoundError) as refused:
            await client.chat.completions.create(model="sheaf", messages=ASKED)
    assert (refused.value.code, refused.value.param) == ("model_not_found", "model")
    assert "the collection 'default', which has not been made yet. There are: sheaf:bells." in refused.value.message


@pytest.mark.parametrize("model", ["gpt-4o", "sheaf:nowhere", "sheaf:", "Sheaf", ""])
@pytest.mark.parametrize("stream", [True, False])
async def test_an_unknown_model_is_not_found(client: openai.AsyncOpenAI, model: str, stream: bool) -> None:
    with pytest.raises(openai.NotFoundError) as refused:
        await client.chat.completions.create(model=model, messages=ASKED, stream=stream)
    assert (refused.value.code, refused.value.param) == ("model_not_found", "model")
    body: Any = refused.value.body
    assert body["type"] == "invalid_request_error"
    assert "sheaf" in body["hint"]


@pytest.mark.parametrize(
    ("messages", "words", "param"),
    [
        ([], "messages", "messages"),
        ([{"role": "assistant", "content": "Hello"}], "messages", "messages"),
        ([{"role": "user", "content": "  "}], "messages", "messages"),
        ([{"role": "user", "content": "?!"}], "punctuation", "messages"),
        ([{"role": "user", "content": "a" * 10_001}], "10001", "messages"),
        (
            [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}],
            "image_url",
            "messages",
        ),
        ([{"content": "no role"}], "messages.0.role", "messages.0.role"),
    ],
)
async def test_what_cannot_be_asked_is_refused_in_the_protocols_shape(
    client: openai.AsyncOpenAI, messages: list[Any], words: str, param: str
) -> None:
    with pytest.raises(openai.UnprocessableEntityError) as refused:
        await client.chat.completions.create(model="sheaf", messages=messages)
    assert (refused.value.code, refused.value.type) == ("invalid_request", "invalid_request_error")
    assert words in refused.value.message
    assert refused.value.param == param


@pytest.mark.parametrize(("sent", "param"), [('{"messages": []}', "model"), ("{", None), ("[]", None)])
async def test_the_field_that_is_wrong_is_named_where_there_is_one(
    service: Served, sent: str, param: str | None
) -> None:
    headers = {"Content-Type": "application/json"}
    reply = await service.client.post("/v1/chat/completions", content=sent, headers=headers)
    error = reply.json()["error"]
    assert (reply.status_code, error["param"], error["code"]) == (422, param, "invalid_request")


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/v1/chat/completions", b"\x167\xfc", 422),
        ("GET", "/v1/embeddings", b"", 404),
        ("GET", "/v1/models/%0A", b"", 404),
        ("GET", "/v1/chat/completions", b"", 405),
    ],
)
async def test_every_error_has_the_protocols_shape(
    service: Served, method: str, path: str, body: bytes, status: int
) -> None:
    reply = await service.client.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert reply.status_code == status
    assert set(reply.json()["error"]) == {"message", "type", "param", "code", "hint"}


async def test_a_wrong_key_is_refused_and_a_right_one_sees_its_owners_collections(sample_copy: Path) -> None:
    async with serving(load_settings(home=sample_copy, auth="keys")) as served:
        key = await create_key(served.sheaf.catalogue, "product", "local")
        stranger = await create_key(served.sheaf.catalogue, "stranger")
        base = f"{served.url}/v1"
        async with openai.AsyncOpenAI(base_url=base, api_key="sheaf_wrong", max_retries=0) as client:
            for call in (client.models.list(), client.chat.completions.create(model="sheaf", messages=ASKED)):
                with pytest.raises(openai.AuthenticationError) as refused:
                    await call
                assert refused.value.code == "invalid_api_key"
        async with openai.AsyncOpenAI(base_url=base, api_key=key, max_retries=0) as client:
            completion = await client.chat.completions.create(model="sheaf", messages=ASKED)
            assert "7,150" in (completion.choices[0].message.content or "")
        async with openai.AsyncOpenAI(base_url=base, api_key=stranger, max_retries=0) as client:
            assert [model.id async for model in client.models.list()] == []
            with pytest.raises(openai.NotFoundError):
                await client.chat.completions.create(model="sheaf", messages=ASKED)


async def test_too_many_questions_are_told_when_to_come_again(sample_copy: Path) -> None:
    settings = load_settings(home=sample_copy, service={"requests_per_minute": 2})
    async with serving(settings) as served:
        for _ in range(2):
            reply = await served.client.post("/search", json={"question": GENERATION})
            assert reply.status_code == 200
        for path in ("/search", "/chat"):
            reply = await served.client.post(path, json={"question": GENERATION})
            assert (reply.status_code, reply.json()["error"]["code"]) == (429, "rate_limited")
            assert int(reply.headers["retry-after"]) > 0
        async with openai.AsyncOpenAI(base_url=f"{served.url}/v1", api_key="none", max_retries=0) as client:
            with pytest.raises(openai.RateLimitError) as refused:
                await client.chat.completions.create(model="sheaf", messages=ASKED)
            assert int(refused.value.response.headers["retry-after"]) > 0
