"""When what is too old is taken away: every hour by the clock, or once an hour for whoever comes along."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

SWEEP_SECONDS = 3600.0
"""Between two sweeps of one process."""


class Sweeping:
    """Sweeps now and then for whoever comes along, where neither a service nor a worker does it by the clock."""

    def __init__(self) -> None:
        self._last: float | None = None

    async def now_and_then(self, sweep: Callable[[], Awaitable[None]]) -> None:
        """Calls it, unless that was done within the hour."""
        now = time.monotonic()
        if self._last is None or now - self._last >= SWEEP_SECONDS:
            self._last = now
            await sweep()
