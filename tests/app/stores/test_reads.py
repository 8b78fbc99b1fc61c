from __future__ import annotations

import asyncio
import logging

import pytest

from app.stores.reads import Reads


class Store:
    """Answers only as often as it is said, and counts."""

    def __init__(self, silent: int = 0) -> None:
        self.begun = self.ended = 0
        self._silent = silent
        self.answers = asyncio.Event()

    async def read(self) -> int:
        self.begun += 1
        number = self.begun
        if number <= self._silent:
            await asyncio.Event().wait()
        await self.answers.wait()
        self.ended += 1
        return number


@pytest.mark.parametrize("is_limited", [True, False])
async def test_a_read_goes_on_where_whoever_waits_for_it_is_cancelled(is_limited: bool) -> None:
    reads, store = Reads(), Store()
    waiting = asyncio.create_task(reads.answered(store.read) if is_limited else reads.undisturbed(store.read()))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert (store.begun, store.ended) == (1, 0)
    store.answers.set()
    await reads.close()
    assert store.ended == 1


async def test_a_read_that_stands_still_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.stores.reads.AGAIN_SECONDS", 0.01)
    reads, store = Reads(), Store(silent=1)
    store.answers.set()

    with caplog.at_level(logging.WARNING):
        assert await reads.answered(store.read) == 2
    assert "has not answered" in caplog.text


async def test_a_slow_read_is_not_lost_when_another_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.stores.reads.AGAIN_SECONDS", 0.01)
    reads, store = Reads(), Store()

    async def read() -> int:
        if store.begun:
            await asyncio.Event().wait()
        return await store.read()

    asyncio.get_running_loop().call_later(0.05, store.answers.set)
    assert await reads.answered(read) == 1


async def test_no_read_is_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.stores.reads.AGAIN_SECONDS", 0.01)
    monkeypatch.setattr("app.stores.reads.LONGEST_SECONDS", 0.02)
    monkeypatch.setattr("app.stores.reads.CLOSING_SECONDS", 0.01)
    reads, store = Reads(), Store(silent=2)

    with pytest.raises(TimeoutError):
        await reads.answered(store.read)
    assert store.begun == 2
    await reads.close()


async def test_what_fails_is_told_to_who_waits_and_to_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    reads = Reads()
    fails = asyncio.Event()

    async def read() -> None:
        await fails.wait()
        raise ValueError("damaged")

    waiting, left = (asyncio.create_task(reads.answered(read)) for _ in range(2))
    await asyncio.sleep(0.01)
    left.cancel()
    fails.set()
    with pytest.raises(ValueError, match="damaged"):
        await waiting
    await reads.close()
    assert "never retrieved" not in caplog.text
