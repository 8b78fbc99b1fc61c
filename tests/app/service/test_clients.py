"""Work is done to its end for clients that stay, and ended at once for those that go."""

from __future__ import annotations

import asyncio

import pytest

from app.service.clients import until_left

GONE = ConnectionAbortedError("gone")


async def test_clients_that_stay_get_the_result_and_nobody_listens_on() -> None:
    left = asyncio.Event()
    assert await until_left(asyncio.sleep(0, "done"), left.wait(), GONE) == "done"
    with pytest.raises(LookupError, match="its own"):
        await until_left(_failing(), left.wait(), GONE)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_the_work_is_ended_before_it_is_told_that_the_client_has_gone() -> None:
    ended = False

    async def work() -> None:
        nonlocal ended
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended = True

    with pytest.raises(ConnectionAbortedError):
        await until_left(work(), asyncio.sleep(0.01), GONE)
    assert ended


async def test_the_work_ends_with_who_waits_for_it() -> None:
    waiting = asyncio.create_task(until_left(asyncio.Event().wait(), asyncio.Event().wait(), GONE))
    await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert waiting.cancelled()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def _failing() -> None:
    raise LookupError("its own")
