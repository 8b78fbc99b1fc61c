from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodes.chat.rerank_diversity import rerank_diversity
from nodes.domain.chat import Hit, Plan
from nodes.domain.options import Options


@pytest.fixture
def hits(make_hit: Callable[..., Hit]) -> list[Hit]:
    names = ["A1", "B2", "A3", "B4", "A5", "C6", "A7"]
    return [
        make_hit(name, document_id=name[0], scores={"final": 1.0 - 0.05 * place}) for place, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("mode", "spans", "top_k", "expected"),
    [
        ("chat", True, 6, "A1 B2 C6 A3 B4 A5"),
        ("search", True, 9, "A1 B2 C6 A3 B4 A5 A7 Z8 Z9"),
        ("search", True, 8, "A1 B2 C6 A3 B4 A5 A7 Z8"),
        ("chat", True, 20, "A1 B2 C6 A3 B4 A5 A7"),
        ("chat", False, 3, "A1 B2 A3"),
        ("search", False, 8, "A1 B2 A3 B4 A5 C6 A7 Z8"),
    ],
)
async def test_selection(
    hits: list[Hit],
    make_hit: Callable[..., Hit],
    make_plan: Callable[..., Plan],
    make_runtime: Callable[..., Any],
    mode: Any,
    spans: bool,
    top_k: int,
    expected: str,
) -> None:
    below = [make_hit(name, document_id="Z", scores={"final": 0.1}) for name in ("Z8", "Z9")]
    update = await rerank_diversity(
        {
            "plan": make_plan(spans_documents=spans),
            "options": Options.model_validate({"top_k": top_k}).model_dump(),
            "mode": mode,
            "hits": hits,
            "below_threshold": below,
        },
        make_runtime(),
    )
    assert " ".join(hit["chunk_id"] for hit in update["hits"]) == expected
    (entry,) = update["trace"]
    total = len(hits) + (len(below) if mode == "search" else 0)
    assert entry["decided"].get("dropped", 0) == total - len(update["hits"])


async def test_diversity_is_the_share_of_documents_that_are_represented(
    hits: list[Hit], make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]
) -> None:
    update = await rerank_diversity(
        {
            "plan": make_plan(),
            "options": Options.model_validate({"top_k": 2}).model_dump(),
            "mode": "chat",
            "hits": hits,
            "below_threshold": [],
        },
        make_runtime(),
    )
    assert update["trace"][0]["decided"]["diversity"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("sides", "other"),
    [([], "another document"), (["Harbour", "Mill"], "another side of what is compared")],
)
async def test_what_gave_its_place_away_is_told_apart_from_what_came_after(
    make_hit: Callable[..., Hit],
    make_plan: Callable[..., Plan],
    make_runtime: Callable[..., Any],
    sides: list[str],
    other: str,
) -> None:
    names = [*(("A", "Harbour") for _ in range(5)), ("B", "Mill")]
    hits = [
        make_hit(
            f"{name}{place}",
            f"The toll of {side} is {place}.",
            document_id=name,
            title=side,
            scores={"final": 1 - place / 10},
        )
        for place, (name, side) in enumerate(names, 1)
    ]
    state: Any = {
        "plan": make_plan(search_text="toll", comparison_sides=sides),
        "options": Options.model_validate({"top_k": 4}).model_dump(),
        "mode": "chat",
        "hits": hits,
        "below_threshold": [],
    }
    update = await rerank_diversity(state, make_runtime())
    assert {"B6", "A1"} <= {hit["chunk_id"] for hit in update["hits"]}
    (entry,) = update["trace"]
    reasons = {each["chunk_id"]: each["reason"] for each in entry["dropped"]}
    assert reasons == {"A4": f"its place went to {other}", "A5": "after the first 4"}
    assert entry["decided"]["invited"] == 1
    assert entry["why"] == f"by score, but that 1 place went to {other}; 2 documents are heard"
