from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lancedb
import pytest

from app.stores.connection import LanceConnection
from tests.waiting import until

LOADING = """
import asyncio, sys, threading
from importlib.abc import MetaPathFinder
from app.stores.connection import LanceConnection

class Noting(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "lancedb":
            print("in the way" if threading.current_thread() is threading.main_thread() else "beside")

sys.meta_path.insert(0, Noting())
asyncio.run(LanceConnection(sys.argv[1]).open())
"""


@pytest.fixture
def slow_opening(monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[int, int]]:
    """Lets a database take its time to open; how many were begun and have ended."""
    begun = ended = 0
    connect = lancedb.connect_async

    async def slowly(*given: Any, **named: Any) -> Any:
        nonlocal begun, ended
        begun += 1
        await asyncio.sleep(0.3)
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
    await until(lambda: slow_opening() == (1, 0), 30)
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


def test_its_library_is_loaded_beside_what_else_goes_on(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LOADING, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout == "beside\n"
