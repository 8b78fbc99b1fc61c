"""Level 1 over real documents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.sheaf import Sheaf

pytestmark = pytest.mark.asyncio(loop_scope="module")

Retrieve = Callable[..., Awaitable[dict[str, Any]]]


async def test_a_document_that_the_question_names_comes_first(island: Sheaf, retrieve: Retrieve) -> None:
    documents = (await retrieve(island, "How do I close the Skarv valve?"))["documents"]
    assert documents[0]["file_name"] == "skarv-valve-2021.md"
    assert documents[0]["name"] > 0
    assert "its name is in the question" in documents[0]["why"]
    priors = [document["prior"] for document in documents]
    assert priors == sorted(priors, reverse=True)


async def test_a_title_names_a_document(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, "What does the Hask Pump Handbook 2022 say of frost?")
    assert state["documents"][0]["file_name"] == "hask-pump-2022.md"
    assert state["plan"]["named_documents"] == [state["documents"][0]["document_id"]]
    assert "the question names it" in state["documents"][0]["why"]


async def test_a_question_that_means_no_long_document_leaves_it_to_the_passages(
    island: Sheaf, retrieve: Retrieve
) -> None:
    question = "When was the Petrel Barge built?"
    assert (await retrieve(island, question))["documents"] == []
    filtered = await retrieve(island, question, document_filter="hard")
    assert filtered["documents"][0]["file_name"] == "petrel-barge.md"
    assert filtered["plan"]["named_documents"] == [filtered["documents"][0]["document_id"]]


async def test_the_hard_filter_keeps_so_many_and_no_more(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, "What is a village?", document_filter="hard", max_documents=3)
    assert len(state["documents"]) == 3
    dropped = state["trace"]["retrieve_documents"]["dropped"]
    assert {each["reason"] for each in dropped} == {"only the best 3 are searched"}
    allowed = {document["revision_id"] for document in state["documents"]}
    assert {chunk["revision_id"] for found in state["candidates"] for chunk in found["chunks"]} <= allowed


async def test_metadata_decides_alone_what_is_searched(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, "How do I close the Skarv valve?", metadata={"document_type": "minutes"})
    assert {hit["file_name"] for hit in state["hits"]} == {"minutes.txt"}
    nothing = await retrieve(island, "How do I close the Skarv valve?", metadata={"title": "no such title"})
    assert (nothing["documents"], nothing["hits"]) == ([], [])


async def test_a_misspelt_word_is_read_as_one_that_the_documents_hold(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, "Which vilage has a cheese market?")
    assert state["plan"]["spelling"] == {"vilage": "village"}
    assert state["hits"][0]["file_name"] == "husby.md"
    assert (await retrieve(island, "Which village has a cheese market?"))["plan"]["spelling"] == {}
    # A word that no document holds, one letter from one that they do.
    assert (await retrieve(island, "Which marker has a village?"))["plan"]["spelling"] == {}
