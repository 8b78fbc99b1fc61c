from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.chat import CandidateList, Fusion, Hit
from nodes.ranking.merging import Merged, merge
from nodes.ranking.reasons import selection_reason

NOW = datetime(2026, 1, 31, tzinfo=UTC)
TEXTS = {
    "a": "The tide turbines of the north harbour were repaired.",
    "b": "Members elect a board every second spring by secret vote.",
    "c": "Battery cells are stored dry, cool and far from the office.",
    "d": "Ferries carry spare parts to all seven villages on weekdays.",
}


@pytest.fixture(scope="session")
def ranked(make_hit: Callable[..., Hit]) -> Callable[..., CandidateList]:
    def build(
        kind: Literal["dense", "bm25"],
        scores: dict[str, float],
        collection: str = "c1",
        query: str = "q",
        name: str = "notes",
        **changes: Any,
    ) -> CandidateList:
        hits = [
            make_hit(each, TEXTS.get(each, each), **{"collection_id": collection, "scores": {kind: score}, **changes})
            for each, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        ]
        return {
            "collection_id": collection,
            "collection_name": name,
            "weight": 1.0,
            "kind": kind,
            "query": query,
            "hits": hits,
        }

    return build


def merged(
    *lists: CandidateList,
    documents: dict[str, float] | None = None,
    fusion: Fusion = "weighted",
    query_type: str = "general",
    factor: float = 0.0,
    quality_signals: bool = True,
) -> Merged:
    return merge(
        lists,
        documents or {},
        fusion=fusion,
        alpha=0.7,
        query_type=query_type,
        diversity_factor=factor,
        quality_signals=quality_signals,
        now=NOW,
    )


def scores_of(result: Merged, name: Any) -> dict[str, float]:
    return {hit["chunk_id"]: hit["scores"][name] for hit in result.hits if name in hit["scores"]}


def test_one_collection_keeps_its_weighted_scores(ranked: Callable[..., CandidateList]) -> None:
    result = merged(ranked("dense", {"a": 0.8, "b": 0.4}), ranked("bm25", {"b": 9.0, "c": 4.5}))
    assert scores_of(result, "fused") == pytest.approx({"a": 1.0, "b": 0.65 / 0.7, "c": 0.15 / 0.7})
    assert scores_of(result, "dense") == {"a": 0.8, "b": 0.4}
    assert scores_of(result, "bm25") == {"b": 9.0, "c": 4.5}
    assert scores_of(result, "document") == {}
    assert [hit["chunk_id"] for hit in result.hits] == ["a", "b", "c"]
    assert result.hits[0]["scores"]["final"] == 1.0


def test_rank_fusion_within_a_collection(ranked: Callable[..., CandidateList]) -> None:
    result = merged(ranked("dense", {"a": 0.8, "b": 0.4}), ranked("bm25", {"b": 9.0, "c": 4.5}), fusion="rrf")
    best = 1 / 61 + 1 / 62
    assert scores_of(result, "fused") == pytest.approx({"b": 1.0, "a": 1 / 61 / best, "c": 1 / 62 / best})


def test_queries_are_fused_by_rank(ranked: Callable[..., CandidateList]) -> None:
    lists = [
        ranked("dense", {"a": 0.8, "b": 0.4}, query="first"),
        ranked("dense", {"b": 0.9, "c": 0.3}, query="second"),
    ]
    result = merged(*lists)
    best = 1 / 61 + 1 / 62
    assert scores_of(result, "fused") == pytest.approx({"b": 1.0, "a": 1 / 61 / best, "c": 1 / 62 / best})
    assert scores_of(result, "dense")["b"] == 0.9, "the best score of any query"


def test_collections_are_fused_by_rank_with_their_weights(ranked: Callable[..., CandidateList]) -> None:
    lists = [
        ranked("dense", {"a": 0.9, "b": 0.8}, collection="c1", name="notes"),
        ranked("dense", {"c": 0.2, "d": 0.1}, collection="c2", name="Official rules"),
    ]
    assert [hit["chunk_id"] for hit in merged(*lists).hits] == ["a", "c", "b", "d"]
    factual = merged(*lists, query_type="factual")
    assert [hit["chunk_id"] for hit in factual.hits] == ["c", "d", "a", "b"]
    assert scores_of(factual, "fused")["a"] == pytest.approx(1 / 1.3)


