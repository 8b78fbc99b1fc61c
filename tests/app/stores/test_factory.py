from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.stores import connection
from app.stores.connection import LanceConnection
from app.stores.factory import LanceDBStores, table_name
from app.stores.rows import Scope
from nodes.domain.errors import UnavailableError
from tests.app.stores.contract import ids, row

MODEL = "wordllama-256"


def count(folder: Path) -> int:
    return len(list(folder.glob("*.lance")))


async def test_stores_are_kept_and_share_the_connection(tmp_path: Path) -> None:
    factory = LanceDBStores(tmp_path)
    chunks = factory.open("chunks", Scope("ann", "reports", 4), MODEL)

    assert factory.open("chunks", Scope("ann", "reports", 4), MODEL) is chunks
    assert factory.open("summaries", Scope("ann", "reports", 4), MODEL) is not chunks
    assert factory.open("summaries", Scope("ann", "reports", 4), MODEL).client is chunks.client
    assert factory.open("chunks", Scope("bob", "reports", 4), MODEL) is not chunks


async def test_chunks_and_summaries_do_not_mix(tmp_path: Path) -> None:
    factory = LanceDBStores(tmp_path)
    await factory.open("chunks", Scope("ann", "reports", 4), MODEL).async_add([row("chunk")])
    await factory.open("summaries", Scope("ann", "reports", 4), MODEL).async_add([row("summary")])

    assert await ids(factory.open("chunks", Scope("ann", "reports", 4), MODEL)) == ["chunk"]
    assert await ids(factory.open("summaries", Scope("ann", "reports", 4), MODEL)) == ["summary"]


async def test_drop_removes_one_collection_from_the_disk(tmp_path: Path) -> None:
    factory = LanceDBStores(tmp_path)
    for collection in ("reports", "papers"):
        await factory.open("chunks", Scope("ann", collection, 4), MODEL).async_add([row("a", collection_id=collection)])
        await factory.open("summaries", Scope("ann", collection, 4), MODEL).async_add(
            [row("a", collection_id=collection)]
        )
    before = count(tmp_path)

    await factory.drop("ann", "reports")
    await factory.drop("ann", "never there")

    assert (before, count(tmp_path)) == (4, 2)
    assert await ids(factory.open("chunks", Scope("ann", "reports", 4), MODEL)) == []
    assert await ids(factory.open("chunks", Scope("ann", "papers", 4), MODEL)) == ["a"]
    await factory.open("chunks", Scope("ann", "reports", 3), MODEL).async_add(
        [row("other dimensions", vector=[1.0, 0.0, 0.0])]
    )


async def test_a_table_that_cannot_be_dropped_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an error that those who clean up know, and leave for the next time."""

    async def fails(*_: Any, **__: Any) -> None:
        raise OSError("Read-only file system")

    scope = Scope("ann", "reports", 4)
    factory = LanceDBStores(tmp_path)
    await factory.open("chunks", scope, MODEL).async_add([row("a")])
    monkeypatch.setattr(connection, "_ATTEMPTS", 1)
    monkeypatch.setattr(LanceConnection, "drop_table", fails)
    with pytest.raises(UnavailableError, match="could not be written"):
        await factory.drop("ann", "reports")
    with pytest.raises(UnavailableError, match="could not be written"):
        await factory.discard(scope, MODEL, 0)


async def test_reopening_finds_the_same_rows(tmp_path: Path) -> None:
    factory = LanceDBStores(tmp_path)
    await factory.open("chunks", Scope("ann", "reports", 4), MODEL).async_add([row("a")])
    await factory.close()

    assert await ids(factory.open("chunks", Scope("ann", "reports", 4), MODEL)) == ["a"]
    assert await ids(LanceDBStores(tmp_path).open("chunks", Scope("ann", "reports", 4), MODEL)) == ["a"]


@given(st.lists(st.tuples(st.text(), st.text()), min_size=2, max_size=2, unique=True))
def test_table_names_are_plain_and_differ(scopes: list[tuple[str, str]]) -> None:
    names = [table_name("chunks", owner, collection) for owner, collection in scopes]

    assert names[0] != names[1]
    assert all(name.replace("_", "").isalnum() and name.isascii() for name in names)
