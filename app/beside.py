"""Work that questions call for and do not wait for: beside the answers, one collection at a time."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

PAUSE_SECONDS = 1.0
"""After an answer: it is on its way out, and a command ends with it."""


class BesideQuestions(ABC):
    """Such work in one process. Nothing it meets reaches those who ask.

    Args:
        is_on: Whether it is wanted at all.
        pause_seconds: Between an answer and the work that it calls for.
    """

    def __init__(self, *, is_on: bool, pause_seconds: float = PAUSE_SECONDS) -> None:
        self._is_on = is_on
        self._pause_seconds = pause_seconds
        self._asking = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._wanted: dict[tuple[str, str], None] = {}
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self, owner: str, collection_id: str) -> None:
        """Does what there is to do for a collection that was asked; raises nothing."""

    @contextmanager
    def question(self, owner: str, collection_ids: Sequence[str]) -> Iterator[None]:
        """While a question is answered from these collections; afterwards they are looked at, in the background."""
        self._asking += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._asking -= 1
            if not self._asking:
                self._quiet.set()
            if self._is_on:
                self._wanted.update(((owner, each), None) for each in collection_ids)
                if self._task is None or self._task.done():
                    self._task = asyncio.get_running_loop().create_task(self._work())

    async def settled(self) -> None:
        """Waits until what was asked for so far is done."""
        if self._task is not None:
            await self._task

    async def close(self) -> None:
        """Stops at once; whoever asks next goes on."""
        self._is_on = False
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def quiet_moment(self, longest_seconds: float) -> None:
        """Lets questions go first, but for a service that is never without one.

        Args:
            longest_seconds: to wait for a moment in which none is answered.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest_seconds):
                await self._quiet.wait()

    async def _work(self) -> None:
        while self._wanted:
            await asyncio.sleep(self._pause_seconds)
            owner, collection_id = next(iter(self._wanted))
            del self._wanted[owner, collection_id]
            await self.look(owner, collection_id)
