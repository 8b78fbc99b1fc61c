from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from elasticsearch import Elasticsearch
from llama_index.core.schema import TextNode
from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from app.stores.elasticsearch import ElasticsearchVectorStore
from app.stores.elasticsearch_client import Answer
from app.stores.elasticsearch_factory import ElasticsearchStores
from app.stores.elasticsearch_indexes import make_index
from app.stores.elasticsearch_mapping import IndexSpec
from app.stores.elasticsearch_rows import document_key
from app.stores.rows import Scope
from nodes.domain.errors import ConflictError, InvalidRequestError, RetrievalFailedError, UnavailableError
from tests.app.stores.contract import add, dense, ids, row, text_search, where
from tests.app.stores.elasticsearch_server import URL, FrontServer, needs_server, prefix, raw, settings_for

__all__ = ["prefix", "raw"]

pytestmark = needs_server

MODEL = "wordllama-256"
ALIAS = "chunks-wordllama-256-4"
SCOPE = Scope("ann", "reports", 4)
AHEAD = [1.0, 0.0, 0.0, 0.0]


@pytest.fixture
def stores(tmp_path: Path, prefix: str) -> ElasticsearchStores:
    return ElasticsearchStores(settings_for(tmp_path, prefix))


@pytest.fixture
def store(stores: ElasticsearchStores) -> ElasticsearchVectorStore:
    return stores.open("chunks", SCOPE, MODEL)


def old_document(
    identifier: str, *, vector: list[float] | None = None, content: str = "Old wording."
) -> dict[str, Any]:
    """A row as an older version wrote it, with none of the newer fields."""
    return {
        "id": identifier,
        "owner": "ann",
        "collectionId": "reports",
        "documentId": "document-1",
        "revisionId": "revision-1",
        "chunkIndex": 0,
        "content": content,
        "embedding": vector or AHEAD,
    }


async def test_rows_from_before_the_newer_fields_are_found_and_filled_in(
    store: ElasticsearchVectorStore, raw: Elasticsearch
) -> None:
    await add(store, [row("new", text="Nothing of that.", vector=[0.0, 1.0, 0.0, 0.0])])
    for n, content in enumerate(["The cooperatives were studying 東京都.", "Rain."]):
        document = old_document(f"old{n}", content=content)
        raw.index(index=store.index_name, id=document_key(SCOPE, f"old{n}"), document=document, refresh=True)

    assert (await dense(store, AHEAD)).ids == ["old0", "old1", "new"]
    assert (await text_search(store, "which cooperative studies")).ids == ["old0"]
    assert (await text_search(store, "東京")).ids == ["old0"]
    found = await store.aget_nodes(filters=where("chunk_type", None), include_embeddings=True)
    assert [node.node_id for node in found] == ["old0", "old1"]
    assert set(found[0].metadata) == {"owner", "collection_id", "document_id", "revision_id", "chunk_index"}
    assert found[0].embedding == AHEAD

    await add(store, [row("old0", text="A new text.", pages=[2])])

    assert await ids(store, where("chunk_type", None)) == ["old1"]
    assert (await text_search(store, "cooperatives")).ids == []
    assert (await text_search(store, "text")).ids == ["old0"]
    [filled] = await store.aget_nodes(["old0"])
    assert filled.metadata["pages"] == [2]
    assert await store.acount() == 3


async def test_the_index_is_as_it_is_set(tmp_path: Path, prefix: str, raw: Elasticsearch) -> None:
    stores = ElasticsearchStores(settings_for(tmp_path, prefix, shards=2, vector_index="hnsw"))
    store = stores.open("summaries", SCOPE, "openai:some/Model")
    await add(store, [row("a")])
    name = f"{prefix}-summaries-openai-some-model-4-v1"

    index = raw.indices.get(index=store.index_name).body[name]

    assert index["aliases"] == {f"{prefix}-summaries-openai-some-model-4": {"is_write_index": True}}
    settings = index["settings"]["index"]
    assert (settings["number_of_shards"], settings["number_of_replicas"]) == ("2", "0")
    assert settings["similarity"]["sheaf_bm25"] == {"type": "BM25", "b": "0.75", "k1": "1.2"}
    assert index["mappings"]["dynamic"] == "false"
    assert index["mappings"]["properties"]["embedding"]["index_options"]["type"] == "hnsw"
    assert (await dense(store, AHEAD)).similarities == [1.0]
    await stores.close()


