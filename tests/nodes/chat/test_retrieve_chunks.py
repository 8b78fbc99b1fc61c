"""The ranked lists that the store proposes, over real documents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from langgraph.runtime import Runtime

from app.sheaf import Sheaf
from nodes.chat.retrieve_chunks import retrieve_chunks

pytestmark = pytest.mark.asyncio(loop_scope="module")

Retrieve = Callable[..., Awaitable[dict[str, Any]]]


async def test_each_query_has_one_list_by_meaning_and_one_by_words(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, "Compare Skua Lighthouse with Auk Bridge", expansion=True)
    assert len(state["queries"]) == 3
    lists = state["candidates"]
    assert [(found["query"], found["kind"]) for found in lists] == [
        (query, kind) for query in state["queries"] for kind in ("dense", "bm25")
    ]
    for found in lists:
        scores = [chunk["score"] for chunk in found["chunks"]]
        assert scores == sorted(scores, reverse=True)
        assert len({chunk["chunk_id"] for chunk in found["chunks"]}) == len(scores) > 0
        assert len(found["embedding"]) > 1


async def test_a_hypothetical_answer_is_embedded_in_place_of_the_question(island: Sheaf, retrieve: Retrieve) -> None:
    state: Any = await retrieve(island, "How does one keep a machine from harm in winter?")
    runtime: Runtime[Any] = Runtime(context=await island.chat_context("local", ["default"]))
    guess = "Before frost open the brass tap under the housing and let the water run out."
    state_with_guess: Any = {**state, "hypothetical": guess}
    update = await retrieve_chunks(state_with_guess, runtime)
    first, second = update["candidates"][0]["chunks"][0], state["candidates"][0]["chunks"][0]
    assert update["candidates"][0]["embedding"] != state["candidates"][0]["embedding"]
    assert first["score"] > second["score"]
    assert update["candidates"][1]["chunks"] == state["candidates"][1]["chunks"], "words are those of the question"


async def test_lists_are_long_enough_to_rank_well(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, "Which village has a mill?", top_k=1, candidates_multiplier=1)
    assert len(state["candidates"][0]["chunks"]) > 20


async def test_words_that_nothing_has_propose_nothing_by_words(island: Sheaf, retrieve: Retrieve) -> None:
    dense, text = (await retrieve(island, "xyzzy plugh"))["candidates"]
    assert text["chunks"] == []
    assert dense["chunks"]
