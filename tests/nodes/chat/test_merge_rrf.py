from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodes.chat.merge_rrf import merge_rrf
from nodes.domain.chat import CandidateList, Hit, Options, Plan


@pytest.fixture
def candidates(make_hit: Callable[..., Hit]) -> list[CandidateList]:
    hits = [
        make_hit("a", "Tide turbines.", scores={"dense": 0.9}),
        make_hit("b", "Battery cells.", document_id="d2", scores={"dense": 0.8}),
        make_hit("c", "tide turbines", document_id="d3", scores={"dense": 0.1}),
    ]
    return [
        {"collection_id": "c1", "collection_name": "notes", "weight": 1.0, "kind": "dense", "query": "q", "hits": hits}
    ]


@pytest.mark.parametrize(("document_filter", "first"), [("soft", "b"), ("hard", "a")])
async def test_level_one_is_a_prior_under_the_soft_filter_only(
    candidates: list[CandidateList],
    make_plan: Callable[..., Plan],
    make_runtime: Callable[..., Any],
    document_filter: Any,
    first: str,
) -> None:
    update = await merge_rrf(
        {
            "plan": make_plan(),
            "options": Options.model_validate({"document_filter": document_filter}).model_dump(),
            "documents": [{"document_id": "d2", "score": 1.0, "why": "named"}],
            "candidates": candidates,
        },
        make_runtime(),
    )
    assert update["hits"][0]["chunk_id"] == first
    assert update["hits"][0]["selected_because"].startswith("Top-")
    (entry,) = update["trace"]
    assert entry["dropped"] == [{"chunk_id": "c", "reason": "says the same as a"}]
    assert entry["decided"]["document_prior"] is (document_filter == "soft")
    assert entry["decided"]["hits"] == 2
