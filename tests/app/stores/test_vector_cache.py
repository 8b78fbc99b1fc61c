"""Vectors in memory: the exact search over them, and how long they stay."""

from __future__ import annotations

from unittest.mock import AsyncMock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.stores.vector_cache import LARGE_SECONDS, LaterRowError, TableVectors, VectorCache

DIRECTIONS = [(1.0, 0.0), (0.8, 0.6), (0.6, 0.8), (0.0, 1.0), (-1.0, 0.0)]


def vectors_of(rows: dict[str, tuple[float, float]]) -> TableVectors:
    directions = np.array(list(rows.values()), np.float32).reshape(len(rows), 2)
    return TableVectors(list(rows), np.arange(len(rows), dtype=np.uint64) * np.uint64(3), directions)


@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=4), st.sampled_from(DIRECTIONS)),
    st.sampled_from(DIRECTIONS),
    st.integers(1, 40),
)
def test_the_nearest_come_by_cosine_and_then_by_id(
    rows: dict[str, tuple[float, float]], vector: tuple[float, float], top_k: int
) -> None:
    found = vectors_of(rows).nearest(np.array(vector, np.float32) * 7, top_k)
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
    vectors = TableVectors(names, np.arange(1003, dtype=np.uint64), directions)
    assert vectors.nearest(directions[7], 5).ids == ["0000", "0007", "0500", "1001", "1002"]


@pytest.mark.parametrize("address", [1, 4, 7])
def test_an_address_that_is_not_known_is_a_later_row(address: int) -> None:
    vectors = vectors_of({"a": (1, 0), "b": (0, 1)})
    assert vectors.ids_at(np.array([3, 0], np.uint64)) == ["b", "a"]
    with pytest.raises(LaterRowError):
        vectors.ids_at(np.array([0, address], np.uint64))
    with pytest.raises(LaterRowError):
        vectors_of({}).ids_at(np.array([0], np.uint64))


def at(version: int) -> AsyncMock:
    """Asks for the version of a table, which is this one."""
    return AsyncMock(return_value=version)


class Reading:
    """Reads a table, and counts how often."""

    def __init__(self, vectors: TableVectors | None) -> None:
        self.times = 0
        self._vectors = vectors

    async def __call__(self) -> TableVectors | None:
        self.times += 1
        return self._vectors


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def cache(now: list[float]) -> VectorCache:
    return VectorCache(most_bytes=1000, still_seconds=10, clock=lambda: now[0])


async def test_a_table_is_read_once_it_has_stayed_as_it_is(cache: VectorCache, now: list[float]) -> None:
    vectors = vectors_of({"a": (1, 0)})
    reading = Reading(vectors)
    for moment, version, is_there in [(0, 1, 0), (9, 1, 0), (9, 2, 0), (18, 2, 0), (19, 2, 1), (20, 2, 1), (50, 3, 0)]:
        now[0] = moment
        assert (await cache.now("t", at(version), reading) is vectors) == bool(is_there), (moment, version)
    assert reading.times == 1


async def test_a_table_that_is_too_large_is_not_tried_again_for_a_while(cache: VectorCache, now: list[float]) -> None:
    reading = Reading(None)
    asking = at(1)
    for now[0] in (0, 10, 20, 30):
        assert await cache.now("t", asking, reading) is None
    assert (reading.times, asking.await_count) == (1, 2)
    smaller = vectors_of({"a": (1, 0)})
    for now[0] in (10 + LARGE_SECONDS, 20 + LARGE_SECONDS):
        found = await cache.now("t", at(2), Reading(smaller))
    assert found is smaller


async def test_a_reading_that_fails_is_tried_again(cache: VectorCache, now: list[float]) -> None:
    async def fails() -> TableVectors | None:
        raise OSError("away")

    vectors = vectors_of({"a": (1, 0)})
    await cache.now("t", at(1), fails)
    now[0] = 10
    with pytest.raises(OSError, match="away"):
        await cache.now("t", at(1), fails)
    assert await cache.now("t", at(1), Reading(vectors)) is vectors


async def test_who_comes_while_it_is_read_does_without(cache: VectorCache, now: list[float]) -> None:
    vectors = vectors_of({"a": (1, 0)})
    meanwhile: list[TableVectors | None] = []

    async def slow() -> TableVectors | None:
        meanwhile.append(await cache.now("t", at(1), Reading(vectors)))
        return vectors

    await cache.now("t", at(1), slow)
    now[0] = 10
    assert await cache.now("t", at(1), slow) is vectors
    assert meanwhile == [None]


async def test_the_least_recently_used_table_goes_first(cache: VectorCache, now: list[float]) -> None:
    tables = {name: vectors_of({f"{name}{place}": (1, 0) for place in range(3)}) for name in "abc"}
    readings = {name: Reading(vectors) for name, vectors in tables.items()}
    for now[0] in (0, 10):
        for name in "ab":
            await cache.now(name, at(1), readings[name])
    assert await cache.now("a", at(1), readings["a"]) is tables["a"]
    await cache.now("c", at(1), readings["c"])
    now[0] = 20
    assert await cache.now("c", at(1), readings["c"]) is tables["c"]
    assert cache.byte_count <= 1000
    assert await cache.now("a", at(1), readings["a"]) is tables["a"]
    assert readings["a"].times == 1
    await cache.now("b", at(1), readings["b"])
    assert readings["b"].times == 2
