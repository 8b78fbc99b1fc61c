from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nodes.chat.boost_hierarchy import boost_hierarchy
from nodes.domain.chat import Hit, Plan


async def test_the_section_asked_for_and_its_ties_rise(
    make_hit: Callable[..., Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any], catalogue: Any
) -> None:
    catalogue.found_links = [
        {"source_id": "d2", "target_id": "d1", "kind": "cites", "weight": 0.5, "context": "As d1 says."}
    ]
    hits = [
        make_hit("a", "One.", scores={"final": 1.0}),
        make_hit("b", "Two.", document_id="d2", section_type="methods", scores={"final": 0.95}),
    ]
    plan = make_plan(hierarchy=True, target_sections=["methods"], section_confidence=0.8)
    update = await boost_hierarchy({"plan": plan, "hits": hits}, make_runtime())
    assert [hit["chunk_id"] for hit in update["hits"]] == ["b", "a"]
    assert update["hits"][0]["scores"]["final"] == 1.0
    assert update["trace"][0]["decided"]["applied"] is True
    assert update["trace"][0]["decided"]["relationships"] == 1
    assert update["trace"][0]["decided"]["section_coverage"]


async def test_a_plain_look_up_is_left_alone(
    make_hit: Callable[..., Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    update = await boost_hierarchy(
        {"plan": make_plan(), "hits": [make_hit("a", section_type="abstract")]}, make_runtime()
    )
    assert "hits" not in update
    assert update["trace"][0]["decided"] == {"applied": False}
