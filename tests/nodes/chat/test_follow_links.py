"""Questions whose answer stands in two documents: the second is found over the name that the first one mentions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from app.settings import load_settings
from app.sheaf import Sheaf

pytestmark = pytest.mark.asyncio(loop_scope="module")

Retrieve = Callable[..., Awaitable[dict[str, Any]]]

BIRTHPLACE = "In which village was the designer of Skua Lighthouse born?"


def first(state: dict[str, Any], number: int) -> list[str]:
    """File names of the best documents."""
    return list(dict.fromkeys(hit["file_name"] for hit in state["hits"]))[:number]


@pytest.mark.parametrize(
    ("question", "needed"),
    [
        (BIRTHPLACE, {"skua-lighthouse.md", "marit-olsen.md"}),
        ("Where was the builder of the Petrel Barge born?", {"petrel-barge.md", "ivar-dahl.md"}),
        ("Who designed Auk Bridge and where was he born?", {"auk-bridge.md", "olav-berg.md"}),
    ],
)
async def test_a_question_over_two_documents_gets_both(
    island: Sheaf, retrieve: Retrieve, question: str, needed: set[str]
) -> None:
    state = await retrieve(island, question)
    assert needed <= set(first(state, 3))
    assert state["trace"]["follow_links"]["decided"]["applied"]
    walked = {hit["file_name"]: hit["scores"]["link"] for hit in state["hits"] if "link" in hit["scores"]}
    assert needed <= set(walked)
    unrelated = {"ayrline-ferry.md", "minutes.txt", "tern-school.md"} & set(walked)
    assert all(walked[name] > walked[other] for name in needed for other in unrelated)


@pytest.mark.parametrize(
    ("question", "file_name"),
    [
        ("When was the Petrel Barge built?", "petrel-barge.md"),
        ("What is Husby known for?", "husby.md"),
        ("Who taught at Tern School?", "tern-school.md"),
    ],
)
async def test_a_question_about_one_document_keeps_its_own(
    island: Sheaf, retrieve: Retrieve, question: str, file_name: str
) -> None:
    state = await retrieve(island, question, follow_links=True)
    assert first(state, 1) == [file_name]


async def test_what_the_walk_brings_is_a_whole_hit(island: Sheaf, retrieve: Retrieve) -> None:
    state = await retrieve(island, BIRTHPLACE)
    hits = state["hits"]
    assert len({hit["chunk_id"] for hit in hits}) == len(hits)
    assert {hit["chunk_id"] for hit in state["merged"]} <= {hit["chunk_id"] for hit in hits}
    order = [(-hit["scores"]["final"], hit["chunk_id"]) for hit in hits]
    assert order == sorted(order)
    assert all(0 <= hit["scores"]["final"] <= 1 for hit in hits)
    assert all(hit["content"].strip() for hit in hits)
    assert any("link" in hit["scores"] for hit in hits)


async def test_parts_of_handbooks_are_not_walked(island: Sheaf, retrieve: Retrieve) -> None:
    question = "How do I prepare the Hask pump for frost?"
    state = await retrieve(island, question, follow_links=True, top_k=20)
    assert first(state, 1) == ["hask-pump-2022.md"]
    by_walk = {hit["file_name"] for hit in state["hits"] if "link" in hit["scores"]}
    assert "skarv-valve-2021.md" not in by_walk


async def test_the_same_question_walks_the_same_way(island: Sheaf, retrieve: Retrieve) -> None:
    first_time, again = [(await retrieve(island, BIRTHPLACE))["hits"] for _ in range(2)]
    assert first_time == again


async def test_a_deleted_document_is_on_no_way(island_copy: Path, retrieve: Retrieve) -> None:
    async with Sheaf(load_settings(home=island_copy)) as sheaf:
        assert "marit-olsen.md" in first(await retrieve(sheaf, BIRTHPLACE), 3)
        listed = {each.file_name: each.document_id for each in (await sheaf.documents()).documents}
        await sheaf.delete(listed["marit-olsen.md"])
        state = await retrieve(sheaf, BIRTHPLACE)
        assert {hit["file_name"] for hit in state["hits"]}.isdisjoint({"marit-olsen.md"})
        assert first(state, 1) == ["skua-lighthouse.md"]
        left = [listed["skua-lighthouse.md"], listed["husby.md"]]
        links = await sheaf.catalogue.links("local", left, 50)
        assert listed["marit-olsen.md"] not in {end for each in links for end in (each["source_id"], each["target_id"])}
