from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lancedb
import pytest

from app.stores.connection import LanceConnection


@pytest.fixture
def slow_opening(monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[int, int]]:
    """Lets a database take its time to open; how many were begun and have ended."""
    begun = ended = 0
    connect = lancedb.connect_async

    async def slowly(*given: Any, **named: Any) -> Any:
        nonlocal begun, ended
        begun += 1
        await asyncio.sleep(0.05)
        connection = await connect(*given, **named)
        ended += 1
        return connection

    monkeypatch.setattr(lancedb, "connect_async", slowly)
    return lambda: (begun, ended)


async def test_who_is_cancelled_does_not_break_opening_off(
    tmp_path: Path, slow_opening: Callable[[], tuple[int, int]]
) -> None:
    connection = LanceConnection(tmp_path)
    opening = asyncio.create_task(connection.open())
    await asyncio.sleep(0.01)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening

    assert slow_opening() == (1, 0)
    await connection.close()
    assert slow_opening() == (1, 1)


async def test_all_who_open_at_once_have_one_connection(
    tmp_path: Path, slow_opening: Callable[[], tuple[int, int]]
) -> None:
    connection = LanceConnection(tmp_path)

    first, second = await asyncio.gather(connection.open(), connection.open())

    assert first is second
    assert slow_opening() == (1, 1)
    await connection.close()
