"""How long what failed waits before it is tried again: twice as long each time, up to a bound."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection


def pause_seconds(failures: int, first: float, longest: float) -> float:
    """How long to wait after so many failures before this one: twice as long each time."""
    return min(first * 2.0 ** min(failures, 30), longest)


class Rests:
    """What failed rests, each by itself, until it is its turn again.

    Args:
        first: seconds after the first failure.
        longest: seconds, at most.
        clock: seconds that only rise.
    """

    def __init__(self, first: float, longest: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._bounds = (first, longest)
        self._clock = clock
        self._failures: dict[str, int] = {}
        self._over: dict[str, float] = {}

    def is_resting(self, name: str) -> bool:
        """Whether it failed a short while ago."""
        return self._clock() < self._over.get(name, float("-inf"))

    def begin(self, name: str) -> float:
        """It has failed; for how many seconds it rests."""
        failures = self._failures.get(name, 0)
        self._failures[name] = failures + 1
        seconds = pause_seconds(failures, *self._bounds)
        self._over[name] = self._clock() + seconds
        return seconds

    def forget(self, name: str) -> None:
        """It has succeeded, or is gone."""
        self._failures.pop(name, None)
        self._over.pop(name, None)

    def forget_others(self, names: Collection[str]) -> None:
        """All but these are gone."""
        for name in self._failures.keys() - set(names):
            self.forget(name)
