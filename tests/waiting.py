"""Waiting for what nobody announces: a server's, another process's or a thread's doing."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

PAUSE_SECONDS = 0.02


async def until(condition: Callable[[], Any], seconds: float, *, pause: float = PAUSE_SECONDS) -> Any:
    """What the condition comes to once that is true. It may be asynchronous.

    Raises:
        TimeoutError: it is not within this time.
    """
    async with asyncio.timeout(seconds):
        while True:
            found = condition()
            if inspect.isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(pause)
