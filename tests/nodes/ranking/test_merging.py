from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.chat import Hit
from nodes.domain.options import Fusion
from nodes.ranking.books import score_book
from nodes.ranking.features import Block
from nodes.ranking.grains import Blend
from nodes.ranking.merging import LATEST_BEST, Ranked, fuse_collections, fuse_queries, rank_books, rank_pool, together
from nodes.ranking.pool import Pool
from nodes.ranking.reasons import selection_reason
from nodes.ranking.redundancy import without_repetition
from nodes.ranking.weighted_terms import QueryTerms

TEXTS = {
    "a": "The tide turbines of the north harbour were repaired.",
    "b": "Members elect a board every second spring by secret vote.",
    "c": "Battery cells are stored dry, cool and far from the office.",
}


def ranked(*fused: tuple[str, float]) -> list[Ranked]:
    return [Ranked(name, 0, {"fused": score, "dense": score}) for name, score in fused]


def names(passages: Sequence[Ranked]) -> list[str]:
    return [each.revision_id for each in passages]


def from_pool(
    pool: Pool, owners: Sequence[str], fusion: Fusion = "weighted", *, feedback: bool = False, smooth: bool = False
) -> list[Ranked]:
    ones = np.ones(len(pool.keys), np.float32)
    terms = QueryTerms(pool.keys, ones, ones, 1, {}, ones, np.ones(1, np.float32))
    return rank_pool(pool, owners, terms, Blend(fusion, 0.3), feedback=feedback, smooth=smooth)


@given(
    st.lists(st.tuples(st.text("ab c", max_size=10), st.integers(0, 2)), min_size=1, max_size=6),
    st.sampled_from(["rrf", "weighted"]),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=50, deadline=None)
def test_every_passage_comes_out_once_in_order(
    make_block: Callable[..., Block],
    make_pool: Callable[..., Pool],
    passages: list[tuple[str, int]],
    fusion: Fusion,
    feedback: bool,
    smooth: bool,
) -> None:
    vectors = [[float(place == direction) for place in range(3)] for _, direction in passages]
    pool = make_pool(make_block([body for body, _ in passages], vectors=vectors), "a b", [1, 0.5, 0])
    found = from_pool(pool, ["r"] * len(passages), fusion, feedback=feedback, smooth=smooth)
    assert sorted(each.chunk_index for each in found) == list(range(len(passages)))
    order = [(-each.scores["fused"], each.passage_id) for each in found]
    assert order == sorted(order)
    assert all(-1 <= score <= 0 for score, _ in order)
    assert found == from_pool(pool, ["r"] * len(passages), fusion, feedback=feedback, smooth=smooth)


def test_between_passages_of_code_their_common_words_are_not_asked_for(
    make_block: Callable[..., Block], make_pool: Callable[..., Pool]
) -> None:
    bodies = ["wing flow laminar", "wing laminar", "laminar boundary", "tide ferry"]
    prose = make_pool(make_block(bodies), "wing flow")
    code = make_pool(make_block(bodies, labels=["f", "g", "h", ""]), "wing flow")
    assert from_pool(prose, list("abcd"), feedback=True) != from_pool(prose, list("abcd"))
    assert from_pool(code, list("abcd"), feedback=True) == from_pool(code, list("abcd"))


def test_a_passage_is_named_by_its_best_chunk_and_keeps_its_scores(
    make_block: Callable[..., Block], make_pool: Callable[..., Pool]
) -> None:
    pool = make_pool(make_block(["tide", "ferry"], vectors=[[1, 0], [0, 1]]), "tide", [1, 0])
    best, other = from_pool(pool, ["r1", "r2"])
    assert (best.revision_id, best.chunk_index) == ("r1", 0)
    assert best.scores["fused"] == 1.0
    assert best.scores["dense"] == pytest.approx(1.0, abs=1e-3)
    assert best.scores["bm25"] > other.scores["bm25"] == 0.0


