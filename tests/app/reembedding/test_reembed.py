"""Another embedding model for a collection that people search: the same documents, citations and answers throughout."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.backfilling.stored_rows import scoped
from app.cli.main import main
from app.reembedding.reembedding import Reembed
from app.samples import demo_questions
from app.settings import Settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import ConflictError, InvalidRequestError, ModelFailedError
from tests.app.conftest import WriteFile
from tests.app.old_documents import kept, make_old
from tests.app.stacks import Stack
from tests.openai_server import EMBEDDINGS, OpenAIServer, embeds, fails, texts_of

DIMENSIONS = 96
OTHER = "openai:stand-in"
QUESTIONS = [each["question"] for each in demo_questions() if each["kind"] != "unanswerable"][:3]


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """A model's server whose vectors are as long as the settings say."""
    with OpenAIServer() as server:
        server.when(EMBEDDINGS, embeds(DIMENSIONS))
        yield server


def settings_of(stack: Stack, home: Path, server: OpenAIServer, **changes: Any) -> Settings:
    return stack.settings(
        home,
        openai_base_url=server.url,
        openai_embedding_model="stand-in",
        openai_embedding_dimensions=DIMENSIONS,
        **changes,
    )


def reembed_of(sheaf: Sheaf) -> Reembed:
    building = sheaf.ingestion().building
    return Reembed(sheaf.catalogue, sheaf.library, sheaf._backfill(), building, rows_at_once=7, grace_seconds=0.05)


async def only_collection(sheaf: Sheaf) -> str:
    [collection] = await sheaf.collections()
    return collection.collection_id


async def answers(sheaf: Sheaf) -> list[Any]:
    """What is found and said, but for ids and times of the run."""
    found = []
    for question in QUESTIONS:
        hits = (await sheaf.search(question))["hits"]
        answer = await sheaf.ask(question, history=[])
        assert answer["citations"]
        found.append(
            [
                [(hit["chunk_id"], hit["scores"]) for hit in hits],
                answer["answer"],
                answer["citations"],
                answer["status"],
            ]
        )
    return found


async def resolve(sheaf: Sheaf, citations: list[dict[str, Any]]) -> None:
    for citation in citations:
        views = [
            await sheaf.pages.view(
                "local", citation["document_id"], page, highlight=citation["chunk_id"], quote=citation["quote"]
            )
            for page in citation["pages"]
        ]
        assert any(view.quote_found for view in views), citation


async def state_of(sheaf: Sheaf) -> dict[str, Any]:
    """All rows with their vectors, and everything that is ranked by."""
    return await kept(sheaf)


async def generations_left(sheaf: Sheaf) -> list[int]:
    return [each.generation for each in await sheaf.catalogue.other_embeddings("local", await only_collection(sheaf))]


@pytest.mark.both_stacks
async def test_back_and_forth_gives_the_same_vectors_and_answers(
    stack: Stack, sample_copy: Path, server: OpenAIServer
) -> None:
    async with Sheaf(settings_of(stack, sample_copy, server)) as sheaf:
        collection_id = await only_collection(sheaf)
        before, asked = await state_of(sheaf), await answers(sheaf)
        old_citations = [each for found in asked for each in found[2]]
        told: list[dict[str, Any]] = []
        there = await reembed_of(sheaf).run("local", collection_id, "openai", on_event=told.append)
        count = len(before["summaries of default"])
        assert (there.documents, there.rows) == (count, count + len(before["chunks of default"]))
        assert (there.embedding_model, there.dimensions, there.was) == (OTHER, DIMENSIONS, "wordllama-256")
        assert [each["done"] for each in told] == list(range(1, count + 1))
        middle = await state_of(sheaf)
        lengths = {len(json.loads(row)["embedding"]) for row in middle["chunks of default"]}
        assert lengths == {DIMENSIONS}
        assert middle["passages"] != before["passages"]
        for question in QUESTIONS:
            answer = await sheaf.ask(question, history=[])
            assert answer["citations"]
            await resolve(sheaf, answer["citations"])
        await resolve(sheaf, old_citations)
        assert await generations_left(sheaf) == []
        texts = [text for request in server.asked(EMBEDDINGS) for text in texts_of(request.body)]
        assert len([each for each in texts if each not in QUESTIONS]) >= count

        again = await reembed_of(sheaf).run("local", collection_id, OTHER)
        assert (again.is_changed, again.documents) == (False, 0)
        assert await state_of(sheaf) == middle

        back = await reembed_of(sheaf).run("local", collection_id, "wordllama")
        assert (back.documents, back.was) == (count, OTHER)
        assert await state_of(sheaf) == before
        assert await answers(sheaf) == asked
        await resolve(sheaf, old_citations)
        assert await sheaf.catalogue.kept_vectors("local", f"{OTHER}/{DIMENSIONS}/8191", []) == {}
