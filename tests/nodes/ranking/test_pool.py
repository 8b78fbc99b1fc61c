from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.passages import PassageText
from nodes.language.terms import analyse
from nodes.ranking.features import (
    BODY,
    LABELS,
    TITLES,
    Block,
    features_of,
    pack,
    quantised,
    term_key,
    term_keys,
    unpack,
)
from nodes.ranking.pool import Pool, best_of_each, field_counts, pool_of

bodies = st.lists(st.text("ab c", max_size=12), min_size=1, max_size=6)


@given(bodies, st.lists(st.sampled_from(["a", "b", "c", "ab", "cc"]), unique=True))
@settings(max_examples=60, deadline=None)
def test_counts_are_those_of_the_texts(
    make_block: Callable[..., Block], texts: Sequence[str], asked: list[str]
) -> None:
    block = make_block(texts, titles=list(reversed(texts)), labels=texts)
    counts = field_counts(block, term_keys(asked))
    for place, text in enumerate(texts):
        for number, term in enumerate(asked):
            assert counts[BODY, place, number] == analyse(text).count(term)
            assert counts[TITLES, place, number] == analyse(texts[-1 - place]).count(term)
            assert counts[LABELS, place, number] == analyse(text).count(term)


def test_terms_whose_keys_end_alike_are_told_apart() -> None:
    block = passage(0, [[1, 0]])
    [key] = block.terms.tolist()
    others = np.array([key ^ 0x10000, key, key ^ 0x80000000], np.uint32)
    assert field_counts(block, others)[BODY].tolist() == [[0, 1, 0]]


def passage(first: int, vectors: Sequence[Sequence[float]], spread: Sequence[int] = ()) -> Block:
    text = PassageText(1, "tide", "", "", 0, first, tuple(spread) or (1,) * len(vectors))
    return features_of(text, quantised(np.array(vectors, np.float32)))


def test_cosines_are_those_of_the_best_chunk() -> None:
    block = unpack([pack(each) for each in (passage(0, [[1, 0], [0, 3]]), passage(2, [[-1, 0]]), passage(3, [[1, 1]]))])
    pool = pool_of(block, term_keys(["tide"]), np.array([0, 10], np.float32))
    assert pool.cosines == pytest.approx([1.0, 0.0, 0.7071], abs=1e-3)
    assert block.chunks[pool.best_chunks].tolist() == [1, 2, 3]


def test_a_chunk_over_two_pages_shows_a_passage_only_where_no_other_does_nearly_as_well() -> None:
    def shown(own: Sequence[float], spread: tuple[int, int]) -> int:
        pool = pool_of(passage(0, [[1, 0], own], spread), term_keys(["tide"]), np.array([1, 0], np.float32))
        assert pool.cosines[0] == pytest.approx(1.0, abs=1e-3), "it counts as it is"
        return int(pool.best_chunks[0])

    assert shown([1, 0.1], (1, 1)) == 0
    assert shown([1, 0.1], (2, 1)) == 1
    assert shown([1, 0.1], (2, 2)) == 0
    assert shown([0, 1], (2, 1)) == 0


def test_what_is_said_in_words_decides_which_chunk_shows_a_passage_and_not_how_like_it_is() -> None:
    block, question = passage(0, [[1, 0], [1, 0.3], [0, 1]]), np.array([1, 0], np.float32)
    pool = pool_of(block, term_keys(["tide"]), question, np.array([0, 1, 0.5], np.float32))
    assert pool.best_chunks.tolist() == [1]
    assert pool.cosines[0] == pytest.approx(1.0, abs=1e-3)


@given(st.lists(st.tuples(st.integers(0, 4), st.floats(-1, 1, width=32)), max_size=20))
@settings(max_examples=80)
def test_the_best_of_each_group_is_the_first_of_the_highest(members: list[tuple[int, float]]) -> None:
    members = sorted(members, key=lambda member: member[0])
    homes = np.array([home for home, _ in members], np.uint32)
    scores = np.array([score for _, score in members], np.float32)
    best, where = best_of_each(scores, homes, 5)
    for group in range(5):
        own = [place for place, (home, _) in enumerate(members) if home == group]
        if own:
            first = max(own, key=lambda place: (members[place][1], -place))
            assert (best[group], where[group]) == (scores[first], first)
        else:
            assert (best[group], where[group]) == (-1, -1)


def test_a_question_without_terms_or_direction_scores_nothing(make_block: Callable[..., Block]) -> None:
    pool = pool_of(make_block(["tides"]), term_keys([]), np.zeros(4, np.float32))
    assert pool.body_scores(np.zeros(0, np.float32)).tolist() == [0.0]
    assert pool.cosines.tolist() == [0.0]


def test_a_term_that_the_bodies_hold_is_worth_its_weight(
    make_pool: Callable[..., Pool], make_block: Callable[..., Block]
) -> None:
    pool = make_pool(make_block(["tide and quay", "tide and tide", "wind"]), "tide quay")
    assert pool.keys.tolist() == [term_key("tide"), term_key("quay")]
    light, heavy = (pool.body_scores(np.array([1, weight], np.float32)) for weight in (0.1, 3))
    assert light.argmax() == 1
    assert heavy.argmax() == 0
    assert (
        pool.body_scores(np.array([1, 1], np.float32), average=100)[0]
        > pool.body_scores(np.array([1, 1], np.float32), average=1)[0]
    )
