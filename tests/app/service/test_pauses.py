"""What is loaded for good is not looked through for garbage: that would stop the whole service for half a second."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

from app.settings import load_settings
from tests.app.service.conftest import Serve


async def test_libraries_are_left_alone_while_the_service_runs(tmp_path: Path, serve: Serve) -> None:
    async with serve(load_settings(home=tmp_path / "home")) as client:
        async with asyncio.timeout(30):
            while not gc.get_freeze_count():  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.05)
        assert gc.get_freeze_count() > 100_000
        assert (await client.get("/health")).status_code == 200
    assert gc.get_freeze_count() == 0