async def test_vectors_of_3072_dimensions(stores: ElasticsearchStores) -> None:
    store = stores.open("chunks", Scope("ann", "reports", 3072), "openai:text-embedding-3-large")
    generator = np.random.default_rng(3)
    vectors = generator.normal(size=(40, 3072)).astype(np.float32)
    await add(store, [row(f"{n:02}", vector=vector.tolist()) for n, vector in enumerate(vectors)])

    result = await dense(store, vectors[7].tolist(), 5)

    cosines = (vectors @ vectors[7]) / np.linalg.norm(vectors, axis=1) / np.linalg.norm(vectors[7])
    nearest = np.argsort(-cosines)[:5]
    assert result.ids == [f"{n:02}" for n in nearest]
    assert result.similarities == pytest.approx(cosines[nearest].tolist(), abs=1e-5)
    [found] = await store.aget_nodes(["07"], include_embeddings=True)
    assert found.embedding is not None
    assert np.array_equal(np.asarray(found.embedding, dtype=np.float32), vectors[7])


async def test_searches_of_one_turn_are_one_request(tmp_path: Path, prefix: str) -> None:
    async with FrontServer(URL) as front:
        stores = ElasticsearchStores(settings_for(tmp_path, prefix, front.url))
        opened = [stores.open("chunks", Scope("ann", name, 4), MODEL) for name in ("reports", "papers", "letters")]
        for store in opened:
            await add(store, [row("a", collection_id=store.collection_id, text=f"alpha {store.collection_id}")])
        front.paths.clear()

        results = await asyncio.gather(
            *(dense(store, AHEAD) for store in opened), *(text_search(store, "alpha") for store in opened)
        )

        assert front.paths == ["/_msearch"]
        found = [result.nodes[0].metadata["collection_id"] for result in results if result.nodes]
        assert found == ["reports", "papers", "letters"] * 2
        await stores.close()


async def test_a_search_that_fails_fails_alone(store: ElasticsearchVectorStore) -> None:
    await add(store, [row("a")])
    wrong = {"sort": [{"noSuchField": "asc"}]}

    found, failed, missing = await asyncio.gather(
        dense(store, AHEAD),
        store.client.search(store.index_name, wrong),
        store.client.search("no-such-index", {}),
        return_exceptions=True,
    )

    assert not isinstance(found, BaseException)
    assert found.ids == ["a"]
    assert isinstance(failed, RetrievalFailedError)
    assert "noSuchField" in failed.detail
    assert missing is None


async def test_a_search_that_was_cut_short_is_a_failure(tmp_path: Path, prefix: str) -> None:
    async with FrontServer(URL) as front:
        stores = ElasticsearchStores(settings_for(tmp_path, prefix, front.url))
        store = stores.open("chunks", SCOPE, MODEL)
        await add(store, [row("a")])
        front.change = lambda path, answer: {
            **answer,
            "responses": [{**each, "timed_out": True} for each in answer["responses"]],
        }
        with pytest.raises(RetrievalFailedError, match="in time"):
            await dense(store, AHEAD)
        await stores.close()


async def test_more_equal_rows_than_were_read_at_first(store: ElasticsearchVectorStore) -> None:
    names = [f"{n:03}" for n in range(200)]
    await add(store, [row(names[(n * 37) % 200]) for n in range(200)])

    assert (await dense(store, AHEAD, 20)).ids == names[:20]


