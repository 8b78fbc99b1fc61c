"""What is told of a page that somebody asks after, from plain updates of steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nodes.domain.chat import TraceEntry
from nodes.trace import entry
from nodes.watching import Watch, verdict
from tests.nodes.conftest import build_hit

PLACE = "report.pdf#page=59"


def watch(**changes: Any) -> Watch:
    return Watch(PLACE, "d1", frozenset({"r1-00058", "r1-00059"}), **changes)


def hits(*chunk_ids: str) -> list[Any]:
    return [build_hit(each, scores={"final": 1.0 / place}) for place, each in enumerate(chunk_ids, 1)]


def trace(decided: dict[str, Any] | None = None, dropped: Sequence[dict[str, Any]] = ()) -> list[TraceEntry]:
    return [entry("step", "", decided, dropped)]


def lists(dense: Sequence[str], bm25: Sequence[str], query: str = "q") -> list[dict[str, Any]]:
    return [
        {"kind": kind, "query": query, "chunks": [{"chunk_id": each, "score": 0.5} for each in ids]}
        for kind, ids in (("dense", dense), ("bm25", bm25))
    ]


def test_steps_that_say_nothing_of_passages_tell_nothing() -> None:
    assert watch().after("classify_query", {"plan": {}}) is None
    assert watch().after("boost_hierarchy", {"trace": []}) is None


def test_a_candidate_is_told_by_its_place_in_each_list() -> None:
    asked = watch()
    seen = asked.after("retrieve_chunks", {"candidates": lists(["a", "r1-00059"], ["b"])})
    assert seen is not None
    assert (seen["is_here"], seen["rank"], seen["of"], seen["scores"]) == (True, 2, 2, {"dense": 0.5})
    assert seen["told"] == "number 2 of 2 by meaning, not among 1 by words"
    assert asked.is_here


def test_lists_of_several_queries_are_told_apart() -> None:
    both = [*lists(["r1-00059"], [], "costs"), *lists(["a"], [], "prices")]
    seen = watch().after("retrieve_chunks", {"candidates": both})
    assert seen is not None
    assert "number 1 of 1 by meaning for “costs”" in seen["told"]
    assert "not among 1 by meaning for “prices”" in seen["told"]


@pytest.mark.parametrize(
    ("update", "is_here", "told"),
    [
        ({"hits": hits("a", "r1-00058")}, True, "number 2 of 2"),
        (
            {"hits": hits("a"), "trace": trace({}, [{"chunk_id": "r1-00059", "reason": "says the same as a"}])},
            False,
            "says the same as a",
        ),
        (
            {"hits": hits("a", "b"), "trace": trace({"read": 2})},
            False,
            "ranked number 3 of 4, only the best 2 are read",
        ),
        ({"hits": hits("a"), "trace": trace({"read": 3})}, False, "ranked number 3 of 4, and left out"),
    ],
)
def test_the_merge_tells_how_far_a_passage_came(update: dict[str, Any], is_here: bool, told: str) -> None:
    asked = watch(is_here=True, ranking=["a", "b", "r1-00058", "c"])
    seen = asked.after("merge_rrf", {"trace": trace({}), **update})
    assert seen is not None
    assert (seen["is_here"], seen["told"]) == (is_here, told)


def test_a_page_that_no_list_proposed_may_come_with_its_document() -> None:
    seen = watch().after("merge_rrf", {"hits": hits("r1-00058"), "trace": trace()})
    assert seen is not None
    assert seen["is_here"]
    assert "its document was entered" in seen["told"]
    lost = watch().after("merge_rrf", {"hits": hits("a"), "trace": trace()})
    assert lost is not None
    assert lost["told"] == "not ranked: no list proposed it"


def test_every_later_step_tells_why_a_passage_went() -> None:
    below = {**hits("r1-00059")[0], "selected_because": "below the threshold (0.52 of the best score)"}
    updates = {
        "filter_threshold": ({"hits": hits("a"), "below_threshold": [below]}, "below the threshold"),
        "rerank_diversity": ({"hits": hits("a"), "trace": trace({"spread": True, "top_k": 8})}, "crowded out"),
        "assemble_context": (
            {"sources": [], "trace": trace({}, [{"chunk_id": "r1-00059", "reason": "over the token budget"}])},
            "over the token budget",
        ),
        "widen": (
            {"hits": hits("a"), "trace": trace({}, [{"chunk_id": "r1-00059", "reason": "inside the section of a"}])},
            "inside the section of a",
        ),
        "verify_citations": ({"citations": [{"index": 1, "chunk_id": "a"}]}, "none of 1 citation"),
    }
    for node, (update, reason) in updates.items():
        asked = watch(is_here=True)
        seen = asked.after(node, {"trace": trace(), **update})
        assert seen is not None
        assert not seen["is_here"], node
        assert reason in seen["told"], node
        assert not asked.is_here


def test_what_was_out_before_is_not_blamed_on_a_later_step() -> None:
    seen = watch(is_here=False).after("rerank_diversity", {"hits": hits("a"), "trace": trace({"top_k": 8})})
    assert seen is not None
    assert seen["told"] == "it was out before"


@pytest.mark.parametrize(
    ("rank", "told"),
    [
        (8, "crowded out: its place went to another document, and there is room for 8"),
        (9, "crowded out: the best are kept, and there is room for 8"),
    ],
)
def test_what_gave_its_place_away_was_not_too_low(rank: int, told: str) -> None:
    reason = "its place went to another document" if rank == 8 else "after the first 8"
    dropped = [{"chunk_id": "r1-00058", "reason": reason}]
    seen = watch(is_here=True, rank=rank).after(
        "rerank_diversity", {"hits": hits("a"), "trace": trace({"top_k": 8}, dropped)}
    )
    assert seen is not None
    assert seen["told"] == told


def test_a_document_is_told_as_a_preference_or_as_a_filter() -> None:
    meant = {
        "documents": [{"document_id": "d1", "prior": 1.25, "why": "its name is in the question"}],
        "trace": trace(),
    }
    others = {"documents": [{"document_id": "d2", "prior": 1.0, "why": ""}]}
    preferred = watch().after("retrieve_documents", meant)
    assert preferred is not None
    assert preferred["rank"] == 1
    assert "its name is in the question" in preferred["told"]
    for scope, is_here in ((None, True), ({"c1": ["r2"]}, False), ({"c1": ["r1", "r2"]}, True)):
        seen = watch().after("retrieve_documents", {**others, "scope": scope, "trace": trace()})
        assert seen is not None
        assert seen["is_here"] is is_here
    nobody = watch().after("retrieve_documents", {"documents": [], "scope": None, "trace": trace()})
    assert nobody is not None
    assert nobody["is_here"]


def test_an_answer_that_may_be_given_again_is_told_before_the_search() -> None:
    similar: Any = {"kept": {"question": "Who built it?"}, "similarity": 0.9312}
    seen = watch().after("find_similar", {"similar": similar, "trace": trace()})
    assert seen is not None
    assert (seen["is_here"], seen["scores"]) == (True, {"similarity": 0.9312})
    assert seen["told"] == (
        "“Who built it?” was answered before; if all that its answer cites is found, it is given again"
    )
    assert watch().after("find_similar", {"similar": {**similar, "kept": None}, "trace": trace()}) is None


def told(*steps: tuple[str, bool]) -> list[TraceEntry]:
    found: list[TraceEntry] = []
    for node, is_here in steps:
        whereabouts: Any = {
            "place": PLACE,
            "is_here": is_here,
            "rank": None,
            "of": 9,
            "scores": {},
            "told": f"at {node}",
        }
        found.append({**entry(node, ""), "watched": whereabouts})
    return found


def test_the_verdict_names_the_step_where_it_was_lost_for_good() -> None:
    steps = told(
        ("retrieve_chunks", False), ("merge_rrf", True), ("filter_threshold", False), ("rerank_diversity", False)
    )
    assert verdict(steps) == (False, f"{PLACE} was lost in filter_threshold: at filter_threshold.")
    assert verdict(steps[:2]) == (True, f"{PLACE} came through: at merge_rrf.")
    assert verdict(told(("retrieve_chunks", False), ("merge_rrf", False)))[1].startswith(
        f"{PLACE} was lost in retrieve"
    )


def test_what_was_read_and_not_cited_was_found() -> None:
    found, sentence = verdict(told(("assemble_context", True), ("verify_citations", False)))
    assert found
    assert "does not cite it" in sentence


def test_a_run_without_a_watch_has_no_verdict() -> None:
    assert verdict([entry("merge_rrf", "")]) == (False, "Nothing was searched.")