def book(make_block: Callable[..., Block], bodies: Sequence[str]) -> Any:
    block = make_block(bodies)
    keys, ones, question = np.array([0], np.uint32), np.ones(1, np.float32), np.ones(4, np.float32)
    terms = QueryTerms(keys, ones, ones, 1, {}, ones, question)
    return score_book(block, terms, ones, asks_amount=False, average=1.0)


def test_the_likelier_document_comes_first_where_pages_are_equal(make_block: Callable[..., Block]) -> None:
    books = {"r1": book(make_block, ["x", "y"]), "r2": book(make_block, ["x", "y"])}
    found = rank_books(books, {"r1": 3.0, "r2": 3.5})
    assert names(found) == ["r2", "r2", "r1", "r1"]
    scores = {each.revision_id: each.scores["document"] for each in found}
    assert scores["r2"] > scores["r1"]
    assert all(each.scores["fused"] >= 0 for each in rank_books(books, {"r1": 0.0, "r2": 99.0}))
    assert rank_books({}, {}) == []


def test_what_is_found_outside_the_documents_that_are_meant_stands_behind_them() -> None:
    inside, outside = ranked(("meant", 0.9), ("meant too", 0.2)), ranked(("other", 1.0), ("meant", 0.8))
    found = together(inside, outside, long=True)
    assert names(found) == ["meant", "other", "meant too"], "a document that is meant is not ranked twice"
    assert found[1].scores["fused"] < 1.0
    beside_a_short_one = {each.revision_id: each.scores["fused"] for each in together(inside, outside, long=False)}
    assert beside_a_short_one["other"] > found[1].scores["fused"]
    assert together([], outside, long=False) == outside


def test_a_single_query_keeps_its_scores_and_several_are_fused_by_rank() -> None:
    first, second = ranked(("a", 0.9), ("b", 0.1)), ranked(("b", 0.5), ("c", 0.4))
    assert fuse_queries([first]) == first
    assert fuse_queries([]) == []
    fused = fuse_queries([first, second])
    assert names(fused) == ["b", "a", "c"]
    assert fused[0].scores["fused"] == 1.0
    assert fused[0].scores["dense"] == 0.1, "other scores stay those of the first query that found it"


def test_collections_are_fused_by_score_with_their_weights_and_standing() -> None:
    rankings = {"c1": ranked(("a", 0.9), ("b", 0.8)), "c2": ranked(("c", 0.2), ("d", 0.1))}
    known = {"c1": ("notes", 1.0), "c2": ("Official rules", 1.0)}
    plain = fuse_collections(rankings, known, "general")
    assert [(home, revision_id) for home, (revision_id, _) in plain] == [
        ("c1", "a"),
        ("c2", "c"),
        ("c1", "b"),
        ("c2", "d"),
    ]
    factual = fuse_collections(rankings, known, "factual")
    assert next(iter(factual))[0] == "c2"
    assert max(factual.values()) == 1.0
    assert set(factual) == set(plain)
    standing = fuse_collections(rankings, known, "general", {"c1": 0.5, "c2": 1.0})
    assert [home for home, _ in standing] == ["c2", "c2", "c1", "c1"]


def test_collections_are_fused_by_rank_where_that_is_asked_for() -> None:
    rankings = {"c1": ranked(("a", 0.9), ("b", 0.1)), "c2": ranked(("c", 0.2), ("d", 0.1))}
    known = {"c1": ("notes", 1.0), "c2": ("contracts", 1.0)}
    found = fuse_collections(rankings, known, "general", {"c1": 0.98, "c2": 1.0}, "rrf")
    assert [revision_id for _, (revision_id, _) in found] == ["c", "d", "a", "b"]
    level = fuse_collections(rankings, known, "general", fusion="rrf")
    assert [revision_id for _, (revision_id, _) in level] == ["a", "c", "b", "d"]
    assert max(level.values()) == 1.0


