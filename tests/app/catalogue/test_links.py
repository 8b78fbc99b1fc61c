from __future__ import annotations

import math
from typing import Any

import pytest


def name(key: str, kind: str = "title", weight: float = 1.0) -> dict[str, Any]:
    return {"key": key, "kind": kind, "weight": weight}


def mention(key: str, chunk_index: int = 0) -> dict[str, Any]:
    return {"key": key, "chunk_index": chunk_index, "context": f"A sentence about {key} in {chunk_index}."}


async def test_a_mention_of_a_title_is_a_citation_with_its_sentence(bench: Any, catalogue: Any) -> None:
    first, second, third = await bench.add({"a.txt": "1", "b.txt": "2", "c.txt": "3"})
    await catalogue.put_all_names(
        "ann",
        {
            first.revision_id: ([name("the plan", weight=0.8)], []),
            second.revision_id: ([], [mention("the plan", 4), mention("the plan", 2), mention("nothing")]),
            third.revision_id: ([], [mention("the plan")]),
        },
    )
    strength = pytest.approx(0.8 / math.log(math.e + 1))  # borne by one, mentioned by two
    for asked in ([second.document_id], [first.document_id, second.document_id]):
        links = await catalogue.links("ann", asked, 5)
        link = next(each for each in links if each["source_id"] == second.document_id)
        assert link == {
            "source_id": second.document_id,
            "target_id": first.document_id,
            "kind": "cites",
            "weight": strength,
            "context": "A sentence about the plan in 2.",
        }
    incoming = await catalogue.links("ann", [first.document_id], 5)
    assert [each["source_id"] for each in incoming] == sorted([second.document_id, third.document_id])
    assert len(await catalogue.links("ann", [first.document_id], 1)) == 1


async def test_links_go_with_their_documents(bench: Any, catalogue: Any) -> None:
    first, second = await bench.add({"a.txt": "1", "b.txt": "2"})
    names = {first.revision_id: ([name("x")], []), second.revision_id: ([], [mention("x")])}
    await catalogue.put_all_names("ann", names)
    await catalogue.delete_document("ann", second.document_id)
    assert await catalogue.links("ann", [first.document_id], 5) == []
    await catalogue.put_all_names("ann", {second.revision_id: ([name("y")], [mention("x")])})  # too late
    assert await catalogue.links("ann", [first.document_id], 5) == []


async def test_what_is_not_published_links_nothing(bench: Any, catalogue: Any) -> None:
    [first] = await bench.add({"a.txt": "1"})
    [second] = await bench.register({"b.txt": "2"})
    names = {first.revision_id: ([name("x")], []), second.revision_id: ([name("x")], [mention("x")])}
    await catalogue.put_all_names("ann", names)
    assert await catalogue.links("ann", [first.document_id, second.document_id], 5) == []


async def test_shared_authors_families_and_technologies_link_without_direction(bench: Any, catalogue: Any) -> None:
    first, second = await bench.add({"a.txt": "1", "b.txt": "2"})
    shared = [("author", "same_author"), ("patent_family", "patent_family"), ("technology", "technology")]
    for weight, each in ((1.0, first), (0.6, second)):
        borne = [name(f"key {kind}", kind, weight) for kind, _ in shared]
        await catalogue.put_all_names("ann", {each.revision_id: (borne, [])})
    links = await catalogue.links("ann", [second.document_id], 5)
    low, high = sorted([first.document_id, second.document_id])
    assert links == [
        {"source_id": low, "target_id": high, "kind": kind, "weight": pytest.approx(0.6), "context": ""}
        for kind in sorted(kind for _, kind in shared)
    ]
    assert links == await catalogue.links("ann", [first.document_id], 5)


async def test_a_key_that_too_many_bear_makes_no_link(bench: Any, catalogue: Any) -> None:
    files = {f"{number}.txt": f"text {number}" for number in range(62)}
    registered = await bench.add(files)
    borne: dict[str, Any] = {
        each.revision_id: ([name("report"), name("python", "technology")], []) for each in registered[:61]
    }
    borne[registered[61].revision_id] = ([], [mention("report")])
    await catalogue.put_all_names("ann", borne)
    everyone = [each.document_id for each in registered]
    assert await catalogue.links("ann", everyone, 5) == []
    await catalogue.delete_document("ann", registered[0].document_id)
    links = await catalogue.links("ann", [registered[61].document_id], 5)
    assert [link["kind"] for link in links] == ["cites"] * 5
    assert all(0 < link["weight"] <= 1 for link in links)
    assert await catalogue.links("ann", [registered[61].document_id], 5) == links


async def test_what_a_crash_left_without_names_is_known(bench: Any, catalogue: Any) -> None:
    [registered] = await bench.add({"a.txt": "1"})
    collection_id = await bench.collection()
    assert await catalogue.unlinked() == [("ann", collection_id, registered.revision_id)]
    await catalogue.put_all_names("ann", {registered.revision_id: ([], [])})
    assert await catalogue.unlinked() == []
