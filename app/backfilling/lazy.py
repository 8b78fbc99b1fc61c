"""Backfills what questions come upon: beside the answers, one collection at a time, and never in their way."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial

from app.backfilling.backfill import Backfill
from app.beside import PAUSE_SECONDS, BesideQuestions
from app.catalogue.catalogue import SqlCatalogue
from app.pausing import Rests
from nodes.domain.errors import NotFoundError, SheafError

LONGEST_WAIT_SECONDS = 5.0
"""For a moment without questions, before each batch."""
REST_SECONDS = (60.0, 3_600.0)
"""Before a collection that could not be backfilled is tried again: at first, and at most. It doubles each time."""

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
        self._complete: dict[str, int] = {}
        self._rests = Rests(*REST_SECONDS, clock)

    def forget(self, collection_id: str) -> None:
        """Drops what is known of a collection that was deleted."""
        self._complete.pop(collection_id, None)
        self._rests.forget(collection_id)

    async def look(self, owner: str, collection_id: str) -> None:
        """Backfills a collection, unless it was found complete at its version, or failed a short while ago."""
        try:
            await self._look(owner, collection_id)
        except NotFoundError:
            self.forget(collection_id)
        except Exception as error:  # noqa: BLE001 - whatever it meets, questions go on as they did
            seconds = self._rests.begin(collection_id)
            known = isinstance(error, SheafError)
            _log.warning("not backfilled, again in %.0f s: %s", seconds, error, exc_info=None if known else error)

    async def _look(self, owner: str, collection_id: str) -> None:
        version = (await self._catalogue.collection(owner, collection_id)).version
        if self._complete.get(collection_id) == version or self._rests.is_resting(collection_id):
            return
        report = await self._backfill.run(
            owner, collection_id, before_batch=partial(self.quiet_moment, LONGEST_WAIT_SECONDS)
        )
        if report.changed:
            _log.info("%d documents were backfilled, %d rows", report.changed, report.rows)
        if report.failed:
            first = report.failed[0]
            raise SheafError(f"{len(report.failed)} documents, as {first.file_name}: {first.error['message']}")
        self._rests.forget(collection_id)
        if not report.documents:
            self._complete[collection_id] = version
