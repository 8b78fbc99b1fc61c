from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodes.answering.context.joining import join_neighbours
from nodes.chat.widen import after_widening, needs_widening, widen
from nodes.domain.chat import Hit, Plan
from nodes.domain.options import Options

PAGE = "Methods\nThe array was moored at slack water. " + "Divers checked each bolt twice. " * 10


@pytest.fixture
def state(make_hit: Callable[..., Hit], make_plan: Callable[..., Plan], catalogue: Any) -> Callable[..., Any]:
    catalogue.texts = {"r1": {1: PAGE}}
    catalogue.trees = {
        "r1": [
            {
                "section_index": 0,
                "parent_index": None,
                "title": "Methods",
                "path": ["Methods"],
                "depth": 1,
                "section_type": "methods",
                "spans": [{"page": 1, "start": 0, "end": len(PAGE)}],
                "pages": [1],
            }
        ]
    }

    def build(confidence: float, completeness: str = "full", rounds: int = 0, replaced: int = 0, **plan: Any) -> Any:
        hits = [
            make_hit("a", PAGE[8:44], spans=[{"page": 1, "start": 8, "end": 44}], content_completeness=completeness),
            make_hit("b", PAGE[45:77], spans=[{"page": 1, "start": 45, "end": 77}], content_completeness=completeness),
        ]
        return {
            "plan": make_plan(**{"widen": True, "search_again": True, **plan}),
            "sources": join_neighbours(hits),
            "confidence": confidence,
            "rounds": rounds,
            "replaced": replaced,
            "options": Options.model_validate({"document_filter": "hard"}).model_dump(),
            "hits": hits,
        }

    return build


@pytest.mark.parametrize(
    ("confidence", "changes", "expected"),
    [
        (0.59, {}, "widen"),
        (0.6, {}, "generate"),
        (0.9, {"completeness": "highlight"}, "widen"),
        (0.9, {"detail": True}, "widen"),
        (0.1, {"widen": False}, "generate"),
        (0.1, {"search_again": False}, "generate"),
        (0.1, {"search_again": False, "detail": True}, "widen"),
        (0.1, {"rounds": 1}, "generate"),
        (0.9, {"replaced": 1, "widen": False}, "widen"),
        (0.9, {"replaced": 1, "rounds": 1}, "generate"),
    ],
)
def test_when_evidence_is_thin(state: Callable[..., Any], confidence: float, changes: Any, expected: str) -> None:
    assert needs_widening(state(confidence, **changes)) == expected


@pytest.mark.parametrize(("document_filter", "dropped"), [("hard", True), ("soft", False)])
async def test_little_covered_searches_for_more_and_drops_level_1_where_it_is_a_filter(
    state: Callable[..., Any], make_runtime: Callable[..., Any], document_filter: Any, dropped: bool
) -> None:
    given: Any = state(0.3)
    given["options"]["document_filter"] = document_filter
    update: Any = await widen(given, make_runtime())
    options = Options.model_validate(update["options"])
    assert update["hits"] == update["below_threshold"] == []
    assert (options.top_k, options.document_filter) == (16, "soft")
    assert update.get("documents") == ([] if dropped else None)
    assert update["rounds"] == 1
    given.update(update)
    assert after_widening(given) == "retrieve_chunks"
    assert needs_widening(given) == "generate"


@pytest.mark.parametrize("changes", [{"completeness": "highlight"}, {"detail": True}])
async def test_extracts_and_detail_read_the_section(
    state: Callable[..., Any], make_runtime: Callable[..., Any], changes: Any
) -> None:
    given: Any = state(0.9, **changes)
    update: Any = await widen(given, make_runtime())
    (hit,) = update["hits"]
    assert (hit["chunk_id"], hit["content"], hit["content_completeness"]) == ("a", PAGE, "full")
    assert update["trace"][0]["dropped"] == [{"chunk_id": "b", "reason": "inside the section of a"}]
    given.update(update)
    assert after_widening(given) == "assemble_context"


async def test_another_owner_reads_nothing(state: Callable[..., Any], make_runtime: Callable[..., Any]) -> None:
    given: Any = state(0.9, detail=True)
    update: Any = await widen(given, make_runtime(owner="eve"))
    assert update["hits"] == given["hits"]


async def test_extracts_without_their_section_search_again(
    state: Callable[..., Any], make_runtime: Callable[..., Any], catalogue: Any
) -> None:
    catalogue.trees = {}
    update: Any = await widen(state(0.9, completeness="highlight"), make_runtime())
    assert update["hits"] == []
    assert update["trace"][0]["decided"]["how"] == "level 1 dropped"
