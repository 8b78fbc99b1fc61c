"""From files to searchable documents: registers, claims, runs the graph in batches, cleans up after crashes."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from app.backfill import Backfill
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import AbandonedRevision, ClaimedRevision, RegisteredFile, Registration, RetiredRevision
from app.files import FileStore, hash_file
from app.library import CollectionLibrary
from app.naming import unique_names
from app.reading.check import check_file
from app.reading.limits import ReadingLimits
from app.settings import IngestSettings
from app.workers import is_alive, worker_name
from graphs.context import IngestContext
from graphs.ingest import build_ingest_graph
from nodes.documents.chunks import ChunkLimits
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import ErrorReport, InternalError, SheafError
from nodes.domain.ports import Collection, Tokenizer

Event = dict[str, Any]
OnEvent = Callable[[Event], None]

LEASE_SECONDS = 120.0
BATCHES_AT_ONCE = 2
"""One batch is parsed in the worker processes while another is embedded here."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class IngestFile:
    """A file to ingest."""

    path: Path
    file_name: str | None = None
    """Its name in the collection; the name of the path if None."""
    title: str | None = None
    """Its title, where the caller knows it better than the file."""


@dataclass
class IngestReport:
    """What became of each file, in the order given; documents that an earlier run had left behind follow."""

    files: list[dict[str, Any]]
    seconds: float
    page_count: int = field(init=False)
    chunk_count: int = field(init=False)

    def __post_init__(self) -> None:
        done = [file for file in self.files if file["status"] in ("ready", "replaced")]
        self.page_count = sum(file["page_count"] for file in done)
        self.chunk_count = sum(file["chunk_count"] for file in done)


@dataclass
class _Outcome:
    status: str
    page_count: int = 0
    chunk_count: int = 0
    seconds: float = 0.0
    error: ErrorReport | None = None


