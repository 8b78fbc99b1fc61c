"""The one place where real objects are built: what Sheaf is made of, opened in order and closed in reverse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, NoReturn, Self

from app.backfilling.backfill import DOCUMENTS_AT_ONCE, Backfill
from app.backfilling.lazy import LazyBackfill
from app.catalogue.catalogue import SqlCatalogue
from app.chatting.asking import SynonymsFile, cross_encoder, language_model
from app.chatting.conversations import Conversations
from app.filing.files import FileStore
from app.ingesting.building import Building, Tools
from app.ingesting.ingestion import Ingestion
from app.learning.weights_file import WeightsFile
from app.library import CollectionLibrary
from app.models.wordllama import WordLlamaEmbedding, WordLlamaTokenizer
from app.pages.cache import page_cache
from app.pages.pages import Pages
from app.queueing.connecting import server_of
from app.reading.limits import ReadingLimits
from app.reading.reader import SandboxedReader
from app.reading.sandbox import Sandbox
from app.reading_ahead import ReadAhead
from app.settings import Settings
from app.stores.stores import Stores
from app.sweeping import Sweeping
from app.watching import watch_for
from graphs.chat import chat_graph
from graphs.context import ChatContext
from nodes.domain.chat import TraceEntry
from nodes.domain.errors import UnavailableError

if TYPE_CHECKING:
    from app.queueing.queue import TaskQueue


LAZY_DOCUMENTS = 4
"""Backfilled together beside questions: they compute for moments only."""
DRAWING_SECONDS = 30
"""For a picture of one page: somebody waits for it."""


class Parts:
    """Catalogue, stores, files, models and graphs of one process: `async with`. Belongs to one event loop."""

    def __init__(self, settings: Settings, on_step: Callable[[str, TraceEntry], None] | None = None) -> None:
        """Opens nothing yet.

        Args:
            settings: what is set.
            on_step: told of every step of a graph that has ended: the graph's name and the step's trace entry.
        """
        self.settings = settings
        self._on_chat_step = None if on_step is None else partial(on_step, "chat")
        self._on_ingest_step = None if on_step is None else partial(on_step, "ingest")
        self._stack = AsyncExitStack()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """What is not there before it is open."""
            raise AttributeError(f"There is no {name!r} before it is open: `async with Sheaf(settings) as sheaf`.")

    async def __aenter__(self) -> Self:
        """Opens the catalogue (migrated to its newest schema) and the store; models load when they are first used."""
        settings = self.settings
        try:
            await asyncio.to_thread(settings.home.mkdir, parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UnavailableError(
                f"The folder {settings.home} cannot be made: {error.strerror}.",
                hint="Set SHEAF_HOME to a folder that you may write to.",
            ) from error
        self.synonyms = SynonymsFile(settings.synonyms)
        # Where one of them cannot be opened, those before it are closed.
        async with AsyncExitStack() as stack:
            await asyncio.to_thread(self.synonyms.read)
            self.reranker = await asyncio.to_thread(cross_encoder, settings)
            if self.reranker is not None:
                stack.push_async_callback(asyncio.to_thread, self.reranker.close)
            self.catalogue = await SqlCatalogue.open(settings.catalogue_url, settings=settings.database)
            stack.push_async_callback(self.catalogue.close)
            self.stores = Stores(settings)
            stack.push_async_callback(self.stores.close)
            self.library = CollectionLibrary(self.catalogue, self.stores, settings)
            stack.push_async_callback(self.library.close)
            self.files = FileStore(settings.files_location)
            stack.push_async_callback(asyncio.to_thread, self.files.close)
            self._tokenizer = WordLlamaTokenizer()
            self._sentence_embedding = WordLlamaEmbedding()
            self.conversations = await stack.enter_async_context(Conversations(self.catalogue, settings))
            self._graph = chat_graph()
            self._ingestion: Ingestion | None = None
            self._sweeping = Sweeping()
            self._task_queue: TaskQueue | None = None
            self._task_queue_turn = asyncio.Lock()
            self._page_cache = page_cache(self.files.remote, settings.pages_path)
            # A worker of their own: who looks at a page does not wait for a hundred files to be read.
            drawers = Sandbox(replace(ReadingLimits.of(settings.ingest), workers=1, timeout_seconds=DRAWING_SECONDS))
            stack.callback(drawers.close)
            self.pages = Pages(self.catalogue, self.library, self.files, self._page_cache, drawers)
            self._learned_weights = WeightsFile(settings.learned_weights_path)
            self._lazy_backfill = LazyBackfill(
                self.catalogue, self._backfill(documents_at_once=LAZY_DOCUMENTS), is_on=settings.ingest.lazy_backfill
            )
            stack.push_async_callback(self._lazy_backfill.close)
            self._read_ahead = ReadAhead(self.catalogue, self.library, settings.read_ahead_documents)
            stack.push_async_callback(self._read_ahead.close)
            # Made once, and not on the event loop: its library takes seconds to import.
            self._model = cache(partial(language_model, settings))
            stack.push_async_callback(self._close_model)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Ends worker processes and closes what is open."""
        await self._stack.aclose()

    def ingestion(self) -> Ingestion:
        """The ingest work of this process, made at its first use."""
        if self._ingestion is None:
            settings = self.settings.ingest
            limits = ReadingLimits.of(settings)
            reader = SandboxedReader(limits)
            self._stack.callback(reader.close)
            tools = Tools(reader, self._tokenizer, self._model, self._on_ingest_step)
            building = Building(self.catalogue, self.library, self.files, self._page_cache, tools, settings)
            self._ingestion = Ingestion(self.catalogue, self.files, limits, building)
        return self._ingestion

    async def task_queue(self, *, connections: int = 4) -> TaskQueue:
        """The queue that workers take jobs from, opened at its first use; `defer(name, **ids)` hands them one.

        Args:
            connections: most of them at once, for whoever opens it.

        Raises:
            InvalidRequestError: the catalogue is not kept in PostgreSQL.
            UnavailableError: the database cannot be used, or what works with it is not installed.
        """
        async with self._task_queue_turn:
            if self._task_queue is None:
                server_of(self.settings)
                # Not imported before it is needed: on SQLite it need not be installed.
                from app.queueing.queue import TaskQueue

                queue = TaskQueue(self.settings, connections=connections)
                self._task_queue = await self._stack.enter_async_context(queue)
            return self._task_queue

    def _backfill(self, documents_at_once: int = DOCUMENTS_AT_ONCE) -> Backfill:
        async def clean() -> None:
            await self.ingestion().building.clean()

        return Backfill(
            self.catalogue,
            self.library,
            self._tokenizer,
            self.settings.ingest,
            clean=clean,
            documents_at_once=documents_at_once,
        )

    async def warm(self) -> None:
        """Loads what is slow to load, so that the first question does not wait for it: libraries, models, history."""
        name, _ = self.library.configured_embedding()
        await asyncio.gather(
            asyncio.to_thread(self.stores.load),
            asyncio.to_thread(self.library.embedding(name).get_text_embedding, "warm"),
            asyncio.to_thread(self._model),
            *([] if self.reranker is None else [asyncio.to_thread(self.reranker.load)]),
            self.conversations.open(),
        )

    def forget_collection(self, collection_id: str) -> None:
        """Drops what the memory of this process holds of a collection that was deleted."""
        self.catalogue.forget_collection(collection_id)
        self._lazy_backfill.forget(collection_id)
        self._read_ahead.forget(collection_id)

    async def settled(self) -> None:
        """Waits until what questions so far have left to be done in the background is done."""
        await asyncio.gather(self._lazy_backfill.settled(), self._read_ahead.settled())

    @contextmanager
    def _asking(self, owner: str, collection_ids: Sequence[str]) -> Iterator[None]:
        with self._lazy_backfill.question(owner, collection_ids), self._read_ahead.question(owner, collection_ids):
            yield

    async def _close_model(self) -> None:
        model = self._model() if self._model.cache_info().currsize else None
        if model is not None:
            await model.aclose()

    async def _context(self, owner: str, collection_ids: Sequence[str], why: str | None = None) -> ChatContext:
        # In place where nothing is to be read: a thread costs more.
        model = self._model() if self._model.cache_info().currsize else await asyncio.to_thread(self._model)
        synonyms = await asyncio.to_thread(self.synonyms.read) if self.settings.synonyms else None
        watch = None
        if why is not None:
            watch = await watch_for(self.catalogue, self.library, owner, collection_ids, why)
        return ChatContext(
            owner=owner,
            collection_ids=collection_ids,
            library=self.library,
            catalogue=self.catalogue,
            tokenizer=self._tokenizer,
            sentence_embedding=self._sentence_embedding,
            language_model=model,
            model_limits=self.settings.model,
            reranker=self.reranker,
            learned_weights=self._learned_weights,
            synonyms=synonyms,
            watch=watch,
            on_step=self._on_chat_step,
        )
