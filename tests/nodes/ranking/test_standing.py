from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.ranking.features import Block
from nodes.ranking.pool import Pool
from nodes.ranking.standing import Searched, standings
from nodes.ranking.weighted_terms import QueryTerms

MakeBlock = Callable[..., Block]
MakePool = Callable[..., Pool]
QUESTION = "tide quay"


def searched(
    make_block: MakeBlock, make_pool: MakePool, bodies: Sequence[str], model: float = 1.0, alike: float = 1.0
) -> Searched:
    """A collection; `alike` is the cosine of all its passages, `model` tells one embedding model from another."""
    vectors = [[alike, float(np.sqrt(1 - alike * alike))]] * len(bodies)
    pool = make_pool(make_block(bodies, vectors=vectors), QUESTION, [1.0, 0.0])
    held = (pool.body > 0).sum(axis=0).astype(np.float32)
    ones = np.ones(2, np.float32)
    return Searched(pool, QueryTerms(pool.keys, ones, ones, len(bodies), {}, held, np.array([model], np.float32)))


def test_a_collection_stands_by_the_passage_that_says_most(make_block: MakeBlock, make_pool: MakePool) -> None:
    one, two, none = (
        searched(make_block, make_pool, bodies, alike=0.0)
        for bodies in (["the tide at the quay", "a ferry"], ["the tide", "the quay"], ["a ferry", "a barge"])
    )
    assert standings([one, two, none]) == [1.0, pytest.approx(np.sqrt(0.5), abs=0.02), 0.0]
    assert standings([none, one]) == [0.0, 1.0]


def test_what_is_rare_in_all_collections_counts_most(make_block: MakeBlock, make_pool: MakePool) -> None:
    common, rare = (
        searched(make_block, make_pool, bodies, alike=0.0) for bodies in (["the tide"] * 9, ["the quay", "a ferry"])
    )
    assert standings([common, rare])[1] == 1.0
    assert standings([common, rare])[0] < 0.7


def test_half_is_likeness_in_meaning_where_all_have_one_embedding_model(
    make_block: MakeBlock, make_pool: MakePool
) -> None:
    says, alike = (
        searched(make_block, make_pool, bodies, alike=cosine)
        for bodies, cosine in ((["the tide at the quay"], 0.2), (["a ferry"], 0.8))
    )
    assert standings([says, alike]) == [1.0, pytest.approx(np.sqrt(0.5 / 0.625), abs=0.02)]
    other = searched(make_block, make_pool, ["a ferry"], model=2.0, alike=0.8)
    assert standings([says, other]) == [1.0, 0.0], "cosines of different models are not compared"


def test_where_nothing_is_known_or_nothing_said_all_stand_alike(make_block: MakeBlock, make_pool: MakePool) -> None:
    none = searched(make_block, make_pool, ["a ferry"])
    assert standings([none, none]) == [1.0, 1.0]
    assert standings([None, None]) == [1.0, 1.0]
    assert standings([]) == []
    assert standings([None, searched(make_block, make_pool, ["tide"])]) == [1.0, 1.0]


@given(st.lists(st.lists(st.sampled_from(["tide", "quay", "ferry", "tide quay"]), min_size=1, max_size=4), max_size=4))
def test_they_are_shares_and_do_not_hang_on_the_order(
    make_block: MakeBlock, make_pool: MakePool, collections: list[list[str]]
) -> None:
    found = [searched(make_block, make_pool, bodies) for bodies in collections]
    shares = standings(found)
    assert all(0 <= share <= 1 for share in shares)
    assert standings(found[::-1]) == pytest.approx(shares[::-1])
