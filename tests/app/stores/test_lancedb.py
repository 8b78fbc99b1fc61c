from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from llama_index.core.vector_stores.types import FilterOperator, VectorStoreQuery, VectorStoreQueryMode

from app.stores.connection import INDEX_CACHE_BYTES, LanceConnection
from app.stores.lancedb import LanceDBStore
from app.stores.row_cache import RowCache
from app.stores.row_names import RowNames
from app.stores.tables import table_schema
from nodes.domain.errors import ConflictError, RetrievalFailedError, UnavailableError
from tests.app.stores.contract import OpenStore, StoreContract, dense, ids, row, text_search, where


def open_store(folder: Path, dimensions: int = 4, table_name: str = "rows", exact_rows: int = 100_000) -> LanceDBStore:
    return LanceDBStore(
        connection=LanceConnection(folder),
        table_name=table_name,
        owner="ann",
        collection_id="reports",
        dimensions=dimensions,
        exact_rows=exact_rows,
    )


class TestLanceDB(StoreContract):
    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> OpenStore:
        def make(owner: str, collection_id: str, dimensions: int) -> LanceDBStore:
            return LanceDBStore(
                connection=LanceConnection(tmp_path / "store"),
                table_name="rows-" + f"{owner}-{collection_id}".encode().hex(),
                owner=owner,
                collection_id=collection_id,
                dimensions=dimensions,
            )

        return make


async def test_a_table_belongs_to_one_scope(tmp_path: Path) -> None:
    await open_store(tmp_path).async_add([row("a")])
    thief = LanceDBStore(
        connection=LanceConnection(tmp_path), table_name="rows", owner="bob", collection_id="reports", dimensions=4
    )

    for attempt in (thief.aget_nodes(), thief.acount(), thief.aclear(), dense(thief, [1, 0, 0, 0])):
        with pytest.raises(ConflictError):
            await attempt


async def test_many_small_commits_are_folded_without_being_asked(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for n in range(52):
        await store.async_add([row(f"{n:02}", text=f"common w{n}")])

    table = await store.connection.open_table("rows")
    assert table is not None
    stats: dict[str, Any] = cast("dict[str, Any]", await table.stats())
    assert stats["fragment_stats"]["num_fragments"] <= 3
    assert len((await text_search(store, "common", 100)).ids or []) == 52


async def test_few_rows_wait_for_the_indexes_while_many_are_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.stores.lancedb._LEAST_TAIL", 40)
    store, waiting = open_store(tmp_path), []
    for batch in range(30):
        await store.async_add([row(f"{batch:02}-{n}", text=f"common w{n}") for n in range(20)])
        table = await store.connection.open_table("rows")
        assert table is not None
        statistics = await table.index_stats("terms_idx")
        assert statistics is not None
        waiting.append(statistics.num_unindexed_rows)

    # Never more than the least tail or a tenth of all, and not every time.
    assert max(waiting) < 80
    assert waiting.count(0) <= 15
    assert len((await text_search(store, "common", 1_000)).ids or []) == 600


async def test_optimise_rewrites_the_indexes_only_when_it_pays(tmp_path: Path) -> None:
    async def waiting() -> int:
        table = await store.connection.open_table("rows")
        assert table is not None
        statistics = await table.index_stats("terms_idx")
        assert statistics is not None
        return statistics.num_unindexed_rows

    store = open_store(tmp_path)
    await store.async_add([row(f"{n:03}") for n in range(100)])
    await store.optimise()
    assert await waiting() == 0

    await store.async_add([row("little")])
    await store.optimise()
    assert await waiting() == 1

    await store.adelete_nodes(["000"])
    await store.optimise()
    assert await waiting() == 0

    await store.async_add([row(f"more{n}") for n in range(10)])
    await store.optimise()
    assert await waiting() == 0


@pytest.mark.parametrize(
    ("reason", "is_told"),
    [
        ("Retryable commit conflict for version 59: This CreateIndex transaction was preempted by another.", False),
        ("No space left on device", True),
    ],
)
async def test_others_who_optimise_first_are_no_reason_to_warn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, reason: str, is_told: bool
) -> None:
    async def lose(_: object) -> None:
        raise RuntimeError(reason)

    store = open_store(tmp_path)
    await store.async_add([row("a")])
    monkeypatch.setattr("app.stores.lancedb.until_committed", lose)
    with caplog.at_level("INFO", logger="app.stores.lancedb"):
        await store.optimise()
    [record] = caplog.records
    assert (record.levelname == "WARNING", record.exc_info is not None) == (is_told, is_told)


