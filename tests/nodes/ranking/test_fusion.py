from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.fusion import collection_weight, normalise, reciprocal_rank_fusion, weighted_fusion

IDS = st.lists(st.sampled_from("abcdefgh"), unique=True)
SCORES = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 50))


def test_rank_fusion_sums_one_over_sixty_plus_rank() -> None:
    fused = reciprocal_rank_fusion([["a", "b", "c"], ["b", "d"]])
    assert fused == {
        "b": pytest.approx(1 / 62 + 1 / 61),
        "a": pytest.approx(1 / 61),
        "d": pytest.approx(1 / 62),
        "c": pytest.approx(1 / 63),
    }
    assert list(fused) == ["b", "a", "d", "c"]


def test_weights_belong_to_lists_and_ties_go_by_id() -> None:
    assert list(reciprocal_rank_fusion([["b"], ["a"]])) == ["a", "b"]
    fused = reciprocal_rank_fusion([["b"], ["a"]], weights=[1.3, 1.0])
    assert fused == {"b": pytest.approx(1.3 / 61), "a": pytest.approx(1 / 61)}


def test_a_repeated_id_counts_where_it_stands_first() -> None:
    assert reciprocal_rank_fusion([["a", "a", "b"]]) == {"a": 1 / 61, "b": 1 / 62}


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="2 weights for 1"):
        reciprocal_rank_fusion([["a"]], weights=[1, 2])
    with pytest.raises(ValueError, match="alpha"):
        weighted_fusion({}, {}, alpha=1.5)


@given(st.lists(IDS, max_size=4))
@settings(max_examples=40)
def test_rank_fusion_depends_on_the_lists_and_not_on_their_order(lists: list[list[str]]) -> None:
    forward, backward = reciprocal_rank_fusion(lists), reciprocal_rank_fusion(lists[::-1])
    assert forward == pytest.approx(backward)
    assert list(forward) == sorted(forward, key=lambda each: (-forward[each], each))
    assert set(forward) == {each for ids in lists for each in ids}


def test_weighted_fusion_normalises_each_list_and_counts_what_is_missing_as_nothing() -> None:
    fused = weighted_fusion({"a": 0.8, "b": 0.4}, {"b": 12.0, "c": 6.0}, 0.7)
    assert fused == {"a": pytest.approx(0.7), "b": pytest.approx(0.65), "c": pytest.approx(0.15)}
    assert list(fused) == ["a", "b", "c"]


@given(SCORES, SCORES, st.floats(0, 1))
@settings(max_examples=40)
def test_weighted_fusion_stays_within_0_and_1(dense: dict[str, float], bm25: dict[str, float], alpha: float) -> None:
    fused = weighted_fusion(dense, bm25, alpha)
    assert set(fused) == {*dense, *bm25}
    assert all(0 <= score <= 1 + 1e-9 for score in fused.values())


def test_normalising_keeps_proportions() -> None:
    assert normalise({"a": 4.0, "b": 1.0, "c": -1.0}) == {"a": 1.0, "b": 0.25, "c": 0.0}
    assert normalise({"a": 0.0, "b": -2.0}) == {"a": 0.0, "b": 0.0}
    assert normalise({}) == {}


@pytest.mark.parametrize(
    ("name", "query_type", "expected"),
    [
        ("Official filings", "factual", 1.3),
        ("TEAM-WIKI", "factual", 1.1),
        ("official wiki", "factual", 1.3),
        ("Official filings", "analytical", 1.0),
        ("notes", "factual", 1.0),
        ("unofficial notes", "factual", 1.0),
        ("Wikingerschiffe", "factual", 1.0),
    ],
)
def test_official_and_wiki_collections_weigh_more_for_facts(name: str, query_type: str, expected: float) -> None:
    assert collection_weight(name, 1.0, query_type) == pytest.approx(expected)
    assert collection_weight(name, 2.0, query_type) == pytest.approx(2 * expected)
