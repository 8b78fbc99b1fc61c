from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from nodes.domain.switches import DEFAULT
from nodes.ranking.features import Block
from nodes.ranking.grains import Blend, base_scores, divided, pool_idf, smoothed, with_feedback
from nodes.ranking.pool import Pool

MakeBlock = Callable[..., Block]
MakePool = Callable[..., Pool]
USUAL = Blend("weighted", alpha=1 / 3)
BY_RANK = replace(USUAL, fusion="rrf")


def ones(pool: Pool) -> Any:
    return np.ones(len(pool.keys), np.float32)


def scored(pool: Pool, blend: Blend = USUAL) -> NDArray[np.float32]:
    return base_scores(pool, ones(pool), blend)


def fed_back(pool: Pool, scores: NDArray[np.float32]) -> NDArray[np.float32]:
    return with_feedback(pool, scores, ones(pool), USUAL)


def test_alpha_weighs_meaning_against_words(make_block: MakeBlock, make_pool: MakePool) -> None:
    block = make_block(["tide turbine", "ferry"], vectors=[[0, 1], [1, 0]])
    pool = make_pool(block, "tide turbine", [1, 0.1])
    assert scored(pool, replace(USUAL, alpha=0)).tolist() == pytest.approx([1, 0], abs=0.01)
    by_meaning = scored(pool, replace(USUAL, alpha=1))
    assert by_meaning[1] == pytest.approx(1)
    assert by_meaning[0] == pytest.approx(0.1, abs=0.02)
    both = scored(pool, replace(USUAL, alpha=0.5))
    assert both.tolist() == pytest.approx([0.55, 0.5], abs=0.02)


def test_a_title_lifts_and_one_common_word_in_it_lifts_little(make_block: MakeBlock, make_pool: MakePool) -> None:
    question = "tide turbine bearing wear"
    bodies = ["tide turbine bearing wear"] * 3
    whole = make_pool(make_block(bodies, titles=["", "bearing wear of a tide turbine", "the tide"]), question)
    plain, titled, touched = scored(whole).tolist()
    assert titled > touched > plain
    alone = make_pool(make_block(bodies[:2], titles=["", "the tide"]), question)
    first, second = scored(alone).tolist()
    assert second - first < titled - plain, "the best title at hand is not for that a good one"


def test_between_passages_of_code_the_one_that_defines_a_name_comes_first(
    make_block: MakeBlock, make_pool: MakePool
) -> None:
    bodies = ["moor ship moor ship moor", "moor ship", "harbour"]
    source = make_pool(make_block(bodies, labels=["open", "moor", "tide"]), "moor")
    using, defining, _ = scored(source).tolist()
    assert defining > using
    assert scored(source, replace(USUAL, features=DEFAULT - {"definitions"})).argmax() == 0
    by_rank = scored(source, BY_RANK)
    assert by_rank[1] > scored(source, replace(BY_RANK, features=DEFAULT - {"definitions"}))[1]


def test_among_prose_a_defined_name_counts_little_and_table_rows_not_at_all(
    make_block: MakeBlock, make_pool: MakePool
) -> None:
    bodies = ["moor ship"] * 12
    labels = ["moor", *[""] * 11]
    sample = make_pool(make_block(bodies, labels=labels), "moor")
    source = make_pool(make_block(bodies, labels=["moor", *["tide"] * 11]), "moor")
    table = make_pool(make_block(bodies, labels=labels, rows=[3, *[0] * 11]), "moor")
    gains = [float(scores[0] - scores[1]) for pool in (sample, source, table) for scores in [scored(pool)]]
    assert gains[2] == 0 < 5 * gains[0] < gains[1]


def test_by_rank_the_distances_do_not_count(make_block: MakeBlock, make_pool: MakePool) -> None:
    bodies = ["tide tide tide", "tide and more words here", "ferry", "ferry"]
    near = make_pool(make_block(bodies, vectors=[[1, 0], [1, 0.1], [1, 0.2], [1, 0.2]]), "tide", [1, 0])
    far = make_pool(make_block(bodies, vectors=[[1, 0], [1, 2], [1, 9], [1, 9]]), "tide", [1, 0])
    scores = scored(near, BY_RANK)
    assert scores.tolist() == scored(far, BY_RANK).tolist()
    assert scores[0] > scores[1] > scores[2]
    assert scores[2] == scores[3], "equal scores are of one rank"


