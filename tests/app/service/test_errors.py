"""Every error has one shape and a true status."""

from __future__ import annotations

import httpx
import pytest

from app.service.errors import STATUS
from nodes.domain.errors import SheafError


def test_every_code_has_a_status() -> None:
    def codes(kind: type[SheafError]) -> set[str]:
        return {kind.code}.union(*(codes(each) for each in kind.__subclasses__()))

    assert codes(SheafError) <= set(STATUS)


async def test_health(empty: httpx.AsyncClient) -> None:
    reply = await empty.get("/health")
    assert (reply.status_code, reply.json()) == (200, {"status": "ok"})


async def test_an_unknown_route_has_the_shape_of_all_errors(empty: httpx.AsyncClient) -> None:
    reply = await empty.get("/nothing")
    assert reply.status_code == 404
    assert reply.json()["error"] == {
        "code": "not_found",
        "message": "There is nothing at /nothing.",
        "hint": "/docs lists the routes.",
    }


async def test_a_wrong_method_keeps_its_status(empty: httpx.AsyncClient) -> None:
    reply = await empty.post("/health")
    assert reply.status_code == 405
    assert reply.json()["error"]["code"] == "invalid_request"


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