@pytest.mark.parametrize("cache_bytes", [INDEX_CACHE_BYTES, 1024])
async def test_beyond_the_limit_an_index_has_the_vectors_and_nothing_is_lost(tmp_path: Path, cache_bytes: int) -> None:
    store = open_store(tmp_path, dimensions=16, exact_rows=300)
    store.connection = LanceConnection(tmp_path, cache_bytes)
    generator = np.random.default_rng(7)
    matrix = generator.normal(size=(2000, 16))
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    nearest = [[f"{n:04}" for n in np.argsort(-(matrix @ each))] for each in matrix[:20]]
    vectors = matrix.tolist()
    nodes = [row(f"{n:04}", vector=vector, chunk_index=n % 3) for n, vector in enumerate(vectors)]
    await store.async_add(nodes[:1900])
    await store.optimise()
    await store.async_add(nodes[1900:])

    table = await store.connection.open_table("rows")
    assert table is not None
    assert [index.index_type for index in await table.list_indices() if index.columns == ["vector"]] == ["IvfFlat"]
    for place, wanted in enumerate(nearest):
        assert (await dense(store, vectors[place], 10)).ids == wanted[:10]
    assert (await dense(store, vectors[5], 150)).ids == nearest[5][:150]
    assert (await dense(store, vectors[1955], 1)).ids == ["1955"]
    everything = await dense(store, vectors[5], 2000)
    assert sorted(everything.ids or []) == [f"{n:04}" for n in range(2000)]


@pytest.mark.parametrize("is_whole", [False, True])
async def test_what_was_read_ahead_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_whole: bool
) -> None:
    store = open_store(tmp_path)
    await store.async_add([row("a"), row("b")])
    as_read = await open_store(tmp_path).aget_nodes(["a", "b"])
    if is_whole:
        await store.aread_table_ahead()
    else:
        await store.aread_ahead(["a", "b", "c"])

    def read_again(*query: Any) -> None:
        raise AssertionError(query)

    monkeypatch.setattr("app.stores.lancedb.restricted", read_again)

    assert await store.aget_nodes(["c", "b", "a"]) == as_read


