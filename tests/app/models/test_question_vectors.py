"""Vectors of questions: asked for once, kept for each owner apart, never more than a bound."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.catalogue.catalogue import SqlCatalogue
from app.models.question_vectors import KIND, QuestionVectors
from nodes.domain.errors import ModelFailedError


class Model:
    """Says how long a text is, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.error: Exception | None = None

    async def embed(self, text: str) -> list[float]:
        self.asked.append(text)
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        return [0.1, float(len(text))]


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def catalogue(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SqlCatalogue]:
    """One for all tests; they keep apart by their owners."""
    opened = await SqlCatalogue.open(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('kept') / 'catalogue.sqlite'}")
    yield opened
    await opened.close()


async def kept(catalogue: SqlCatalogue, owner: str) -> int:
    return len(await catalogue.cache_find(owner, KIND, "", 10_000))


async def test_a_question_is_embedded_once_over_a_restart(catalogue: SqlCatalogue, owner: str) -> None:
    model, vectors = Model(), QuestionVectors(catalogue)
    first = await vectors.of(owner, "m/2", "What is  it?\n", model.embed)
    assert first == pytest.approx([0.1, 11])
    assert await vectors.of(owner, "m/2", "What is it?", model.embed) == first
    assert await QuestionVectors(catalogue).of(owner, "m/2", "What is it?", model.embed) == first
    assert model.asked == ["What is it?"]


async def test_another_owner_model_or_text_is_asked_anew(catalogue: SqlCatalogue, owner: str) -> None:
    model, vectors = Model(), QuestionVectors(catalogue)
    for who, name, text in [
        (owner, "m/2", "Who?"),
        (f"{owner}, another", "m/2", "Who?"),
        (owner, "m/3", "Who?"),
        (owner, "m/2", "who?"),
    ]:
        await vectors.of(who, name, text, model.embed)
    assert len(model.asked) == 4
    assert (await kept(catalogue, owner), await kept(catalogue, f"{owner}, another")) == (3, 1)


async def test_those_who_ask_at_once_wait_for_one_call(catalogue: SqlCatalogue, owner: str) -> None:
    model, vectors = Model(), QuestionVectors(catalogue)
    first = asyncio.create_task(vectors.of(owner, "m", "Who?", model.embed))
    others = [asyncio.create_task(vectors.of(owner, "m", "Who?", model.embed)) for _ in range(5)]
    await asyncio.sleep(0)
    first.cancel()
    assert len({tuple(vector) for vector in await asyncio.gather(*others)}) == 1
    assert model.asked == ["Who?"]


async def test_a_failure_reaches_everybody_and_is_not_kept(catalogue: SqlCatalogue, owner: str) -> None:
    model, vectors = Model(), QuestionVectors(catalogue)
    model.error = ModelFailedError("It broke.")
    waiting = [vectors.of(owner, "m", "Who?", model.embed) for _ in range(3)]
    assert all(isinstance(each, ModelFailedError) for each in await asyncio.gather(*waiting, return_exceptions=True))
    assert len(model.asked) == 1
    model.error = None
    assert await vectors.of(owner, "m", "Who?", model.embed) == pytest.approx([0.1, 4])


async def test_what_cannot_be_kept_is_still_answered(
    catalogue: SqlCatalogue, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise ModelFailedError("The disk is full.")

    monkeypatch.setattr(catalogue, "cache_put", full)
    assert await QuestionVectors(catalogue).of(owner, "m", "Who?", Model().embed) == pytest.approx([0.1, 4])


async def test_memory_and_catalogue_hold_no_more_than_a_bound(
    catalogue: SqlCatalogue, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.models.question_vectors.TRIM_EVERY", 1)
    model, vectors = Model(), QuestionVectors(catalogue, in_memory=3, kept=5)
    for number in range(9):
        await vectors.of(owner, "m", f"Question {number}?", model.embed)
    assert await kept(catalogue, owner) == 5
    assert len(vectors._remembered) == 3
    await vectors.of(owner, "m", "Question 0?", model.embed)
    assert len(model.asked) == 10, "the oldest went first"


async def test_each_owner_is_held_to_the_bound_whoever_asks_in_between(
    catalogue: SqlCatalogue, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.models.question_vectors.TRIM_EVERY", 2)
    model, vectors = Model(), QuestionVectors(catalogue, kept=4)
    for number in range(12):
        for who in (owner, f"{owner}, another"):
            await vectors.of(who, "m", f"Question {number}?", model.embed)
    assert max(await kept(catalogue, owner), await kept(catalogue, f"{owner}, another")) <= 4 + 2


async def test_they_go_with_a_conversation_of_their_owner(catalogue: SqlCatalogue, owner: str) -> None:
    vectors = QuestionVectors(catalogue)
    for who in (owner, f"{owner}, another"):
        await vectors.of(who, "m", "Who?", Model().embed)
    session = await catalogue.ensure_session(owner)
    await catalogue.delete_session(owner, session.session_id)
    assert (await kept(catalogue, owner), await kept(catalogue, f"{owner}, another")) == (0, 1)
    vectors.forget(owner)
    models = [Model(), Model()]
    for who, model in zip((owner, f"{owner}, another"), models, strict=True):
        await vectors.of(who, "m", "Who?", model.embed)
    assert [len(model.asked) for model in models] == [1, 0], "nor is it in memory"


async def test_what_is_still_asked_for_ends_with_the_process(catalogue: SqlCatalogue, owner: str) -> None:
    async def never(_: str) -> list[float]:
        await asyncio.Event().wait()
        return []

    vectors = QuestionVectors(catalogue)
    waiting = asyncio.create_task(vectors.of(owner, "m", "Who?", never))
    await asyncio.sleep(0.05)
    await vectors.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_request_that_hangs_is_not_joined_by_those_who_ask_later(catalogue: SqlCatalogue, owner: str) -> None:
    questions, hanging, asked = QuestionVectors(catalogue), asyncio.Event(), 0

    async def embed(_text: str) -> list[float]:
        nonlocal asked
        asked += 1
        if asked == 1:
            await hanging.wait()
        return [1.0, 0.0]

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await questions.of(owner, "m/2", "Where?", embed)
    assert await questions.of(owner, "m/2", "Where?", embed) == [1.0, 0.0]
    assert asked == 2
