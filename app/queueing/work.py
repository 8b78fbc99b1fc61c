"""The service's side: what was uploaded goes into the queue, and what becomes of it is heard from the workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from app.queueing.news import listen
from nodes.domain.errors import UnavailableError

if TYPE_CHECKING:
    from app.ingesting.progress import ProgressBoard
    from app.sheaf import Sheaf

_log = logging.getLogger(__name__)


class QueuedWork:
    """Hands uploads to workers, and puts their progress on the board: `async with`. Belongs to one event loop."""

    def __init__(self, sheaf: Sheaf, board: ProgressBoard) -> None:
        self._sheaf = sheaf
        self._board = board
        self._listener: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Opens the queue, and begins to listen."""
        queue = await self._sheaf.task_queue()
        self._listener = asyncio.create_task(listen(queue.server, self._board))
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Stops listening; workers go on."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)

    async def hand_over(self, revision_ids: Sequence[str]) -> None:
        """Puts jobs for these into the queue. What cannot be put there now, the workers' sweep finds."""
        try:
            waiting = await self._sheaf.catalogue.waiting_revisions(revision_ids)
            await (await self._sheaf.task_queue()).defer_ingest(waiting)
        except UnavailableError as error:
            _log.warning("an upload waits for the next sweep: %s", error)
