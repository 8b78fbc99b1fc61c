"""Sheaf whole: the one place where real objects are built and handed to the graphs."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, aclosing
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Self

from app.answering import ChatEvent, GraphRun, answer_events, final_state
from app.asking import SynonymsFile, graph_input, language_model
from app.backfill import DOCUMENTS_AT_ONCE, Backfill, BackfillReport
from app.building import Building, OnEvent
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.part import utc_now
from app.catalogue.records import CollectionRecord, DocumentPage, SessionRecord
from app.conversations import Conversations, thread_id
from app.files import FileStore
from app.ingestion import IngestFile, Ingestion, IngestReport
from app.lazy_backfill import LazyBackfill
from app.library import CollectionLibrary
from app.models.wordllama import WordLlamaTokenizer
from app.pages.cache import page_cache
from app.pages.pages import Pages
from app.public import public_hit, public_unavailable
from app.queueing.connecting import server_of
from app.reading.limits import ReadingLimits
from app.reading.reader import SandboxedReader
from app.reading.sandbox import Sandbox
from app.settings import Settings
from app.stores.stores import Stores
from graphs.chat import build_chat_graph
from graphs.context import ChatContext, IngestContext
from nodes.domain.chat import TraceEntry, Turn
from nodes.domain.errors import NotFoundError, UnavailableError

if TYPE_CHECKING:
    from app.queueing.queue import TaskQueue

LOCAL_OWNER = "local"
DEFAULT_COLLECTION = "default"
LAZY_DOCUMENTS = 4
"""Backfilled together beside questions: they compute for moments only."""

__all__ = ["DEFAULT_COLLECTION", "LOCAL_OWNER", "IngestFile", "IngestReport", "Sheaf"]


def _ignore(event: dict[str, Any]) -> None:
    """Nobody listens."""


class Sheaf:
    """Documents in, cited answers out: `async with Sheaf(settings) as sheaf`.

    The command line, the service and the evaluation all go through this.
    """

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
        self.catalogue = await SqlCatalogue.open(settings.catalogue_url, settings=settings.database)
        self._stack.push_async_callback(self.catalogue.close)
        self.stores = Stores(settings)
        self._stack.push_async_callback(self.stores.close)
        self.library = CollectionLibrary(self.catalogue, self.stores, settings)
        self.files = FileStore(settings.files_location)
        self._stack.push_async_callback(asyncio.to_thread, self.files.close)
        self._tokenizer = WordLlamaTokenizer()
        self.conversations = await self._stack.enter_async_context(Conversations(self.catalogue, settings))
        self._graph = build_chat_graph()
        self._ingestion: Ingestion | None = None
        self._task_queue: TaskQueue | None = None
        self._task_queue_turn = asyncio.Lock()
        self._page_cache = page_cache(self.files.remote, settings.pages_path)
        # A worker of their own: who looks at a page does not wait for a hundred files to be read.
        drawers = Sandbox(ReadingLimits(workers=1, timeout_seconds=30, memory_bytes=settings.ingest.memory_bytes))
        self._stack.callback(drawers.close)
        self.pages = Pages(self.catalogue, self.library, self.files, self._page_cache, drawers)
        self._synonyms = SynonymsFile(settings.synonyms)
        self._lazy_backfill = LazyBackfill(
            self.catalogue, self._backfill(documents_at_once=LAZY_DOCUMENTS), is_on=settings.ingest.lazy_backfill
        )
        self._stack.push_async_callback(self._lazy_backfill.close)
        # Made once, and not on the event loop: its library takes seconds to import.
        self._model = cache(partial(language_model, settings))
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Ends worker processes and closes what is open."""
        await self._stack.aclose()

    async def ingest(
        self,
        files: Sequence[IngestFile],
        *,
        owner: str = LOCAL_OWNER,
        collection: str = DEFAULT_COLLECTION,
        on_event: OnEvent = _ignore,
    ) -> IngestReport:
        """Ingests files into a collection, which is made if it is not there. A file that fails, fails alone."""
        row = await self.catalogue.ensure_collection(owner, collection, *self.library.configured_kind())
        return await self.ingestion().ingest(owner, row.collection_id, files, on_event)

    async def search(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        collection_ids: Sequence[str] | None = None,
        options: dict[str, Any] | None = None,
        session_id: str | None = None,
    ) -> dict[str, Any]:
        """Retrieval only: `{"hits", "unavailable", "trace"}`; what is searched is said as for `stream`.

        Raises:
            RetrievalFailedError: it could not be done.
        """
        given = graph_input(question, "search", options, self.settings.chat)
        session = None if session_id is None else await self.catalogue.session(owner, session_id)
        ids = await self._searched(owner, collections, collection_ids, session)
        with self._lazy_backfill.question(owner, ids):
            state = await final_state(GraphRun(self._graph, await self._context(owner, ids), given))
        return {
            "hits": [public_hit(hit) for hit in state["hits"]],
            "unavailable": public_unavailable(state["unavailable"]),
            "trace": state["trace"],
        }

    async def ask(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        collection_ids: Sequence[str] | None = None,
        options: dict[str, Any] | None = None,
        session_id: str | None = None,
        history: Sequence[Turn] | None = None,
    ) -> dict[str, Any]:
        """A cited answer: the last event of `stream`, with its arguments."""
        events = await self.stream(
            question,
            owner=owner,
            collections=collections,
            collection_ids=collection_ids,
            options=options,
            session_id=session_id,
            history=history,
        )
        answer: dict[str, Any] = {}
        async with aclosing(events):
            async for event in events:
                if event.name == "done":
                    answer = event.data
        return answer

    async def stream(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        collection_ids: Sequence[str] | None = None,
        options: dict[str, Any] | None = None,
        session_id: str | None = None,
        history: Sequence[Turn] | None = None,
    ) -> AsyncGenerator[ChatEvent]:
        """The events of a cited answer, once it is clear that the question can be asked; `done` is the last.

        Args:
            question: 1 character or more that is not blank.
            owner: who asks.
            collections: names of what is searched.
            collection_ids: ids of what is searched. Without either: the collections of the session, its own and
                those attached to it; where there are none, the collection `default`.
            options: over the defaults of the settings; see `nodes.domain.chat.Options`.
            session_id: the conversation, whose history stays; made if it is missing, under a fresh id if None.
            history: earlier turns, kept by whoever asks: then there is no session, and nothing is kept.

        Raises:
            InvalidRequestError: the question is blank, or an option cannot be; the message names it.
            NotFoundError: this owner has no such collection, or the session is another's.
        """
        given = graph_input(question, "chat", options, self.settings.chat)
        given |= {"answer_id": uuid.uuid4().hex, "asked_at": f"{utc_now():%Y-%m-%dT%H:%M:%S.%fZ}"}
        if history is not None:
            ids = await self._searched(owner, collections, collection_ids, None)
            state = {**given, "history": list(history)}
            return self._answered(GraphRun(self._graph, await self._context(owner, ids), state))
        known = await self.conversations.find(owner, session_id)
        ids = await self._searched(owner, collections, collection_ids, known)
        session = await self.conversations.begin(owner, session_id, given["question"])
        run = GraphRun(
            await self.conversations.graph(),
            await self._context(owner, ids),
            given,
            session_id=session.session_id,
            thread=thread_id(owner, session.session_id),
            turn=self.conversations.turn(owner, session.session_id),
        )
        return self._answered(run)

    async def _answered(self, run: GraphRun) -> AsyncGenerator[ChatEvent]:
        """The events of an answer; what it came upon is backfilled when they are over."""
        with self._lazy_backfill.question(run.context.owner, run.context.collection_ids):
            async with aclosing(answer_events(run)) as events:
                async for event in events:
                    yield event

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, by the bundled tokenizer."""
        return await asyncio.to_thread(self._tokenizer.count_many, texts)

    async def warm(self) -> None:
        """Loads what is slow to load, so that the first question does not wait for it: libraries, models, history."""
        name, _ = self.library.configured_embedding()
        await asyncio.gather(
            asyncio.to_thread(self.stores.load),
            asyncio.to_thread(self.library.embedding(name).get_text_embedding, "warm"),
            asyncio.to_thread(self._model),
            self.conversations.graph(),
        )

    async def backfill(
        self,
        *,
        owner: str = LOCAL_OWNER,
        collection: str = DEFAULT_COLLECTION,
        everything: bool = False,
        on_event: OnEvent = _ignore,
    ) -> BackfillReport:
        """Gives documents what newer versions search, rank and link by; see `app.backfill`."""
        [collection_id] = await self._collection_ids(owner, [collection])
        return await self._backfill().run(owner, collection_id, everything=everything, on_event=on_event)

    async def waiting_for_backfill(self, *, owner: str = LOCAL_OWNER) -> dict[str, int]:
        """Documents that lack what `backfill` gives them, by the name of their collection; none that lack nothing."""
        work = self._backfill()
        collections = await self.collections(owner=owner)
        counts = {each.name: len(await work.waiting(owner, each.collection_id)) for each in collections}
        return {name: count for name, count in counts.items() if count}

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

    async def documents(
        self,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> DocumentPage:
        """Documents in every status, a page at a time."""
        ids = None if collections is None else await self._collection_ids(owner, collections)
        return await self.catalogue.documents(owner, ids, after=after, limit=limit)

    async def delete(self, document_id: str, *, owner: str = LOCAL_OWNER) -> str:
        """Deletes a document wholly; from the moment this returns no search finds it. Returns its file name."""
        deleted = await self.catalogue.delete_document(owner, document_id)
        await self.ingestion().building.clean()
        return deleted.file_name

    async def collections(self, *, owner: str = LOCAL_OWNER) -> list[CollectionRecord]:
        """The owner's collections with their counts."""
        return await self.catalogue.collections(owner)

    async def ingest_context(self, owner: str, collection: str) -> IngestContext:
        """What the ingestion steps need to work on this collection."""
        [collection_id] = await self._collection_ids(owner, [collection])
        return self.ingestion().building.context(await self.library.open(owner, collection_id))

    def ingestion(self) -> Ingestion:
        """The ingest work of this process, made at its first use."""
        if self._ingestion is None:
            settings = self.settings.ingest
            limits = ReadingLimits(
                workers=settings.workers,
                timeout_seconds=settings.timeout_seconds,
                memory_bytes=settings.memory_bytes,
                max_bytes=settings.max_bytes,
                max_pages=settings.max_pages,
                max_unpacked_bytes=settings.max_unpacked_bytes,
            )
            reader = SandboxedReader(limits)
            self._stack.callback(reader.close)
            building = Building(
                self.catalogue,
                self.library,
                self.files,
                reader,
                self._tokenizer,
                settings,
                self._page_cache,
                self._on_ingest_step,
            )
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

    async def workers_state(self) -> str:
        """How many workers are alive, and how many documents wait, in words.

        Raises:
            InvalidRequestError, UnavailableError: as `task_queue`.
        """
        waiting, building = await self.catalogue.count_unfinished()
        workers = (await (await self.task_queue()).state()).workers
        found = f"{workers} alive; {waiting} documents wait, {building} are worked on."
        return found if workers else f"{found} Start one: sheaf worker"

    async def chat_context(self, owner: str, collections: Sequence[str]) -> ChatContext:
        """What the chat steps need to answer this owner from these collections."""
        return await self._context(owner, await self._collection_ids(owner, collections))

    async def _context(self, owner: str, collection_ids: Sequence[str]) -> ChatContext:
        model, synonyms = await asyncio.to_thread(lambda: (self._model(), self._synonyms.read()))
        return ChatContext(
            owner=owner,
            collection_ids=collection_ids,
            library=self.library,
            catalogue=self.catalogue,
            tokenizer=self._tokenizer,
            language_model=model,
            synonyms=synonyms,
            on_step=self._on_chat_step,
        )

    async def _searched(
        self,
        owner: str,
        names: Sequence[str] | None,
        collection_ids: Sequence[str] | None,
        session: SessionRecord | None,
    ) -> list[str]:
        """Ids of the collections to search; all are the owner's."""
        if collection_ids is not None:
            return [
                (await self.catalogue.collection(owner, each)).collection_id for each in dict.fromkeys(collection_ids)
            ]
        if names is None and session is not None:
            own = [] if session.collection_id is None else [session.collection_id]
            if own or session.attached:
                return list(dict.fromkeys([*own, *session.attached]))
        return await self._collection_ids(owner, [DEFAULT_COLLECTION] if names is None else names)

    async def _collection_ids(self, owner: str, names: Sequence[str]) -> list[str]:
        try:
            found = [await self.catalogue.find_collection(owner, name) for name in names]
        except NotFoundError as error:
            known = [each.name for each in await self.catalogue.collections(owner)]
            there = f"There are: {', '.join(sorted(known))}." if known else "There are none yet."
            missing = next((name for name in names if name not in known), names[0])
            raise NotFoundError(
                f"No collection {missing!r}. {there}", hint=f"Make it: sheaf ingest PATHS --collection {missing}"
            ) from error
        return list(dict.fromkeys(each.collection_id for each in found))
