"""The work beside a service ends when the service does, whatever it was about to do."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.ingesting import beside_service
from app.ingesting.beside_service import COLLECTIONS_AT_ONCE, IngestWorker
from app.ingesting.progress import ProgressBoard
from nodes.domain.errors import NotFoundError
from tests.waiting import until

SOON_SECONDS = 60.0
"""Many times as long as anything here takes."""


async def test_what_is_handed_over_is_looked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside_service, "LOOK_SECONDS", 10 * SOON_SECONDS)
    catalogue: Any = AsyncMock()
    catalogue.waiting.return_value = []
    async with IngestWorker(catalogue, AsyncMock(), ProgressBoard()) as worker:
        await until(lambda: catalogue.waiting.await_count >= COLLECTIONS_AT_ONCE, SOON_SECONDS)
        looked = catalogue.waiting.await_count
        await worker.hand_over(["r1"])
        await until(lambda: catalogue.waiting.await_count > looked, SOON_SECONDS)


@pytest.mark.parametrize("steps", range(8))
async def test_it_stops_also_at_the_moment_in_which_it_is_woken(steps: int) -> None:
    catalogue: Any = AsyncMock()
    catalogue.waiting.return_value = []
    async with asyncio.timeout(SOON_SECONDS):
        async with IngestWorker(catalogue, AsyncMock(), ProgressBoard()) as worker:
            await asyncio.sleep(0.01)
            await worker.hand_over(["r1"])
            for _ in range(steps):
                await asyncio.sleep(0)
            tasks = list(worker._tasks)
        assert tasks
        assert all(task.done() for task in tasks)


async def test_of_collections_that_wait_no_more_nothing_is_remembered() -> None:
    catalogue: Any = AsyncMock()
    building: Any = AsyncMock()
    building.work.side_effect = [ValueError("away"), *[NotFoundError("gone")] * 100]
    catalogue.waiting.return_value = [("local", "c1")]
    worker = IngestWorker(catalogue, building, ProgressBoard())
    await worker._take_turn("local", "c1")
    assert worker._rests.is_resting("c1")
    catalogue.waiting.return_value = []
    assert await worker._next_place() is None
    assert not worker._rests.is_resting("c1")
    assert not worker._last_turn
