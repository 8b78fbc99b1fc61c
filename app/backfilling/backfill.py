"""Gives documents what newer versions search, rank and link by, from what is stored of them: no file is read again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from app.backfilling.documents import BackfillFailure, Batch, failure_of
from app.backfilling.stored_rows import ROWS_AT_ONCE, contents_of, revisions_without_fields
from app.catalogue.catalogue import SqlCatalogue
from app.ingesting.workers import claim_name, is_alive
from app.library import CollectionLibrary
from app.settings import IngestSettings
from app.stores.base import scoped
from nodes.documents.postings import postings_of
from nodes.documents.rebuilding import Splitting
from nodes.domain.chat import DocumentView
from nodes.domain.documents import DocumentMetadata
from nodes.domain.errors import SheafError
from nodes.ports import Collection, Tokenizer

OnEvent = Callable[[dict[str, Any]], None]

LEASE_SECONDS = 600.0
"""Much longer than any batch takes: a process that died on another machine is waited for so long."""
DOCUMENTS_AT_ONCE = 32
"""Of a batch, if they have no more than `ROWS_AT_ONCE` rows together."""
VIEWS_AT_ONCE = 1_000
"""Documents that the catalogue is asked for together."""
FAILURES_IN_A_ROW = 3
"""So many failures that may pass, of one document after the other: the store or the catalogue is away."""


@dataclass
class BackfillReport:
    """What became of a collection."""

    documents: int = 0
    """That were looked at: those that lacked something, or all."""
    changed: int = 0
    """That were given what they lacked."""
    rows: int = 0
    """That were given their fields, of chunks and of summaries."""
    skipped: int = 0
    """That went away meanwhile, or that another process is giving the same."""
    failed: list[BackfillFailure] = field(default_factory=list)
    seconds: float = 0.0


async def _at_once() -> None:
    """Nothing to wait for."""


class Backfill:
    """Works in batches of documents, in transactions of their own: it can be stopped at any time, and goes on later.

    A document is waiting until the last of its rows has its fields and its features are published: wherever a run is
    killed, the next one finds it again, and makes the same of it.

    Args:
        catalogue: Keeps features, names and mentions.
        library: Opens the stores.
        tokenizer: Counts tokens.
        settings: How documents are split.
        clean: Removes from the stores what was deleted while it was held; at the next start else.
        documents_at_once: In a batch, at most.
        rows_at_once: In memory with their vectors; a batch has no more, unless one document has.
    """

    def __init__(
        self,
        catalogue: SqlCatalogue,
        library: CollectionLibrary,
        tokenizer: Tokenizer,
        settings: IngestSettings,
        *,
        clean: Callable[[], Awaitable[None]] = _at_once,
        documents_at_once: int = DOCUMENTS_AT_ONCE,
        rows_at_once: int = ROWS_AT_ONCE,
    ) -> None:
        self._catalogue = catalogue
        self._library = library
        self._splitting = Splitting(tokenizer.count, settings.chunk_limits, settings.strategic_extract_pages)
        self._clean = clean
        self._documents_at_once = documents_at_once
        self._rows_at_once = rows_at_once
        self._worker = claim_name()

    async def waiting(self, owner: str, collection_id: str) -> list[str]:
        """Visible revisions that lack fields of their rows, or features; by id.

        Raises:
            NotFoundError: this owner has no such collection.
            RetrievalFailedError: its store could not be read.
        """
        collection = await self._library.open(owner, collection_id)
        found = set(await self._catalogue.live_revisions(owner, collection_id, without_features=True))
        for store in (collection.chunks, collection.summaries):
            async for revision_ids in revisions_without_fields(scoped(store)):
                # Rows of what is being written, or was replaced, are not anybody's to mend.
                found |= (await self._catalogue.visible(owner, revision_ids)).keys()
        return sorted(found)

    async def run(
        self,
        owner: str,
        collection_id: str,
        *,
        everything: bool = False,
        on_event: OnEvent | None = None,
        before_batch: Callable[[], Awaitable[None]] = _at_once,
    ) -> BackfillReport:
        """Gives a collection's visible documents what they lack; searches go on meanwhile.

        Args:
            owner: whose.
            collection_id: which.
            everything: also features and names of those that lack nothing, as after a change of how names are found.
            on_event: told `{"type": "backfill", "file_name", "done", "total"}` after each document.
            before_batch: awaited before each batch.

        Raises:
            NotFoundError: this owner has no such collection.
            SheafError: store or catalogue failed for several documents in a row; what is done stays.
        """
        begin = time.perf_counter()
        waiting = await self.waiting(owner, collection_id)
        if everything:
            waiting = await self._catalogue.live_revisions(owner, collection_id, without_features=False)
        run = _Run(BackfillReport(documents=len(waiting)), on_event)
        collection = await self._library.open(owner, collection_id)
        async for views in self._batches(owner, waiting, run):
            await before_batch()
            await self._work(collection, views, run)
        if run.report.rows:
            await collection.refresh()
            for store in (collection.chunks, collection.summaries):
                await scoped(store).optimise()
        if run.has_lost:
            await self._clean()
        run.report.seconds = time.perf_counter() - begin
        return run.report

    async def _batches(self, owner: str, waiting: Sequence[str], run: _Run) -> AsyncGenerator[list[DocumentView]]:
        """Views of what is still visible, bounded by number and by rows."""
        for begin in range(0, len(waiting), VIEWS_AT_ONCE):
            wanted = waiting[begin : begin + VIEWS_AT_ONCE]
            views = await self._catalogue.visible(owner, wanted)
            batch: list[DocumentView] = []
            rows = 0
            for view in (views[each] for each in wanted if each in views):
                rows += view["chunk_count"]
                if batch and (rows > self._rows_at_once or len(batch) == self._documents_at_once):
                    yield batch
                    batch, rows = [], view["chunk_count"]
                batch.append(view)
            if batch:
                yield batch
            for each in wanted:
                if each not in views:
                    run.tell_skipped("")

    async def _work(self, collection: Collection, views: Sequence[DocumentView], run: _Run) -> None:
        """One batch. Where it fails as a whole, document by document: the one that is to blame fails alone."""
        try:
            await self._hold_and_work(collection, views, run)
        except Exception as error:
            if len(views) > 1:
                for view in views:
                    await self._work(collection, [view], run)
                return
            run.tell_failed(views[0], error)
            if run.failures_in_a_row >= FAILURES_IN_A_ROW:
                raise

    async def _hold_and_work(self, collection: Collection, views: Sequence[DocumentView], run: _Run) -> None:
        """Held, so that no row is written after the rows of a deleted document were removed."""
        owner, ids = collection.owner, [view["revision_id"] for view in views]
        held = await self._catalogue.hold(
            owner, ids, worker=self._worker, lease_seconds=LEASE_SECONDS, is_alive=is_alive
        )
        try:
            batch = Batch(self._catalogue, collection, self._splitting, self._rows_at_once)
            done = await batch.work([view for view in views if view["revision_id"] in held])
        finally:
            await self._catalogue.let_go(owner, sorted(held), worker=self._worker)
        seen = await self._catalogue.visible(owner, sorted(held))
        run.has_lost |= len(seen) < len(held)
        run.report.rows += done.rows
        for view in views:
            error = done.failed.get(view["revision_id"])
            if error is not None:
                run.tell_failed(view, error)
            elif view["revision_id"] in seen:
                run.tell_changed(view["file_name"])
            else:
                run.tell_skipped(view["file_name"])


class _Run:
    """What a run has come to."""

    def __init__(self, report: BackfillReport, on_event: OnEvent | None) -> None:
        self.report = report
        self.failures_in_a_row = 0
        self.has_lost = False
        """Whether documents were deleted while they were held."""
        self._on_event = on_event
        self._done = 0

    def tell_changed(self, file_name: str) -> None:
        self.report.changed += 1
        self.failures_in_a_row = 0
        self._tell(file_name)

    def tell_skipped(self, file_name: str) -> None:
        self.report.skipped += 1
        self._tell(file_name)

    def tell_failed(self, view: DocumentView, error: Exception) -> None:
        self.report.failed.append(failure_of(view, error))
        may_pass = isinstance(error, SheafError) and error.retryable
        self.failures_in_a_row = self.failures_in_a_row + 1 if may_pass else 0
        self._tell(view["file_name"])

    def _tell(self, file_name: str) -> None:
        self._done += 1
        if self._on_event is not None:
            total = self.report.documents
            self._on_event({"type": "backfill", "file_name": file_name, "done": self._done, "total": total})


async def link_again(
    catalogue: SqlCatalogue, library: CollectionLibrary, owner: str, collection_id: str, revision_id: str
) -> None:
    """Gives a visible document its names and mentions; nothing happens where it is not visible."""
    view = (await catalogue.visible(owner, [revision_id])).get(revision_id)
    if view is None:
        return
    collection = await library.open(owner, collection_id)
    contents = await contents_of(scoped(collection.chunks), revision_id)
    metadata = cast("DocumentMetadata", view["metadata"])
    borne = await asyncio.to_thread(postings_of, view["file_name"], metadata, contents)
    await catalogue.put_all_names(owner, {revision_id: borne})
