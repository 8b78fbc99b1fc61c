"""Indexes of a test's own on the server that TEST_ELASTICSEARCH_URL names, removed when the test is done."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import pytest
from aiohttp import ClientSession, web
from elasticsearch import Elasticsearch
from elasticsearch.helpers import bulk, scan

from app.settings import Settings, load_settings

URL = os.environ.get("TEST_ELASTICSEARCH_URL")
needs_server = pytest.mark.skipif(URL is None, reason="TEST_ELASTICSEARCH_URL names no Elasticsearch")


def settings_for(home: Path, prefix: str, url: str | None = URL, **options: Any) -> Settings:
    """Settings for indexes of this prefix."""
    return load_settings(
        home=home, store="elasticsearch", elasticsearch_url=url, elasticsearch={"index_prefix": prefix, **options}
    )


@pytest.fixture
def raw() -> Iterator[Elasticsearch]:
    """A client of the test's own."""
    with Elasticsearch(URL or "http://127.0.0.1:1") as client:
        yield client


@pytest.fixture
def prefix() -> Iterator[str]:
    """A prefix of index names of this test's own."""
    yield from _own_prefix()


@pytest.fixture(scope="module")
def kept_prefix() -> Iterator[str]:
    """A prefix of this module's own: making an index takes longer than most tests do."""
    yield from _own_prefix()


def _own_prefix() -> Iterator[str]:
    name = f"test-{uuid.uuid4().hex[:12]}"
    yield name
    with Elasticsearch(URL or "http://127.0.0.1:1") as client:
        if found := list(client.indices.get(index=f"{name}-*", features="aliases").body):
            client.indices.delete(index=",".join(found))


def empty(client: Elasticsearch, prefix: str) -> None:
    """Removes every row; Elasticsearch forgets a segment of which nothing is left, and its statistics with it."""
    client.indices.refresh(index=f"{prefix}-*")
    rows = [
        {"_op_type": "delete", "_index": hit["_index"], "_id": hit["_id"]}
        for hit in scan(client, index=f"{prefix}-*", _source=False)
    ]
    bulk(client, rows, refresh=True)


Answer = tuple[int, dict[str, Any]]


class FrontServer:
    """A server before Elasticsearch that lets requests through, or refuses them, or does not answer.

    Args:
        url: of Elasticsearch; None where nothing is behind it, and every search finds nothing.
        port: to listen at.
    """

    def __init__(self, url: str | None, port: int = 0) -> None:
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.change: Callable[[str, dict[str, Any]], dict[str, Any]] = lambda path, answer: answer
        """What becomes of an answer, by the path that was asked."""
        self._behind, self._port = url, port
        self._refusals: list[Answer] = []
        self._hangs = False

    @staticmethod
    def free_port() -> int:
        """A port that nobody listens at."""
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port: int = listener.getsockname()[1]
            return port

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    def refuse(self, status: int, *, times: int, error: object = "refused") -> None:
        """Answers the next requests by an error."""
        self._refusals = [(status, {"error": error, "status": status})] * times

    def hang(self) -> None:
        """Answers nothing any more."""
        self._hangs = True

    async def __aenter__(self) -> Self:
        self._stopped = asyncio.Event()
        application = web.Application(client_max_size=100_000_000)
        application.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(application, shutdown_timeout=0.1)
        await self._runner.setup()
        self._port = self._port or self.free_port()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        return self

    async def __aexit__(self, *failure: object) -> None:
        self._stopped.set()
        await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        self.paths.append(request.path)
        if self._hangs:
            await self._stopped.wait()
        status, answer = self._refusals.pop() if self._refusals else await self._pass_on(request, body)
        return web.Response(
            status=status,
            body=json.dumps(self.change(request.path, answer) if status < 300 else answer),
            content_type="application/json",
            headers={"X-Elastic-Product": "Elasticsearch"},
        )

    async def _pass_on(self, request: web.Request, body: bytes) -> Answer:
        if self._behind is None:
            searches = body.count(b"\n") // 2
            return 200, {"responses": [{"timed_out": False, "hits": {"hits": []}}] * searches, "version": {}}
        headers = {name: request.headers[name] for name in ("content-type", "accept") if name in request.headers}
        async with (
            ClientSession(auto_decompress=True) as session,
            session.request(
                request.method, self._behind + str(request.rel_url), data=body, headers=headers
            ) as response,
        ):
            return response.status, await response.json(content_type=None) if request.method != "HEAD" else {}
