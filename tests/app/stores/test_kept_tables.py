"""What was read of whole tables: at which version it is there, and for how long."""

from __future__ import annotations

from dataclasses import dataclass

from app.stores.kept_tables import KeptTables


@dataclass(frozen=True)
class Read:
    """So many bytes of a table."""

    byte_count: int


def test_a_table_is_there_at_the_version_that_it_was_read_at() -> None:
    tables, table = KeptTables[Read](most_bytes=10), Read(1)
    assert ("t" in tables, tables.take("t", 1)) == (False, None)
    tables.keep("t", 1, table)
    assert "t" in tables
    assert tables.take("t", 1) is table
    assert tables.take("t", 2) is None
    assert "t" not in tables, "its rows are of no use any more"
    tables.keep("t", 2, table)
    tables.forget("t")
    assert "t" not in tables


def test_the_least_recently_used_table_goes_first() -> None:
    tables = KeptTables[Read](most_bytes=25)
    for name in "ab":
        tables.keep(name, 1, Read(10))
    tables.take("a", 1)
    tables.keep("c", 1, Read(10))
    assert [name for name in "abc" if name in tables] == ["a", "c"]
    assert tables.byte_count == 20
    tables.keep("c", 2, Read(10))
    assert [name for name in "abc" if name in tables] == ["a", "c"]


def test_what_alone_is_too_large_is_not_kept() -> None:
    tables = KeptTables[Read](most_bytes=25)
    tables.keep("a", 1, Read(26))
    assert "a" not in tables
    assert tables.byte_count == 0
