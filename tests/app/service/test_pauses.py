"""What is loaded for good is not looked through for garbage: that would stop the whole service for half a second."""

from __future__ import annotations

import gc
from pathlib import Path

from app.settings import load_settings
from tests.app.service.conftest import Serve
from tests.waiting import until


async def test_libraries_are_left_alone_while_the_service_runs(tmp_path: Path, serve: Serve) -> None:
    gc.unfreeze()
    async with serve(load_settings(home=tmp_path / "home")) as client:
        await until(gc.get_freeze_count, 30)
        assert gc.get_freeze_count() > 100_000
        assert (await client.get("/health")).status_code == 200
    assert gc.get_freeze_count() == 0
