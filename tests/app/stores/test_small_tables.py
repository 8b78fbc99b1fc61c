"""Small tables in memory: the exact search over them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.stores.postings import PostingsBuilder
from app.stores.small_tables import SmallTable

DIRECTIONS = [(1.0, 0.0), (0.8, 0.6), (0.6, 0.8), (0.0, 1.0), (-1.0, 0.0)]


def table_of(rows: dict[str, tuple[float, float]]) -> SmallTable:
    directions = np.array(list(rows.values()), np.float32).reshape(len(rows), 2)
    return SmallTable(list(rows), directions, PostingsBuilder().built())


def saying(rows: dict[str, str]) -> SmallTable:
    postings = PostingsBuilder()
    postings.add(pa.array(list(rows.values()), pa.string()))
    return SmallTable(list(rows), np.zeros((len(rows), 2), np.float32), postings.built())


@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=4), st.sampled_from(DIRECTIONS)),
    st.sampled_from(DIRECTIONS),
    st.integers(1, 40),
)
def test_the_nearest_come_by_cosine_and_then_by_id(
    rows: dict[str, tuple[float, float]], vector: tuple[float, float], top_k: int
) -> None:
    found = table_of(rows).nearest(np.array(vector, np.float32) * 7, top_k)
    cosines = {each: round(np.dot(row, vector), 5) for each, row in rows.items()}
    assert found.ids == sorted(rows, key=lambda each: (-cosines[each], each))[:top_k]
    assert found.similarities == pytest.approx([cosines[each] for each in found.ids or ()], abs=1e-5)
    assert all(-1 <= each <= 1 for each in found.similarities or ())


def test_equal_rows_are_equally_near_wherever_they_stand() -> None:
    random = np.random.default_rng(1)
    directions = random.standard_normal((1003, 257)).astype(np.float32)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    directions[[0, 500, 1001, 1002]] = directions[7]
    names = [f"{place:04}" for place in range(1003)]
    table = SmallTable(names, directions, PostingsBuilder().built())
    assert table.nearest(directions[7], 5).ids == ["0000", "0007", "0500", "1001", "1002"]


@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=4), st.sampled_from(["x", "x y", "y z z", ""])),
    st.integers(1, 9),
)
# The first example imports Arrow.
@settings(deadline=None)
def test_what_matches_comes_by_score_and_then_by_id(rows: dict[str, str], top_k: int) -> None:
    table = saying(rows)
    scores = dict(zip(rows, table.postings.scores(["x", "z"]).tolist(), strict=True))
    found = table.matching(["x", "z"], top_k)
    matching = [each for each, terms in rows.items() if {"x", "z"} & set(terms.split())]
    assert found.ids == sorted(matching, key=lambda each: (-scores[each], each))[:top_k]
    assert found.similarities == [scores[each] for each in found.ids or ()]
