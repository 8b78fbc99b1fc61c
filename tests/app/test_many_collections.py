"""A question over many collections with different models: merged by rank, and none takes the others down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.removal import remove_collection
from app.settings import Settings, load_settings
from app.sheaf import IngestFile, Sheaf
from nodes.domain.errors import ConflictError, RetrievalFailedError
from tests.app.stacks import ELASTICSEARCH_URL, needs_elasticsearch
from tests.openai_server import EMBEDDINGS, OpenAIServer, embeds, slow

QUESTION = "How much did the lighthouse of each village cost?"
VILLAGES = ["Husby", "Sandvik", "Nesby", "Torp", "Lund", "Vik", "Aske", "Bru", "Dale"]
DIMENSIONS = {"text-embedding-3-large": 3072, "text-embedding-3-small": 1536}
EMBEDDING = embeds(by_model=DIMENSIONS)
LARGE, SMALL = "Ekero", "Fosen"
"""Villages whose collections have the larger and the smaller of the two other models."""


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        server.when(EMBEDDINGS, EMBEDDING)
        yield server


def settings_of(home: Path, server: OpenAIServer, **changes: Any) -> Settings:
    return load_settings(home=home, openai_base_url=server.url, **changes)


async def ingest(settings: Settings, folder: Path, villages: list[str]) -> None:
    async with Sheaf(settings) as sheaf:
        for village in villages:
            path = folder / f"{village.lower()}.txt"
            cost = 100 + sum(map(ord, village))
            path.write_text(f"The lighthouse of {village} cost {cost} crowns. It was painted white.\n")
            report = await sheaf.ingest([IngestFile(path)], collection=village)
            assert report.files[0]["status"] == "ready"


@pytest.fixture
async def home(tmp_path: Path, server: OpenAIServer) -> Path:
    """Eleven collections, each of one village: nine with the bundled model, and one with each of two others."""
    home = tmp_path / "home"
    await ingest(settings_of(home, server), tmp_path, VILLAGES)
    for village, model in ((LARGE, "text-embedding-3-large"), (SMALL, "text-embedding-3-small")):
        other = settings_of(home, server, embedding="openai", openai_embedding_model=model)
        await ingest(other, tmp_path, [village])
    return home


async def test_collections_with_different_models_are_merged_by_rank(home: Path, server: OpenAIServer) -> None:
    async with Sheaf(settings_of(home, server)) as sheaf:
        everywhere = [*VILLAGES, LARGE, SMALL]
        found = await sheaf.search(QUESTION, collections=everywhere, options={"top_k": 20})
        again = await sheaf.search(QUESTION, collections=everywhere, options={"top_k": 20})
        answer = await sheaf.ask(f"How much did the lighthouse of {LARGE} cost?", collections=everywhere)

    assert {hit["title"] for hit in found["hits"]} == {village.lower() for village in everywhere}
    assert [hit["chunk_id"] for hit in found["hits"]] == [hit["chunk_id"] for hit in again["hits"]]
    [merged] = [step for step in found["trace"] if step["node"] == "merge_rrf"]
    assert (merged["decided"]["collections"], merged["decided"]["across_collections"]) == (11, "standing")
    assert found["unavailable"] == []
    assert answer["status"] == "answered"
    assert answer["citations"][0]["file_name"] == f"{LARGE.lower()}.txt"


async def test_a_slow_collection_is_named_and_the_others_answer(home: Path, server: OpenAIServer) -> None:
    options = {"collection_seconds": 3}
    async with Sheaf(settings_of(home, server)) as sheaf:
        question = "How much did the lighthouse of Husby cost?"
        server.when(EMBEDDINGS, slow(30))
        first = await sheaf.ask(question, collections=["Husby", LARGE], options=options)
        server.when(EMBEDDINGS, EMBEDDING)
        second = await sheaf.ask(
            f"{question} ", collections=["Husby", LARGE], session_id=first["session_id"], options=options
        )

    assert first["status"] == "answered"
    assert first["citations"][0]["file_name"] == "husby.txt"
    [unavailable] = first["unavailable"]
    assert (unavailable["name"], unavailable["code"]) == (LARGE, "retrieval_failed")
    assert first["answer"].endswith(f"Not everything was searched: “{LARGE}” (It did not answer within 3 seconds).")
    assert any(LARGE in step["why"] for step in first["trace"])
    assert second["unavailable"] == []
    assert "Not everything" not in second["answer"]


async def test_a_store_that_lost_its_rows_is_named_and_the_others_answer(home: Path, server: OpenAIServer) -> None:
    async with Sheaf(settings_of(home, server)) as sheaf:
        collection = await sheaf.catalogue.find_collection("local", "Torp")
        await sheaf.stores.drop("local", collection.collection_id)

        found = await sheaf.search(QUESTION, collections=["Torp", "Husby"])
        with pytest.raises(RetrievalFailedError, match="Torp"):
            await sheaf.search(QUESTION, collections=["Torp"])

    assert [hit["file_name"] for hit in found["hits"]] == ["husby.txt"]
    assert [each["name"] for each in found["unavailable"]] == ["Torp"]


async def test_where_none_answers_it_is_an_error_and_no_empty_answer(home: Path, server: OpenAIServer) -> None:
    async with Sheaf(settings_of(home, server)) as sheaf:
        server.when(EMBEDDINGS, slow(30))
        with pytest.raises(RetrievalFailedError, match="None of the 2 collections"):
            await sheaf.ask(QUESTION, collections=[LARGE, SMALL], options={"collection_seconds": 0.3})


async def test_another_model_is_refused_with_the_command_that_changes_it(home: Path, server: OpenAIServer) -> None:
    async with Sheaf(settings_of(home, server, embedding="openai")) as sheaf:
        with pytest.raises(ConflictError) as refused:
            await sheaf.ingest([], collection="Husby")

    assert refused.value.hint == "sheaf reembed Husby --embedding openai:text-embedding-3-large"


@needs_elasticsearch
async def test_collections_in_different_stores_answer_together_and_apart(tmp_path: Path, server: OpenAIServer) -> None:
    there = {
        "elasticsearch_url": ELASTICSEARCH_URL,
        "elasticsearch": {"index_prefix": f"t-{uuid4().hex[:12]}"},
    }
    home = tmp_path / "home"
    await ingest(settings_of(home, server, **there), tmp_path, ["Husby"])
    await ingest(settings_of(home, server, store="elasticsearch", **there), tmp_path, ["Torp"])
    both = ["Husby", "Torp"]

    async with Sheaf(settings_of(home, server, **there)) as sheaf:
        stores = {each.name: each.store for each in await sheaf.collections()}
        found = await sheaf.search(QUESTION, collections=both)
    away = {**there, "elasticsearch_url": "http://127.0.0.1:9"}
    async with Sheaf(settings_of(home, server, **away)) as sheaf:
        answer = await sheaf.ask("How much did the lighthouse of Husby cost?", collections=both)
    async with Sheaf(settings_of(home, server, **there)) as sheaf:
        torp = await sheaf.catalogue.find_collection("local", "Torp")
        await remove_collection(sheaf, "local", torp.collection_id)

    assert stores == {"Husby": "lancedb", "Torp": "elasticsearch"}
    assert {hit["file_name"] for hit in found["hits"]} == {"husby.txt", "torp.txt"}
    assert answer["citations"][0]["file_name"] == "husby.txt"
    assert [(each["name"], each["code"]) for each in answer["unavailable"]] == [("Torp", "retrieval_failed")]
