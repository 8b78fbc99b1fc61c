"""Gives a collection another embedding model: builds its vectors beside those that are searched, then switches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.backfilling.backfill import LEASE_SECONDS, Backfill
from app.backfilling.stored_rows import ROWS_AT_ONCE
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import Reembedding
from app.ingesting.mending import Mending, purge_rows, remove_left
from app.ingesting.workers import claim_name, is_alive
from app.library import CollectionLibrary
from app.reembedding.documents import embed_document
from app.stores.base import scoped
from nodes.domain.chat import DocumentView
from nodes.domain.errors import ConflictError, UnavailableError
from nodes.ports import Collection

OnEvent = Callable[[dict[str, Any]], None]

GRACE_SECONDS = 3.0
"""After the switch: questions that had begun before it may still read the former rows."""
PAUSE_SECONDS = 0.5
"""Before documents are asked for again that another process holds."""
DOCUMENTS_AT_ONCE = 4
"""While one is read or written, others are embedded."""


@dataclass
class ReembedReport:
    """What became of a collection."""

    collection: str
    embedding_model: str
    """That it is searched by now."""
    dimensions: int
    was: str
    """The model before; the same where nothing had to be done."""
    documents: int = 0
    """Embedded by this run; earlier runs that were stopped may have done others."""
    rows: int = 0
    """Vectors that this run made, of chunks and of summaries."""
    is_changed: bool = False
    seconds: float = 0.0


class Reembed:
    """Works document by document, in transactions of their own: it can be stopped at any time, and goes on later.

    Searches, uploads and deletions go on meanwhile; all of them see the former embedding until one transaction lets the
    collection be searched by the new one. A document that comes meanwhile is embedded as well before that, and one that
    is being ingested in that moment is taken through again by the new one. Where a run fails, the collection stays as
    it was, and the next run of the same command goes on.

    Args:
        catalogue: keeps features, and what is built of the new ones.
        library: opens the stores and models.
        backfill: gives older documents the rows that embedding starts from.
        mending: removes from the stores what was deleted while it was held.
        rows_at_once: in memory with their texts and vectors, of one document.
        grace_seconds: between the switch and the removal of the former rows.
    """

    def __init__(
        self,
        catalogue: SqlCatalogue,
        library: CollectionLibrary,
        backfill: Backfill,
        mending: Mending,
        *,
        rows_at_once: int = ROWS_AT_ONCE,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        self._catalogue = catalogue
        self._library = library
        self._backfill = backfill
        self._mending = mending
        self._rows_at_once = rows_at_once
        self._grace_seconds = grace_seconds
        self._worker = claim_name()

    async def run(
        self, owner: str, collection_id: str, embedding: str, *, on_event: OnEvent | None = None
    ) -> ReembedReport:
        """Embeds a collection anew; nothing happens where it is searched by this model already.

        Args:
            owner: whose.
            collection_id: which.
            embedding: see `CollectionLibrary.embedding_named`.
            on_event: told `{"type": "reembed", "file_name", "done", "total"}` after each document.

        Raises:
            NotFoundError: this owner has no such collection.
            InvalidRequestError: there is no such model.
            ConflictError: another command began to embed it with something else meanwhile.
            SheafError: a model, a store or the catalogue failed; what is done stays for the next run.
        """
        begin = time.perf_counter()
        model, dimensions = self._library.embedding_named(embedding)
        before = await self._catalogue.collection(owner, collection_id)
        report = ReembedReport(before.name, model, dimensions, before.embedding_model)
        # What lies where a former embedding was would be taken for what this run makes.
        await remove_left(self._catalogue, self._library, owner, collection_id)
        building = await self._catalogue.begin_reembedding(owner, collection_id, model, dimensions)
        # Of another model that was begun and is not wanted any more.
        await remove_left(self._catalogue, self._library, owner, collection_id)
        if building is not None:
            await self._complete(owner, collection_id)
            await self._build(building, _Progress(report, on_event))
            report.is_changed = True
            await asyncio.sleep(self._grace_seconds)
            await remove_left(self._catalogue, self._library, owner, collection_id)
        report.seconds = time.perf_counter() - begin
        return report

    async def _complete(self, owner: str, collection_id: str) -> None:
        """Older documents have rows without the text that is embedded: they are given it first."""
        failed = (await self._backfill.run(owner, collection_id)).failed
        if failed:
            error = failed[0].error
            raise UnavailableError(
                f"{failed[0].file_name} cannot be embedded anew: {error['message']}", hint=error["hint"]
            )

    async def _build(self, building: Reembedding, progress: _Progress) -> None:
        """Until the switch succeeds, embeds what is visible and lacks it."""
        owner, collection_id = building.owner, building.collection_id
        try:
            while True:
                target = await self._library.open_other(building)
                waiting = await self._catalogue.not_embedded(owner, collection_id)
                if not waiting:
                    await self._prepare(target)
                    if await self._catalogue.switch_embedding(owner, building):
                        return
                    continue
                progress.expect(len(waiting))
                views = await self._catalogue.visible(owner, waiting)
                places = asyncio.Semaphore(DOCUMENTS_AT_ONCE)
                done = await _all_of(
                    [self._embed(building, target, views[each], progress, places) for each in waiting if each in views]
                )
                if not any(done):
                    # Another process has them, or they are going: either ends.
                    await asyncio.sleep(PAUSE_SECONDS)
        except ConflictError:
            await self._abandon(building)
            raise

    async def _embed(
        self,
        building: Reembedding,
        target: Collection,
        view: DocumentView,
        progress: _Progress,
        places: asyncio.Semaphore,
    ) -> bool:
        """One document, held, so that none of its rows is written after they were removed; whether it was ours."""
        owner, revision_id = building.owner, view["revision_id"]
        async with places:
            held = await self._catalogue.hold(
                owner, [revision_id], worker=self._worker, lease_seconds=LEASE_SECONDS, is_alive=is_alive
            )
            if not held:
                return False
            try:
                source = await self._library.open(owner, building.collection_id)
                packed = (await self._catalogue.packed_passages(owner, [revision_id])).get(revision_id, [])
                features, rows = await embed_document(source, target, view, packed, self._rows_at_once)
                await self._catalogue.put_next_features(owner, building, {revision_id: features})
            finally:
                await self._catalogue.let_go(owner, [revision_id], worker=self._worker)
        if not await self._catalogue.visible(owner, [revision_id]):
            await purge_rows(target, [revision_id])
            await self._mending.clean()
        progress.tell(view["file_name"], rows)
        return True

    async def _prepare(self, target: Collection) -> None:
        """Before the switch: what was written is found, quickly, and is all there."""
        await target.refresh()
        for store in (target.chunks, target.summaries):
            await scoped(store).optimise()
        await _require_rows(self._catalogue, target)

    async def _abandon(self, building: Reembedding) -> None:
        """Removes what was written for nothing, where nothing else lies there."""
        current = await self._catalogue.collection(building.owner, building.collection_id)
        others = await self._catalogue.other_embeddings(building.owner, building.collection_id)
        places = {(each.embedding_model, each.dimensions) for each in others if each.state == "building"}
        places.add((current.embedding_model, current.dimensions))
        if (building.embedding_model, building.dimensions) not in places:
            await self._library.discard(building)


class _Progress:
    """Tells how far a run has come."""

    def __init__(self, report: ReembedReport, on_event: OnEvent | None) -> None:
        self._report = report
        self._on_event = on_event
        self._total = 0

    def expect(self, waiting: int) -> None:
        self._total = self._report.documents + waiting

    def tell(self, file_name: str, rows: int) -> None:
        self._report.documents += 1
        self._report.rows += rows
        if self._on_event is not None:
            done = self._report.documents
            total = max(self._total, done)
            self._on_event({"type": "reembed", "file_name": file_name, "done": done, "total": total})


async def _all_of(work: Sequence[Any]) -> list[bool]:
    """What each gives; where one fails, all are brought to their end before that is raised."""
    outcomes = await asyncio.gather(*work, return_exceptions=True)
    errors = [each for each in outcomes if isinstance(each, BaseException)]
    if errors:
        raise next((each for each in errors if isinstance(each, ConflictError)), errors[0])
    return [bool(each) for each in outcomes]


async def _require_rows(catalogue: SqlCatalogue, target: Collection) -> None:
    """Makes sure that the store has what the catalogue was told it has.

    Raises:
        UnavailableError: it has lost rows.
    """
    views = await catalogue.visible(
        target.owner,
        await catalogue.live_revisions(target.owner, target.collection_id, without_features=False),
    )
    missing = sum(view["chunk_count"] for view in views.values()) - await scoped(target.chunks).acount()
    if missing > 0:
        raise UnavailableError(
            f"The store lacks {missing} of the new rows of collection {target.name!r}.",
            hint="Name another model and then this one again: everything is made anew.",
        )
