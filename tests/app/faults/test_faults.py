"""What is broken by hand while people work: nothing is lost, nothing half-visible, and it mends by itself."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from functools import partial
from typing import Any

import httpx
import pytest

from tests.app.faults.conftest import (
    Installation,
    all_ready,
    assert_whole,
    statuses,
    upload,
)
from tests.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

RECOVERY_SECONDS = 120


async def some_ready(client: httpx.AsyncClient, upload_id: str) -> bool:
    return "ready" in await statuses(client, upload_id)


async def ask(client: httpx.AsyncClient, question: str, **body: Any) -> httpx.Response:
    return await client.post("/search", json={"question": question, **body})


async def test_elasticsearch_dies_in_the_middle_of_an_ingest(
    installation: Installation, client: httpx.AsyncClient
) -> None:
    names = range(1, 61)
    given = await upload(client, "Heron", names)
    await until(lambda: some_ready(client, given["upload_id"]), RECOVERY_SECONDS)
    installation.elasticsearch.send(signal.SIGKILL)

    failed = await ask(client, "How much did Heron1X give?", collection_ids=[given["collection_id"]])
    assert (failed.status_code, failed.json()["error"]["code"]) == (502, "retrieval_failed")
    assert "Elasticsearch" in failed.json()["error"]["message"]
    assert failed.json()["error"]["hint"]
    ready = await client.get("/ready")
    assert ready.status_code == 503
    assert (await client.get("/health")).is_success
    more = await upload(client, "Heron", range(61, 71))
    assert "failed" not in await statuses(client, given["upload_id"])

    installation.elasticsearch.restart()
    for each in (given, more):
        await until(partial(all_ready, client, each["upload_id"]), RECOVERY_SECONDS)
    await assert_whole(client, "Heron", range(1, 71))


async def test_elasticsearch_hangs_in_the_middle_of_searches(
    installation: Installation, client: httpx.AsyncClient
) -> None:
    given = await upload(client, "Egret", range(1, 4))
    await until(lambda: all_ready(client, given["upload_id"]), RECOVERY_SECONDS)
    question: dict[str, Any] = {
        "question": "How much did Egret2X give?",
        "collection_ids": [given["collection_id"]],
    }
    assert (await ask(client, **question)).is_success

    installation.elasticsearch.send(signal.SIGSTOP)
    try:
        replies = await asyncio.gather(*(ask(client, **question) for _ in range(5)))
        assert {reply.status_code for reply in replies} == {502}
        assert {reply.json()["error"]["code"] for reply in replies} == {"retrieval_failed"}
        assert "no answer within 2 seconds" in replies[0].json()["error"]["message"]
        assert (await client.get("/health")).is_success
    finally:
        installation.elasticsearch.send(signal.SIGCONT)

    async def answers() -> bool:
        return (await ask(client, **question)).is_success

    await until(answers, RECOVERY_SECONDS)


async def test_postgresql_restarts_under_load(installation: Installation, client: httpx.AsyncClient) -> None:
    given = await upload(client, "Curlew", range(1, 31))
    await until(lambda: some_ready(client, given["upload_id"]), RECOVERY_SECONDS)
    seen: Counter[tuple[int, str]] = Counter()
    done = asyncio.Event()

    async def load() -> None:
        while not done.is_set():
            reply = await ask(client, "How much did Curlew1X give?", collection_ids=[given["collection_id"]])
            seen[reply.status_code, "" if reply.is_success else reply.json()["error"]["code"]] += 1

    loads = [asyncio.create_task(load()) for _ in range(4)]
    await asyncio.sleep(1)
    await asyncio.to_thread(installation.postgresql.restart)
    await asyncio.sleep(2)
    done.set()
    await asyncio.gather(*loads)

    assert seen[200, ""] > 0
    assert {status for status, _ in seen} <= {200, 503}, seen
    await until(lambda: all_ready(client, given["upload_id"]), RECOVERY_SECONDS)
    await assert_whole(client, "Curlew", range(1, 31))


async def test_a_worker_is_killed(installation: Installation, client: httpx.AsyncClient) -> None:
    doomed = installation.start("worker", "--concurrency", "4")

    async def works() -> bool:
        return "takes 4 jobs" in installation.log_of(doomed, "worker")

    await until(works, RECOVERY_SECONDS)
    given = await upload(client, "Plover", range(1, 61))
    await until(lambda: some_ready(client, given["upload_id"]), RECOVERY_SECONDS)
    doomed.kill()
    await until(lambda: all_ready(client, given["upload_id"]), RECOVERY_SECONDS)
    await assert_whole(client, "Plover", range(1, 61))
