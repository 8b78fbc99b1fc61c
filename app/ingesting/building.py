"""From accepted files to searchable documents: runs the graph over what `claiming` takes on, in batches."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llama_index.core.readers.base import BaseReader

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import ClaimedRevision, Standing
from app.filing.files import FileStore
from app.ingesting.claiming import Built, Claiming, OnEvent, Run
from app.ingesting.kept_vectors import forget_vectors
from app.ingesting.mending import Mending, purge_rows
from app.ingesting.timing import Shared
from app.ingesting.workers import claim_name, process_of, worker_name
from app.library import CollectionLibrary
from app.pages.cache import PageCache
from app.settings import IngestSettings
from app.stores.base import scoped
from graphs.context import IngestContext, OnStep
from graphs.ingest import ingest_graph
from nodes.documents import languages
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import (
    EmbeddingChangedError,
    ErrorReport,
    InternalError,
    NotFoundError,
    SheafError,
    UnavailableError,
)
from nodes.modelling.limits import ModelLimits
from nodes.modelling.summaries import SummaryModel
from nodes.ports import Collection, Tokenizer

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

BATCHES_AT_ONCE = 3
"""One is read in the worker processes while two are worked on here: one computes while the other waits for a store."""
MOST_CHANGES = 3
"""How often a batch is begun whose collection is embedded anew meanwhile."""

OnBuilt = Callable[[Sequence[Built]], Awaitable[None]]

_log = logging.getLogger(__name__)


async def _nobody(built: Sequence[Built]) -> None:
    """Nobody waits for single batches."""


@dataclass(frozen=True)
class Tools:
    """What the steps of the graph work with, whatever the collection."""

    reader: BaseReader
    tokenizer: Tokenizer
    language_model: Callable[[], LLM | None]
    """Asked for only where it writes summaries: to make it takes seconds. None where none is set."""
    on_step: OnStep | None


class Building(Mending):
    """The work on accepted files. Everything it does can be killed at any moment and gone on with later.

    Args:
        catalogue: knows what waits, who has it, and what became of it.
        library: opens the stores.
        files: keeps the bytes.
        page_cache: keeps pictures of pages.
        tools: what the steps work with.
        settings: how documents are cut and summed up, and how many are worked on together.
    """

    def __init__(
        self,
        catalogue: SqlCatalogue,
        library: CollectionLibrary,
        files: FileStore,
        page_cache: PageCache,
        tools: Tools,
        settings: IngestSettings,
    ) -> None:
        super().__init__(catalogue, library, files, page_cache)
        self._tools = tools
        self._settings = settings
        self._claiming = Claiming(catalogue, files, settings)
        self._worker = worker_name()
        self._graph = ingest_graph()
        self._loaded_ahead = False

    async def work(
        self,
        owner: str,
        collection_id: str,
        on_event: OnEvent,
        *,
        on_built: OnBuilt = _nobody,
        most: int | None = None,
        revision_ids: Sequence[str] | None = None,
        is_patient: bool = False,
    ) -> list[Built]:
        """Claims what waits in a collection and makes it searchable, or says why not.

        Args:
            owner: whose.
            collection_id: where.
            on_event: told `{"type": "progress", "file_name", "stage", "percent"}` as documents come along.
            on_built: told of each batch when it is done.
            most: documents to take on; None for all, also those that come meanwhile.
            revision_ids: only these.
            is_patient: what cannot be done now, because a store or a model is away, waits to be tried again, up to
                `MOST_TRIES` times; else it fails. No more is taken on then.

        Returns:
            What became of each revision, in the order they were done.

        Raises:
            NotFoundError: this owner has no such collection.
            UnavailableError: the catalogue does not answer.
        """
        run = Run(claim_name(), owner, collection_id, on_event, most, revision_ids, is_patient)
        try:
            await self._library.open(owner, collection_id)
        except SheafError as error:
            if not is_patient or isinstance(error, NotFoundError):
                raise
            batches = self._claiming.batches(run)
            return [each async for batch in batches for each in await self._give_up(run, batch, error)]
        places = asyncio.Semaphore(BATCHES_AT_ONCE)

        async def build(batch: list[ClaimedRevision]) -> None:
            try:
                built = await self._run_batch(run, batch)
                run.done.extend(built)
                await on_built(built)
            finally:
                places.release()

        try:
            async with self._claiming.held(run.claim, collection_id), asyncio.TaskGroup() as group:
                async for batch in self._claiming.batches(run):
                    if not self._loaded_ahead:
                        self._loaded_ahead = True
                        group.create_task(asyncio.to_thread(self._load_ahead))
                    await places.acquire()
                    group.create_task(build(batch))
        except ExceptionGroup as errors:
            raise _likeliest(errors) from errors
        if any(each.status == "ready" for each in run.done):
            await _optimise(await self._library.open(owner, collection_id))
        return run.done

    def context(self, collection: Collection) -> IngestContext:
        """What the steps need to work on this collection."""
        settings = self._settings
        return IngestContext(
            owner=collection.owner,
            collection=collection,
            catalogue=self._catalogue,
            reader=self._tools.reader,
            tokenizer=self._tools.tokenizer,
            chunk_limits=settings.chunk_limits,
            strategic_extract_pages=settings.strategic_extract_pages,
            summary_model=self._summary_model(),
            forgotten=self._forgotten,
            on_step=self._tools.on_step,
        )

    async def _forgotten(self, revision_ids: Sequence[str]) -> frozenset[str]:
        """Those of these revisions whose documents were deleted."""
        standing = await self._catalogue.standing(revision_ids)
        wanted = {each for each, found in standing.items() if found.state != "retired"}
        return frozenset(revision_ids) - wanted

    async def take_on(
        self, owner: str, collection_id: str, revision_ids: Sequence[str], copies: contextlib.ExitStack
    ) -> list[IngestDocument]:
        """Claims those of these revisions that wait, as documents that enter the graph in a run that others drive.

        Nobody renews the claim: what such a run does not publish, others take over when its time is up.

        Args:
            owner: whose.
            collection_id: where.
            revision_ids: registered ones.
            copies: holds the local copies of files that are kept elsewhere.
        """
        run = Run(claim_name(), owner, collection_id, lambda _: None, None, revision_ids, is_patient=False)
        claimed = await self._catalogue.claim(
            owner,
            worker=run.claim,
            lease_seconds=self._settings.takeover_seconds,
            collection_id=collection_id,
            revision_ids=revision_ids,
        )
        return await asyncio.to_thread(self._claiming.begin, run, claimed, copies)

    def _summary_model(self) -> SummaryModel | None:
        settings = self._settings
        model = self._tools.language_model() if settings.llm_summaries else None
        if model is None:
            return None
        seconds = settings.summary_seconds
        limits = ModelLimits(calls=settings.summary_calls, seconds=seconds, answer_seconds=seconds)
        return SummaryModel(model, limits, settings.summary_characters)

    async def let_go(self) -> None:
        """Gives back what this process was working on when it was stopped: it waits to be taken on again."""
        await self._catalogue.reclaim(lambda worker: process_of(worker) != self._worker)

    def _load_ahead(self) -> None:
        """Loads what later steps need while files are read elsewhere; what fails here fails there, and says so."""
        with contextlib.suppress(ImportError, SheafError):
            languages.load()
            self._tools.tokenizer.count("")
            self._library.load()

    async def _run_batch(self, run: Run, batch: Sequence[ClaimedRevision]) -> list[Built]:
        """Runs one batch. What fails as a whole (a store that is away) goes for each of its documents."""
        shared = Shared()
        with contextlib.ExitStack() as copies:
            documents = await asyncio.to_thread(self._claiming.begin, run, batch, copies)
            try:
                await self._build(run, batch, documents, shared)
            except Exception as error:  # noqa: BLE001 - one batch that fails must not stop the others
                report = _report_of(error)
                documents = [{**document, "error": document["error"] or report} for document in documents]
        revision_ids = [revision.revision_id for revision in batch]
        standing = await self._catalogue.standing(revision_ids)
        if standing.keys() < set(revision_ids):
            await self.clean_after(run.owner, run.collection_id, revision_ids)
        return [
            await self._told(run, revision, document, standing.get(revision.revision_id), shared.seconds(document))
            for revision, document in zip(batch, documents, strict=True)
        ]

    async def _told(
        self,
        run: Run,
        revision: ClaimedRevision,
        document: IngestDocument,
        standing: Standing | None,
        seconds: float,
    ) -> Built:
        """What became of a revision that was taken through the graph, as the catalogue has it."""
        reason = document["error"]
        if standing and standing.state == "building" and (reason is None or standing.worker != run.claim):
            return Built(revision, "lost", seconds=seconds)
        if reason is None or (standing and standing.state == "live"):
            if reason is not None:
                # Only its links are missing, which are made up for like those of a process that was killed.
                _log.warning("%s is visible, and linked later: %s", revision.revision_id, reason["message"])
            notice = document["metadata"].get("notice")
            return Built(
                revision, "ready", len(document["pages"]), len(document["chunks"]), seconds=seconds, notice=notice
            )
        return await self._claiming.settle(run, revision, reason, seconds)

    async def _build(
        self, run: Run, batch: Sequence[ClaimedRevision], documents: list[IngestDocument], shared: Shared
    ) -> None:
        """Takes documents through the graph; once more where the collection was embedded anew meanwhile.

        Args:
            run: of which they are part.
            batch: their revisions.
            documents: as they enter; afterwards, also where it fails, as they came to be.
            shared: told what steps took that work on all of them at once.

        Raises:
            Exception: the batch failed as a whole.
        """
        entering = copy.deepcopy(documents)
        changes = 0
        while True:
            # Opened for each batch: another embedding may be the one by now.
            collection = await self._library.open(run.owner, run.collection_id)
            try:
                if again := [revision.revision_id for revision in batch if revision.attempts > 1]:
                    # Of an attempt by other code, or with other limits, more rows may be left than come now.
                    await self._purge_held(run, collection, again)
                await self._through(run, collection, documents, shared)
            except EmbeddingChangedError:
                await self._purge_held(run, collection, [revision.revision_id for revision in batch])
                changes += 1
                if changes == MOST_CHANGES:
                    raise
                documents[:] = copy.deepcopy(entering)
            else:
                await forget_vectors(collection, [each for each in documents if each["error"] is None])
                return

    async def _purge_held(self, run: Run, collection: Collection, revision_ids: Sequence[str]) -> None:
        """Removes the rows of these revisions, but of none that another worker has taken over: it may be visible."""
        seconds = self._settings.takeover_seconds
        held = await self._catalogue.still_held(run.claim, run.collection_id, revision_ids, seconds)
        if held:
            await purge_rows(collection, held)

    async def _through(self, run: Run, collection: Collection, documents: list[IngestDocument], shared: Shared) -> None:
        """Takes documents through the graph, and leaves them as each of its steps does."""
        # With several modes the stream gives pairs, which its annotations do not say.
        context = await asyncio.to_thread(self.context, collection)
        stream: Any = self._graph.astream(
            {"documents": list(documents)}, context=context, stream_mode=["custom", "values"]
        )
        async for kind, value in stream:
            if kind == "custom":
                run.on_event(value)
            else:
                shared.after_step(documents, value["documents"])
                documents[:] = value["documents"]

    async def _give_up(self, run: Run, batch: Sequence[ClaimedRevision], error: SheafError) -> list[Built]:
        """What becomes of a batch where even its collection cannot be opened."""
        return [await self._claiming.settle(run, revision, error.report(), 0.0) for revision in batch]


async def _optimise(collection: Collection) -> None:
    """Makes the stores quick again; what was published is found without it too."""
    try:
        for store in (collection.chunks, collection.summaries):
            await scoped(store).optimise()
    except SheafError as error:
        _log.warning("a store could not be optimised: %s", error)


def _report_of(error: Exception) -> ErrorReport:
    if isinstance(error, SheafError):
        return error.report()
    if isinstance(error, OSError):
        # Connections and time limits among them: it may pass.
        _log.warning("a batch could not be ingested", exc_info=error)
        return UnavailableError(
            f"Something that is needed cannot be reached: {type(error).__name__}.", hint="`sheaf doctor` shows what."
        ).report()
    return InternalError.unexpected(error, "Ingesting the file", _log, hint="Ingest it again.").report()


def _likeliest(errors: ExceptionGroup[Exception]) -> Exception:
    """The error that tells most of what tasks of one run failed of: the first that is typed, else the first."""
    first: BaseException = errors.subgroup(SheafError) or errors
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first if isinstance(first, Exception) else errors
