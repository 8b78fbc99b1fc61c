"""Sheaf whole: the one place where real objects are built and handed to the graphs."""

from __future__ import annotations

import asyncio
import importlib
import uuid
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any, Self

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from llama_index.core.llms import LLM
from pydantic import ValidationError

from app.backfill import Backfill, BackfillReport
from app.building import Building, OnEvent
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import CollectionRecord, DocumentPage
from app.files import FileStore
from app.ingestion import IngestFile, Ingestion, IngestReport
from app.library import CollectionLibrary
from app.models.wordllama import WordLlamaTokenizer
from app.pages.cache import PageCache
from app.pages.pages import Pages
from app.reading.limits import ReadingLimits
from app.reading.reader import SandboxedReader
from app.reading.sandbox import Sandbox
from app.settings import Settings
from app.stores.factory import StoreFactory
from graphs.chat import ChatGraph, build_chat_graph
from graphs.context import ChatContext, IngestContext
from nodes.domain.chat import Hit, Options, TraceEntry
from nodes.domain.errors import (
    InvalidRequestError,
    NotFoundError,
    RetrievalFailedError,
    SheafError,
    UnavailableError,
)
from nodes.language.synonyms import Synonyms, read_synonyms

LOCAL_OWNER = "local"
DEFAULT_COLLECTION = "default"
NOT_RETRIEVAL = frozenset({"generate", "verify_citations"})

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
        self.catalogue = await SqlCatalogue.open(settings.catalogue_url)
        self._stack.push_async_callback(self.catalogue.close)
        self.stores = StoreFactory(settings.store_path)
        self._stack.callback(self.stores.close)
        self.library = CollectionLibrary(self.catalogue, self.stores, settings)
        self.files = FileStore(settings.files_location)
        self._tokenizer = WordLlamaTokenizer()
        self._search_graph = build_chat_graph()
        self._chat_graph: ChatGraph | None = None
        self._ingestion: Ingestion | None = None
        self._page_cache = PageCache(settings.pages_path)
        # A worker of their own: who looks at a page does not wait for a hundred files to be read.
        drawers = Sandbox(ReadingLimits(workers=1, timeout_seconds=30, memory_bytes=settings.ingest.memory_bytes))
        self._stack.callback(drawers.close)
        self.pages = Pages(self.catalogue, self.library, self.files, self._page_cache, drawers)
        self._read_synonyms: tuple[int, Synonyms] | None = None
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
        model, dimensions = self.library.configured_embedding()
        row = await self.catalogue.ensure_collection(owner, collection, model, dimensions)
        return await self.ingestion().ingest(owner, row.collection_id, files, on_event)

    async def search(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] = (DEFAULT_COLLECTION,),
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Retrieval only: `{"hits", "trace"}`. Raises RetrievalFailedError where it could not be done."""
        context = await self.chat_context(owner, collections)
        state = await self._run(self._search_graph, context, self._input(question, "search", options))
        return {"hits": [_public_hit(hit) for hit in state["hits"]], "trace": state["trace"]}

    async def ask(
        self,
        question: str,
        *,
        owner: str = LOCAL_OWNER,
        collections: Sequence[str] = (DEFAULT_COLLECTION,),
        options: dict[str, Any] | None = None,
        session_id: str | None = None,
    ) -> dict[str, Any]:
        """A cited answer; with a session id it is asked in that conversation, whose history stays."""
        context = await self.chat_context(owner, collections)
        session_id = session_id or uuid.uuid4().hex
        # Kept once, at the end: three times cheaper than after every step, and nothing goes on from the middle.
        kept = {"config": {"configurable": {"thread_id": f"{owner}/{session_id}"}}, "durability": "exit"}
        state = await self._run(await self._chat(), context, self._input(question, "chat", options), **kept)
        retrieval_time = sum(entry["seconds"] for entry in state["trace"] if entry["node"] not in NOT_RETRIEVAL)
        return {
            "answer": state["answer"],
            "citations": state["citations"],
            "status": state["status"],
            "query_type": state["plan"]["query_type"],
            "cached": state["cached"],
            "generation_time": round(state["generation_time"], 4),
            "retrieval_time": round(retrieval_time, 4),
            "session_id": session_id,
            "trace": state["trace"],
        }

    async def warm(self) -> None:
        """Loads the store's library and the embedding model, so that the first question does not wait for them."""
        name, _ = self.library.configured_embedding()
        await asyncio.gather(
            asyncio.to_thread(importlib.import_module, "lancedb"),
            asyncio.to_thread(self.library.embedding(name).get_text_embedding, "warm"),
        )

    async def backfill(
        self,
        *,
        owner: str = LOCAL_OWNER,
        collection: str = DEFAULT_COLLECTION,
        everything: bool = False,
        on_event: OnEvent = _ignore,
    ) -> BackfillReport:
        """Gives documents what newer versions rank and link by; see `app.backfill`."""
        [collection_id] = await self._collection_ids(owner, [collection])
        work = Backfill(self.catalogue, self.library)
        return await work.run(owner, collection_id, everything=everything, on_event=on_event)

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
                self.catalogue, self.library, self.files, reader, self._tokenizer, settings, self._page_cache
            )
            self._ingestion = Ingestion(self.catalogue, self.files, limits, building)
        return self._ingestion

    async def _chat(self) -> ChatGraph:
        if self._chat_graph is None:
            saver = AsyncSqliteSaver.from_conn_string(str(self.settings.conversations_path))
            checkpointer: BaseCheckpointSaver[str] = await self._stack.enter_async_context(saver)
            self._chat_graph = build_chat_graph(checkpointer)
        return self._chat_graph

    async def chat_context(self, owner: str, collections: Sequence[str]) -> ChatContext:
        """What the chat steps need to answer this owner from these collections."""
        return ChatContext(
            owner=owner,
            collection_ids=await self._collection_ids(owner, collections),
            library=self.library,
            catalogue=self.catalogue,
            tokenizer=self._tokenizer,
            language_model=self._language_model(),
            synonyms=await asyncio.to_thread(self._synonyms),
            on_step=self._on_chat_step,
        )

    async def _collection_ids(self, owner: str, names: Sequence[str]) -> list[str]:
        known = {row.name: row.collection_id for row in await self.catalogue.collections(owner)}
        for name in names:
            if name not in known:
                there = f"There are: {', '.join(sorted(known))}." if known else "There are none yet."
                raise NotFoundError(
                    f"No collection {name!r}. {there}", hint=f"Make it: sheaf ingest PATHS --collection {name}"
                )
        return list(dict.fromkeys(known[name] for name in names))

    def _synonyms(self) -> Synonyms | None:
        """The synonyms file, read anew when it was changed."""
        path = self.settings.synonyms
        if path is None:
            return None
        try:
            changed = path.stat().st_mtime_ns
            if self._read_synonyms is None or self._read_synonyms[0] != changed:
                self._read_synonyms = (changed, read_synonyms(path.read_text(encoding="utf-8"), str(path)))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidRequestError(
                f"The synonyms file {path} cannot be read: {error}",
                hint="Set SHEAF_SYNONYMS to a text file in UTF-8, or unset it.",
            ) from error
        return self._read_synonyms[1]

    def _language_model(self) -> LLM | None:
        if self.settings.llm == "extractive":
            return None
        from app.models.openai import openai_language_model

        return openai_language_model(
            api_key=self.settings.api_key,
            base_url=self.settings.openai_base_url,
            model=self.settings.openai_model,
            timeout=self.settings.openai_timeout_seconds,
        )

    def _input(self, question: str, mode: str, options: dict[str, Any] | None) -> dict[str, Any]:
        if not question.strip():
            raise InvalidRequestError("question is empty.", hint="Ask something.")
        merged = {**self.settings.chat.model_dump(), **(options or {})}
        try:
            checked = Options.model_validate(merged)
        except ValidationError as error:
            problems = "; ".join(f"options.{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
            raise InvalidRequestError(problems, hint="See the options in the README.") from error
        return {"question": question.strip(), "mode": mode, "options": checked.model_dump(), "trace": None}

    @staticmethod
    async def _run(graph: ChatGraph, context: ChatContext, state: Any, **kept: Any) -> dict[str, Any]:
        try:
            result: dict[str, Any] = await graph.ainvoke(state, context=context, **kept)
        except SheafError:
            raise
        except Exception as error:
            raise RetrievalFailedError(
                f"The question could not be answered: {type(error).__name__}: {error}",
                hint="Try again; `sheaf doctor` shows what is reachable.",
            ) from error
        return result


def _public_hit(hit: Hit) -> dict[str, Any]:
    return {
        "chunk_id": hit["chunk_id"],
        "document_id": hit["document_id"],
        "collection_id": hit["collection_id"],
        "file_name": hit["file_name"],
        "title": hit["title"],
        "pages": hit["pages"],
        "section_path": hit["section_path"],
        "section_type": hit["section_type"],
        "content": hit["content"],
        "score": hit["scores"].get("final", 0.0),
        "scores": hit["scores"],
        "selected_because": hit["selected_because"],
    }
