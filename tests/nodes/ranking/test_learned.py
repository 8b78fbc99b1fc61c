from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.chat.weigh_scores import weigh_scores
from nodes.domain.chat import Hit
from nodes.ranking.learned import DEFAULTS, FEATURES, scaled_scores, weighed

score = st.floats(-1, 60, allow_nan=False)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.sampled_from(FEATURES), score))
def test_every_feature_is_a_share_whatever_the_score(scores: dict[Any, float]) -> None:
    features = scaled_scores(scores)
    assert features.shape == (len(FEATURES),)
    assert all(0 <= feature <= 1 for feature in features)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_the_defaults_change_no_order(make_hit: Callable[..., Hit], finals: list[float]) -> None:
    hits = [make_hit(f"{place}", scores={"final": final}) for place, final in enumerate(finals)]
    hits.sort(key=lambda hit: (-hit["scores"]["final"], hit["chunk_id"]))
    assert [hit["chunk_id"] for hit in weighed(hits, DEFAULTS)] == [hit["chunk_id"] for hit in hits]


def test_weights_decide_and_what_was_before_is_kept(make_hit: Callable[..., Hit]) -> None:
    hits = [
        make_hit("a", scores={"final": 1.0, "dense": 0.2, "bm25": 10.0}),
        make_hit("b", scores={"final": 0.8, "dense": 0.9}),
        make_hit("c", scores={"final": 0.1, "dense": 0.1}),
    ]
    order = weighed(hits, {"final": 1.0, "dense": 1.0})
    assert [hit["chunk_id"] for hit in order] == ["b", "a", "c"]
    assert [hit["scores"]["final"] for hit in order] == pytest.approx([1.0, 1.2 / 1.7, 0.2 / 1.7])
    assert [hit["scores"]["plain"] for hit in order] == [0.8, 1.0, 0.1]
    # What is learned next is learned from the scores as they were before.
    assert scaled_scores(order[0]["scores"])[0] == 0.8
    assert weighed(hits, {}) == hits
    assert weighed([], DEFAULTS) == []


def test_sums_below_zero_still_end_between_0_and_1(make_hit: Callable[..., Hit]) -> None:
    hits = [make_hit("a", scores={"dense": 0.9}), make_hit("b", scores={"dense": 0.1})]
    order = weighed(hits, {"dense": -1.0})
    assert [(hit["chunk_id"], hit["scores"]["final"]) for hit in order] == [("b", 1.0), ("a", 0.0)]


class File:
    def __init__(self, weights: dict[str, float] | None) -> None:
        self._weights = weights

    def read(self) -> dict[str, float] | None:
        return self._weights


async def test_the_step_tells_what_it_changed(make_hit: Callable[..., Hit], make_runtime: Callable[..., Any]) -> None:
    hits = [
        make_hit("a", scores={"final": 1.0}),
        make_hit("b", scores={"final": 0.8, "dense": 0.9}),
        make_hit("c", scores={"final": 0.2}),
    ]
    weights = {"final": 1.0, "dense": 1.0}
    update = await weigh_scores({"hits": hits}, make_runtime(learned_weights=File(weights)))
    assert [hit["chunk_id"] for hit in update["hits"]] == ["b", "a", "c"]
    assert update["trace"][0]["decided"] == {"applied": True, "weights": weights, "moved": 2}
    for nothing in (None, File(None)):
        update = await weigh_scores({"hits": hits}, make_runtime(learned_weights=nothing))
        assert update["hits"] == hits
        assert "no weights were learned yet" in update["trace"][0]["why"]
