"""The work beside a service ends when the service does, whatever it was about to do."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.ingesting.beside_service import IngestWorker
from app.ingesting.progress import ProgressBoard


async def test_what_is_handed_over_is_looked_for_at_once() -> None:
    catalogue: Any = AsyncMock()
    catalogue.waiting.return_value = []
    async with IngestWorker(catalogue, AsyncMock(), ProgressBoard()) as worker:
        await asyncio.sleep(0.05)
        looked = catalogue.waiting.await_count
        assert looked > 0
        await worker.hand_over("local", "c1", ["r1"])
        await asyncio.sleep(0.05)
        assert catalogue.waiting.await_count > looked


@pytest.mark.parametrize("steps", range(8))
async def test_it_stops_also_at_the_moment_in_which_it_is_woken(steps: int) -> None:
    catalogue: Any = AsyncMock()
    catalogue.waiting.return_value = []
    async with asyncio.timeout(5):
        async with IngestWorker(catalogue, AsyncMock(), ProgressBoard()) as worker:
            await asyncio.sleep(0.01)
            await worker.hand_over("local", "c1", ["r1"])
            for _ in range(steps):
                await asyncio.sleep(0)
            tasks = list(worker._tasks)
        assert tasks
        assert all(task.done() for task in tasks)
