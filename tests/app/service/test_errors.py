"""Every error has one shape and a true status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.keys import create_key
from app.service.application import create_application
from app.service.errors import STATUS
from app.service.patterns import IN_WORDS, QUESTION
from app.session_ids import SESSION_ID_IN_WORDS
from app.settings import load_settings
from app.sheaf import Sheaf
from nodes.domain.errors import SheafError
from tests.app.service.conftest import Serve
from tests.app.service.real_server import Served


def test_every_code_has_a_status() -> None:
    def codes(kind: type[SheafError]) -> set[str]:
        return {kind.code}.union(*(codes(each) for each in kind.__subclasses__()))

    assert codes(SheafError) <= set(STATUS)


async def test_health(empty: httpx.AsyncClient) -> None:
    reply = await empty.get("/health")
    assert (reply.status_code, reply.json()) == (200, {"status": "ok"})


@pytest.mark.asyncio(loop_scope="module")
async def test_health_is_told_to_who_asks_for_the_head_alone(service: Served) -> None:
    """As load balancers and monitors do."""
    for path in ("/health", "/ready"):
        reply = await service.client.head(path)
        assert (reply.status_code, reply.content) == (200, b"")


async def test_an_unknown_route_has_the_shape_of_all_errors(empty: httpx.AsyncClient) -> None:
    reply = await empty.get("/nothing")
    assert reply.status_code == 404
    assert reply.json()["error"] == {
        "code": "not_found",
        "message": "There is nothing at /nothing.",
        "hint": "/docs lists the routes.",
    }


async def test_a_wrong_method_keeps_its_status(empty: httpx.AsyncClient) -> None:
    reply = await empty.put("/collections/c1")
    assert reply.status_code == 405
    assert reply.json()["error"]["code"] == "invalid_request"
    assert reply.json()["error"]["message"] == "There is no PUT at /collections/c1, only GET, PATCH, DELETE."
    assert reply.headers["Allow"] == "GET, PATCH, DELETE"
    for path, allowed in (("/v1/models", "GET"), ("/mcp", "GET, HEAD, POST, DELETE"), ("/static/x", "GET, HEAD")):
        reply = await empty.put(path)
        assert (reply.status_code, reply.headers["Allow"]) == (405, allowed)
        assert f"only {allowed}." in reply.json()["error"]["message"]


@pytest.mark.parametrize(
    ("body", "place"), [(b"{", "character 2"), (b'{"question": "a",}', "character"), (b"\xff\xfe", "character 1")]
)
async def test_a_body_that_is_no_json_is_told_where(empty: httpx.AsyncClient, body: bytes, place: str) -> None:
    for route in ("/chat", "/v1/chat/completions"):
        reply = await empty.post(route, content=body, headers={"Content-Type": "application/json"})
        assert reply.status_code == 422
        error = reply.json()["error"]
        assert error["message"].startswith("The body is no valid JSON: ")
        assert place in error["message"]
        assert error["hint"] == "Send one JSON object, in UTF-8."


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('{"question": "Où?"}'.encode("latin-1"), "The body is not in UTF-8."),
        (b'{"question": ' + b"[" * 100_000, "The body is nested too deep."),
    ],
)
async def test_a_body_that_cannot_be_read_is_told_why(empty: httpx.AsyncClient, body: bytes, message: str) -> None:
    for route in ("/chat", "/v1/chat/completions"):
        reply = await empty.post(route, content=body, headers={"Content-Type": "application/json"})
        assert reply.status_code == 422
        error = reply.json()["error"]
        assert error["message"].startswith(message)
        assert error["hint"] == "Send one JSON object, in UTF-8."


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "text/plain", None])
async def test_a_body_that_is_not_called_json_is_told_so(empty: httpx.AsyncClient, content_type: str | None) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    for route in ("/chat", "/search", "/v1/chat/completions"):
        reply = await empty.post(route, content=b'{"question": "How many members?"}', headers=headers)
        assert reply.status_code == 422
        error = reply.json()["error"]
        assert error["message"].startswith(
            f"The body is not JSON by its Content-Type, which is {content_type or ''!r}."
        )
        assert error["hint"] == "Send `Content-Type: application/json`."


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("/chat", {"question": "a", "session_id": "a/b"}, f"session_id: {SESSION_ID_IN_WORDS}."),
        ("/chat", {"question": "a", "why": "a\0"}, "why: no character of number 0."),
        ("/collections", {"name": "a\nb"}, "name: one line that can be seen, without control characters."),
        ("/sessions", {"title": "a\nb"}, "title: one line, without control characters."),
        ("/sessions", {"title": 1}, "title: Input should be a valid string."),
        ("/v1/chat/completions", {"model": "sheaf"}, "messages: Field required. /docs describes every field."),
    ],
)
async def test_what_a_field_may_hold_is_told_in_sentences(
    empty: httpx.AsyncClient, path: str, body: dict[str, Any], message: str
) -> None:
    reply = await empty.post(path, json=body)
    assert (reply.status_code, reply.json()["error"]["message"]) == (422, message)


@pytest.mark.parametrize(
    ("path", "body", "message", "hint"),
    [
        (
            "/chat",
            {"query": "a"},
            "question: Field required; query: there is no such field.",
            "There are: collection_ids, options, question, session_id, stream, why.",
        ),
        (
            "/search",
            {"question": "a", "options": {"topk": 3}},
            "options.topk: there is no such field.",
            "Did you mean `top_k`? There are: ",
        ),
        ("/chat", {"question": "a", "top_k": 3}, "top_k: there is no such field.", "`top_k` stands in `options`."),
        (
            "/chat",
            {"question": "a", "options": {"stream": False}},
            "options.stream: there is no such field.",
            "`stream` stands in the body itself.",
        ),
        (
            "/search",
            {"question": "a", "options": {"metadata": {"year": [2023]}}},
            "options.metadata.year: Input should be a valid string, a valid integer, a valid number "
            "or a valid boolean.",
            "/docs describes every field.",
        ),
    ],
)
async def test_a_field_that_there_is_not_is_told_with_what_may_have_been_meant(
    empty: httpx.AsyncClient, path: str, body: dict[str, Any], message: str, hint: str
) -> None:
    reply = await empty.post(path, json=body)
    error = reply.json()["error"]
    assert (reply.status_code, error["message"]) == (422, message)
    assert error["hint"].startswith(hint)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_name_in_the_place_of_an_id_is_answered_with_the_id(service: Served) -> None:
    made = (await service.client.post("/collections", json={"name": "poems of the sea"})).json()
    hint = f"That is the name of one; its id is {made['collection_id']}."
    name = made["name"]
    asked = await service.client.post("/search", json={"question": "tide", "collection_ids": [name]})
    listed = await service.client.get("/documents", params={"collection_id": name})
    renamed = await service.client.patch(f"/collections/{name}", json={"name": "poems"})
    for reply in (asked, listed, renamed):
        assert (reply.status_code, reply.json()["error"]["hint"]) == (404, hint)
    await service.client.delete(f"/collections/{made['collection_id']}")


def test_every_pattern_of_requests_has_words(tmp_path: Path) -> None:
    schemas = create_application(load_settings(home=tmp_path)).openapi()["components"]["schemas"]
    found = set(re.findall(r'"pattern": ("(?:[^"\\]|\\.)*")', json.dumps(schemas)))
    patterns = {json.loads(each) for each in found} - {QUESTION}
    assert patterns == set(IN_WORDS)


@pytest.mark.parametrize(
    ("method", "path", "message", "hint"),
    [
        (
            "GET",
            "/documents?colection=x",
            "There is no query parameter 'colection' at GET /documents.",
            "Did you mean `collection_id`? There are: after, collection_id, file_name, limit, status.",
        ),
        (
            "GET",
            "/documents/nope/pages/1.png?hightlight=a&limit=3&a=1&a=2",
            "There are no query parameters 'hightlight', 'limit', 'a' at GET /documents/{document_id}/pages/",
            "Did you mean `highlight`? There are: highlight, quote, scale.",
        ),
        ("GET", "/collections/nope?limit=1", "'limit' at GET /collections/{collection_id}.", "It takes none."),
        ("POST", "/chat?stream=false", "'stream' at POST /chat.", "`stream` stands in the body of this request"),
        ("POST", "/upload?collection_id=x", "'collection_id' at POST /upload.", "`collection_id` stands in the body"),
        ("POST", "/upload?colection=x", "'colection' at POST /upload.", "Did you mean `collection_id`? It stands in"),
    ],
)
async def test_a_query_parameter_that_a_route_does_not_take_is_refused(
    empty: httpx.AsyncClient, method: str, path: str, message: str, hint: str
) -> None:
    reply = await empty.request(method, path, json={"question": "a"} if path.startswith("/chat") else None)
    error = reply.json()["error"]
    assert (reply.status_code, error["code"]) == (422, "invalid_request")
    assert message in error["message"]
    assert error["hint"].startswith(hint)


@pytest.mark.parametrize("path", ["/health?a=1", "/?session=a", "/v1/models?api-version=1", "/documents?limit=1"])
async def test_other_addresses_take_any(empty: httpx.AsyncClient, path: str) -> None:
    """Those of monitors, of the page, and of a protocol that is not Sheaf's."""
    assert (await empty.get(path)).status_code == 200


