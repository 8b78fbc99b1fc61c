"""Pages over HTTP."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from app.keys import create_key
from app.service.routes.pages import Page
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf
from tests.app.service.conftest import Serve

SCRIPT = "<script>alert('tide')</script>"


def test_the_example_of_a_page_fits_together() -> None:
    [example] = Page.model_json_schema()["examples"]
    page = Page.model_validate(example)
    assert page.marks[-1].end <= len(page.text) <= page.text_length
    assert page.text_start + len(page.text) <= page.text_length


async def _hit(client: httpx.AsyncClient, question: str, suffix: str) -> dict[str, Any]:
    hits = (await client.post("/search", json={"question": question, "options": {"top_k": 20}})).json()["hits"]
    return next(hit for hit in hits if hit["file_name"].endswith(suffix))


async def test_a_page_of_a_pdf_as_it_looks_and_as_text(sample_client: httpx.AsyncClient) -> None:
    hit = await _hit(sample_client, "total revenue", ".pdf")
    path = f"/documents/{hit['document_id']}/pages/{hit['pages'][0]}"
    marked = {"highlight": hit["chunk_id"], "quote": hit["content"][:40]}

    page = (await sample_client.get(path, params={**marked, "boxes": "true"})).json()
    assert (page["kind"], page["page_number"], page["quote_found"]) == ("image", hit["pages"][0], True)
    assert page["section_path"] == hit["section_path"]
    assert {mark["strong"] for mark in page["marks"]} == {True, False}
    assert all(0 <= box["left"] < box["right"] <= 1 for box in page["boxes"])

    picture = await sample_client.get(page["image_url"])
    assert picture.status_code == 200
    assert picture.headers["content-type"] == "image/png"
    assert "private" in picture.headers["cache-control"]
    again = await sample_client.get(page["image_url"], headers={"If-None-Match": picture.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    small = await sample_client.get(f"{path}.png", params={**marked, "scale": 1})
    widths = [Image.open(io.BytesIO(reply.content)).width for reply in (small, picture)]
    assert widths[1] == pytest.approx(2 * widths[0], abs=2)


async def test_a_text_with_a_script_in_it_stays_text(tmp_path: Path, serve: Serve) -> None:
    settings = load_settings(home=tmp_path / "home")
    (tmp_path / "tide.md").write_text(f"# Tide\n\nThe tide said {SCRIPT} and fell.\n")
    async with Sheaf(settings) as sheaf:
        await sheaf.ingest([IngestFile(tmp_path / "tide.md")])
    async with serve(settings) as client:
        hit = await _hit(client, "What did the tide say?", ".md")
        path = f"/documents/{hit['document_id']}/pages/1"
        reply = await client.get(path, params={"highlight": hit["chunk_id"], "quote": SCRIPT})
        assert reply.headers["content-type"] == "application/json"
        assert reply.headers["x-content-type-options"] == "nosniff"
        page = reply.json()
        assert (page["kind"], page["image_url"], page["boxes"]) == ("text", None, None)
        [strong] = [mark for mark in page["marks"] if mark["strong"]]
        assert page["text"][strong["start"] : strong["end"]] == SCRIPT
        picture = await client.get(f"{path}.png", params={"highlight": hit["chunk_id"]})
        assert picture.content.startswith(b"\x89PNG")


async def test_how_a_text_is_set_is_told_where_it_is_asked_for(sample_client: httpx.AsyncClient) -> None:
    hit = await _hit(sample_client, "Which stations were surveyed?", ".html")
    path = f"/documents/{hit['document_id']}/pages/{hit['pages'][0]}"
    assert (await sample_client.get(path)).json()["blocks"] is None
    page = (await sample_client.get(path, params={"blocks": "true"})).json()
    assert {block["kind"] for block in page["blocks"]} >= {"heading", "paragraph"}
    pieces = [piece for block in page["blocks"] for piece in block["pieces"]]
    assert not any("# " in page["text"][piece["start"] : piece["end"]] for piece in pieces)
    text = await _hit(sample_client, "Who leads the cooperative?", ".txt")
    plain = await sample_client.get(f"/documents/{text['document_id']}/pages/1", params={"blocks": "true"})
    assert plain.json()["blocks"] is None


async def test_what_is_not_there_is_404_and_what_cannot_be_422(sample_client: httpx.AsyncClient) -> None:
    documents = (await sample_client.get("/documents")).json()["documents"]
    one, other = documents[0]["document_id"], documents[1]["document_id"]
    chunk = (await _hit(sample_client, "Skellvane", documents[1]["file_name"]))["chunk_id"]
    for suffix in ("", ".png"):
        for path, status in (
            (f"/documents/d0/pages/1{suffix}", 404),
            (f"/documents/{one}/pages/99{suffix}", 404),
            (f"/documents/{one}/pages/1{suffix}?highlight=nothing", 404),
            (f"/documents/{one}/pages/1{suffix}?highlight={chunk}", 404),
            (f"/documents/{other}/pages/1{suffix}?highlight={chunk}", 200),
            (f"/documents/{one}/pages/0{suffix}", 422),
            (f"/documents/{one}/pages/first{suffix}", 422),
        ):
            reply = await sample_client.get(path)
            assert reply.status_code == status, path
            if status != 200:
                assert set(reply.json()["error"]) == {"code", "message", "hint"}
    assert (await sample_client.get(f"/documents/{one}/pages/1.png?scale=9")).status_code == 422


async def test_another_owner_finds_nothing(sample_copy: Path, serve: Serve) -> None:
    settings = load_settings(home=sample_copy, auth="keys")
    async with Sheaf(settings) as sheaf:
        mine = await create_key(sheaf.catalogue, "mine", "local")
        theirs = await create_key(sheaf.catalogue, "theirs")
        document_id = (await sheaf.documents(owner="local")).documents[0].document_id
    async with serve(settings) as client:
        for path in (f"/documents/{document_id}/pages/1", f"/documents/{document_id}/pages/1.png"):
            replies = [
                (await client.get(path, headers={"Authorization": f"Bearer {key}"})).status_code
                for key in (mine, theirs, "sheaf_guess")
            ]
            assert replies == [200, 404, 401]
            assert (await client.get(path)).status_code == 401