def test_what_falls_off_in_one_collection_stands_behind_the_best_of_another() -> None:
    rankings = {"c1": ranked(("a", 1.0), ("b", 0.9), ("c", 0.2), ("d", 0.1)), "c2": ranked(("e", 0.5), ("f", 0.4))}
    known = {"c1": ("notes", 1.0), "c2": ("contracts", 1.0)}
    found = fuse_collections(rankings, known, "general", {"c1": 1.0, "c2": 0.75})
    assert [revision_id for _, (revision_id, _) in found] == ["a", "b", "e", "f", "c", "d"]


def test_the_best_of_a_collection_that_stands_near_is_among_the_first() -> None:
    rankings = {"c1": ranked(*((f"a{number}", 1.0) for number in range(9))), "c2": ranked(("e", 0.5), ("f", 0.4))}
    known = {"c1": ("notes", 1.0), "c2": ("contracts", 1.0)}
    found = fuse_collections(rankings, known, "general", {"c1": 1.0, "c2": 0.9})
    assert [revision_id for _, (revision_id, _) in found].index("e") == LATEST_BEST - 1
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert len(found) == 11
    far = fuse_collections(rankings, known, "general", {"c1": 1.0, "c2": 0.5})
    assert [revision_id for _, (revision_id, _) in far].index("e") == 9


def test_a_single_collection_keeps_its_own_scores() -> None:
    fused = fuse_collections({"c1": ranked(("a", 0.9), ("b", 0.8))}, {"c1": ("notes", 5.0)}, "factual")
    assert fused == {("c1", ("a", 0)): 0.9, ("c1", ("b", 0)): 0.8}
    assert fuse_collections({}, {}, "factual") == {}


def test_what_was_ranked_otherwise_takes_its_place_among_the_rest() -> None:
    mixed = [*ranked(("a", 0.9), ("b", 0.3)), *ranked(("d", 0.8), ("c", 0.8))]
    assert names(together([], mixed, long=False)) == ["a", "c", "d", "b"]


def test_copies_collapse_onto_the_better_one(make_hit: Callable[..., Hit]) -> None:
    hits = [make_hit(name, TEXTS[name], scores={"final": final}) for name, final in (("a", 0.8), ("b", 0.4))]
    copy = make_hit("z", TEXTS["a"].upper(), document_id="d2", scores={"final": 0.2})
    kept, dropped = without_repetition([*hits, copy], 0.0)
    assert {hit["chunk_id"]: hit["scores"]["final"] for hit in kept} == {"a": 1.0, "b": 0.5}
    assert dropped == [{"chunk_id": "z", "reason": "says the same as a"}]


def test_repetition_costs_its_share(make_hit: Callable[..., Hit]) -> None:
    hits = [
        make_hit("a", TEXTS["a"], scores={"final": 1.0}),
        make_hit("z", TEXTS["a"] + " Twice, in 2019 and 2021.", scores={"final": 0.95}),
        make_hit("b", TEXTS["b"], scores={"final": 0.9}),
    ]
    assert [hit["chunk_id"] for hit in without_repetition(hits, 0.0)[0]] == ["a", "z", "b"]
    assert [hit["chunk_id"] for hit in without_repetition(hits, 0.2)[0]] == ["a", "b", "z"]
    assert without_repetition([], 0.2) == ([], [])


def test_reasons_say_what_holds(make_hit: Callable[..., Hit]) -> None:
    hit = make_hit("a", "x" * 200, scores={"final": 0.51, "document": 0.6})
    assert (
        selection_reason(hit, rank=2, collection_name="notes", dense_rank=1, bm25_rank=7, fusion="weighted")
        == "Top-2 in notes; top-1 by meaning; its document fits the question; high relevance score; substantial content"
    )
    weak = make_hit("a", "x" * 200, scores={"final": 0.5})
    reason = selection_reason(weak, rank=9, collection_name="notes", dense_rank=None, bm25_rank=4, fusion="rrf")
    assert reason == "Selected by rank fusion"
