"""Backfills what questions come upon: beside the answers, one collection at a time, and never in their way."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from app.backfilling.backfill import Backfill
from app.catalogue.catalogue import SqlCatalogue
from nodes.domain.errors import NotFoundError, SheafError

PAUSE_SECONDS = 1.0
"""After an answer: it is on its way out, and a command ends with it."""
LONGEST_WAIT_SECONDS = 5.0
"""For a moment without questions, before each batch."""
FIRST_BACKOFF_SECONDS = 60.0
LONGEST_BACKOFF_SECONDS = 3_600.0

_log = logging.getLogger(__name__)


class LazyBackfill:
    """The backfill of one process. Nothing it meets reaches those who ask.

    Args:
        catalogue: Tells the versions of collections.
        backfill: Does the work; in small batches.
        is_on: Whether it is wanted at all.
        pause_seconds: Between an answer and the work that it calls for.
        clock: Seconds that only rise.
    """

    def __init__(
        self,
        catalogue: SqlCatalogue,
        backfill: Backfill,
        *,
        is_on: bool,
        pause_seconds: float = PAUSE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._catalogue = catalogue
        self._backfill = backfill
        self._is_on = is_on
        self._pause_seconds = pause_seconds
        self._clock = clock
        self._asking = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._wanted: dict[tuple[str, str], None] = {}
        self._complete: dict[str, int] = {}
        self._not_before: dict[str, tuple[float, float]] = {}
        self._task: asyncio.Task[None] | None = None

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

    async def _work(self) -> None:
        while self._wanted:
            await asyncio.sleep(self._pause_seconds)
            owner, collection_id = next(iter(self._wanted))
            del self._wanted[owner, collection_id]
            try:
                await self._look(owner, collection_id)
            except NotFoundError:
                self._complete.pop(collection_id, None)
            except Exception as error:  # noqa: BLE001 - whatever it meets, questions go on as they did
                self._back_off(collection_id, error)

    async def _look(self, owner: str, collection_id: str) -> None:
        """Backfills a collection, unless it was found complete at its version, or failed a short while ago."""
        version = (await self._catalogue.collection(owner, collection_id)).version
        again, _ = self._not_before.get(collection_id, (0.0, 0.0))
        if self._complete.get(collection_id) == version or self._clock() < again:
            return
        report = await self._backfill.run(owner, collection_id, before_batch=self._quiet_moment)
        if report.changed:
            _log.info("%d documents were backfilled, %d rows", report.changed, report.rows)
        if report.failed:
            first = report.failed[0]
            raise SheafError(f"{len(report.failed)} documents, as {first.file_name}: {first.error['message']}")
        self._not_before.pop(collection_id, None)
        if not report.documents:
            self._complete[collection_id] = version

    async def _quiet_moment(self) -> None:
        """Lets questions go first, but for a service that is never without one."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._quiet.wait(), LONGEST_WAIT_SECONDS)

    def _back_off(self, collection_id: str, error: Exception) -> None:
        _, waited = self._not_before.get(collection_id, (0.0, 0.0))
        wait = min(max(FIRST_BACKOFF_SECONDS, 2 * waited), LONGEST_BACKOFF_SECONDS)
        self._not_before[collection_id] = (self._clock() + wait, wait)
        known = isinstance(error, SheafError)
        _log.warning("not backfilled, again in %.0f s: %s", wait, error, exc_info=None if known else error)
