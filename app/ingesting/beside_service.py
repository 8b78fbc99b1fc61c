"""Works on whatever waits, of every owner, beside what else the process does; also on what a killed one has left."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Self

from app.catalogue.catalogue import SqlCatalogue
from app.ingesting.building import Building
from app.ingesting.progress import Telling
from app.ingesting.turns import forget_old_uploads, take_turn
from app.pausing import Rests

COLLECTIONS_AT_ONCE = 2
"""Worked on beside one service: one computes while the other waits."""
TURN_DOCUMENTS = 16
"""Of one collection, before it is another's turn: a large upload does not hold up a small one."""
LOOK_SECONDS = 5.0
"""How often it looks for what other processes have left to do."""
RECOVER_SECONDS = 30.0
"""Between two looks for what killed processes have left."""
REST_SECONDS = (5.0, 300.0)
"""Before a collection that could not be worked on is tried again: at first, and at most. It doubles each time."""

_log = logging.getLogger(__name__)


class IngestWorker:
    """The ingest work beside a service: `async with IngestWorker(...) as worker`. Belongs to one event loop.

    Args:
        catalogue: says what waits, and keeps what became of uploads.
        building: does the work.
        board: told of progress.
    """

    def __init__(self, catalogue: SqlCatalogue, building: Building, board: Telling) -> None:
        self._catalogue = catalogue
        self._building = building
        self._board = board
        self._awake = asyncio.Event()
        self._busy: set[str] = set()
        self._last_turn: dict[str, float] = {}
        self._rests = Rests(*REST_SECONDS)
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begins to work."""
        works = [self._work_on_what_waits] * COLLECTIONS_AT_ONCE
        self._tasks = [asyncio.create_task(_kept_up(work)) for work in (self._keep_house, *works)]
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Stops at once; what was begun waits for the next process."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._building.let_go()

    async def hand_over(self, revision_ids: Sequence[str]) -> None:  # noqa: ARG002 - it looks for itself
        """There is something new to work on."""
        self._awake.set()

    async def _keep_house(self) -> None:
        """What killed processes have left is mended, and what is too old is forgotten, every while."""
        while True:
            await self._building.recover()
            await self._catalogue.settle_uploads()
            await forget_old_uploads(self._catalogue)
            self._awake.set()
            await asyncio.sleep(RECOVER_SECONDS)

    async def _work_on_what_waits(self) -> None:
        while True:
            # Before the look: what comes during it makes another look.
            self._awake.clear()
            place = await self._next_place()
            if place is None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._awake.wait()
                continue
            await self._take_turn(*place)

    async def _next_place(self) -> tuple[str, str] | None:
        """Owner and id of the collection that has waited longest for its turn; None where nothing can be done."""
        waiting = await self._catalogue.waiting()
        ids = {collection_id for _, collection_id in waiting}
        known = ids | self._busy
        # What waits no more is not remembered: it may have been deleted.
        for collection_id in self._last_turn.keys() - known:
            del self._last_turn[collection_id]
        self._rests.forget_others(known)
        ready = [each for each in waiting if each[1] not in self._busy and not self._rests.is_resting(each[1])]
        place = min(ready, key=lambda each: self._last_turn.get(each[1], 0.0), default=None)
        if place is not None:
            self._busy.add(place[1])
        return place

    async def _take_turn(self, owner: str, collection_id: str) -> None:
        try:
            reason = await take_turn(
                self._catalogue, self._building, self._board, (owner, collection_id), most=TURN_DOCUMENTS
            )
            await self._building.clean()
            if reason is None:
                self._rests.forget(collection_id)
            else:
                self._rests.begin(collection_id)
        except Exception:  # noqa: BLE001 - one collection must not stop the work on the others
            _log.exception("a collection cannot be worked on now")
            self._rests.begin(collection_id)
        finally:
            self._busy.discard(collection_id)
            self._last_turn[collection_id] = time.monotonic()
            self._board.done(collection_id)


async def _kept_up(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Begins again whenever it fails: a catalogue that is away for a moment must not end the work for good."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 - whatever it is, the service serves on, and so does its worker
            _log.exception("the ingest work failed; it goes on in %g s", LOOK_SECONDS)
        await asyncio.sleep(LOOK_SECONDS)
