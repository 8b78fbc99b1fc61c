"""Several look-ups at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

Result = TypeVar("Result")


async def gathered(lookups: Iterable[Awaitable[Result]]) -> list[Result]:
    """What they give, in their order. A lone one gets no task of its own: that takes longer than what is in memory."""
    wanted = list(lookups)
    return [await wanted[0]] if len(wanted) == 1 else list(await asyncio.gather(*wanted))
