"""From accepted files to searchable documents: claims what waits, runs the graph in batches, mends after crashes."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from llama_index.core.readers.base import BaseReader
from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from app.backfill import Backfill
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import AbandonedRevision, ClaimedRevision, RetiredRevision
from app.files import FileStore
from app.library import CollectionLibrary
from app.pages.cache import PageCache
from app.settings import IngestSettings
from app.workers import is_alive, worker_name
from graphs.context import IngestContext, OnStep
from graphs.ingest import build_ingest_graph
from nodes.documents.chunks import ChunkLimits
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import ErrorReport, InternalError, NotFoundError, SheafError
from nodes.domain.ports import Collection, Tokenizer

Event = dict[str, Any]
OnEvent = Callable[[Event], None]

LEASE_SECONDS = 120.0
BATCHES_AT_ONCE = 2
"""One batch is parsed in the worker processes while another is embedded here."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Built:
    """What became of a revision that was worked on."""

    revision: ClaimedRevision
    status: Literal["ready", "failed"]
    page_count: int = 0
    chunk_count: int = 0
    seconds: float = 0.0
    error: ErrorReport | None = None


OnBuilt = Callable[[Sequence[Built]], Awaitable[None]]


async def _nobody(built: Sequence[Built]) -> None:
    """Nobody waits for single batches."""


