"""What jobs there are, what they are given, and when one that failed is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision

from app.catalogue.records import WaitingRevision
from app.pausing import pause_seconds

QUEUE = "sheaf"
INGEST = "sheaf.ingest"
SWEEP = "sheaf.sweep"
SETTLE = "sheaf.settle"
FORGET = "sheaf.forget"
FOUND_AGAIN = frozenset({INGEST, SWEEP, SETTLE, FORGET})
"""Jobs that need not be kept where their worker died: what they were for is found in the catalogue."""

JOB_DOCUMENTS = 16
"""Of one job, at most, as of a turn beside a service."""
LOWEST_PRIORITY = -100
"""Of the last jobs of a large upload, whose first have 0."""
HOUSE_PRIORITY = 100
"""Of housekeeping: it goes before all ingest."""
ALONE_AFTER = 3
"""Attempts after which a document gets a job of its own: it must not take others along, should it break its worker."""
PAUSE_SECONDS = (5.0, 300.0)
MOST_RETRIES = 12
"""5, 10, 20 … 300 seconds: half an hour and more, in which documents fail by themselves, with their reason."""


class NotYetError(Exception):
    """Documents of a job wait for something that is away."""


@dataclass
class _Batch:
    owner: str
    collection_id: str
    revision_ids: list[str] = field(default_factory=list)
    byte_count: int = 0


def ingest_jobs(waiting: Sequence[WaitingRevision], *, most_documents: int, most_bytes: int) -> list[Job]:
    """Jobs for these revisions, in their order: a few documents of one collection each.

    The later its place in what was uploaded together, the lower the priority of a job: a large upload does not hold up
    a small one.

    Args:
        waiting: revisions that nobody works on.
        most_documents: of a job, at most `JOB_DOCUMENTS`.
        most_bytes: of the files of a job; a larger one gets a job of its own.
    """
    batches: list[_Batch] = []
    open_batches: dict[tuple[str, str], _Batch] = {}
    for each in waiting:
        place = (each.owner, each.collection_id)
        batch = open_batches.get(place)
        is_full = batch is not None and (
            len(batch.revision_ids) >= min(most_documents, JOB_DOCUMENTS)
            or batch.byte_count + each.byte_count > most_bytes
        )
        is_alone = each.attempts >= ALONE_AFTER
        if batch is None or is_full or is_alone:
            batch = _Batch(*place)
            batches.append(batch)
            if not is_alone:
                open_batches[place] = batch
        batch.revision_ids.append(each.revision_id)
        batch.byte_count += each.byte_count
    positions: dict[tuple[str, str], int] = {}
    jobs = []
    for batch in batches:
        place = (batch.owner, batch.collection_id)
        position = positions[place] = positions.get(place, -1) + 1
        arguments: dict[str, Any] = {
            "owner": batch.owner,
            "collection_id": batch.collection_id,
            "revision_ids": batch.revision_ids,
        }
        jobs.append(job(INGEST, priority=max(-position, LOWEST_PRIORITY), **arguments))
    return jobs


def job(name: str, *, priority: int = 0, **arguments: Any) -> Job:
    """A job that is not in the queue yet.

    Args:
        name: of the task.
        priority: higher ones are done first.
        arguments: of the task: ids and numbers.
    """
    return Job(queue=QUEUE, task_name=name, priority=priority, lock=None, queueing_lock=None, task_kwargs=arguments)


class Patience(BaseRetryStrategy):
    """Tries again what may pass, later each time; at once where only the worker was stopped."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """When to try again; None for never."""
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision(retry_in={"seconds": 0})
        if job.attempts >= MOST_RETRIES:
            # What it was for waits in the catalogue, where the next sweep finds it.
            return None
        return RetryDecision(retry_in={"seconds": int(pause_seconds(job.attempts, *PAUSE_SECONDS))})