def test_the_document_prior_adds_three_tenths_of_its_score(ranked: Callable[..., CandidateList]) -> None:
    lists = [ranked("dense", {"a": 1.0}), ranked("dense", {"b": 0.8}, query="q", document_id="d2")]
    assert [hit["chunk_id"] for hit in merged(*lists).hits] == ["a", "b"]
    result = merged(*lists, documents={"d2": 1.0, "d1": 0.2})
    assert scores_of(result, "document") == {"a": 0.2, "b": 1.0}
    assert [hit["chunk_id"] for hit in result.hits] == ["b", "a"]
    assert scores_of(result, "final") == pytest.approx({"b": 1.0, "a": 1.06 / 1.1})


def test_quality_counts(ranked: Callable[..., CandidateList]) -> None:
    plain, pdf = ranked("dense", {"a": 1.0}), ranked("dense", {"b": 0.99}, media_type="application/pdf")
    assert [hit["chunk_id"] for hit in merged(plain, pdf).hits] == ["b", "a"]
    assert [hit["chunk_id"] for hit in merged(plain, pdf, quality_signals=False).hits] == ["a", "b"]


def test_copies_collapse_onto_the_better_one(
    ranked: Callable[..., CandidateList], make_hit: Callable[..., Hit]
) -> None:
    candidates = ranked("dense", {"a": 0.9, "b": 0.8})
    copy = make_hit("z", TEXTS["a"].upper(), document_id="d2", scores={"dense": 0.7})
    candidates["hits"].append(copy)
    result = merged(candidates)
    assert [hit["chunk_id"] for hit in result.hits] == ["a", "b"]
    assert result.dropped == [{"chunk_id": "z", "reason": "says the same as a"}]


def test_repetition_costs_its_share(ranked: Callable[..., CandidateList], make_hit: Callable[..., Hit]) -> None:
    candidates = ranked("dense", {"a": 1.0, "b": 0.9})
    candidates["hits"].insert(1, make_hit("z", TEXTS["a"] + " Twice, in 2019 and 2021.", scores={"dense": 0.95}))
    assert [hit["chunk_id"] for hit in merged(candidates).hits] == ["a", "z", "b"]
    assert [hit["chunk_id"] for hit in merged(candidates, factor=0.2).hits] == ["a", "b", "z"]


def test_the_best_three_hundred_go_on(ranked: Callable[..., CandidateList]) -> None:
    result = merged(ranked("dense", {f"passage number {place}": 1 - place / 400 for place in range(310)}))
    assert len(result.hits) == 300
    assert [each["reason"] for each in result.dropped] == ["after the best 300"] * 10
    assert result.dropped[0]["chunk_id"] == "passage number 300"


def test_nothing_in_nothing_out(ranked: Callable[..., CandidateList]) -> None:
    assert merged() == Merged([], [])
    assert merged(ranked("dense", {}), ranked("bm25", {})) == Merged([], [])


@given(
    st.dictionaries(st.sampled_from("abcd"), st.floats(-1, 1)),
    st.dictionaries(st.sampled_from("abcd"), st.floats(0, 30)),
    st.sampled_from(["rrf", "weighted"]),
    st.floats(0, 1),
)
@settings(max_examples=40)
def test_every_passage_comes_out_once_in_order(
    ranked: Callable[..., CandidateList], dense: dict[str, float], bm25: dict[str, float], fusion: Fusion, factor: float
) -> None:
    lists = [ranked("dense", dense), ranked("bm25", bm25)]
    result = merged(*lists, fusion=fusion, factor=factor)
    assert sorted(hit["chunk_id"] for hit in result.hits) == sorted({*dense, *bm25})
    finals = [(-hit["scores"]["final"], hit["chunk_id"]) for hit in result.hits]
    assert finals == sorted(finals)
    assert all(-1 <= score <= 0 for score, _ in finals)
    assert merged(*lists[::-1], fusion=fusion, factor=factor).hits == result.hits


def test_reasons_say_what_holds(make_hit: Callable[..., Hit]) -> None:
    hit = make_hit("a", "x" * 200, scores={"final": 0.51, "document": 0.6})
    assert (
        selection_reason(hit, rank=2, collection_name="notes", dense_rank=1, bm25_rank=7, fusion="weighted")
        == "Top-2 in notes; top-1 by meaning; its document fits the question; high relevance score; substantial content"
    )
    weak = make_hit("a", "x" * 200, scores={"final": 0.5})
    reason = selection_reason(weak, rank=9, collection_name="notes", dense_rank=None, bm25_rank=4, fusion="rrf")
    assert reason == "Selected by rank fusion"
