"""One run's claim on documents that wait: taken in batches, kept while they are worked on, and settled or let go."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import ClaimedRevision
from app.filing.files import FileStore
from app.settings import IngestSettings
from nodes.domain.documents import IngestDocument, Notice
from nodes.domain.errors import RETRYABLE, ErrorReport, InternalError, SheafError

Event = dict[str, Any]
OnEvent = Callable[[Event], None]

MOST_TRIES = 10
"""How often a document is tried whose store, model or file storage is away, before it fails."""
MOST_ATTEMPTS = 20
"""How often a document is begun that never ends, as where it brings its worker down each time."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Built:
    """What became of a revision that was worked on."""

    revision: ClaimedRevision
    status: Literal["ready", "failed", "waiting", "lost"]
    """`waiting`: it was put back, to be tried again later; `lost`: others have taken it over meanwhile."""
    page_count: int = 0
    chunk_count: int = 0
    seconds: float = 0.0
    error: ErrorReport | None = None
    notice: Notice | None = None


@dataclass
class Run:
    """One run of work on a collection."""

    claim: str
    owner: str
    collection_id: str
    on_event: OnEvent
    most: int | None
    revision_ids: Sequence[str] | None
    is_patient: bool
    done: list[Built] = field(default_factory=list)
    must_wait: bool = False
    """Something is away that the work needs."""
    claiming: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while something is claimed or put back: else what was just put back might be claimed once more at once."""


class Claiming:
    """Takes documents on for a run, and says what becomes of those that it cannot make searchable.

    Args:
        catalogue: knows what waits, and who has it.
        files: keeps the bytes.
        settings: how much is taken on together, and for how long.
    """

    def __init__(self, catalogue: SqlCatalogue, files: FileStore, settings: IngestSettings) -> None:
        self._catalogue = catalogue
        self._files = files
        self._settings = settings

    async def batches(self, run: Run) -> AsyncIterator[list[ClaimedRevision]]:
        """Claims what waits, until nothing does or enough is claimed, in batches bounded by number and by bytes.

        Args:
            run: says of which collection, and how much; it ends early where the run must wait.
        """
        settings = self._settings
        left = run.most
        while claimed := await self._claim(
            run, settings.batch_documents if left is None else min(left, settings.batch_documents)
        ):
            batch: list[ClaimedRevision] = []
            for revision in claimed:
                if batch and sum(each.byte_count for each in (*batch, revision)) > settings.batch_bytes:
                    yield batch
                    batch = []
                batch.append(revision)
            yield batch
            if left is not None:
                left -= len(claimed)
                if left == 0:
                    return

    async def _claim(self, run: Run, limit: int) -> list[ClaimedRevision]:
        """What waits, at most so many; nothing where the run must wait."""
        async with run.claiming:
            if run.must_wait:
                return []
            return await self._catalogue.claim(
                run.owner,
                worker=run.claim,
                lease_seconds=self._settings.takeover_seconds,
                collection_id=run.collection_id,
                revision_ids=run.revision_ids,
                limit=limit,
            )

    async def settle(self, run: Run, revision: ClaimedRevision, reason: ErrorReport, seconds: float) -> Built:
        """Puts a revision back that may be done later, and fails one that cannot be done or was tried often enough.

        Args:
            run: of which it is part; it must wait where a revision is put back.
            revision: one that was claimed for it.
            reason: why it was not made searchable.
            seconds: what the attempt took.
        """
        if run.is_patient and reason["code"] in RETRYABLE:
            if revision.attempts < MOST_TRIES:
                run.must_wait = True
                async with run.claiming:
                    await self._catalogue.put_back(run.claim, {revision.revision_id: reason})
                return Built(revision, "waiting", seconds=seconds, error=reason)
            hint = f"{reason['hint']} It was tried {revision.attempts} times; upload it again once that works."
            reason = {**reason, "hint": hint.strip()}
        await self._catalogue.fail(run.owner, revision.revision_id, reason, claim=run.claim)
        return Built(revision, "failed", seconds=seconds, error=reason)

    def begin(
        self, run: Run, revisions: Sequence[ClaimedRevision], copies: contextlib.ExitStack
    ) -> list[IngestDocument]:
        """The documents as they enter the graph; given up already where a file cannot be had. Blocks on the disk.

        Args:
            run: of which they are part.
            revisions: theirs.
            copies: holds the local copies of files that are kept elsewhere.
        """
        return [self._begin(run, revision, copies) for revision in revisions]

    def _begin(self, run: Run, revision: ClaimedRevision, copies: contextlib.ExitStack) -> IngestDocument:
        try:
            if revision.attempts > MOST_ATTEMPTS:
                raise InternalError(
                    f"{revision.file_name} was begun {MOST_ATTEMPTS} times and never came to an end.",
                    hint="Something in it may bring its worker down; the logs of the workers say more.",
                )
            path = copies.enter_context(self._files.local_copy(revision.file_key))
        except SheafError as error:
            return _document(run, revision, Path(), error)
        return _document(run, revision, path)

    @contextlib.asynccontextmanager
    async def held(self, claim: str, collection_id: str) -> AsyncIterator[None]:
        """Keeps what is claimed; where the work is broken off, what is not done waits again.

        Args:
            claim: of a run.
            collection_id: where it works.
        """
        seconds = self._settings.takeover_seconds

        async def beat() -> None:
            while True:
                await asyncio.sleep(seconds / 4)
                try:
                    await self._catalogue.renew(claim, collection_id, seconds)
                except SheafError as error:
                    # If it stays away for longer, others take over what is held here: whoever works on it asks before
                    # it removes or publishes anything, and nothing is lost.
                    _log.warning("a claim could not be renewed: %s", error)

        task = asyncio.create_task(beat())
        try:
            yield
        except BaseException:
            with contextlib.suppress(SheafError):
                await asyncio.shield(self._catalogue.reclaim(lambda worker: worker != claim))
            raise
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def _document(run: Run, revision: ClaimedRevision, path: Path, error: SheafError | None = None) -> IngestDocument:
    return {
        "document_id": revision.document_id,
        "revision_id": revision.revision_id,
        "file_name": revision.file_name,
        "media_type": revision.media_type or "",
        "content_hash": revision.content_hash,
        "byte_count": revision.byte_count,
        "path": str(path),
        "properties": {"title": revision.title} if revision.title else {},
        "pages": [],
        "metadata": {},
        "embedded_keywords": [],
        "sections": [],
        "chunks": [],
        "summary": "",
        "error": None if error is None else error.report(),
        "claim": run.claim,
    }
