from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodes.chat.filter_threshold import filter_threshold
from nodes.domain.chat import Hit, Plan

SCORES = {"a": 0.92, "b": 0.90, "c": 0.88, "d": 0.65, "e": 0.63, "f": 0.61}


@pytest.fixture
def hits(make_hit: Callable[..., Hit]) -> list[Hit]:
    return [
        make_hit(each, scores={"final": score}, document_id="d1" if each < "e" else "d2", selected_because="Top-1")
        for each, score in SCORES.items()
    ]


def ids(hits: list[Hit]) -> str:
    return "".join(hit["chunk_id"] for hit in hits)


@pytest.mark.parametrize(
    ("changes", "kept", "below"),
    [
        ({"threshold": True}, "abc", "def"),
        ({"threshold": True, "spans_documents": True}, "abce", "df"),
        ({"threshold": False}, "abcdef", ""),
    ],
)
async def test_what_is_kept(
    hits: list[Hit],
    make_plan: Callable[..., Plan],
    make_runtime: Callable[..., Any],
    changes: dict[str, Any],
    kept: str,
    below: str,
) -> None:
    update = await filter_threshold({"plan": make_plan(**changes), "hits": hits[::-1]}, make_runtime())
    assert ids(update["hits"]) == kept
    assert ids(update["below_threshold"]) == below
    assert all(
        hit["selected_because"] == "below the threshold (0.71 of the best score); Top-1"
        for hit in update["below_threshold"]
    )
    assert [each["chunk_id"] for each in update["trace"][0]["dropped"]] == list(below)


async def test_no_hits(make_plan: Callable[..., Plan], make_runtime: Callable[..., Any]) -> None:
    update = await filter_threshold({"plan": make_plan(threshold=True), "hits": []}, make_runtime())
    assert update["hits"] == update["below_threshold"] == []
