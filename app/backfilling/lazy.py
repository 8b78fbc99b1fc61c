"""Backfills what questions come upon: beside the answers, one collection at a time, and never in their way."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial

from app.backfilling.backfill import Backfill
from app.beside import PAUSE_SECONDS, BesideQuestions
from app.catalogue.catalogue import SqlCatalogue
from nodes.domain.errors import NotFoundError, SheafError

LONGEST_WAIT_SECONDS = 5.0
"""For a moment without questions, before each batch."""
FIRST_BACKOFF_SECONDS = 60.0
LONGEST_BACKOFF_SECONDS = 3_600.0

_log = logging.getLogger(__name__)


class LazyBackfill(BesideQuestions):
    """The backfill of one process.

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
        super().__init__(is_on=is_on, pause_seconds=pause_seconds)
        self._catalogue = catalogue
        self._backfill = backfill
        self._clock = clock
        self._complete: dict[str, int] = {}
        self._not_before: dict[str, tuple[float, float]] = {}

    def forget(self, collection_id: str) -> None:
        """Drops what is known of a collection that was deleted."""
        self._complete.pop(collection_id, None)
        self._not_before.pop(collection_id, None)

    async def look(self, owner: str, collection_id: str) -> None:
        """Backfills a collection, unless it is complete, or failed a short while ago."""
        try:
            await self._look(owner, collection_id)
        except NotFoundError:
            self.forget(collection_id)
        except Exception as error:  # noqa: BLE001 - whatever it meets, questions go on as they did
            self._back_off(collection_id, error)

    async def _look(self, owner: str, collection_id: str) -> None:
        """Backfills a collection, unless it was found complete at its version, or failed a short while ago."""
        version = (await self._catalogue.collection(owner, collection_id)).version
        again, _ = self._not_before.get(collection_id, (0.0, 0.0))
        if self._complete.get(collection_id) == version or self._clock() < again:
            return
        report = await self._backfill.run(
            owner, collection_id, before_batch=partial(self.quiet_moment, LONGEST_WAIT_SECONDS)
        )
        if report.changed:
            _log.info("%d documents were backfilled, %d rows", report.changed, report.rows)
        if report.failed:
            first = report.failed[0]
            raise SheafError(f"{len(report.failed)} documents, as {first.file_name}: {first.error['message']}")
        self._not_before.pop(collection_id, None)
        if not report.documents:
            self._complete[collection_id] = version

    def _back_off(self, collection_id: str, error: Exception) -> None:
        _, waited = self._not_before.get(collection_id, (0.0, 0.0))
        wait = min(max(FIRST_BACKOFF_SECONDS, 2 * waited), LONGEST_BACKOFF_SECONDS)
        self._not_before[collection_id] = (self._clock() + wait, wait)
        known = isinstance(error, SheafError)
        _log.warning("not backfilled, again in %.0f s: %s", wait, error, exc_info=None if known else error)
