"""Retrieval up to one list of hits, over real documents."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from app.settings import load_settings
from app.sheaf import Sheaf

pytestmark = pytest.mark.asyncio(loop_scope="module")

Retrieve = Callable[..., Awaitable[dict[str, Any]]]

FROST = "How do I prepare the Hask pump for frost?"


def forget_features(home: Path, where: str) -> None:
    """As documents are that were ingested before passages had features."""
    path = str(make_url(load_settings(home=home).catalogue_url).database)
    wanted = f"SELECT live_revision_id FROM documents WHERE {where}"
    with closing(sqlite3.connect(path)) as connection:
        for table in ("passages", "document_words"):
            connection.execute(f"DELETE FROM {table} WHERE revision_id IN ({wanted})")
        changed = connection.execute(
            f"UPDATE revisions SET passage_starts = '[]', is_entry = 0 WHERE revision_id IN ({wanted})"
        )
        assert changed.rowcount > 0
        connection.commit()


@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
async def test_the_passage_that_answers_comes_first(island: Sheaf, retrieve: Retrieve, fusion: str) -> None:
    best = (await retrieve(island, FROST, fusion=fusion))["merged"][0]
    assert best["file_name"] == "hask-pump-2022.md"
    assert "brass tap" in best["content"]


async def test_a_document_that_is_named_is_entered_and_comes_before_others(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, FROST)
    entered = [each["file_name"] for each in state["trace"]["merge_rrf"]["decided"]["documents"] if each["entered"]]
    assert entered == ["hask-pump-2022.md"]
    files = [hit["file_name"] for hit in state["merged"]]
    assert files[0] == "hask-pump-2022.md"
    assert state["merged"][0]["scores"]["document"] > 0
    assert "document" not in next(hit for hit in state["merged"] if hit["file_name"] != files[0])["scores"]


async def test_under_the_hard_filter_nothing_else_is_searched(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, FROST, document_filter="hard", max_documents=1)
    assert {hit["file_name"] for hit in state["merged"]} == {"hask-pump-2022.md"}
    assert state["trace"]["merge_rrf"]["decided"]["documents"] == []


async def test_hits_stand_in_order_with_all_their_scores(island: Sheaf, retrieve: Retrieve) -> None:
    hits = (await retrieve(island, "Which village has a cheese market?"))["merged"]
    assert hits[0]["file_name"] == "husby.md"
    assert hits[0]["selected_because"].startswith("Top-1")
    order = [(-hit["scores"]["final"], hit["chunk_id"]) for hit in hits]
    assert order == sorted(order)
    for hit in hits:
        assert {"dense", "bm25", "fused", "final"} <= set(hit["scores"])
        assert 0 <= hit["scores"]["fused"] <= 1
    passages = [(hit["document_id"], hit["section_index"]) for hit in hits if hit["is_entry"]]
    assert len(set(passages)) == len(passages), "one hit a passage"


async def test_quality_signals_weigh_only_where_they_are_asked_for(island: Sheaf, retrieve: Retrieve) -> None:
    plain = (await retrieve(island, FROST))["merged"]
    weighed = (await retrieve(island, FROST, quality_signals=True))["merged"]
    assert {hit["chunk_id"] for hit in plain} == {hit["chunk_id"] for hit in weighed}
    assert [hit["scores"]["final"] for hit in plain] != [hit["scores"]["final"] for hit in weighed]


async def test_a_question_in_words_that_nothing_has_still_has_hits_and_no_words_score(
    island: Sheaf, retrieve: Retrieve
) -> None:
    hits = (await retrieve(island, "xyzzy plugh"))["merged"]
    assert hits
    assert all(hit["scores"].get("bm25", 0.0) == 0.0 for hit in hits)


async def test_a_document_without_features_is_still_found(island_copy: Path, retrieve: Retrieve) -> None:
    forget_features(island_copy, "file_name = 'husby.md'")
    async with Sheaf(load_settings(home=island_copy)) as sheaf:
        hits = (await retrieve(sheaf, "Which village has a cheese market?"))["merged"]
        assert "husby.md" in [hit["file_name"] for hit in hits][:3]
        hits = (await retrieve(sheaf, "When was the Petrel Barge built?"))["hits"]
        assert hits[0]["file_name"] == "petrel-barge.md", "and does not stand in the way of others"


async def test_without_any_features_retrieval_still_works(island_copy: Path, retrieve: Retrieve) -> None:
    forget_features(island_copy, "1 = 1")
    async with Sheaf(load_settings(home=island_copy)) as sheaf:
        for question, file_name in (
            ("Which village has a cheese market?", "husby.md"),
            ("When was the Petrel Barge built?", "petrel-barge.md"),
            (FROST, "hask-pump-2022.md"),
        ):
            hits = (await retrieve(sheaf, question))["hits"]
            assert file_name in [hit["file_name"] for hit in hits][:3]
