"""Two owners call every route in any order, with each other's ids and guessed ones: nothing foreign comes back."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.keys import create_key
from app.service.application import create_application
from tests.app.service.conftest import Serve
from tests.app.service.wanderer import QUESTIONS, Operation, Person, Request, Wanderer, send
from tests.app.stacks import Stack

ROUNDS = 2
TOUR = ("POST", "GET", "PUT", "PATCH", "DELETE")
LIMITS = {"requests_per_minute": 100_000, "uploads_per_minute": 10_000}


def _learned(text: str, person: Person) -> None:
    """Learns from JSON, or from the data of events."""
    lines = [line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")] or [text]
    for line in lines:
        try:
            person.learn(json.loads(line))
        except ValueError:
            continue


def _leaks(shown: str, request: Request, other: Person) -> set[str]:
    """What of the other's is in a reply, and was not in the request already."""
    return {
        secret
        for secret in {*other.all_ids(), other.marker, other.name}
        if secret in shown and secret not in request.text
    }


async def _call(client: httpx.AsyncClient, request: Request, me: Person, other: Person) -> int:
    """Sends a request, and holds the reply to what may be in it; its status."""
    operation = request.operation
    reply = await send(client, request, me)
    what = f"{me.name}: {operation.method} {request.text} -> {reply.status_code} {reply.text[:500]}"
    assert str(reply.status_code) in operation.statuses, what
    assert reply.status_code < 500, what
    assert not _leaks(reply.text + str(dict(reply.headers)), request, other), what
    if request.foreign_path:
        assert reply.status_code == 404, what
    elif request.foreign_body:
        assert reply.status_code in (404, 409, 422), what
    if reply.is_success:
        _learned(reply.text, me)
        if operation.method == "DELETE":
            me.forget(request.path)
    return reply.status_code


@pytest.mark.both_stacks
@pytest.mark.parametrize("seed", [1])
async def test_nothing_foreign_comes_back(stack: Stack, tmp_path: Path, serve: Serve, seed: int) -> None:
    settings = stack.settings(tmp_path / "home", auth="keys", service=LIMITS)
    catalogue = await SqlCatalogue.open(settings.catalogue_url)
    people = [
        Person(name, marker, await create_key(catalogue, f"key of {name}", name))
        for name, marker in (("owner-annika", "QUINCE"), ("owner-bertil", "MEDLAR"))
    ]
    await catalogue.close()
    chance = random.Random(seed)
    wanderer = Wanderer(create_application(settings).openapi(), chance)
    statuses: Counter[int] = Counter()
    async with serve(settings) as client:
        for person in people:
            headers = {"Authorization": f"Bearer {person.key}"}
            made = await client.post("/collections", json={"name": person.marker}, headers=headers)
            person.learn(made.json())
        wanderer.stays_home = True
        for person, other in (people, people[::-1]):
            await _tour(client, wanderer, person, other)
        wanderer.stays_home = False
        for _ in range(ROUNDS):
            for operation, me in _calls(wanderer, people, chance):
                [other] = [person for person in people if person is not me]
                statuses[await _call(client, wanderer.request(operation, me, other), me, other)] += 1
                await _use_tools(client, chance, me, other)
        told = (await client.get("/metrics", headers={"Authorization": f"Bearer {people[0].key}"})).text
        assert "sheaf_" in told or "rag_" in told
        assert not [
            each for person in people for each in (*person.all_ids(), person.marker, person.name) if each in told
        ]
    assert statuses[404] > 20
    assert not people[0].all_ids() & people[1].all_ids()


async def _tour(client: httpx.AsyncClient, wanderer: Wanderer, me: Person, other: Person) -> None:
    """Every route once with what is one's own: each does what it is for, so that none is held to refusals alone."""
    # What is deleted is deleted last, and collections, with all that is in them, after the rest.
    in_order = sorted(wanderer.operations, key=lambda each: (TOUR.index(each.method), "/collections/" in each.path))
    for operation in in_order:
        request = wanderer.request(operation, me, other)
        status = await _call(client, request, me, other)
        assert status < 300, f"{operation.method} {request.text} -> {status}"
        if operation.path in ("/upload", "/samples") and operation.method == "POST":
            await _settle(client, me)


async def _settle(client: httpx.AsyncClient, me: Person) -> None:
    """Waits until everything is taken in that was uploaded."""
    async with asyncio.timeout(60):
        while True:
            reply = await client.get("/uploads", headers={"Authorization": f"Bearer {me.key}"})
            if all(upload["done"] for upload in reply.json()["uploads"]):
                return
            await asyncio.sleep(0.05)


async def _use_tools(client: httpx.AsyncClient, chance: random.Random, me: Person, other: Person) -> None:
    """Calls a tool for agents, as `/mcp` takes it, with ids of both."""
    known = sorted(me.ids.get("document_id", {"none"}) | other.ids.get("document_id", set()))
    document_id = chance.choice(known)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("search", {"question": QUESTIONS[0]}),
        ("ask", {"question": QUESTIONS[1]}),
        ("ask", {"question": QUESTIONS[0], "collections": [other.marker]}),
        ("list_documents", {}),
        ("read_section", {"document_id": document_id}),
    ]
    name, arguments = chance.choice(calls)
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    headers = {"Authorization": f"Bearer {me.key}", "Accept": "application/json, text/event-stream"}
    reply = await client.post("/mcp", json=body, headers=headers)
    assert reply.status_code == 200, reply.text
    shown = reply.text
    for given in (document_id, other.marker if "collections" in arguments else document_id):
        shown = shown.replace(given, "")
    found = {each for each in (*other.all_ids(), other.marker, other.name) if each in shown}
    assert not found, f"{me.name}: {body} -> {reply.text[:500]}"


def _calls(wanderer: Wanderer, people: list[Person], chance: random.Random) -> list[tuple[Operation, Person]]:
    """Every operation once for each; what brings documents twice, as what takes them away comes in several shapes."""
    calls = [(operation, person) for operation in wanderer.operations for person in people]
    calls += [call for call in calls if call[0].path in ("/upload", "/sessions")]
    chance.shuffle(calls)
    return calls