def test_a_word_is_as_rare_as_it_is_here_and_everywhere(make_block: MakeBlock, make_pool: MakePool) -> None:
    pool = make_pool(make_block(["tide quay", "tide", "tide"]), "tide quay")
    here = pool_idf(pool, np.zeros(2, np.float32), ones(pool))
    assert 0 < here[0] < here[1]
    assert (pool_idf(pool, np.array([5, 0], np.float32), ones(pool)) - here).tolist() == pytest.approx([2.5, 0])
    halved = pool_idf(pool, np.zeros(2, np.float32), np.array([1, 0.5], np.float32))
    assert halved.tolist() == pytest.approx([here[0], here[1] / 2]), "a synonym counts less"


def test_feedback_finds_what_shares_its_words_with_the_best_passages_only(
    make_block: MakeBlock, make_pool: MakePool
) -> None:
    bodies = [
        "tide turbine gearbox bearing wear",
        "tide turbine gearbox bearing failure",
        "gearbox bearing lubricant",
        "ferry timetable village",
    ]
    pool = make_pool(make_block(bodies), "tide turbine")
    before = scored(pool)
    assert before[2] == before[3]
    after = fed_back(pool, before)
    assert after[2] > after[3]
    assert min(after[:2]) > after[2], "and the question's own words still count most"


def test_feedback_of_nothing_changes_nothing(make_block: MakeBlock, make_pool: MakePool) -> None:
    pool = make_pool(make_block(["tide", "ferry"]), "the")
    scores = scored(pool)
    assert fed_back(pool, scores).tolist() == scores.tolist()
    unknown = make_pool(make_block(["tide", "ferry"], vectors=[[0, 1], [0, 1]]), "walrus", [1, 0])
    assert fed_back(unknown, scored(unknown)).tolist() == [0, 0]


def test_a_passage_is_lifted_by_those_most_like_it(make_block: MakeBlock, make_pool: MakePool) -> None:
    pool = make_pool(make_block(["a", "b", "c"], vectors=[[1, 0, 0], [1, 0.1, 0], [0, 0, 1]]), "tide")
    best, alike, other = smoothed(pool, np.array([1.0, 0.4, 0.4], np.float32)).tolist()
    assert best > alike > other


@given(st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(0, 3)), min_size=1, max_size=12))
@settings(max_examples=40, deadline=None)
def test_smoothed_scores_stay_in_their_range(
    make_block: MakeBlock, make_pool: MakePool, members: list[tuple[float, int]]
) -> None:
    vectors = [[float(place == direction) for place in range(4)] for _, direction in members]
    pool = make_pool(make_block(["x"] * len(members), vectors=vectors), "tide")
    scores = np.array([score for score, _ in members], np.float32)
    after = smoothed(pool, scores)
    assert (after >= 0).all()
    assert after.max() <= scores.max() + 1e-6
    if len(members) == 1:
        assert after.tolist() == scores.tolist()


def test_only_the_best_are_smoothed(make_block: MakeBlock, make_pool: MakePool) -> None:
    count = 130
    pool = make_pool(make_block(["x"] * count), "tide")
    scores = np.linspace(1, 0.1, count, dtype=np.float32)
    after = smoothed(pool, scores)
    assert after[0] < scores[0]
    assert after[-1] == scores[-1]


def test_scores_are_divided_by_their_largest_or_by_a_floor() -> None:
    assert divided(np.array([2, 1], np.float32)).tolist() == [1, 0.5]
    assert divided(np.array([2, 1], np.float32), 4).tolist() == [0.5, 0.25]
    assert divided(np.zeros(2, np.float32)).tolist() == [0, 0]
    assert divided(np.zeros(0, np.float32)).tolist() == []
