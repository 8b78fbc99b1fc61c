from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.threshold import elbow

SCORES = st.lists(st.floats(0, 1), max_size=30)


@pytest.mark.parametrize(
    ("scores", "kept", "threshold"),
    [
        ([0.92, 0.90, 0.88, 0.65, 0.63, 0.61], 3, 0.65 / 0.92),
        ([1.0, 0.2, 0.19, 0.18], 1, 0.5),
        ([1.0, 0.93, 0.92, 0.92], 4, 0.9),
        ([0.0164, 0.0161, 0.0080, 0.0079], 2, 0.5),
        ([1.0, 0.96, 0.55, 0.52, 0.3], 2, 0.55),
        ([0.5, 0.5, 0.5], 3, 0.0),
        ([0.50, 0.49, 0.48, 0.47], 4, 0.0),
        ([1.0, 0.8, 0.6, 0.4, 0.2], 5, 0.0),
        ([0.0, 0.0], 2, 0.0),
        ([0.7], 1, 0.0),
        ([], 0, 0.0),
    ],
)
def test_where_the_scores_fall_off(scores: list[float], kept: int, threshold: float) -> None:
    cut = elbow(scores)
    assert cut.kept == kept
    assert cut.threshold == pytest.approx(threshold)


@given(SCORES, st.floats(0.001, 1000))
@settings(max_examples=80)
def test_a_cut_keeps_the_best_ignores_order_and_scale_and_never_splits_ties(scores: list[float], scale: float) -> None:
    ordered = sorted(scores, reverse=True)
    cut = elbow(scores)
    assert elbow(ordered) == cut
    assert 0.5 <= cut.threshold <= 0.9 or (cut.threshold == 0 and cut.kept == len(scores))
    assert cut.kept >= min(1, len(scores))
    if cut.kept < len(scores):
        assert ordered[cut.kept - 1] > ordered[cut.kept]
        assert all(score >= 0.5 * ordered[0] for score in ordered[: cut.kept])
        assert all(score <= 0.9 * ordered[0] for score in ordered[cut.kept :])
