"""What a worker does: ingest, and the housekeeping that one worker does for all."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from procrastinate.jobs import Status

from app.catalogue.part import iso, utc_now
from app.ingesting.turns import forget_old_uploads, take_turn
from app.ingesting.workers import is_alive
from app.queueing.jobs import (
    FORGET,
    FOUND_AGAIN,
    HOUSE_PRIORITY,
    INGEST,
    QUEUE,
    SETTLE,
    SWEEP,
    NotYetError,
    Patience,
)
from app.removal import remove_expired_sessions, remove_old_values

if TYPE_CHECKING:
    from app.queueing.news import ProgressNews
    from app.queueing.queue import TaskQueue
    from app.sheaf import Sheaf

EVERY_TEN_SECONDS = "* * * * * */10"
EVERY_MINUTE = "* * * * *"
EVERY_HOUR = "7 * * * *"
FAILED_JOBS_KEPT_HOURS = 24 * 7
"""For who looks why they failed; what they were for is in the catalogue."""

_log = logging.getLogger(__name__)


class Crew:
    """The tasks of a worker. Each may be done twice, or broken off at any moment, and harms nothing.

    Args:
        sheaf: what it works with.
        queue: where jobs come from.
        news: told of progress.
    """

    def __init__(self, sheaf: Sheaf, queue: TaskQueue, news: ProgressNews) -> None:
        self._sheaf = sheaf
        self._catalogue = sheaf.catalogue
        self._building = sheaf.ingestion().building
        self._queue = queue
        self._news = news

    def enlist(self) -> None:
        """Makes the tasks known to the queue of this process, under their names."""
        app = self._queue.app
        app.task(name=INGEST, queue=QUEUE, retry=Patience())(self.ingest)
        for name, cron, task in (
            (SWEEP, EVERY_TEN_SECONDS, self.sweep),
            (SETTLE, EVERY_MINUTE, self.settle),
            (FORGET, EVERY_HOUR, self.forget),
        ):
            # No lock: one that was killed in the middle must not keep out the next.
            known = app.task(name=name, queue=QUEUE, priority=HOUSE_PRIORITY, queueing_lock=name)(task)
            app.periodic(cron=cron)(known)

    async def ingest(self, owner: str, collection_id: str, revision_ids: Sequence[str]) -> None:
        """Builds those of the revisions that wait; others are done, or somebody else's.

        Raises:
            NotYetError: some wait for a store, a model or the files: they are to be tried again later.
        """
        reason = await take_turn(
            self._catalogue, self._building, self._news, (owner, collection_id), revision_ids=revision_ids
        )
        if reason is not None:
            raise NotYetError(reason)

    async def sweep(self, timestamp: int) -> None:  # noqa: ARG002 - the queue gives it to every periodic task
        """Finds what dead workers held and what was never deferred, and has it worked on; then cleans up."""
        await self._catalogue.reclaim(is_alive)
        await self._drop_stalled()
        silence = timedelta(seconds=self._sheaf.settings.ingest.takeover_seconds)
        waiting = await self._catalogue.waiting_revisions(before=iso(utc_now() - silence))
        if waiting:
            deferred = await self._queue.deferred()
            await self._queue.defer_ingest([each for each in waiting if each.revision_id not in deferred])
        await self._building.recover()

    async def settle(self, timestamp: int) -> None:  # noqa: ARG002 - as above
        """Keeps what became of files whose documents were deleted or overtaken before they were done."""
        await self._catalogue.settle_uploads()

    async def forget(self, timestamp: int) -> None:  # noqa: ARG002 - as above
        """Drops old results of uploads, failed jobs and kept values, and sessions that nobody has used for long."""
        await forget_old_uploads(self._catalogue)
        await self._queue.app.job_manager.delete_old_jobs(
            FAILED_JOBS_KEPT_HOURS, include_failed=True, include_cancelled=True, include_aborted=True
        )
        await remove_old_values(self._sheaf)
        await remove_expired_sessions(self._sheaf)

    async def _drop_stalled(self) -> None:
        """Takes jobs from workers that are silent; what others left of theirs is found in the catalogue."""
        manager = self._queue.app.job_manager
        silence = self._sheaf.settings.ingest.takeover_seconds
        stalled: list[Any] = list(await manager.get_stalled_jobs(seconds_since_heartbeat=silence))
        for job in stalled:
            _log.warning("the worker of a job is gone: %s", job.task_name)
            if job.task_name in FOUND_AGAIN:
                # A new job for it: should the old worker wake up, it must not end the new one's.
                await manager.finish_job(job, Status.ABORTED, delete_job=True)
            else:
                await manager.retry_job(job, retry_at=utc_now())
