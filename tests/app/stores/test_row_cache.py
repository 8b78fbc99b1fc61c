"""Rows in memory: at their table's version, and within one bound for all tables."""

from __future__ import annotations

import pytest

from app.stores.row_cache import ROOM_BYTES, RowCache

TEXT = {"text": "tide " * 1000}


@pytest.fixture
def cache() -> RowCache:
    return RowCache(most_bytes=ROOM_BYTES + 15_000)


def test_another_version_of_a_table_begins_with_none_and_with_all_the_room(cache: RowCache) -> None:
    for version in range(1, 9):
        assert cache.take("t", version, ["a", "b", "c", "d"]) == {}
        assert not cache.is_full(), "rows of former versions take no room"
        cache.keep("t", version, ["a", "b", "c", "d"], dict.fromkeys("abc", TEXT))
        assert cache.is_full()
        assert cache.take("t", version, ["a", "d", "e"]) == {"a": TEXT, "d": None}


def test_what_was_read_at_a_former_version_is_not_kept(cache: RowCache) -> None:
    cache.take("t", 1, [])
    cache.take("t", 2, [])
    cache.keep("t", 1, ["a"], {"a": TEXT})
    assert cache.take("t", 2, ["a"]) == {}


def test_tables_do_not_see_each_other_and_one_is_forgotten_alone(cache: RowCache) -> None:
    for table in "tu":
        cache.take(table, 1, [])
        cache.keep(table, 1, ["a"], {"a": {"text": table}})
    assert [cache.take(table, 1, ["a"]) for table in "tu"] == [{"a": {"text": "t"}}, {"a": {"text": "u"}}]
    cache.forget("t")
    assert [cache.take(table, 1, ["a"]) for table in "tu"] == [{}, {"a": {"text": "u"}}]


def test_the_least_recently_used_go_first() -> None:
    cache = RowCache(most_bytes=20_000)
    cache.take("t", 1, [])
    for name in ("a", "b", "c"):
        cache.keep("t", 1, [name], {name: TEXT})
    cache.take("t", 1, ["a"])
    cache.keep("t", 1, ["d"], {"d": TEXT})
    assert list(cache.take("t", 1, ["a", "b", "c", "d"])) == ["a", "c", "d"]
