from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, cast

import pytest

from app.stores.table_versions import TableVersions

LONG_AGO = time.time_ns() - 60_000_000_000


class Table:
    """A table that counts how often it is asked."""

    def __init__(self) -> None:
        self.committed, self.asked = 1, 0

    async def version(self) -> int:
        """As LanceDB's tables have it."""
        self.asked += 1
        return self.committed


def folder_of(database: Path, changed: int) -> Path:
    folder = database / "rows.lance" / "_versions"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder, ns=(changed, changed))
    return folder


async def ask(versions: TableVersions, table: Table) -> int:
    return await versions.of("rows", cast("Any", table))


async def test_a_table_whose_folder_stays_as_it_is_is_asked_once(tmp_path: Path) -> None:
    folder_of(tmp_path, LONG_AGO)
    versions, table = TableVersions(str(tmp_path)), Table()
    assert [await ask(versions, table) for _ in range(3)] == [1, 1, 1]
    assert table.asked == 1


async def test_what_the_folder_tells_is_known_without_asking(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, LONG_AGO)
    versions, table = TableVersions(str(tmp_path)), Table()
    assert versions.known("rows") is None, "the table was never asked"
    await ask(versions, table)
    assert (versions.known("rows"), table.asked) == (1, 1)
    (folder / "2.manifest").touch()
    assert versions.known("rows") is None


async def test_a_commit_is_seen_at_once(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, LONG_AGO)
    versions, table = TableVersions(str(tmp_path)), Table()
    await ask(versions, table)
    (folder / "2.manifest").touch()
    table.committed = 2
    assert await ask(versions, table) == 2


async def test_a_commit_in_the_same_moment_as_one_that_was_seen_is_seen(tmp_path: Path) -> None:
    now = time.time_ns()
    folder_of(tmp_path, now)
    versions, table = TableVersions(str(tmp_path)), Table()
    await ask(versions, table)
    folder_of(tmp_path, now)
    table.committed = 2
    assert await ask(versions, table) == 2


@pytest.mark.parametrize("uri", ["s3://elsewhere/store", "nowhere"])
async def test_what_is_not_on_this_disk_is_always_asked(uri: str) -> None:
    versions, table = TableVersions(uri), Table()
    assert [await ask(versions, table) for _ in range(2)] == [1, 1]
    assert (table.asked, versions.known("rows")) == (2, None)
