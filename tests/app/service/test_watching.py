"""What can be watched: readiness, metrics, logs with request ids, careful headers."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from app.observing.logs import OWN, configure_logs
from app.observing.spans import ENDPOINT, Spans
from app.service.application import create_application
from app.settings import load_settings
from nodes.domain.errors import UnavailableError
from tests.app.service.conftest import Serve

QUESTION = "How many members did the cooperative have at the end of 2023?"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the service logs, from `debug` on."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    root.handlers = []
    configure_logs("debug", stream)
    yield stream
    root.handlers = before
    root.setLevel(level)
    for name in OWN:
        logging.getLogger(name).setLevel(logging.NOTSET)


def _logged(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


async def _samples(client: httpx.AsyncClient) -> dict[str, float]:
    """Values by name, labels in order of their names."""
    reply = await client.get("/metrics")
    assert reply.status_code == 200
    found = {}
    for family in text_string_to_metric_families(reply.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


async def test_ready_names_every_part(sample_client: httpx.AsyncClient) -> None:
    reply = await sample_client.get("/ready")
    assert reply.status_code == 200, reply.text
    parts = reply.json()["parts"]
    assert set(parts) == {"catalogue", "store", "files", "embedding model"}
    assert all(part == {"ready": True, "why": ""} for part in parts.values())


@pytest.mark.parametrize("auth", ["off", "keys"])
async def test_ready_says_which_part_is_not_and_why(tmp_path: Path, serve: Serve, auth: str) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.touch()
    async with serve(load_settings(home=tmp_path / "home", files_url=str(blocked / "files"), auth=auth)) as client:
        reply = await client.get("/ready")
    assert reply.status_code == 503
    body = reply.json()
    assert body["error"]["code"] == "unavailable"
    assert body["parts"]["catalogue"]["ready"]
    assert not body["parts"]["files"]["ready"]
    assert "files:" in body["error"]["message"]
    # Who has no key is told no more than that.
    assert ("SHEAF_FILES_URL" in body["parts"]["files"]["why"]) == (auth == "off")


async def test_metrics_tell_of_a_question_and_of_requests(sample_client: httpx.AsyncClient) -> None:
    reply = await sample_client.post("/search", json={"question": QUESTION})
    assert reply.status_code == 200
    documents = (await sample_client.get("/documents")).json()["documents"]
    for document in documents[:2]:
        await sample_client.get(f"/documents/{document['document_id']}")
    await sample_client.get("/documents/no-such-document")
    await sample_client.get("/nowhere")
    found = await _samples(sample_client)
    for name in (
        "rag_search_documents_found",
        "rag_search_diversity_score",
        "rag_hierarchical_level1_duration",
        "rag_hierarchical_level2_duration",
        "rag_rerank_duration",
    ):
        assert found[f"{name}_count{{}}"] == 1, name
    assert found["rag_metadata_extraction_duration_count{}"] == 0
    assert found["rag_node_duration_count{graph=chat,node=classify_query}"] == 1
    requests = {
        (route, status): value
        for name, value in found.items()
        if (match := re.fullmatch(r"rag_http_requests_total\{method=\w+,route=(.*),status=(\d+)\}", name))
        for route, status in [match.groups()]
    }
    assert requests["/documents/{document_id}", "200"] == 2
    assert requests["/documents/{document_id}", "404"] == 1
    assert requests["none", "404"] == 1
    text = (await sample_client.get("/metrics")).text
    assert "no-such-document" not in text
    assert documents[0]["document_id"] not in text
    assert "local" not in text


async def test_applications_do_not_share_metrics(empty: httpx.AsyncClient, tmp_path: Path, serve: Serve) -> None:
    async with serve(load_settings(home=tmp_path / "other")) as other:
        await other.get("/documents")
    assert not [name for name in await _samples(empty) if "route=/documents" in name]


async def test_a_search_is_told_in_the_log_under_its_request_id(
    sample_client: httpx.AsyncClient, lines: io.StringIO
) -> None:
    reply = await sample_client.post("/search", json={"question": QUESTION}, headers={"X-Request-ID": "trace-7.1"})
    assert reply.headers["X-Request-ID"] == "trace-7.1"
    own = [line for line in _logged(lines) if line["request_id"] == "trace-7.1"]
    told = [(line["level"], line["message"]) for line in own if line["logger"] in ("sheaf.search", "sheaf.request")]
    for (level, message), (wanted, pattern) in zip(
        told,
        [
            ("INFO", r"Hierarchical search: found \d+ relevant docs from 15 total"),
            ("DEBUG", r"Level 1 results: \[.*\]"),
            ("DEBUG", r"Level 2 retrieved \d+ chunks, reranked to \d+"),
            ("INFO", r"Final results: \d+ chunks from \S+(, \d+ from \S+)*"),
            ("INFO", "POST /search 200"),
        ],
        strict=True,
    ):
        assert level == wanted
        assert re.fullmatch(pattern, message), message
    assert {"method", "route", "status", "seconds"} <= own[-1].keys()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", own[-1]["time"])
    assert QUESTION not in lines.getvalue()


@pytest.mark.parametrize("sent", [None, "", "a b", "x" * 129, "naïve", "{}"])
async def test_an_odd_request_id_is_replaced(empty: httpx.AsyncClient, sent: str | None) -> None:
    headers = {} if sent is None else {"X-Request-ID": sent.encode()}
    reply = await empty.get("/health", headers=headers)  # type: ignore[arg-type]  # httpx takes bytes as well
    assert re.fullmatch("[0-9a-f]{32}", reply.headers["X-Request-ID"])


async def test_a_fault_has_an_id_a_true_status_and_no_secrets(
    empty: httpx.AsyncClient, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("app.sheaf.Sheaf.collections", broken)
    monkeypatch.setattr("app.service.routes.documents._checked", broken)
    for path in ("/documents", "/v1/models"):
        reference = path.replace("/", ".")
        reply = await empty.get(path, headers={"X-Request-ID": reference})
        error = reply.json()["error"]
        assert (reply.status_code, error["code"]) == (500, "internal")
        assert reply.headers["X-Request-ID"] == reference
        assert f"GET {path} failed" in error["message"]
        assert error["hint"] == f"The log has it as {reference}."
        assert ("type" in error) == path.startswith("/v1/"), "in the shape that clients of its path read"
        assert "secret" not in reply.text
    faults = [line for line in _logged(lines) if "exc_info" in line]
    assert [line["request_id"] for line in faults] == [".documents", ".v1.models"]
    assert all("KeyError: 'secret'" in line["exc_info"] for line in faults)


async def test_a_fault_in_a_stream_has_its_id_and_no_secrets(
    sample_client: httpx.AsyncClient, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("app.chatting.answering._answer", broken)
    asked = {"model": "sheaf", "stream": True, "messages": [{"role": "user", "content": QUESTION}]}
    for path, body in (("/chat", {"question": QUESTION}), ("/v1/chat/completions", asked)):
        reply = await sample_client.post(path, json=body, headers={"X-Request-ID": "fault"})
        assert reply.status_code == 200
        assert "Answering the question failed in a way that nobody foresaw." in reply.text
        assert "The log has it as fault." in reply.text
        assert "secret" not in reply.text
        assert ("event: error" in reply.text) == (path == "/chat")
    monkeypatch.setattr("app.chatting.answering._generations", broken)
    reply = await sample_client.post("/chat", json={"question": QUESTION, "stream": False})
    assert (reply.status_code, reply.json()["error"]["code"]) == (502, "retrieval_failed")
    assert reply.headers["X-Request-ID"] in reply.json()["error"]["hint"]
    assert "secret" not in reply.text
    faults = [line for line in _logged(lines) if "exc_info" in line]
    assert len(faults) == 3
    assert all("KeyError: 'secret'" in line["exc_info"] for line in faults)


@pytest.mark.parametrize("path", ["/health", "/documents", "/nowhere", "/docs"])
async def test_every_reply_is_careful(empty: httpx.AsyncClient, path: str) -> None:
    headers = (await empty.get(path)).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert ("unsafe-inline" in policy) == (path == "/docs")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


async def test_other_origins_may_call_only_where_set(tmp_path: Path, serve: Serve) -> None:
    friend = {"Origin": "https://friend.example", "Access-Control-Request-Method": "POST"}
    stranger = {**friend, "Origin": "https://stranger.example"}
    settings = load_settings(home=tmp_path, service={"cors_origins": ["https://friend.example"]})
    async with serve(settings) as client:
        allowed = await client.options("/search", headers=friend)
        assert allowed.headers["Access-Control-Allow-Origin"] == "https://friend.example"
        refused = await client.options("/search", headers=stranger)
        assert "Access-Control-Allow-Origin" not in refused.headers
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
        assert refused.json()["error"]["message"] == "Disallowed CORS origin."


async def test_pages_of_friends_speak_with_agents_and_read_what_follows(sample_copy: Path, serve: Serve) -> None:
    origin = {"Origin": "https://friend.example"}
    asked = "authorization,content-type,last-event-id,mcp-protocol-version,mcp-session-id"
    preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": asked}
    settings = load_settings(home=sample_copy, service={"cors_origins": ["https://friend.example"]})
    async with serve(settings) as client:
        assert (await client.options("/mcp", headers={**origin, **preflight})).status_code == 200
        names = await client.get("/document-names", params={"limit": 1}, headers=origin)
    readable = names.headers["Access-Control-Expose-Headers"].split(", ")
    assert names.headers["X-Next"]
    assert {"X-Next", "Mcp-Session-Id", "X-Request-ID", "Retry-After"} <= set(readable)


def test_a_collector_without_the_extra_is_an_error_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(UnavailableError) as caught:
        create_application(load_settings(home=tmp_path))
    assert "sheaf[otel]" in caught.value.hint


async def test_steps_are_spans_under_that_of_their_request(
    sample_copy: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr("app.service.application.configured_spans", lambda: Spans(provider))
    async with serve(load_settings(home=sample_copy)) as client:
        assert (await client.post("/search", json={"question": QUESTION})).status_code == 200
    spans = exporter.get_finished_spans()
    [request] = [span for span in spans if span.name == "POST /search"]
    steps = [span for span in spans if span.name.startswith("chat.")]
    assert {"chat.classify_query", "chat.retrieve_chunks", "chat.rerank_diversity"} <= {span.name for span in steps}
    for step in steps:
        assert step.parent is not None
        assert step.parent.span_id == request.context.span_id
        assert step.start_time is not None
        assert step.end_time is not None
        assert step.start_time <= step.end_time


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 201),
        ("http://sheaf", 201),
        ("https://friend.example", 201),
        ("https://stranger.example", 403),
        ("null", 403),
        ("http://sheaf.stranger.example", 403),
    ],
)
async def test_pages_of_other_sites_cannot_write(tmp_path: Path, serve: Serve, origin: str | None, status: int) -> None:
    settings = load_settings(home=tmp_path, service={"cors_origins": ["https://friend.example"]})
    async with serve(settings) as client:
        headers = {} if origin is None else {"Origin": origin}
        reply = await client.post("/collections", json={"name": "papers"}, headers=headers)
        of_protocol = await client.post("/v1/chat/completions", json={}, headers=headers)
    assert reply.status_code == status, reply.text
    if status == 403:
        # Not 401: the page would ask for a key, which changes nothing.
        assert reply.json()["error"]["code"] == of_protocol.json()["error"]["code"] == "forbidden"
        assert "SHEAF_SERVICE__CORS_ORIGINS" in of_protocol.json()["error"]["message"]


async def test_a_service_that_goes_by_fixed_names_refuses_others(tmp_path: Path, serve: Serve) -> None:
    async with serve(load_settings(home=tmp_path, service={"allowed_hosts": ["127.0.0.1", "::1"]})) as client:
        for host, status in (("127.0.0.1:8000", 200), ("[::1]:8000", 200), ("evil.example:8000", 421), ("[", 421)):
            reply = await client.get("/health", headers={"Host": host})
            assert reply.status_code == status, host
        assert reply.json()["error"]["code"] == "invalid_request"
        assert reply.headers["X-Request-ID"]


@pytest.mark.parametrize(
    ("settings", "host", "status"),
    [
        ({}, "evil.example", 421),
        ({}, "localhost.evil.example", 421),
        ({}, "", 421),
        ({}, "localhost:8000", 200),
        ({}, "127.0.0.1", 200),
        ({}, "[::1]:8000", 200),
        ({}, "192.168.1.5:8000", 200),
        ({"auth": "keys"}, "docs.example", 200),
        ({"service": {"allowed_hosts": ["*"]}}, "docs.example", 200),
    ],
)
async def test_without_keys_a_service_goes_by_the_names_of_its_machine(
    tmp_path: Path, serve: Serve, settings: dict[str, Any], host: str, status: int
) -> None:
    """However it is started: a page whose name was made to point here would read everything."""
    async with serve(load_settings(home=tmp_path, **settings)) as client:
        assert (await client.get("/health", headers={"Host": host})).status_code == status


def test_a_client_of_tests_reaches_it_by_the_name_that_it_gives_the_server(tmp_path: Path) -> None:
    with TestClient(create_application(load_settings(home=tmp_path))) as client:
        assert client.get("/health").status_code == 200
        assert client.get("/health", headers={"Host": "evil.example"}).status_code == 421


async def test_the_page_of_the_api_takes_nothing_from_elsewhere(empty: httpx.AsyncClient) -> None:
    # As behind a proxy that has another name for the service than its readers.
    page = (await empty.get("/docs", headers={"Host": "127.0.0.1:443"})).text
    addresses = re.findall(r"""(?:src=|href=|url: )["']([^"']+)["']""", page)
    assert len(addresses) == 4
    assert "127.0.0.1" not in page
    for address in addresses:
        assert not address.startswith(("http", "/"))
        assert (await empty.get(f"/{address}")).status_code == 200
