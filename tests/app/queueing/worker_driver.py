"""A worker that can be held in the middle: `python worker_driver.py FOLDER`, with settings from the environment.

Before rows go into a store it makes `FOLDER/reached` and stays there while `FOLDER/hold` is there. Where there is a
`FOLDER/hang`, it hangs in the middle of the next transaction that renews its claim, until it is sent SIGCONT.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.database import collection_area
from app.observing.logs import configure_logs
from app.queueing.worker import run_worker
from app.settings import load_settings
from app.stores.lancedb import LanceDBStore
from tests.waiting import until

HELD_SECONDS = 600
"""Longer than any test lasts."""


def arm(folder: Path) -> None:
    original, renew = LanceDBStore.async_add, SqlCatalogue.renew

    async def held(self: LanceDBStore, *args: Any, **kwargs: Any) -> list[str]:
        (folder / "reached").touch()
        await until(lambda: not (folder / "hold").exists(), HELD_SECONDS)
        return await original(self, *args, **kwargs)

    async def hanging(self: SqlCatalogue, worker: str, collection_id: str, lease_seconds: float) -> int:
        if (folder / "hang").exists():
            (folder / "hang").unlink()
            async with self._database.write(collection_area(collection_id)):
                os.kill(os.getpid(), signal.SIGSTOP)
        return await renew(self, worker, collection_id, lease_seconds)

    LanceDBStore.async_add = held  # type: ignore[method-assign]  # what the driver is for
    SqlCatalogue.renew = hanging  # type: ignore[method-assign,assignment]  # likewise


if __name__ == "__main__":
    configure_logs("info")
    arm(Path(sys.argv[1]))
    asyncio.run(run_worker(load_settings(), 1))
