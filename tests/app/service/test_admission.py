"""What is refused before it is read: requests without a key, and bodies that are too long."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.keys import create_key
from app.service.application import create_application
from app.settings import Settings, load_settings
from app.sheaf import Sheaf
from tests.app.service.conftest import Serve

LIMIT = 2000
BLOCK = b" " * 500


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path / "home", auth="keys", service={"body_max_bytes": LIMIT})


@pytest.fixture
async def bearer(settings: Settings) -> dict[str, str]:
    async with Sheaf(settings) as sheaf:
        return {"Authorization": f"Bearer {await create_key(sheaf.catalogue, 'ann')}"}


class Body:
    """A body that comes in blocks and announces no length."""

    def __init__(self, blocks: int) -> None:
        self._blocks = blocks
        self.sent = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self._blocks):
            self.sent += len(BLOCK)
            yield BLOCK


JSON = {"Content-Type": "application/json"}
PATHS = ("/chat", "/collections", "/mcp", "/v1/chat/completions")


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_over_the_limit_is_read_no_further(
    settings: Settings, serve: Serve, bearer: dict[str, str], path: str
) -> None:
    body = Body(1000)
    async with serve(settings) as client:
        reply = await client.post(path, content=body, headers=bearer | JSON)
    assert (reply.status_code, reply.json()["error"]["code"]) == (413, "too_large"), reply.text
    assert "SHEAF_SERVICE__BODY_MAX_BYTES" in reply.json()["error"]["hint"]
    assert LIMIT < body.sent <= LIMIT + 2 * len(BLOCK)


@pytest.mark.parametrize("path", PATHS)
async def test_a_length_over_the_limit_is_refused_unread(
    settings: Settings, serve: Serve, bearer: dict[str, str], path: str
) -> None:
    body = Body(1000)
    async with serve(settings) as client:
        reply = await client.post(path, content=body, headers={**bearer, **JSON, "Content-Length": str(LIMIT + 1)})
    assert reply.status_code == 413, reply.text
    assert body.sent <= len(BLOCK)


@pytest.mark.parametrize("path", [*PATHS, "/upload", "/nowhere"])
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer sheaf_guess"}])
async def test_without_a_key_that_holds_nothing_is_read(
    settings: Settings, serve: Serve, path: str, headers: dict[str, str]
) -> None:
    body = Body(1000)
    async with serve(settings) as client:
        reply = await client.post(path, content=body, headers=headers | JSON)
    assert (reply.status_code, reply.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert reply.json()["error"]["code"] == ("invalid_api_key" if path.startswith("/v1/") else "unauthorized")
    assert body.sent <= len(BLOCK)


async def test_a_body_within_the_limit_is_read_wholly(settings: Settings, serve: Serve, bearer: dict[str, str]) -> None:
    content = b'{"name": "tides"}'
    async with serve(settings) as client:
        padded = content.ljust(LIMIT)
        assert (await client.post("/collections", content=padded, headers=bearer | JSON)).status_code == 201


async def test_uploads_have_a_limit_of_their_own(settings: Settings, serve: Serve, bearer: dict[str, str]) -> None:
    files = [("files", ("tides.md", b"The tide turns at noon.\n" * LIMIT, "text/markdown"))]
    async with serve(settings) as client:
        assert (await client.post("/upload", files=files, headers=bearer)).status_code == 202


def test_every_route_with_a_body_tells_that_it_may_be_too_large(settings: Settings) -> None:
    paths = create_application(settings).openapi()["paths"]
    untold = [
        (method, path)
        for path, operations in paths.items()
        for method, operation in operations.items()
        if "requestBody" in operation and "413" not in operation["responses"]
    ]
    assert untold == []
