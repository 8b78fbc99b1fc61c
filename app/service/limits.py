"""How often an owner may do something: a moving window a minute, kept in this process."""

from __future__ import annotations

import math
import time

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from nodes.domain.errors import RateLimitedError


class RateLimit:
    """So many a minute for each owner; what is refused does not count.

    Args:
        what: what is counted, as the refusal names it, such as `uploads`.
        per_minute: of one owner.
        setting: the environment variable that changes it.
    """

    def __init__(self, what: str, per_minute: int, setting: str) -> None:
        self._what = what
        self._setting = setting
        self._item = RateLimitItemPerMinute(per_minute)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, owner: str) -> None:
        """Counts one of this owner. Does not block.

        Raises:
            RateLimitedError: too many; it says in how many seconds the next is taken.
        """
        if self._limiter.hit(self._item, self._what, owner):
            return
        free_at = self._limiter.get_window_stats(self._item, self._what, owner).reset_time
        seconds = max(1, math.ceil(free_at - time.time()))
        raise RateLimitedError(
            f"More than {self._item.amount} {self._what} a minute.",
            hint=f"Try again in {seconds} s, or raise {self._setting}.",
            retry_after=seconds,
        )