async def test_reading_and_deleting_go_page_by_page(
    store: ElasticsearchVectorStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.stores.elasticsearch._PAGE_ROWS", 10)
    monkeypatch.setattr("app.stores.elasticsearch._PAGE_NUMBERS", 28)
    monkeypatch.setattr("app.stores.elasticsearch_writing.MOST_ROWS", 10)
    monkeypatch.setattr("app.stores.elasticsearch_writing._MOST_OPERATIONS", 7)
    names = [f"{n:03}" for n in range(35)]
    await add(store, [row(name) for name in names])

    assert await ids(store) == names
    with_vectors = await store.aget_nodes(include_embeddings=True)
    assert [node.node_id for node in with_vectors if node.embedding] == names
    assert [node.node_id for node in await store.aget_nodes(limit=25)] == names[:25]

    await store.adelete_nodes(filters=where("id", "030", FilterOperator.LT))
    assert await ids(store) == names[30:]


async def test_what_was_added_just_before_is_deleted_too(store: ElasticsearchVectorStore) -> None:
    await store.async_add([row("a"), row("b", revision_id="r2")])

    await store.adelete("revision-1")

    assert await ids(store) == ["b"]


async def test_a_row_that_is_written_while_it_is_deleted_stays(
    store: ElasticsearchVectorStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add(store, [row("a"), row("b")])
    search = store.client.search

    async def search_and_write(*given: Any) -> Answer | None:
        answer = await search(*given)
        monkeypatch.setattr(store.client, "search", search)
        await store.async_add([row("a", revision_id="r2")])
        return answer

    monkeypatch.setattr(store.client, "search", search_and_write)
    await store.adelete("revision-1")

    [left] = await store.aget_nodes()
    assert (left.node_id, left.metadata["revision_id"]) == ("a", "r2")


async def test_more_filter_values_than_elasticsearch_takes_by_default(store: ElasticsearchVectorStore) -> None:
    await add(store, [row("a"), row("b")])
    among = MetadataFilter(
        key="revision_id", value=["revision-1", *(f"r{n}" for n in range(70_000))], operator=FilterOperator.IN
    )

    assert (await dense(store, AHEAD, filters=MetadataFilters(filters=[among]))).ids == ["a", "b"]


async def test_an_index_is_made_once_however_many_begin(tmp_path: Path, prefix: str, raw: Elasticsearch) -> None:
    factories = [ElasticsearchStores(settings_for(tmp_path, prefix)) for _ in range(4)]
    opened = [each.open("chunks", SCOPE, MODEL) for each in factories]

    await asyncio.gather(*(store.async_add([row(f"{n}")]) for n, store in enumerate(opened)))
    await opened[0].arefresh()

    assert list(raw.indices.get(index=f"{prefix}-*").body) == [f"{prefix}-{ALIAS}-v1"]
    assert await ids(opened[1]) == ["0", "1", "2", "3"]
    for factory in factories:
        await factory.close()


async def test_an_index_that_was_removed_is_made_again(store: ElasticsearchVectorStore, raw: Elasticsearch) -> None:
    assert (await dense(store, AHEAD)).ids == []
    assert await store.acount() == 0
    await store.aclear()
    await add(store, [row("a")])
    raw.indices.delete(index=f"{store.index_name}-v1")
    assert (await dense(store, AHEAD)).ids == []

    await add(store, [row("b")])
    raw.indices.delete(index=f"{store.index_name}-v1")
    await add(store, [row("c")])

    assert await ids(store) == ["c"]
    assert raw.indices.exists_alias(name=store.index_name)


async def test_an_index_of_another_kind_is_a_conflict(
    store: ElasticsearchVectorStore, stores: ElasticsearchStores, prefix: str, raw: Elasticsearch
) -> None:
    await add(store, [row("a")])
    raw.indices.put_mapping(index=store.index_name, meta={"sheaf": {"version": 99, "model": MODEL, "dimensions": 4}})
    await stores.close()
    with pytest.raises(ConflictError, match="99"):
        await dense(stores.open("chunks", SCOPE, MODEL), AHEAD)
    with pytest.raises(ConflictError, match="99"):
        await stores.open("chunks", SCOPE, MODEL).async_add([row("b")])

    await make_index(stores.connection, IndexSpec(prefix, "chunks", "some-model", 4))
    with pytest.raises(ConflictError, match="some-model"):
        await stores.open("chunks", SCOPE, "Some/Model").acount()

    raw.indices.create(
        index=f"{prefix}-chunks-made-by-hand",
        mappings={"properties": {"embedding": {"type": "dense_vector", "dims": 8}}},
        aliases={f"{prefix}-chunks-made-4": {}},
    )
    with pytest.raises(ConflictError, match=r"8 dimensions, not 4"):
        await stores.open("chunks", SCOPE, "made").acount()


async def test_dropping_a_collection_leaves_the_others(stores: ElasticsearchStores) -> None:
    kept = [
        stores.open("chunks", Scope("bob", "reports", 4), MODEL),
        stores.open("chunks", SCOPE._replace(collection_id="p"), MODEL),
    ]
    dropped = [
        stores.open("chunks", SCOPE, MODEL),
        stores.open("summaries", SCOPE, MODEL),
        stores.open("chunks", SCOPE, "other"),
    ]
    for store in (*kept, *dropped):
        await add(store, [row("a", owner=store.owner, collection_id=store.collection_id)])

    await stores.drop("ann", "reports")
    await stores.drop("nobody", "never there")

    assert [await store.acount() for store in kept] == [1, 1]
    assert [await store.acount() for store in dropped] == [0, 0, 0]
    assert "Elasticsearch 8" in await stores.describe()


async def test_what_a_busy_server_turns_away_is_sent_again(
    tmp_path: Path, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.stores.elasticsearch_writing._FIRST_PAUSE_SECONDS", 0.001)
    busy = {"type": "es_rejected_execution_exception", "reason": "queue full"}
    turned_away = [2]

    def turn_away(path: str, answer: dict[str, Any]) -> dict[str, Any]:
        if path != "/_bulk" or not turned_away[0]:
            return answer
        turned_away[0] -= 1
        items = [{"index": {"status": 429, "error": busy}}, *answer["items"][1:]]
        return {"errors": True, "items": items}

    async with FrontServer(URL) as front:
        front.change = turn_away
        stores = ElasticsearchStores(settings_for(tmp_path, prefix, front.url))
        store = stores.open("chunks", SCOPE, MODEL)
        await add(store, [row("a"), row("b")])
        impatient = ElasticsearchStores(settings_for(tmp_path, prefix, front.url, write_timeout_seconds=3))
        assert await ids(store) == ["a", "b"]
        assert front.paths.count("/_bulk") == 3

        turned_away[0] = 10_000
        with pytest.raises(UnavailableError, match="es_rejected_execution"):
            await impatient.open("chunks", SCOPE, MODEL).async_add([row("c")])
        await stores.close()
        await impatient.close()


async def test_a_row_that_the_index_does_not_take_is_named(tmp_path: Path, prefix: str, raw: Elasticsearch) -> None:
    name = f"{prefix}-{ALIAS}"
    raw.indices.create(
        index=f"{name}-v0",
        mappings={
            "properties": {
                "embedding": {"type": "dense_vector", "dims": 4, "similarity": "cosine"},
                "content": {"type": "integer"},
            }
        },
        aliases={name: {}},
    )
    store = ElasticsearchStores(settings_for(tmp_path, prefix)).open("chunks", SCOPE, MODEL)

    with pytest.raises(InvalidRequestError, match="'a'"):
        await store.async_add([row("a", text="not a number")])
    await store.client.close()


async def test_more_rows_than_a_search_can_give_are_refused(store: ElasticsearchVectorStore) -> None:
    with pytest.raises(InvalidRequestError, match="10000"):
        await dense(store, AHEAD, 10_001)


def rename(source: dict[str, Any]) -> dict[str, Any]:
    return {("content" if name == "chunkText" else name): value for name, value in source.items()}


def make_version_0(raw: Elasticsearch, prefix: str) -> str:
    """An index of a version that called a field in another way."""
    name = f"{prefix}-{ALIAS}"
    raw.indices.create(
        index=f"{name}-v0",
        mappings={
            "dynamic": False,
            "_meta": {"sheaf": {"version": 0, "model": MODEL, "dimensions": 4}},
            "properties": {
                **{field: {"type": "keyword"} for field in ("id", "owner", "collectionId", "revisionId")},
                "chunkText": {"type": "text"},
                "embedding": {"type": "dense_vector", "dims": 4, "similarity": "cosine"},
            },
        },
        aliases={name: {"is_write_index": True}},
    )
    for n in range(25):
        document = old_document(f"{n:02}", content=f"common word{n}")
        document["chunkText"] = document.pop("content")
        raw.index(index=name, id=document_key(SCOPE, f"{n:02}"), document=document)
    raw.indices.refresh(index=name)
    return name


async def test_an_index_of_an_older_mapping_answers_and_is_moved_to_the_newest(
    stores: ElasticsearchStores,
    store: ElasticsearchVectorStore,
    prefix: str,
    raw: Elasticsearch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.stores.elasticsearch_indexes._COPIED_AT_ONCE", 10)
    name = make_version_0(raw, prefix)
    spec = IndexSpec(prefix, "chunks", MODEL, 4)
    assert len((await dense(store, AHEAD, 100)).ids or []) == 25

    assert await upgrade(stores, spec, rename) == 25
    assert await upgrade(stores, spec, rename) == 0

    assert list(raw.indices.get(index=f"{name}*").body) == [f"{name}-v1"]
    assert len((await text_search(store, "common", 100)).ids or []) == 25
    assert (await text_search(store, "word7")).ids == ["07"]
    await add(store, [row("new")])
    assert await store.acount() == 26


async def test_an_upgrade_that_was_stopped_loses_nothing_and_is_begun_anew(
    stores: ElasticsearchStores, store: ElasticsearchVectorStore, prefix: str, raw: Elasticsearch
) -> None:
    name = make_version_0(raw, prefix)
    spec = IndexSpec(prefix, "chunks", MODEL, 4)

    async def write_meanwhile() -> None:
        with pytest.raises(UnavailableError, match="block"):
            await store.async_add([row("meanwhile")])

    def stop(source: dict[str, Any]) -> dict[str, Any]:
        if source["id"] == "20":
            raise RuntimeError("stopped")
        return source

    with pytest.raises(RuntimeError, match="stopped"):
        await upgrade(stores, spec, stop)
    await add(store, [row("after")])
    assert await store.acount() == 26

    raw.indices.put_settings(index=f"{name}-v0", settings={"index.blocks.write": True})
    await write_meanwhile()
    assert await upgrade(stores, spec, rename) == 26
    await add(store, [row("at last")])
    assert await store.acount() == 27


async def upgrade(stores: ElasticsearchStores, spec: IndexSpec, change: Any) -> int:
    from app.stores.elasticsearch_indexes import upgrade_index

    return await upgrade_index(stores.connection, spec, change)


async def test_every_index_of_the_prefix_is_upgraded(
    stores: ElasticsearchStores, prefix: str, raw: Elasticsearch
) -> None:
    make_version_0(raw, prefix)
    await add(stores.open("summaries", SCOPE, MODEL), [row("a")])

    assert await stores.upgrade() == 25
    assert await stores.upgrade() == 0


async def test_llamaindex_takes_it_for_its_own(store: ElasticsearchVectorStore) -> None:
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

    assert isinstance(store, BasePydanticVectorStore)
    assert store.class_name() == "ElasticsearchVectorStore"
    assert (store.text_field, store.vector_field) == ("content", "embedding")
    store.close()
    assert await store.async_add(
        [TextNode(id_="a", embedding=AHEAD, metadata={"owner": "ann", "collection_id": "reports"})]
    )
