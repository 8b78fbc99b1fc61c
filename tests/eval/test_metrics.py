"""Measures against values computed by hand, and what must hold for any ranking."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval import metrics

RANKING = ["a", "x", "b", "y", "c"]
GOLD = {"a": 1.0, "b": 1.0, "z": 1.0}

Measure = Callable[[Sequence[str], Mapping[str, float], int], float]


def parent(item: str) -> str:
    return item.partition("#")[0]


@pytest.mark.parametrize(("k", "expected"), [(1, 1 / 3), (2, 1 / 3), (3, 2 / 3), (10, 2 / 3)])
def test_recall_is_the_share_of_gold_found(k: int, expected: float) -> None:
    assert metrics.recall(RANKING, GOLD, k) == pytest.approx(expected)


def test_all_recall_needs_every_gold_item() -> None:
    gold = {"a": 1.0, "b": 1.0}
    assert [metrics.all_recall(RANKING, gold, k) for k in (1, 2, 3, 5)] == [0, 0, 1, 1]
    assert metrics.all_recall(RANKING, GOLD, 5) == 0


def test_hit_needs_one_gold_item() -> None:
    assert [metrics.hit(RANKING, {"b": 1.0, "z": 1.0}, k) for k in (1, 2, 3)] == [0, 0, 1]


def test_document_measures_look_at_the_documents_of_the_first_items() -> None:
    ranking = ["f#page=1", "f#page=9", "g#page=2"]
    gold = {"f#page=4": 1.0, "g#page=2": 1.0}
    assert [metrics.document_recall(ranking, gold, k, parent) for k in (1, 2, 3)] == [0.5, 0.5, 1]
    assert [metrics.document_hit(ranking, {"g#page=7": 1.0}, k, parent) for k in (1, 2, 3)] == [0, 0, 1]
    assert metrics.hit(ranking, gold, 2) == 0


def test_ndcg_with_binary_gains() -> None:
    # Found at ranks 1 and 3; the best order would have found three items at ranks 1, 2 and 3.
    gained = 1 + 1 / math.log2(4)
    best = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert metrics.ndcg(RANKING, GOLD, 10) == pytest.approx(gained / best)


def test_ndcg_with_graded_gains() -> None:
    # Gains 1, 3 and 2 at ranks 1, 2 and 4: (1 + 3/1.58496 + 2/2.32193) / (3 + 2/1.58496 + 1/2).
    assert metrics.ndcg(["p", "q", "-", "r"], {"p": 1, "q": 3, "r": 2}, 10) == pytest.approx(0.788_377, abs=1e-6)


def test_ndcg_judges_at_most_k_items_of_more_gold() -> None:
    gold = {str(number): 1.0 for number in range(20)}
    assert metrics.ndcg([str(number) for number in range(10)], gold, 10) == 1


def test_reciprocal_rank_is_that_of_the_first_gold_item_before_the_cut() -> None:
    assert metrics.reciprocal_rank(["x", "y", "b", "a"], GOLD, 10) == pytest.approx(1 / 3)
    assert metrics.reciprocal_rank(["x", "y", "b"], GOLD, 2) == 0


def test_average_precision_divides_by_all_gold() -> None:
    # Precisions 1/1 and 2/3 at the two ranks found, over three gold items.
    assert metrics.average_precision(RANKING, GOLD, 10) == pytest.approx((1 + 2 / 3) / 3)


def test_distinct_keeps_the_first_of_each() -> None:
    assert metrics.distinct(["b", "a", "b", "c", "a"]) == ["b", "a", "c"]


ITEMS = st.sampled_from([f"{document}#{part}" for document in "abcd" for part in range(4)])
RANKINGS = st.lists(ITEMS, unique=True, max_size=12)
GOLDS = st.dictionaries(ITEMS, st.sampled_from([1.0, 2.0, 0.5]), min_size=1, max_size=6)
MONOTONE: list[Measure] = [
    metrics.recall,
    metrics.all_recall,
    metrics.hit,
    metrics.reciprocal_rank,
    metrics.average_precision,
    lambda ranking, gold, k: metrics.document_recall(ranking, gold, k, parent),
    lambda ranking, gold, k: metrics.document_hit(ranking, gold, k, parent),
]


@settings(max_examples=60, deadline=None)
@given(RANKINGS, GOLDS)
def test_measures_stay_in_range_and_do_not_fall_with_k(ranking: list[str], gold: dict[str, float]) -> None:
    for measure in MONOTONE:
        values = [measure(ranking, gold, k) for k in range(1, 14)]
        assert all(0 <= value <= 1 for value in values)
        assert values == sorted(values)
    assert all(0 <= metrics.ndcg(ranking, gold, k) <= 1 for k in range(1, 14))


@settings(max_examples=60, deadline=None)
@given(GOLDS, st.lists(ITEMS, unique=True, max_size=6))
def test_the_ideal_order_is_perfect_whatever_follows(gold: dict[str, float], rest: list[str]) -> None:
    ideal = sorted(gold, key=lambda item: (-gold[item], item))
    ranking = metrics.distinct([*ideal, *rest])
    k = len(gold)
    assert metrics.ndcg(ranking, gold, k) == pytest.approx(1)
    assert metrics.average_precision(ranking, gold, k) == pytest.approx(1)
    assert metrics.all_recall(ranking, gold, k) == metrics.reciprocal_rank(ranking, gold, k) == 1


@settings(max_examples=60, deadline=None)
@given(RANKINGS, GOLDS, st.integers(1, 12))
def test_all_found_implies_full_recall_and_found_implies_hit(
    ranking: list[str], gold: dict[str, float], k: int
) -> None:
    recall = metrics.recall(ranking, gold, k)
    assert metrics.all_recall(ranking, gold, k) == float(recall == 1)
    assert metrics.hit(ranking, gold, k) == float(recall > 0)
    assert metrics.document_recall(ranking, gold, k, parent) >= metrics.all_recall(ranking, gold, k)
