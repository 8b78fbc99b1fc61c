"""Documents over HTTP, over the sample documents."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from app.samples import sample_paths

NAMES = {path.name for path in sample_paths()}


async def _every(client: httpx.AsyncClient, path: str, key: str, **params: Any) -> list[dict[str, Any]]:
    """All pages of a list."""
    found: list[dict[str, Any]] = []
    after: str | None = None
    while True:
        reply = await client.get(path, params={**params, **({"after": after} if after else {})})
        assert reply.status_code == 200, reply.text
        found += reply.json()[key]
        after = reply.json()["next"]
        if after is None:
            return found


async def test_pages_of_the_list_hold_every_document_once(sample_client: httpx.AsyncClient) -> None:
    documents = await _every(sample_client, "/documents", "documents", limit=4)
    assert sorted(each["file_name"] for each in documents) == sorted(NAMES)
    whole = (await sample_client.get("/documents")).json()
    assert (whole["total"], whole["next"]) == (len(NAMES), None)
    assert whole["documents"] == documents


async def test_the_list_is_narrowed_by_collection_status_and_name(sample_client: httpx.AsyncClient) -> None:
    some = (await sample_client.get("/documents")).json()["documents"][0]

    async def names(**params: str) -> list[str]:
        reply = await sample_client.get("/documents", params=params)
        return [each["file_name"] for each in reply.json()["documents"]]

    assert await names(file_name=some["file_name"]) == [some["file_name"]]
    assert await names(status="failed") == []
    assert len(await names(collection_id=some["collection_id"])) == len(NAMES)
    assert (await sample_client.get("/documents", params={"collection_id": "no such"})).status_code == 404


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=many", "status=odd", "after=nonsense"])
async def test_what_cannot_be_is_refused_with_its_name(empty: httpx.AsyncClient, query: str) -> None:
    reply = await empty.get(f"/documents?{query}")
    assert reply.status_code == 422
    assert reply.json()["error"]["code"] == "invalid_request"
    assert query.partition("=")[0] in reply.json()["error"]["message"]


async def test_one_document_and_its_end(sample_client: httpx.AsyncClient) -> None:
    some = (await sample_client.get("/documents")).json()["documents"][0]
    path = f"/documents/{some['document_id']}"
    detail = (await sample_client.get(path)).json()
    assert detail.items() >= some.items()
    assert detail["summary"]
    assert detail["byte_count"] > 0

    reply = await sample_client.delete(path)
    assert (reply.status_code, reply.content) == (204, b"")
    assert (await sample_client.get(path)).status_code == 404
    assert (await sample_client.delete(path)).json()["error"]["code"] == "not_found"
    assert (await sample_client.get(f"/document-chunks/{some['file_name']}")).status_code == 404
    rows = await _every(sample_client, "/vector-documents", "vector_documents", fields="document_id", limit=200)
    assert rows
    assert some["document_id"] not in {row["document_id"] for row in rows}


async def test_names_come_with_their_chunks_in_order(sample_client: httpx.AsyncClient) -> None:
    names = (await sample_client.get("/document-names")).json()
    assert {each["source_name"] for each in names} == NAMES
    for each in names:
        assert each["chunk_count"] == each["total_chunks"] > 0
    some = max(names, key=lambda each: each["chunk_count"])
    chunks = (await sample_client.get(f"/document-chunks/{some['source_name']}")).json()
    assert [chunk["chunk_index"] for chunk in chunks] == list(range(some["chunk_count"]))
    assert {(chunk["title"], chunk["total_chunks"]) for chunk in chunks} == {(some["title"], some["chunk_count"])}
    assert all(chunk["text"] and chunk["id"] for chunk in chunks)

    first = await sample_client.get("/document-names", params={"limit": 1})
    assert len(first.json()) == 1
    assert first.headers["X-Next"]


@pytest.mark.parametrize("name", ["nothing.pdf", "a/b/../c.txt", "%00", "söme näme.txt", "100%25.md"])
async def test_an_unknown_name_has_no_chunks(empty: httpx.AsyncClient, name: str) -> None:
    reply = await empty.get(f"/document-chunks/{name}")
    error = reply.json()["error"]
    assert (reply.status_code, error["code"]) == (404, "not_found")
    assert "/document-names" in error["hint"]


async def test_metadata_are_counted_and_can_be_asked_for(sample_client: httpx.AsyncClient) -> None:
    values = await _every(sample_client, "/metadata", "metadata", limit=50)
    assert values == sorted(values, key=lambda each: (each["field"], each["value"]))
    by_field = [each for each in values if each["field"] == "document_type"]
    assert by_field == await _every(sample_client, "/metadata", "metadata", field="document_type", limit=1)
    assert 0 < sum(each["document_count"] for each in by_field) <= len(NAMES)
    wanted = {each["value"]: each["document_count"] for each in by_field}
    documents = (await sample_client.get("/documents")).json()["documents"]
    for kind, count in wanted.items():
        assert sum(document["metadata"].get("document_type") == kind for document in documents) == count


async def test_vectors_are_paged_and_only_what_was_asked_for_is_given(sample_client: httpx.AsyncClient) -> None:
    names = (await sample_client.get("/document-names")).json()
    rows = await _every(sample_client, "/vector-documents", "vector_documents", limit=40)
    assert len(rows) == sum(each["chunk_count"] for each in names)
    assert len({row["id"] for row in rows}) == len(rows)
    assert {len(row["embedding"]) for row in rows} == {256}
    lean = (await sample_client.get("/vector-documents", params={"fields": ["title", "pages"], "limit": 3})).json()
    assert [set(row) for row in lean["vector_documents"]] == [{"id", "title", "pages"}] * 3
    assert (await sample_client.get("/vector-documents?fields=owner")).status_code == 422
    assert (await sample_client.get("/vector-documents?after=nonsense")).status_code == 422