class Building:
    """The work on accepted files. Everything it does can be killed at any moment and gone on with later."""

    def __init__(
        self,
        catalogue: SqlCatalogue,
        library: CollectionLibrary,
        files: FileStore,
        reader: BaseReader,
        tokenizer: Tokenizer,
        settings: IngestSettings,
        page_cache: PageCache,
        on_step: OnStep | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._library = library
        self._files = files
        self._reader = reader
        self._tokenizer = tokenizer
        self._settings = settings
        self._page_cache = page_cache
        self._on_step = on_step
        self._worker = worker_name()
        self._graph = build_ingest_graph()
        self._loaded_ahead = False

    async def work(
        self,
        owner: str,
        collection_id: str,
        titles: Mapping[str, str],
        on_event: OnEvent,
        *,
        on_built: OnBuilt = _nobody,
        most: int | None = None,
    ) -> list[Built]:
        """Claims what waits in a collection and makes it searchable, or says why not.

        Args:
            owner: whose.
            collection_id: where.
            titles: of revisions whose title the caller knows better than the file.
            on_event: told `{"type": "progress", "file_name", "stage", "percent"}` as documents come along.
            on_built: told of each batch when it is done.
            most: documents to take on; None for all, also those that come meanwhile.

        Returns:
            What became of each revision, in the order they were done.

        Raises:
            NotFoundError: this owner has no such collection.
        """
        collection = await self._library.open(owner, collection_id)
        done: list[Built] = []
        places = asyncio.Semaphore(BATCHES_AT_ONCE)

        async def run(batch: list[ClaimedRevision]) -> None:
            try:
                built = await self._run_batch(collection, batch, titles, on_event)
                done.extend(built)
                await on_built(built)
            finally:
                places.release()

        async with self._heartbeat(), asyncio.TaskGroup() as group:
            async for batch in self._batches(owner, collection_id, most):
                if not self._loaded_ahead:
                    self._loaded_ahead = True
                    group.create_task(asyncio.to_thread(self._load_ahead))
                await places.acquire()
                group.create_task(run(batch))
        if done:
            for store in (collection.chunks, collection.summaries):
                await store.optimise()  # type: ignore[attr-defined]  # stores of ours have it beyond the port
        return done

    def context(self, collection: Collection) -> IngestContext:
        """What the steps need to work on this collection."""
        settings = self._settings
        return IngestContext(
            owner=collection.owner,
            collection=collection,
            catalogue=self._catalogue,
            reader=self._reader,
            tokenizer=self._tokenizer,
            chunk_limits=ChunkLimits(settings.chunk_characters, settings.chunk_overlap, settings.chunk_minimum),
            strategic_extract_pages=settings.strategic_extract_pages,
            on_step=self._on_step,
        )

    async def recover(self) -> None:
        """Cleans up after processes that were killed: partial rows go, their documents wait to be taken on again."""
        await self._catalogue.reclaim(is_alive, self._purge_rows)
        await self._link_again()
        await self.clean()

    async def let_go(self) -> None:
        """Gives back what this process was working on when it was stopped: it waits again, as if never begun."""
        await self._catalogue.reclaim(lambda worker: worker != self._worker, self._purge_rows)

    async def _link_again(self) -> None:
        """Gives documents their postings that became visible just before their process was killed.

        Another live process may be about to do the same for its own: the result is the same, whoever comes last.
        """
        again = Backfill(self._catalogue, self._library)
        for owner, collection_id, revision_id in await self._catalogue.unlinked():
            await again.link(owner, collection_id, revision_id)

    async def clean(self) -> None:
        """Removes what nobody sees any more of replaced and deleted revisions: rows, files, pictures of pages."""
        retired = await self._catalogue.retired()
        if not retired:
            return
        await self._purge_rows(retired)
        ids = {revision.revision_id for revision in retired}
        async with self._catalogue.locked(*(files_lock(each.owner, each.collection_id) for each in retired)):
            # Asked again: a file may have come back since, under another revision.
            for revision in await self._catalogue.retired():
                if revision.revision_id in ids and revision.file_key is not None:
                    await asyncio.to_thread(self._files.delete, revision.file_key)
            await asyncio.to_thread(self._page_cache.forget, sorted(ids))
            await self._catalogue.forget(sorted(ids))

    async def _purge_rows(self, revisions: Sequence[AbandonedRevision | RetiredRevision]) -> None:
        """Removes the rows of these revisions from their stores: one deletion a store."""
        by_collection: dict[tuple[str, str], list[str]] = {}
        for revision in revisions:
            by_collection.setdefault((revision.owner, revision.collection_id), []).append(revision.revision_id)
        for (owner, collection_id), revision_ids in by_collection.items():
            try:
                collection = await self._library.open(owner, collection_id)
            except NotFoundError:
                # The collection was deleted, and its documents with it.
                await self._library.drop(owner, collection_id)
                continue
            among = MetadataFilter(key="revision_id", value=revision_ids, operator=FilterOperator.IN)
            for store in (collection.chunks, collection.summaries):
                await store.adelete_nodes(filters=MetadataFilters(filters=[among]))

    def _load_ahead(self) -> None:
        """Loads what later steps need while files are read elsewhere; what fails here fails there, and says so.

        The database's library takes seconds to import, which would hold up the event loop where it is first used.
        """
        with contextlib.suppress(ImportError, SheafError):
            self._tokenizer.count("")
            importlib.import_module("lancedb")

    async def _batches(self, owner: str, collection_id: str, most: int | None) -> AsyncIterator[list[ClaimedRevision]]:
        """Claims what waits, until nothing does or enough is claimed, in batches bounded by number and by bytes."""
        settings = self._settings
        left = most
        while claimed := await self._catalogue.claim(
            owner,
            worker=self._worker,
            lease_seconds=LEASE_SECONDS,
            collection_id=collection_id,
            limit=settings.batch_documents if left is None else min(left, settings.batch_documents),
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

    async def _run_batch(
        self,
        collection: Collection,
        batch: Sequence[ClaimedRevision],
        titles: Mapping[str, str],
        on_event: OnEvent,
    ) -> list[Built]:
        """Runs one batch. What fails as a whole (a store that is away) fails each of its documents, with the reason."""
        begin = time.perf_counter()
        context = self.context(collection)
        with contextlib.ExitStack() as copies:
            documents = [self._begin(revision, copies, titles) for revision in batch]
            try:
                # With several modes the stream gives pairs, which its annotations do not say.
                stream: Any = self._graph.astream(
                    {"documents": documents}, context=context, stream_mode=["custom", "values"]
                )
                async for kind, value in stream:
                    if kind == "custom":
                        on_event(value)
                    else:
                        documents = value["documents"]
            except Exception as error:  # noqa: BLE001 - one batch that fails must not stop the others
                report = _report_of(error)
                documents = [{**document, "error": document["error"] or report} for document in documents]
        seconds = (time.perf_counter() - begin) / len(batch)
        built: list[Built] = []
        for revision, document in zip(batch, documents, strict=True):
            reason = document["error"]
            if reason is not None:
                await self._catalogue.fail(collection.owner, revision.revision_id, reason)
                built.append(Built(revision, "failed", seconds=seconds, error=reason))
            else:
                built.append(Built(revision, "ready", len(document["pages"]), len(document["chunks"]), seconds))
        return built

    def _begin(
        self, revision: ClaimedRevision, copies: contextlib.ExitStack, titles: Mapping[str, str]
    ) -> IngestDocument:
        """The document as it enters the graph; given up already where its file cannot be had."""
        try:
            path = copies.enter_context(self._files.local_copy(revision.file_key))
        except SheafError as error:
            return {**_document(revision, Path(), titles), "error": error.report()}
        return _document(revision, path, titles)

    @contextlib.asynccontextmanager
    async def _heartbeat(self) -> AsyncIterator[None]:
        async def beat() -> None:
            while True:
                await asyncio.sleep(LEASE_SECONDS / 4)
                await self._catalogue.renew(self._worker, LEASE_SECONDS)

        task = asyncio.create_task(beat())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def files_lock(owner: str, collection_id: str) -> str:
    """The lock that is held while files of a collection are kept and registered, and while some are removed.

    So no file goes that was just wanted. See `SqlCatalogue.locked`.
    """
    return f"files {owner}/{collection_id}"


def _document(revision: ClaimedRevision, path: Path, titles: Mapping[str, str]) -> IngestDocument:
    title = titles.get(revision.revision_id)
    return {
        "document_id": revision.document_id,
        "revision_id": revision.revision_id,
        "file_name": revision.file_name,
        "media_type": revision.media_type or "",
        "content_hash": revision.content_hash,
        "byte_count": revision.byte_count,
        "path": str(path),
        "properties": {"title": title} if title else {},
        "pages": [],
        "metadata": {},
        "embedded_keywords": [],
        "sections": [],
        "chunks": [],
        "summary": "",
        "error": None,
    }


def _report_of(error: Exception) -> ErrorReport:
    if isinstance(error, SheafError):
        return error.report()
    _log.error("a batch could not be ingested", exc_info=error)
    return InternalError(
        f"Unexpected {type(error).__name__}: {error}", hint="The log has its traceback; ingest the file again."
    ).report()
