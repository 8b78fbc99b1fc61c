"""Work that is not left half done by a client that goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def seen_through(work: Coroutine[Any, Any, Result]) -> Result:
    """Does some work to its end, also where whoever waits for it is cancelled."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    finally:
        await asyncio.wait({task})
