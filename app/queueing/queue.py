"""The queue: hands jobs to workers, and says how many of them there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, cast

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException

from app.queueing.connecting import SCHEMA, Server, server_of
from app.queueing.jobs import INGEST, QUEUE, ingest_jobs
from app.queueing.schema import apply_schema

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from app.catalogue.records import WaitingRevision
    from app.settings import Settings

_WAIT_SECONDS = 10.0
"""Longest wait for a connection."""


@dataclass(frozen=True)
class QueueState:
    """How it stands with the queue."""

    workers: int
    """Alive now."""
    jobs: int
    """Waiting, also for a later moment."""


class TaskQueue:
    """The work queue of one process: `async with TaskQueue(settings) as queue`. Belongs to one event loop.

    A worker does what is named in `app.queueing.crew`.

    Args:
        settings: what is set.
        connections: most of them at once; a worker needs one for each job beside a few of its own.

    Raises:
        InvalidRequestError: the catalogue is not kept in PostgreSQL.
        UnavailableError: what works with it is not installed.
    """

    def __init__(self, settings: Settings, *, connections: int = 4) -> None:
        self.server: Server = server_of(settings)
        self._settings = settings.ingest
        connector = PsycopgConnector(
            conninfo=self.server.conninfo,
            kwargs=self.server.arguments,
            configure=_see_own_schema,
            min_size=1,
            max_size=connections,
            timeout=_WAIT_SECONDS,
        )
        self.app = App(connector=connector)

    async def __aenter__(self) -> Self:
        """Brings its tables to the newest schema.

        Raises:
            UnavailableError: the database cannot be used.
        """
        await apply_schema(self.server)
        try:
            await self.app.open_async()
        except ConnectorException as error:
            raise self.server.unavailable(error) from error
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Closes its connections."""
        await self.app.close_async()

    async def defer_ingest(self, waiting: Sequence[WaitingRevision]) -> None:
        """Hands revisions that wait to the workers.

        Raises:
            UnavailableError: the database cannot be used.
        """
        settings = self._settings
        jobs = ingest_jobs(waiting, most_documents=settings.batch_documents, most_bytes=settings.batch_bytes)
        if jobs:
            try:
                await self.app.job_manager.batch_defer_jobs_async(jobs)
            except ConnectorException as error:
                raise self.server.unavailable(error) from error

    async def deferred(self) -> set[str]:
        """Ids of the revisions that a job is there for, whether it waits or is being done.

        Raises:
            UnavailableError: the database cannot be used.
        """
        found: set[str] = set()
        try:
            # In one look: between two, a job may go from one status to the other.
            for each in await self.app.job_manager.list_jobs_async(task=INGEST):
                if each.status in ("todo", "doing"):
                    found.update(cast("list[str]", each.task_kwargs["revision_ids"]))
        except ConnectorException as error:
            raise self.server.unavailable(error) from error
        return found

    async def state(self) -> QueueState:
        """How many workers are alive, and how many jobs wait.

        Raises:
            UnavailableError: the database cannot be used.
        """
        try:
            row = await self.app.connector.execute_query_one_async(
                query=_STATE, silence=self._settings.takeover_seconds, queue=QUEUE
            )
        except ConnectorException as error:
            raise self.server.unavailable(error) from error
        return QueueState(row["workers"], row["jobs"])

    async def notify(self, channel: str, payload: str) -> None:
        """Tells every process that listens.

        Args:
            channel: where they listen.
            payload: less than 8,000 bytes.

        Raises:
            UnavailableError: the database cannot be used.
        """
        try:
            await self.app.connector.execute_query_async(query=_NOTIFY, channel=channel, payload=payload)
        except ConnectorException as error:
            raise self.server.unavailable(error) from error


_STATE = """
SELECT (
    SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => %(silence)s)
) AS workers, (
    SELECT count(*) FROM procrastinate_jobs WHERE queue_name = %(queue)s AND status = 'todo'
) AS jobs
"""
_NOTIFY = "SELECT pg_notify(%(channel)s, %(payload)s)"


async def _see_own_schema(connection: AsyncConnection) -> None:
    # As it was afterwards: the connection that listens has to stay outside transactions, or it hears nothing.
    commits_itself = connection.autocommit
    await connection.set_autocommit(True)
    await connection.execute(f"SET search_path TO {SCHEMA}")
    await connection.set_autocommit(commits_itself)
