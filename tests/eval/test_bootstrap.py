from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.bootstrap import paired_difference

shares = st.floats(0, 1, allow_nan=False)


def test_a_difference_on_every_question_is_certain() -> None:
    found = paired_difference([0.0, 0.5, 0.25], [0.25, 0.75, 0.5])

    assert (found.mean, found.low, found.high) == pytest.approx((0.25, 0.25, 0.25))
    assert (found.questions, found.better, found.worse) == (3, 3, 0)
    assert found.sure


def test_one_question_in_many_is_not_sure() -> None:
    found = paired_difference([0.0] * 50, [1.0] + [0.0] * 49)

    assert found.mean == pytest.approx(0.02)
    assert found.low == 0.0
    assert not found.sure


def test_the_interval_is_that_of_the_normal_distribution_for_many_questions() -> None:
    first, second = [0.0] * 1000, [1.0, 0.0] * 500

    found = paired_difference(first, second)

    width = 1.96 * 0.5 / math.sqrt(1000)
    assert (found.low, found.high) == pytest.approx((0.5 - width, 0.5 + width), abs=0.003)


def test_the_same_seed_gives_the_same_interval_and_another_does_not() -> None:
    first, second = [0.1, 0.9, 0.4, 0.6, 0.2], [0.3, 0.5, 0.8, 0.1, 0.9]

    assert paired_difference(first, second) == paired_difference(first, second)
    assert paired_difference(first, second, resamples=50) != paired_difference(first, second, resamples=50, seed=7)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=30))
def test_turning_the_runs_round_turns_the_difference_round(pairs: list[tuple[float, float]]) -> None:
    first, second = [pair[0] for pair in pairs], [pair[1] for pair in pairs]

    there, back = paired_difference(first, second, resamples=200), paired_difference(second, first, resamples=200)

    assert (there.mean, there.low, there.high) == pytest.approx((-back.mean, -back.high, -back.low))
    assert (there.better, there.worse) == (back.worse, back.better)
    assert min(b - a for a, b in pairs) - 1e-9 <= there.low <= there.high <= max(b - a for a, b in pairs) + 1e-9


@pytest.mark.parametrize(("first", "second"), [([], []), ([1.0], [1.0, 2.0]), ([math.nan], [1.0])])
def test_what_cannot_be_paired_is_refused(first: list[float], second: list[float]) -> None:
    with pytest.raises(ValueError, match=r"paired|finite"):
        paired_difference(first, second)