async def test_what_is_read_ahead_takes_no_place_of_what_was_asked_for(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.connection.rows = RowCache(most_bytes=4 * 1024 * 1024)
    await store.async_add([row(f"{number}", text="tide " * 100_000) for number in range(9)])
    await store.aget_nodes(["8"])
    for number in range(8):
        await store.aread_ahead([f"{number}"])
    assert store.connection.rows.is_full()
    version = await (await store.connection.open_table("rows")).version()  # type: ignore[union-attr]  # it is there
    assert "8" in store.connection.rows.take("rows", version, ["8"])


async def found_by(store: LanceDBStore, vector: list[float], text: str, top_k: int = 10) -> list[list[str] | None]:
    meant = VectorStoreQuery(query_embedding=vector, similarity_top_k=top_k)
    said = VectorStoreQuery(query_str=text, similarity_top_k=top_k, mode=VectorStoreQueryMode.TEXT_SEARCH)
    return [(await store.aquery(query, only_ids=True)).ids for query in (meant, said)]


async def test_what_is_in_memory_is_found_as_in_the_table(tmp_path: Path) -> None:
    in_memory, plain = (open_store(tmp_path, dimensions=8) for _ in range(2))
    random = np.random.default_rng(3)
    # Every direction twice, so that there are ties.
    vectors = np.tile(random.standard_normal((40, 8)), (2, 1)).tolist()
    nodes = [
        row(f"{place * 37 % 80:02}", vector=vector, text="tide " * (place % 5)) for place, vector in enumerate(vectors)
    ]
    await in_memory.async_add(nodes)
    assert await in_memory.aread_table_ahead()
    for vector in vectors[:10]:
        for top_k in (1, 7, 79, 80, 500):
            assert await found_by(in_memory, vector, "tide", top_k) == await found_by(plain, vector, "tide", top_k)
    assert plain.connection.small_tables.byte_count == 0


async def test_what_is_in_memory_takes_no_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, near = open_store(tmp_path, dimensions=8), [1.0] + [0.0] * 7
    await store.async_add([row("a", vector=near, text="tide"), row("b", vector=near, text="ebb")])
    # Of a folder that has just changed, LanceDB is asked.
    folder = tmp_path / "rows.lance" / "_versions"
    long_ago = time.time_ns() - 60_000_000_000
    os.utime(folder, ns=(long_ago, long_ago))
    assert await store.aread_table_ahead()

    def begin(call: Coroutine[Any, Any, Any]) -> None:
        call.close()
        pytest.fail("a call of LanceDB was begun")

    monkeypatch.setattr(store.connection.calls, "_begun", begin)
    assert await found_by(store, near, "tide") == [["a", "b"], ["a"]]
    assert [each.node_id for each in await store.aget_nodes(["b", "a", "gone"])] == ["a", "b"]


async def test_what_is_in_memory_scores_as_the_table_does(tmp_path: Path) -> None:
    in_memory = open_store(tmp_path, dimensions=8)
    said = ["tide", "tide tide ebb", "ebb", "tidal power of the ebb tide", "潮 tide", "power"]
    vector = [1.0] * 8
    await in_memory.async_add([row(f"{place}", vector=vector, text=each) for place, each in enumerate(said)])
    assert await in_memory.aread_table_ahead()
    for words in ("tide", "ebb ebb", "潮 power tidal", "unheard", "unheard tide"):
        query = VectorStoreQuery(query_str=words, similarity_top_k=4, mode=VectorStoreQueryMode.TEXT_SEARCH)
        # What is read with the rows comes from the table itself.
        there, here = await in_memory.aquery(query), await in_memory.aquery(query, only_ids=True)
        assert here.ids == there.ids
        assert here.similarities == pytest.approx(there.similarities, rel=1e-5)


async def test_what_another_process_changes_is_seen(tmp_path: Path) -> None:
    in_memory, other = (open_store(tmp_path, dimensions=8) for _ in range(2))
    near, far = [1.0] + [0.0] * 7, [1.0] * 8
    await in_memory.async_add([row("a", vector=near, text="tide"), row("b", vector=far, text="tide")])
    for _ in range(2):
        assert await found_by(in_memory, near, "tide") == [["a", "b"], ["a", "b"]]
        await in_memory.aread_table_ahead()
    await other.adelete_nodes(["a"])
    await other.async_add([row("c", vector=near, text="tide")])
    for _ in range(2):
        assert await found_by(in_memory, near, "tide") == [["c", "b"], ["b", "c"]]
        await in_memory.aread_table_ahead()
    await other.aclear()
    for _ in range(2):
        assert await found_by(in_memory, near, "tide") == [[], []]
        await in_memory.aread_table_ahead()


async def test_another_table_of_the_same_name_is_another(tmp_path: Path) -> None:
    in_memory = open_store(tmp_path, dimensions=8)
    near = [1.0] + [0.0] * 7
    for name in "ab":
        await in_memory.async_add([row("same", vector=near, text=f"tide {name}"), row(name, vector=near, text="tide")])
        for _ in range(2):
            assert await found_by(in_memory, near, "tide") == [[name, "same"]] * 2
            assert [each.get_content() for each in await in_memory.aget_nodes(["same"])] == [f"tide {name}"]
            await in_memory.aread_table_ahead()
        await in_memory.connection.drop_table("rows")


async def test_a_filter_is_kept_to(tmp_path: Path) -> None:
    in_memory = open_store(tmp_path, dimensions=8)
    near = [1.0] + [0.0] * 7
    await in_memory.async_add([row("a", vector=near), row("b", vector=near, revision_id="revision-2")])
    query = VectorStoreQuery(
        query_embedding=near, similarity_top_k=5, filters=where("revision_id", "revision-2", FilterOperator.EQ)
    )
    assert await in_memory.aread_table_ahead()
    assert (await in_memory.aquery(query, only_ids=True)).ids == ["b"]


async def test_a_table_is_read_ahead_once_until_it_changes(tmp_path: Path) -> None:
    store, other = open_store(tmp_path), open_store(tmp_path)
    assert not await store.aread_table_ahead(), "there is none yet"
    await store.async_add([row("a")])
    assert [await store.aread_table_ahead() for _ in range(2)] == [True, False]
    await other.async_add([row("b")])
    assert [await store.aread_table_ahead() for _ in range(2)] == [True, False]


async def test_of_a_large_table_only_the_ids_are_in_memory(tmp_path: Path) -> None:
    in_memory, plain = (open_store(tmp_path, dimensions=8, exact_rows=3) for _ in range(2))
    random = np.random.default_rng(3)
    # Every direction twice, so that there are ties.
    vectors = np.tile(random.standard_normal((40, 8)), (2, 1)).tolist()
    nodes = [
        row(f"{place * 37 % 80:02} é", vector=vector, text="tide " * (place % 5), revision_id=f"{place % 2}")
        for place, vector in enumerate(vectors)
    ]
    # Several commits and deletions, so that rows are not numbered from 0 on.
    for first in range(0, 80, 16):
        await in_memory.async_add(nodes[first : first + 16])
    await in_memory.adelete_nodes([each.node_id for each in nodes[3:80:7]])
    assert [await in_memory.aread_table_ahead() for _ in range(2)] == [True, False]
    connection = in_memory.connection
    assert ("rows" in connection.small_tables, "rows" in connection.row_names) == (False, True)
    only = where("revision_id", "1", FilterOperator.EQ)
    for vector in vectors[:10]:
        for top_k in (1, 7, 500):
            assert await found_by(in_memory, vector, "tide", top_k) == await found_by(plain, vector, "tide", top_k)
        query = VectorStoreQuery(query_embedding=vector, similarity_top_k=9, filters=only)
        there, here = [await each.aquery(query, only_ids=True) for each in (plain, in_memory)]
        assert (here.ids, here.similarities) == (there.ids, there.similarities)
    assert "rows" not in plain.connection.row_names
    await in_memory.connection.drop_table("rows")
    assert connection.row_names.byte_count == 0


async def test_ids_in_memory_are_of_no_use_once_a_large_table_has_changed(tmp_path: Path) -> None:
    in_memory, other = (open_store(tmp_path, dimensions=8, exact_rows=1) for _ in range(2))
    near, far = [1.0] + [0.0] * 7, [1.0] * 8
    await in_memory.async_add([row("a", vector=near, text="tide"), row("b", vector=far, text="tide")])
    for _ in range(2):
        assert await found_by(in_memory, near, "tide") == [["a", "b"], ["a", "b"]]
        await in_memory.aread_table_ahead()
    await other.adelete_nodes(["a"])
    await other.async_add([row("c", vector=near, text="tide"), row("d", vector=far, text="tide")])
    await other.optimise()
    for _ in range(2):
        assert await found_by(in_memory, near, "tide") == [["c", "b", "d"], ["b", "c", "d"]]
        await in_memory.aread_table_ahead()


async def test_a_table_that_changes_during_a_search_is_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_memory, other = (open_store(tmp_path, dimensions=8, exact_rows=1) for _ in range(2))
    near = [1.0] + [0.0] * 7
    await in_memory.async_add([row("a", vector=near), row("b", vector=near)])
    assert await in_memory.aread_table_ahead()
    take = in_memory.connection.row_names.take

    def late(table: str, version: int) -> RowNames | None:
        # Another process commits between the look at the version and the search.
        with ThreadPoolExecutor() as process:
            process.submit(other.delete_nodes, ["a"]).result()
            process.submit(other.add, [row("c", vector=near)]).result()
        return take(table, version)

    monkeypatch.setattr(in_memory.connection.row_names, "take", late)
    query = VectorStoreQuery(query_embedding=near, similarity_top_k=5)
    assert (await in_memory.aquery(query, only_ids=True)).ids == ["b", "c"]


async def _texts(store: LanceDBStore, *node_ids: str) -> dict[str, str]:
    return {each.node_id: each.get_content() for each in await store.aget_nodes(list(node_ids))}


async def test_rows_of_a_large_table_are_read_from_their_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, in_memory = (open_store(tmp_path, dimensions=8, exact_rows=3) for _ in range(2))
    nodes = [
        row(f"{place * 37 % 40:02} é", vector=[1.0] * 8, text=f"tide {place}", chunk_index=place) for place in range(40)
    ]
    for first in range(0, 40, 8):
        await plain.async_add(nodes[first : first + 8])
    await plain.adelete_nodes([each.node_id for each in nodes[3:40:7]])
    await in_memory.aread_table_ahead()
    wanted = [each.node_id for each in nodes]
    assert await in_memory.aget_nodes(wanted) == await plain.aget_nodes(wanted), "some of them are not there"
    assert await in_memory.aget_nodes(["nobody"]) == []
    in_memory.connection.rows.forget("rows")

    def look_for(*_: object) -> None:
        raise AssertionError("rows are looked for by their ids")

    present = await plain.aget_nodes([*wanted[:3], *wanted[4:10]])
    monkeypatch.setattr("app.stores.lancedb.restricted", look_for)
    assert await in_memory.aget_nodes([*wanted[4:10], *wanted[:3]]) == present


async def test_rows_that_moved_while_they_were_read_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_memory, other = (open_store(tmp_path, dimensions=8, exact_rows=1) for _ in range(2))
    await in_memory.async_add([row("a", vector=[1.0] * 8, text="ebb"), row("b", vector=[1.0] * 8, text="flow")])
    assert await in_memory.aread_table_ahead()
    take = in_memory.connection.row_names.take

    def late(table: str, version: int) -> RowNames | None:
        # Another process commits between the look at the version and the reading.
        with ThreadPoolExecutor() as process:
            process.submit(other.delete_nodes, ["a"]).result()
            process.submit(other.add, [row("b", vector=[1.0] * 8, text="slack")]).result()
        return take(table, version)

    monkeypatch.setattr(in_memory.connection.row_names, "take", late)
    assert await _texts(in_memory, "a", "b") == {"b": "slack"}


async def test_a_table_that_another_process_dropped_or_replaced(tmp_path: Path) -> None:
    store, other = open_store(tmp_path), open_store(tmp_path)
    await store.async_add([row("a")])
    await other.connection.drop_table("rows")
    assert await ids(store) == []

    await store.async_add([row("b")])
    assert await ids(other) == ["b"]

    await other.connection.drop_table("rows")
    await open_store(tmp_path, dimensions=3).async_add([row("c", vector=[1.0, 0.0, 0.0])])
    with pytest.raises(ConflictError):
        await dense(store, [1.0, 0.0, 0.0, 0.0])


async def test_a_table_made_by_a_process_that_crashed_before_its_indexes(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    await store.connection.make_table("rows", table_schema(store.scope))

    await store.async_add([row("a", terms="Running the c++")])

    table = await store.connection.open_table("rows")
    assert table is not None
    assert sorted(index.columns[0] for index in await table.list_indices()) == [
        "document_id",
        "id",
        "revision_id",
        "terms",
    ]
    assert (await text_search(store, "C++")).ids == ["a"]


HALF_MADE = {
    "a folder": [],
    "a transaction": ["_transactions/0-1f.txn"],
    "a version that is being written": ["_transactions/0-1f.txn", "_versions/18446744073709551614.manifest#1"],
}


@pytest.mark.parametrize("left", HALF_MADE.values(), ids=HALF_MADE)
async def test_a_table_that_a_killed_process_had_not_made_is_made_anew(tmp_path: Path, left: list[str]) -> None:
    for name in ("rows.lance/_transactions/", *(f"rows.lance/{each}" for each in left)):
        path = tmp_path / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.touch()
    store = open_store(tmp_path)

    assert await store.acount() == 0
    await store.async_add([row("a")])

    assert await ids(open_store(tmp_path)) == ["a"]
    await store.connection.drop_table("rows")
    assert await store.connection.table_names() == []


async def test_a_table_whose_versions_are_lost_is_not_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.stores.connection._FIRST_PAUSE", 0.0001)
    await open_store(tmp_path).async_add([row("a")])
    shutil.rmtree(tmp_path / "rows.lance" / "_versions")

    with pytest.raises(RetrievalFailedError):
        await open_store(tmp_path).acount()
    with pytest.raises(UnavailableError):
        await open_store(tmp_path).async_add([row("b")])


async def test_a_damaged_table_is_an_error_and_not_an_empty_one(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    await store.async_add([row("a")])
    for manifest in (tmp_path / "rows.lance" / "_versions").iterdir():
        manifest.write_bytes(b"damaged")

    with pytest.raises(RetrievalFailedError):
        await ids(open_store(tmp_path))


async def cancelled_while_it_runs(
    monkeypatch: pytest.MonkeyPatch, store: LanceDBStore, call: Callable[[], Coroutine[Any, Any, Any]]
) -> asyncio.Event:
    """Cancels whoever waits for a call of LanceDB that has begun; set once the call has ended all the same."""
    begun, ended = asyncio.Event(), asyncio.Event()
    opened = store._opened

    async def slowly() -> Any:
        begun.set()
        await asyncio.sleep(0.05)
        table = await opened()
        ended.set()
        return table

    with monkeypatch.context() as patch:
        patch.setattr(LanceDBStore, "_opened", lambda _: slowly())
        waiting = asyncio.create_task(call())
        await begun.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    return ended


READS: dict[str, Callable[[LanceDBStore], Coroutine[Any, Any, Any]]] = {
    "search": lambda store: dense(store, [1, 0, 0, 0]),
    "rows": lambda store: store.aget_nodes(["a"]),
    "number": lambda store: store.acount(),
}


@pytest.mark.parametrize("kind", READS)
async def test_a_client_that_goes_away_breaks_no_read_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    store = open_store(tmp_path)
    await store.async_add([row("a")])

    ended = await cancelled_while_it_runs(monkeypatch, store, lambda: READS[kind](store))

    await store.connection.close()
    assert ended.is_set()


WRITES: dict[str, tuple[Callable[[LanceDBStore], Coroutine[Any, Any, Any]], list[str]]] = {
    "add": (lambda store: store.async_add([row("b")]), ["a", "b"]),
    "delete": (lambda store: store.aclear(), []),
    "optimise": (lambda store: store.optimise(), ["a"]),
}


@pytest.mark.parametrize("kind", WRITES)
async def test_who_is_stopped_breaks_no_write_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    store = open_store(tmp_path)
    await store.async_add([row("a")])
    write, left = WRITES[kind]

    ended = await cancelled_while_it_runs(monkeypatch, store, lambda: write(store))

    assert ended.is_set()
    assert await ids(store) == left


async def test_a_search_that_stands_still_ends_with_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {"AGAIN_SECONDS": 0.01, "LONGEST_SECONDS": 0.02, "CLOSING_SECONDS": 0.01}.items():
        monkeypatch.setattr(f"app.stores.calls.{name}", seconds)
    store = open_store(tmp_path)
    await store.async_add([row("a")])
    monkeypatch.setattr("app.stores.lancedb.best_rows", lambda *_, **__: asyncio.Event().wait())

    with pytest.raises(RetrievalFailedError, match="did not answer within"):
        await dense(store, [1, 0, 0, 0])


@pytest.mark.slow  # LanceDB itself tries for some seconds
async def test_a_store_that_cannot_be_written_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.stores.connection._ATTEMPTS", 1)
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(UnavailableError):
        await open_store(tmp_path / "file").async_add([row("a")])


WRITER = textwrap.dedent(
    """
    import asyncio, os, sys
    from llama_index.core.schema import TextNode
    from app.stores.connection import LanceConnection
    from app.stores.lancedb import LanceDBStore

    def row(identifier):
        return TextNode(id_=identifier, embedding=[1.0] * 4, metadata={"owner": "ann", "collection_id": "reports"})

    async def main(folder, name):
        store = LanceDBStore(
            connection=LanceConnection(folder), table_name="rows", owner="ann", collection_id="reports", dimensions=4
        )
        for batch in range(4):
            await store.async_add([row(f"{name}-{batch}-{n}") for n in range(5)] + [row("same")])
        await store.optimise()
        os._exit(0)

    asyncio.run(main(*sys.argv[1:]))
    """
)


@pytest.mark.slow  # each process imports everything
async def test_two_processes_write_and_die_and_a_third_that_was_open_sees_it_all(tmp_path: Path) -> None:
    reader = open_store(tmp_path)
    assert await ids(reader) == []
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", WRITER, str(tmp_path), name, cwd=Path.cwd(), stderr=subprocess.PIPE
        )
        for name in ("p", "q")
    ]
    for process in processes:
        _, complaint = await process.communicate()
        assert process.returncode == 0, complaint.decode()

    expected = [f"{name}-{batch}-{n}" for name in ("p", "q") for batch in range(4) for n in range(5)]
    assert await ids(reader) == [*expected, "same"]
