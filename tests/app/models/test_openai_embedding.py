"""Embeddings over OpenAI's protocol: what is sent, what is sent again, and what is never taken for a vector."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.models.openai_embedding import CheckedOpenAIEmbedding, count_tokens, openai_embedding
from nodes.domain.errors import ModelFailedError, TextsRefusedError, UnavailableError
from tests.openai_server import EMBEDDINGS, OpenAIServer, embeds, fails, garbage, limited, texts_of, vector_of

LENGTH = 8
TEXTS = [f"text {number} of many" for number in range(7)]


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        server.otherwise(embeds(LENGTH))
        yield server


def made(**changes: Any) -> CheckedOpenAIEmbedding:
    given = {"api_key": "k", "base_url": "http://nowhere", "model": "stand-in", "dimensions": LENGTH}
    bounds = {"input_tokens": 8191, "batch_size": 100, "timeout": 60}
    return openai_embedding(**{**given, **bounds, **changes})


@asynccontextmanager
async def opened(server: OpenAIServer, **changes: Any) -> AsyncIterator[CheckedOpenAIEmbedding]:
    model = made(**{"base_url": server.url, "max_retries": 2, **changes})
    try:
        yield model
    finally:
        await model.aclose()


def same(found: list[list[float]], texts: list[str]) -> bool:
    expected = [vector_of(text, LENGTH) for text in texts]
    return [pytest.approx(each, abs=1e-6) for each in expected] == found


async def test_texts_go_in_requests_and_come_back_in_order(server: OpenAIServer) -> None:
    async with opened(server, batch_size=3) as model:
        assert same(await model.aget_text_embedding_batch([*TEXTS, TEXTS[0]]), [*TEXTS, TEXTS[0]])
        assert same(model.get_text_embedding_batch(TEXTS), TEXTS)
        assert same(
            [await model.aget_query_embedding("a question"), model.get_query_embedding("b")], ["a question", "b"]
        )
    sent = sorted(texts_of(request.body) for request in server.requests[:3])
    assert sent == [TEXTS[:3], TEXTS[3:6], TEXTS[6:]], "equal texts are sent once"
    assert {request.key for request in server.requests} == {"Bearer k"}
    assert all("dimensions" not in request.body for request in server.requests), "other servers refuse to be asked"


async def test_openais_own_models_are_asked_for_a_length(server: OpenAIServer) -> None:
    async with opened(server, model="text-embedding-3-large", dimensions=12) as model:
        assert len(await model.aget_text_embedding("a")) == 12
    assert server.requests[0].body["dimensions"] == 12
    with pytest.raises(UnavailableError, match="key"):
        made(api_key="", base_url=None)


@settings(max_examples=25, deadline=None)
@given(
    texts=st.lists(st.text(max_size=60), max_size=20),
    batch=st.integers(1, 5),
    tokens=st.integers(1, 40),
    longest=st.integers(1, 20),
)
def test_requests_hold_every_text_once_within_both_bounds(
    texts: list[str], batch: int, tokens: int, longest: int
) -> None:
    model = made(batch_size=batch, input_tokens=longest)
    model.request_tokens = tokens
    requests = model.requests_of(texts)
    assert [text for sent in requests for text in sent] == texts
    for sent in requests:
        assert 1 <= len(sent) <= batch
        assert len(sent) == 1 or sum(min(count_tokens(text), longest) for text in sent) <= tokens


@pytest.mark.parametrize(
    ("mood", "said"),
    [
        (embeds(LENGTH, missing=1), "2 vectors for 3 texts"),
        (embeds(LENGTH + 1), "9 dimensions, not of 8"),
        (garbage(), "no vectors for 3 texts"),
        (garbage(b'{"data": []}'), "no vectors for 3 texts"),
        (
            garbage(
                b'{"data": [%s]}' % b",".join(b'{"index": %d, "embedding": [0,0,0,0,0,0,0,0]}' % n for n in range(3))
            ),
            "no direction",
        ),
    ],
)
async def test_what_is_not_what_was_asked_for_is_an_error(server: OpenAIServer, mood: Any, said: str) -> None:
    server.when(EMBEDDINGS, mood)
    async with opened(server) as model:
        with pytest.raises(ModelFailedError, match=said) as caught:
            await model.aget_text_embedding_batch(TEXTS[:3])
        assert "stand-in" in caught.value.message
        assert caught.value.hint


@pytest.mark.parametrize(("mood", "requests"), [(limited(0.001), 2), (fails(503), 2), (fails(500), 2)])
async def test_what_may_pass_is_tried_again(server: OpenAIServer, mood: Any, requests: int) -> None:
    server.when(EMBEDDINGS, mood, embeds(LENGTH))
    async with opened(server) as model:
        assert same(await model.aget_text_embedding_batch(TEXTS), TEXTS)
    assert len(server.requests) == requests


@pytest.mark.parametrize(("mood", "requests"), [(fails(500), 3), (limited(0.001), 3), (fails(400), 2), (fails(401), 1)])
async def test_tries_are_bounded_and_only_for_what_may_pass(server: OpenAIServer, mood: Any, requests: int) -> None:
    server.when(EMBEDDINGS, mood)
    async with opened(server) as model:
        with pytest.raises(ModelFailedError, match=str(mood.status)) as caught:
            await model.aget_text_embedding_batch(TEXTS)
    assert len(server.requests) == requests
    assert "this went wrong" not in caught.value.message, "a server's words may repeat what was sent"


async def embedded(model: CheckedOpenAIEmbedding, texts: list[str]) -> tuple[dict[str, list[float]], Exception | None]:
    made: dict[str, list[float]] = {}
    try:
        async for sent, vectors in model.in_requests(texts):
            made.update(zip(sent, vectors, strict=True))
    except ModelFailedError as error:
        return made, error
    return made, None


@pytest.mark.parametrize("place", [0, 37, 99])
async def test_a_text_that_is_refused_is_found_by_halving(server: OpenAIServer, place: int) -> None:
    texts = [f"text {number} of many" for number in range(200)]
    server.when(texts[place], fails(400))
    async with opened(server) as model:
        made, error = await embedded(model, texts)
    assert isinstance(error, TextsRefusedError)
    assert error.texts == {texts[place]}
    assert not error.retryable
    assert set(texts[:place]) | set(texts[100:]) <= made.keys(), "what stands before it, and other requests"
    # Both requests, the harmless text, and 100 texts can be halved seven times.
    assert len(server.requests) <= 2 + 1 + 2 * 7


async def test_texts_that_are_refused_in_several_requests_are_told_together(server: OpenAIServer) -> None:
    for text in (TEXTS[1], TEXTS[5]):
        server.when(text, fails(422))
    async with opened(server, batch_size=3) as model:
        made, error = await embedded(model, TEXTS)
    assert isinstance(error, TextsRefusedError)
    assert error.texts == {TEXTS[1], TEXTS[5]}
    assert made.keys() >= {TEXTS[0], TEXTS[6]}


async def test_a_request_that_is_too_large_goes_in_pieces(server: OpenAIServer) -> None:
    server.when("\n", fails(413))
    async with opened(server) as model:
        made, error = await embedded(model, TEXTS)
    assert error is None
    assert same([made[text] for text in TEXTS], TEXTS)


async def test_what_goes_wrong_between_the_halves_may_pass(server: OpenAIServer) -> None:
    server.when(TEXTS[0], fails(400), fails(503))
    async with opened(server) as model:
        _, error = await embedded(model, TEXTS)
    assert isinstance(error, ModelFailedError)
    assert error.retryable
    assert "503" in error.message


async def test_nobody_there_is_a_failure_that_may_pass() -> None:
    with OpenAIServer() as gone:
        pass
    async with opened(gone, max_retries=0) as model:
        with pytest.raises(ModelFailedError, match="APIConnectionError") as caught:
            await model.aget_text_embedding("a")
    assert caught.value.retryable


async def test_longer_texts_are_cut_where_a_token_ends(server: OpenAIServer, caplog: pytest.LogCaptureFixture) -> None:
    long = "Überströmventil 🐋 " * 40
    async with opened(server, input_tokens=16) as model:
        await model.aget_text_embedding_batch(["short", long, ""])
        assert model.count_too_long(["short", long, ""]) == 1
    short, cut, blank = texts_of(server.requests[0].body)
    assert (short, blank) == ("short", " ")
    assert long.startswith(cut)
    assert 12 <= count_tokens(cut) <= 16
    assert "1 texts were cut to the 16 tokens" in caplog.text


async def test_a_question_that_is_refused_is_not_asked_in_other_ways(server: OpenAIServer) -> None:
    server.when("a question", fails(400))
    async with opened(server) as model:
        with pytest.raises(ModelFailedError) as caught:
            await model.aget_query_embedding("a question")
    assert caught.value.code == "model_failed"
    assert len(server.requests) == 1
