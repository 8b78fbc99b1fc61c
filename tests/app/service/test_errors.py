"""Every error has one shape and a true status."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.service.application import create_application
from app.service.errors import STATUS
from app.settings import Settings
from nodes.domain.errors import SheafError


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    application = create_application(Settings(home=tmp_path))
    async with application.router.lifespan_context(application):
        transport = httpx.ASGITransport(application, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://sheaf") as client:
            yield client


def test_every_code_has_a_status() -> None:
    def codes(kind: type[SheafError]) -> set[str]:
        return {kind.code}.union(*(codes(each) for each in kind.__subclasses__()))

    assert codes(SheafError) <= set(STATUS)


async def test_health(client: httpx.AsyncClient) -> None:
    reply = await client.get("/health")
    assert (reply.status_code, reply.json()) == (200, {"status": "ok"})


async def test_an_unknown_route_has_the_shape_of_all_errors(client: httpx.AsyncClient) -> None:
    reply = await client.get("/nothing")
    assert reply.status_code == 404
    assert reply.json()["error"] == {
        "code": "not_found",
        "message": "There is nothing at /nothing.",
        "hint": "/docs lists the routes.",
    }


async def test_a_wrong_method_keeps_its_status(client: httpx.AsyncClient) -> None:
    reply = await client.post("/health")
    assert reply.status_code == 405
    assert reply.json()["error"]["code"] == "invalid_request"
