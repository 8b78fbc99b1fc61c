from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.stores.factory import StoreFactory, table_name
from tests.app.stores.contract import ids, row


def count(folder: Path) -> int:
    return len(list(folder.iterdir()))


async def test_stores_are_kept_and_share_the_connection(tmp_path: Path) -> None:
    factory = StoreFactory(tmp_path)
    chunks = factory.chunks("ann", "reports", 4)

    assert factory.chunks("ann", "reports", 4) is chunks
    assert factory.summaries("ann", "reports", 4) is not chunks
    assert factory.summaries("ann", "reports", 4).client is chunks.client
    assert factory.chunks("bob", "reports", 4) is not chunks


async def test_chunks_and_summaries_do_not_mix(tmp_path: Path) -> None:
    factory = StoreFactory(tmp_path)
    await factory.chunks("ann", "reports", 4).async_add([row("chunk")])
    await factory.summaries("ann", "reports", 4).async_add([row("summary")])

    assert await ids(factory.chunks("ann", "reports", 4)) == ["chunk"]
    assert await ids(factory.summaries("ann", "reports", 4)) == ["summary"]


async def test_drop_removes_one_collection_from_the_disk(tmp_path: Path) -> None:
    factory = StoreFactory(tmp_path)
    for collection in ("reports", "papers"):
        await factory.chunks("ann", collection, 4).async_add([row("a", collection_id=collection)])
        await factory.summaries("ann", collection, 4).async_add([row("a", collection_id=collection)])
    before = count(tmp_path)

    await factory.drop("ann", "reports")
    await factory.drop("ann", "never there")

    assert (before, count(tmp_path)) == (4, 2)
    assert await ids(factory.chunks("ann", "reports", 4)) == []
    assert await ids(factory.chunks("ann", "papers", 4)) == ["a"]
    await factory.chunks("ann", "reports", 3).async_add([row("other dimensions", vector=[1.0, 0.0, 0.0])])


async def test_reopening_finds_the_same_rows(tmp_path: Path) -> None:
    factory = StoreFactory(tmp_path)
    await factory.chunks("ann", "reports", 4).async_add([row("a")])
    factory.close()

    assert await ids(factory.chunks("ann", "reports", 4)) == ["a"]
    assert await ids(StoreFactory(tmp_path).chunks("ann", "reports", 4)) == ["a"]


@given(st.lists(st.tuples(st.text(), st.text()), min_size=2, max_size=2, unique=True))
def test_table_names_are_plain_and_differ(scopes: list[tuple[str, str]]) -> None:
    names = [table_name("chunks", owner, collection) for owner, collection in scopes]

    assert names[0] != names[1]
    assert all(name.replace("_", "").isalnum() and name.isascii() for name in names)
