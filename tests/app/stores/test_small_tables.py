"""Small tables in memory: the exact search over them, and how long they stay."""

from __future__ import annotations

from unittest.mock import AsyncMock

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped] # pyarrow ships no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.stores.postings import PostingsBuilder
from app.stores.small_tables import LARGE_SECONDS, SmallTable, SmallTables

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
def test_what_matches_comes_by_score_and_then_by_id(rows: dict[str, str], top_k: int) -> None:
    table = saying(rows)
    scores = dict(zip(rows, table.postings.scores(["x", "z"]).tolist(), strict=True))
    found = table.matching(["x", "z"], top_k)
    matching = [each for each, terms in rows.items() if {"x", "z"} & set(terms.split())]
    assert found.ids == sorted(matching, key=lambda each: (-scores[each], each))[:top_k]
    assert found.similarities == [scores[each] for each in found.ids or ()]


def at(version: int) -> AsyncMock:
    """Asks for the version of a table, which is this one."""
    return AsyncMock(return_value=version)


class Reading:
    """Reads a table, and counts how often."""

    def __init__(self, found: SmallTable | None) -> None:
        self.times = 0
        self._found = found

    async def __call__(self) -> SmallTable | None:
        self.times += 1
        return self._found


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def cache(now: list[float]) -> SmallTables:
    return SmallTables(most_bytes=900, still_seconds=10, clock=lambda: now[0])


async def test_a_table_is_read_once_it_has_stayed_as_it_is(cache: SmallTables, now: list[float]) -> None:
    table = table_of({"a": (1, 0)})
    reading = Reading(table)
    for moment, version, is_there in [(0, 1, 0), (9, 1, 0), (9, 2, 0), (18, 2, 0), (19, 2, 1), (20, 2, 1), (50, 3, 0)]:
        now[0] = moment
        assert (await cache.now("t", at(version), reading) is table) == bool(is_there), (moment, version)
    assert reading.times == 1


async def test_a_table_that_is_too_large_is_not_tried_again_for_a_while(cache: SmallTables, now: list[float]) -> None:
    reading = Reading(None)
    asking = at(1)
    for now[0] in (0, 10, 20, 30):
        assert await cache.now("t", asking, reading) is None
    assert (reading.times, asking.await_count) == (1, 2)
    smaller = table_of({"a": (1, 0)})
    for now[0] in (10 + LARGE_SECONDS, 20 + LARGE_SECONDS):
        found = await cache.now("t", at(2), Reading(smaller))
    assert found is smaller


async def test_a_reading_that_fails_is_tried_again(cache: SmallTables, now: list[float]) -> None:
    async def fails() -> SmallTable | None:
        raise OSError("away")

    table = table_of({"a": (1, 0)})
    await cache.now("t", at(1), fails)
    now[0] = 10
    with pytest.raises(OSError, match="away"):
        await cache.now("t", at(1), fails)
    assert await cache.now("t", at(1), Reading(table)) is table


async def test_who_comes_while_it_is_read_does_without(cache: SmallTables, now: list[float]) -> None:
    table = table_of({"a": (1, 0)})
    meanwhile: list[SmallTable | None] = []

    async def slow() -> SmallTable | None:
        meanwhile.append(await cache.now("t", at(1), Reading(table)))
        return table

    await cache.now("t", at(1), slow)
    now[0] = 10
    assert await cache.now("t", at(1), slow) is table
    assert meanwhile == [None]


async def test_the_least_recently_used_table_goes_first(cache: SmallTables, now: list[float]) -> None:
    tables = {name: table_of({f"{name}{place}": (1, 0) for place in range(3)}) for name in "abc"}
    readings = {name: Reading(table) for name, table in tables.items()}
    for now[0] in (0, 10):
        for name in "ab":
            await cache.now(name, at(1), readings[name])
    assert await cache.now("a", at(1), readings["a"]) is tables["a"]
    await cache.now("c", at(1), readings["c"])
    now[0] = 20
    assert await cache.now("c", at(1), readings["c"]) is tables["c"]
    assert cache.byte_count <= 900
    assert await cache.now("a", at(1), readings["a"]) is tables["a"]
    assert readings["a"].times == 1
    await cache.now("b", at(1), readings["b"])
    assert readings["b"].times == 2