async def test_what_is_not_there_is_told_without_commands(empty: httpx.AsyncClient) -> None:
    """They are read on the page and by programs, by people who may have no shell on the service's machine."""
    asked = {"question": "Who chairs the board?"}
    replies = [
        await empty.get("/documents/nope"),
        await empty.delete("/documents/nope"),
        await empty.get("/collections/nope"),
        await empty.patch("/collections/nope", json={"weight": 2}),
        await empty.post("/sessions", json={"collection_ids": ["nope"]}),
        await empty.post("/chat", json=asked),
        await empty.post("/chat", json={**asked, "collection_ids": ["nope"]}),
    ]
    for reply in replies:
        assert reply.status_code == 404
        assert reply.json()["error"]["hint"]
        assert "sheaf " not in reply.text


async def test_what_a_server_is_called_stays_in_the_log(
    tmp_path: Path, serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    settings = load_settings(
        home=tmp_path / "home",
        auth="keys",
        store="elasticsearch",
        elasticsearch_url="http://searcher:word@127.0.0.1:1",
    )
    async with Sheaf(settings) as sheaf:
        key = await create_key(sheaf.catalogue, "bob")
        row = await sheaf.catalogue.ensure_collection("bob", "default", sheaf.library.configured_kind())
    headers = {"Authorization": f"Bearer {key}"}
    asked = {"question": "Who chairs the board?", "collection_ids": [row.collection_id]}
    completion = {"model": "sheaf", "messages": [{"role": "user", "content": "Who chairs the board?"}]}
    async with serve(settings) as client:
        client.headers.update(headers)
        replies = [
            await client.post("/search", json=asked),
            await client.post("/chat", json={**asked, "stream": False}),
            await client.post("/v1/chat/completions", json=completion),
        ]
    for reply in replies:
        assert reply.status_code == 502
        assert "no connection" in reply.text
        assert not [each for each in ("127.0.0.1", "searcher", str(tmp_path)) if each in reply.text]
    logged = [each.getMessage() for each in caplog.records if each.name == SheafError.__module__]
    assert sum("It is at http://127.0.0.1:1." in line for line in logged) >= len(replies)
    assert "searcher" not in caplog.text