class Ingestion:
    """The ingest work of one process. Everything it does can be killed at any moment and gone on with later."""

    def __init__(
        self,
        catalogue: SqlCatalogue,
        library: CollectionLibrary,
        files: FileStore,
        reader: BaseReader,
        tokenizer: Tokenizer,
        settings: IngestSettings,
        limits: ReadingLimits,
    ) -> None:
        self._catalogue = catalogue
        self._library = library
        self._files = files
        self._reader = reader
        self._tokenizer = tokenizer
        self._settings = settings
        self._limits = limits
        self._worker = worker_name()
        self._graph = build_ingest_graph()

    async def ingest(
        self, owner: str, collection_id: str, files: Sequence[IngestFile], on_event: OnEvent
    ) -> IngestReport:
        """Ingests files and goes on with whatever an earlier run left behind in this collection."""
        begin = time.perf_counter()
        await self.recover()
        names = unique_names([(file.path, file.file_name) for file in files])
        accepted, refused = await asyncio.to_thread(self._keep, owner, collection_id, files, names)
        registered = await self._catalogue.register(owner, collection_id, list(accepted.values()))
        registrations = dict(zip(accepted, registered, strict=True))
        titles = {
            registration.revision_id: title
            for position, registration in registrations.items()
            if (title := files[position].title)
        }
        outcomes = await self._work(owner, collection_id, titles, on_event)
        await self.clean()

        reports = []
        for position, name in enumerate(names):
            if position in refused:
                reports.append(_file_report(name, None, _Outcome("failed", error=refused[position])))
            else:
                reports.append(await self._report(owner, registrations[position], outcomes))
        seen = {registration.revision_id for registration in registrations.values()}
        for revision_id in sorted(set(outcomes) - seen):
            claimed, outcome = outcomes[revision_id]
            reports.append(_file_report(claimed.file_name, claimed.document_id, outcome))
        for report in reports:
            on_event({"type": "file", **report})
        return IngestReport(reports, time.perf_counter() - begin)

    def _keep(
        self, owner: str, collection_id: str, files: Sequence[IngestFile], names: Sequence[str]
    ) -> tuple[dict[int, RegisteredFile], dict[int, ErrorReport]]:
        """Checks, hashes and keeps the files, by position: those that can be registered, and what is wrong with others.

        Bytes come before the registration: whoever takes on a registered document finds its file, and a process that
        dies in between leaves nothing but a file that the next attempt uses.
        """
        accepted: dict[int, RegisteredFile] = {}
        refused: dict[int, ErrorReport] = {}
        for position, (file, name) in enumerate(zip(files, names, strict=True)):
            try:
                check_file(file.path, name, self._limits)
                content_hash, byte_count = hash_file(file.path)
                key = self._files.put_file(file.path, owner, collection_id, content_hash)
                accepted[position] = RegisteredFile(name, content_hash, byte_count, key)
            except SheafError as error:
                refused[position] = error.report()
        return accepted, refused

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
        )

    async def recover(self) -> None:
        """Cleans up after processes that were killed: partial rows go, their documents wait to be taken on again."""
        await self._catalogue.reclaim(is_alive, self._purge_rows)
        await self._link_again()
        await self.clean()

    async def _link_again(self) -> None:
        """Gives documents their postings that became visible just before their process was killed.

        Another live process may be about to do the same for its own: the result is the same, whoever comes last.
        """
        again = Backfill(self._catalogue, self._library)
        for owner, collection_id, revision_id in await self._catalogue.unlinked():
            await again.link(owner, collection_id, revision_id)

    async def clean(self) -> None:
        """Removes what nobody sees any more: rows of the stores and files of replaced and deleted revisions."""
        retired = await self._catalogue.retired()
        if not retired:
            return
        await self._purge_rows(retired)
        for revision in retired:
            if revision.file_key is not None:
                await asyncio.to_thread(self._files.delete, revision.file_key)
        await self._catalogue.forget([revision.revision_id for revision in retired])

    async def _purge_rows(self, revisions: Sequence[AbandonedRevision | RetiredRevision]) -> None:
        """Removes the rows of these revisions from their stores: one deletion a store."""
        by_collection: dict[tuple[str, str], list[str]] = {}
        for revision in revisions:
            by_collection.setdefault((revision.owner, revision.collection_id), []).append(revision.revision_id)
        for (owner, collection_id), revision_ids in by_collection.items():
            collection = await self._library.open(owner, collection_id)
            among = MetadataFilter(key="revision_id", value=revision_ids, operator=FilterOperator.IN)
            for store in (collection.chunks, collection.summaries):
                await store.adelete_nodes(filters=MetadataFilters(filters=[among]))

    async def _work(
        self, owner: str, collection_id: str, titles: dict[str, str], on_event: OnEvent
    ) -> dict[str, tuple[ClaimedRevision, _Outcome]]:
        collection = await self._library.open(owner, collection_id)
        outcomes: dict[str, tuple[ClaimedRevision, _Outcome]] = {}
        places = asyncio.Semaphore(BATCHES_AT_ONCE)
        ahead: asyncio.Task[None] | None = None

        async def run(batch: list[ClaimedRevision]) -> None:
            try:
                outcomes.update(await self._run_batch(collection, batch, titles, on_event))
            finally:
                places.release()

        async with self._heartbeat(), asyncio.TaskGroup() as group:
            async for batch in self._batches(owner, collection_id):
                if ahead is None:
                    ahead = group.create_task(asyncio.to_thread(self._load_ahead))
                await places.acquire()
                group.create_task(run(batch))
        if outcomes:
            for store in (collection.chunks, collection.summaries):
                await store.optimise()  # type: ignore[attr-defined]  # stores of ours have it beyond the port
        return outcomes

    def _load_ahead(self) -> None:
        """Loads what later steps need while files are read elsewhere; what fails here fails there, and says so.

        The database's library takes seconds to import, which would hold up the event loop where it is first used.
        """
        with contextlib.suppress(ImportError, SheafError):
            self._tokenizer.count("")
            importlib.import_module("lancedb")

    async def _batches(self, owner: str, collection_id: str) -> AsyncIterator[list[ClaimedRevision]]:
        """Claims what waits, until nothing does, in batches bounded by number and by bytes."""
        settings = self._settings
        while claimed := await self._catalogue.claim(
            owner,
            worker=self._worker,
            lease_seconds=LEASE_SECONDS,
            collection_id=collection_id,
            limit=settings.batch_documents,
        ):
            batch: list[ClaimedRevision] = []
            for revision in claimed:
                if batch and sum(each.byte_count for each in (*batch, revision)) > settings.batch_bytes:
                    yield batch
                    batch = []
                batch.append(revision)
            yield batch

    async def _run_batch(
        self, collection: Collection, batch: Sequence[ClaimedRevision], titles: dict[str, str], on_event: OnEvent
    ) -> dict[str, tuple[ClaimedRevision, _Outcome]]:
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
        outcomes: dict[str, tuple[ClaimedRevision, _Outcome]] = {}
        for revision, document in zip(batch, documents, strict=True):
            if document["error"] is not None:
                await self._catalogue.fail(collection.owner, revision.revision_id, document["error"])
                outcome = _Outcome("failed", seconds=seconds, error=document["error"])
            else:
                outcome = _Outcome("ready", len(document["pages"]), len(document["chunks"]), seconds)
            outcomes[revision.revision_id] = (revision, outcome)
        return outcomes

    def _begin(self, revision: ClaimedRevision, copies: contextlib.ExitStack, titles: dict[str, str]) -> IngestDocument:
        """The document as it enters the graph; given up already where its file cannot be had."""
        try:
            path = copies.enter_context(self._files.local_copy(revision.file_key))
        except SheafError as error:
            return {**_document(revision, Path(), titles), "error": error.report()}
        return _document(revision, path, titles)

    async def _report(
        self, owner: str, registration: Registration, outcomes: dict[str, tuple[ClaimedRevision, _Outcome]]
    ) -> dict[str, Any]:
        if registration.revision_id in outcomes and registration.outcome != "linked":
            _, outcome = outcomes[registration.revision_id]
            if outcome.status == "ready" and registration.outcome == "replace":
                outcome = _Outcome("replaced", outcome.page_count, outcome.chunk_count, outcome.seconds)
            return _file_report(registration.file_name, registration.document_id, outcome)
        record = await self._catalogue.document(owner, registration.document_id)
        status = record.status if registration.outcome in ("new", "replace", "resume") else registration.outcome
        if record.status == "failed":
            status = "failed"
        outcome = _Outcome(status, record.page_count, record.chunk_count, 0.0, record.error)
        return _file_report(registration.file_name, registration.document_id, outcome)

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


def _document(revision: ClaimedRevision, path: Path, titles: dict[str, str]) -> IngestDocument:
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


def _file_report(file_name: str, document_id: str | None, outcome: _Outcome) -> dict[str, Any]:
    return {
        "file_name": file_name,
        "document_id": document_id,
        "status": outcome.status,
        "page_count": outcome.page_count,
        "chunk_count": outcome.chunk_count,
        "seconds": round(outcome.seconds, 4),
        "error": outcome.error,
    }
