"""Two owners call every route in any order, with each other's ids and guessed ones: nothing foreign comes back."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import httpx
import pytest

from app.catalogue.catalogue import SqlCatalogue
from app.keys import create_key
from app.service.application import create_application
from app.settings import load_settings
from tests.app.service.conftest import Serve
from tests.app.service.wanderer import Operation, Person, Request, Wanderer, send

ROUNDS = 3
MOST_ROUNDS = 20
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


@pytest.mark.parametrize("seed", [1])
async def test_nothing_foreign_comes_back(tmp_path: Path, serve: Serve, seed: int) -> None:
    settings = load_settings(home=tmp_path / "home", auth="keys", service=LIMITS)
    catalogue = await SqlCatalogue.open(settings.catalogue_url)
    people = [
        Person(name, marker, await create_key(catalogue, f"key of {name}", name))
        for name, marker in (("owner-annika", "QUINCE"), ("owner-bertil", "MEDLAR"))
    ]
    await catalogue.close()
    chance = random.Random(seed)
    wanderer = Wanderer(create_application(settings).openapi(), chance)
    never = {(each.method, each.path) for each in wanderer.operations}
    statuses: Counter[int] = Counter()
    async with serve(settings) as client:
        for person in people:
            headers = {"Authorization": f"Bearer {person.key}"}
            made = await client.post("/collections", json={"name": person.marker}, headers=headers)
            person.learn(made.json())
        for turn in range(MOST_ROUNDS):
            if turn >= ROUNDS and not never:
                break
            for operation, me in _calls(wanderer, people, chance):
                [other] = [person for person in people if person is not me]
                status = await _call(client, wanderer.request(operation, me, other), me, other)
                statuses[status] += 1
                if status < 300:
                    never.discard((operation.method, operation.path))
    assert not never, f"never done: {never}"
    assert statuses[404] > 20
    assert not people[0].all_ids() & people[1].all_ids()


def _calls(wanderer: Wanderer, people: list[Person], chance: random.Random) -> list[tuple[Operation, Person]]:
    """Every operation once for each; what brings documents twice, as what takes them away comes in several shapes."""
    calls = [(operation, person) for operation in wanderer.operations for person in people]
    calls += [call for call in calls if call[0].path in ("/upload", "/sessions")]
    chance.shuffle(calls)
    return calls
