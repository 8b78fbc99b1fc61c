from __future__ import annotations

import asyncio
import logging

import pytest

from app.stores.calls import Calls


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
    calls, store = Calls(), Store()
    waiting = asyncio.create_task(calls.answered(store.read) if is_limited else calls.undisturbed(store.read()))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert (store.begun, store.ended) == (1, 0)
    store.answers.set()
    await calls.close()
    assert store.ended == 1


async def test_a_read_that_stands_still_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.stores.calls.AGAIN_SECONDS", 0.01)
    calls, store = Calls(), Store(silent=1)
    store.answers.set()

    with caplog.at_level(logging.WARNING):
        assert await calls.answered(store.read) == 2
    assert "has not answered" in caplog.text


async def test_a_slow_read_is_not_lost_when_another_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.stores.calls.AGAIN_SECONDS", 0.01)
    calls, store = Calls(), Store()

    async def read() -> int:
        if store.begun:
            await asyncio.Event().wait()
        return await store.read()

    asyncio.get_running_loop().call_later(0.05, store.answers.set)
    assert await calls.answered(read) == 1


async def test_no_read_is_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.stores.calls.AGAIN_SECONDS", 0.01)
    monkeypatch.setattr("app.stores.calls.LONGEST_SECONDS", 0.02)
    monkeypatch.setattr("app.stores.calls.CLOSING_SECONDS", 0.01)
    calls, store = Calls(), Store(silent=2)

    with pytest.raises(TimeoutError):
        await calls.answered(store.read)
    assert store.begun == 2
    await calls.close()


async def test_who_is_cancelled_waits_for_the_end_of_what_he_writes() -> None:
    calls, store = Calls(), Store()
    writing = asyncio.create_task(calls.written(store.read()))
    await asyncio.sleep(0.01)
    writing.cancel()
    await asyncio.sleep(0.01)
    assert not writing.done()

    store.answers.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert store.ended == 1


@pytest.mark.parametrize("is_impatient", [False, True])
async def test_nobody_waits_without_end_for_what_he_writes(monkeypatch: pytest.MonkeyPatch, is_impatient: bool) -> None:
    monkeypatch.setattr("app.stores.calls.CLOSING_SECONDS", 60 if is_impatient else 0.02)
    calls, store = Calls(), Store()
    writing = asyncio.create_task(calls.written(store.read()))
    for _ in range(1 + is_impatient):
        await asyncio.sleep(0.01)
        writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing

    assert store.ended == 0
    store.answers.set()
    await calls.close()
    assert store.ended == 1, "it goes on all the same"


async def test_what_fails_is_told_to_who_waits_and_to_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    calls = Calls()
    fails = asyncio.Event()

    async def read() -> None:
        await fails.wait()
        raise ValueError("damaged")

    waiting, left = (asyncio.create_task(calls.answered(read)) for _ in range(2))
    await asyncio.sleep(0.01)
    left.cancel()
    fails.set()
    with pytest.raises(ValueError, match="damaged"):
        await waiting
    await calls.close()
    assert "never retrieved" not in caplog.text
