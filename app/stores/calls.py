"""Calls of LanceDB are never cancelled, and never waited for without end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

AGAIN_SECONDS = 5.0
"""After which a read that does not answer is begun once more, beside itself."""
LONGEST_SECONDS = 60.0
CLOSING_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Calls:
    """The calls of one database that are going on. Belongs to one event loop.

    A call of LanceDB that is cancelled, as when a client goes away, can put all of its threads to sleep while others
    optimise the table: then every read and write stands still until anybody begins another, whose call wakes them
    (seen with 0.40 in five of five runs of some ten thousand reads each on two busy cores; not once in 35,000 that
    were left to end). So calls go on to their end when nobody waits for them any more, which is a matter of
    milliseconds for most; and a read that does not answer is begun again, for whatever other reason it stands still.
    """

    def __init__(self) -> None:
        self._going: set[asyncio.Task[Any]] = set()

    async def undisturbed(self, read: Coroutine[Any, Any, T]) -> T:
        """What a read gives; it goes on where whoever waits for it is cancelled."""
        return await asyncio.shield(self._begun(read))

    async def answered(self, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The same; of one that is begun once more, what the first gives that answers.

        Raises:
            TimeoutError: neither did within `LONGEST_SECONDS`.
        """
        begun = {self._begun(read())}
        # Waiting so cancels none of them.
        done, _ = await asyncio.wait(begun, timeout=AGAIN_SECONDS)
        if not done:
            _log.warning("the store has not answered for %g s; it is asked again", AGAIN_SECONDS)
            begun.add(self._begun(read()))
            left = LONGEST_SECONDS - AGAIN_SECONDS
            done, _ = await asyncio.wait(begun, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            raise TimeoutError
        return done.pop().result()

    async def written(self, write: Coroutine[Any, Any, T]) -> T:
        """What a write gives. Who is cancelled meanwhile waits for its end, `CLOSING_SECONDS` at most.

        So nothing is written any more once he has let go of what he held, unless it takes very long.
        """
        begun = self._begun(write)
        try:
            return await asyncio.shield(begun)
        except asyncio.CancelledError:
            await asyncio.wait({begun}, timeout=CLOSING_SECONDS)
            raise

    async def close(self) -> None:
        """Waits for what nobody waits for any more, a short while."""
        if self._going:
            await asyncio.wait(self._going, timeout=CLOSING_SECONDS)

    def _begun(self, call: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(call)
        self._going.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._going.discard(task)
        if not task.cancelled():
            task.exception()  # Seen here: perhaps nobody waits for it any more.
