"""A worker that can be held in the middle: `python worker_driver.py FOLDER`, with settings from the environment.

Before rows go into a store it makes `FOLDER/reached` and stays there while `FOLDER/hold` is there.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from app.observing.logs import configure_logs
from app.queueing.worker import run_worker
from app.settings import load_settings
from app.stores.lancedb import LanceDBStore


def arm(folder: Path) -> None:
    original = LanceDBStore.async_add

    async def held(self: LanceDBStore, *args: Any, **kwargs: Any) -> list[str]:
        (folder / "reached").touch()
        while (folder / "hold").exists():  # noqa: ASYNC110 - another process removes it
            await asyncio.sleep(0.05)
        return await original(self, *args, **kwargs)

    LanceDBStore.async_add = held  # type: ignore[method-assign]  # that is what the driver is for


if __name__ == "__main__":
    configure_logs("info")
    arm(Path(sys.argv[1]))
    asyncio.run(run_worker(load_settings(), 1))
