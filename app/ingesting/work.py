"""Who works on what was uploaded: this process, beside the service, or workers over the queue."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from app.ingesting.beside_service import IngestWorker

if TYPE_CHECKING:
    from app.ingesting.progress import ProgressBoard
    from app.sheaf import Sheaf


class IngestWork(Protocol):
    """Has registered files worked on while it is open: `async with`."""

    async def __aenter__(self) -> Self:
        """Begins."""
        ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Ends; what is not done is done by whoever comes next."""
        ...

    async def hand_over(self, revision_ids: Sequence[str]) -> None:
        """These were registered, and wait. Never fails: what waits is found again."""
        ...


def ingest_work(sheaf: Sheaf, board: ProgressBoard) -> IngestWork:
    """What is set: the work beside the service, or the queue that workers are fed by."""
    if sheaf.settings.is_worked_by_service:
        return IngestWorker(sheaf.catalogue, sheaf.ingestion().building, board)
    from app.queueing.work import QueuedWork

    return QueuedWork(sheaf, board)
