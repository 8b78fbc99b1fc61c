"""Fills a home with a made-up corpus, as quickly as the real steps go.

Documents are registered in the catalogue and go through the real steps of ingestion in batches, so that every row is
what a user's upload would have made of it. What is left out has nothing to do with how a collection grows: no files
are written, copied and hashed, no claims are kept, and pages are handed over in place of being read. The steps up to
`embed` need nothing but the document; for large corpora they run in processes of their own, where batches are also
made up. `index` and `link` run here, batch after batch.
"""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document
from typing_extensions import override

from app.catalogue.identifiers import document_id_of, revision_id_of
from app.catalogue.records import RegisteredFile
from app.sheaf import LOCAL_OWNER, Sheaf
from app.stores.base import scoped
from eval.bench.contenders import bench_settings
from eval.bench.corpus import World
from eval.bench.documents import MadeDocument, Writer
from graphs.context import IngestContext
from graphs.ingest import STEPS
from graphs.state import IngestState
from graphs.tracing import traced
from nodes.documents.keywords import TermProfile
from nodes.domain.documents import IngestDocument
from nodes.domain.errors import InternalError
from nodes.ingest.index import index

OnFilled = Callable[[int, int, float], None]
"""Told the documents, the chunks and the seconds of processor time so far."""

MANY_CHUNKS = 20_000
"""From here on processes of their own are worth their start."""
_OWN = STEPS.index(index)
"""The steps before it need nothing but the document."""


@dataclass(frozen=True)
class Filled:
    """What a home was filled with, and what that took."""

    documents: int
    chunks: int
    seconds: float
    cpu_seconds: float
    """Of all processes together."""


@dataclass(frozen=True)
class Prepared:
    """A batch of documents that have gone through the steps before `index`."""

    files: list[RegisteredFile]
    state: dict[str, Any]
    """Of the ingest graph."""
    cpu_seconds: float


class _State(IngestState):
    """What the steps hand to each other, also where the graph is cut in two."""

    profiles: dict[str, TermProfile]
    """By revision id."""


class HandedReader(BaseReader):
    """Gives the pages of documents that were handed to it, by their path."""

    def __init__(self) -> None:
        self._handed: dict[str, MadeDocument] = {}

    def hand(self, document: MadeDocument) -> str:
        """Takes a document; gives the path it is then read at."""
        self._handed[document.file_name] = document
        return document.file_name

    @override
    async def aload_data(self, path: str, file_name: str) -> list[Document]:
        """Its pages, once."""
        document = self._handed.pop(path)
        return [
            Document(
                text=page["text"],
                metadata={"page": page["number"], "headings": page["headings"], "media_type": "text/markdown"},
            )
            for page in document.pages()
        ]


async def fill(
    sheaf: Sheaf,
    collection: str,
    seed: int,
    *,
    chunks: int,
    documents: int = 0,
    on_filled: OnFilled = lambda *_: None,
) -> Filled:
    """Puts the documents of a made-up corpus into a collection of the owner `local`, so many chunks of them.

    Args:
        sheaf: open.
        collection: its name; made if it is not there.
        seed: of the corpus.
        chunks: how many more are wanted; at most a batch of documents over that are made.
        documents: how many it holds already: the corpus is gone on with.
        on_filled: told of each batch that is done.

    Returns:
        What was added.

    Raises:
        InternalError: a document could not be ingested.
    """
    begin, cpu = time.perf_counter(), time.process_time()
    row = await sheaf.catalogue.ensure_collection(LOCAL_OWNER, collection, sheaf.library.configured_kind())
    opened = await sheaf.library.open(LOCAL_OWNER, row.collection_id)
    context = sheaf.ingestion().building.context(opened)
    graph = _graph_of(STEPS[_OWN:])
    processes = 0 if chunks < MANY_CHUNKS else os.cpu_count() or 1
    added, made, elsewhere = 0, 0, 0.0
    size = sheaf.settings.ingest.batch_documents
    source = _Source(seed, row.collection_id, documents, size)
    async with _prepared(source, processes) as batches:
        async for batch in batches:
            await sheaf.catalogue.register(LOCAL_OWNER, row.collection_id, batch.files)
            given: Any = batch.state
            state: dict[str, Any] = await graph.ainvoke(given, context=context)
            made += sum(len(document["chunks"]) for document in _whole(state["documents"]))
            added += len(batch.files)
            elsewhere += batch.cpu_seconds if processes else 0.0
            on_filled(added, made, time.process_time() - cpu + elsewhere)
            if made >= chunks:
                break
    for store in (opened.chunks, opened.summaries):
        await scoped(store).optimise()
    return Filled(added, made, time.perf_counter() - begin, time.process_time() - cpu + elsewhere)


@dataclass(frozen=True)
class _Source:
    """Batches of a made-up corpus for a collection."""

    seed: int
    collection_id: str
    first: int
    """Number of the first document of the first batch."""
    size: int

    def documents(self, batch: int) -> range:
        """Numbers of the documents of a batch, from 0."""
        begin = self.first + batch * self.size
        return range(begin, begin + self.size)


@asynccontextmanager
async def _prepared(source: _Source, processes: int) -> AsyncIterator[AsyncIterator[Prepared]]:
    """Batches in their order, the next ones being prepared meanwhile."""
    if not processes:
        yield _prepared_here(source)
        return
    # Forked processes would share the threads' locks of this one.
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        try:
            yield _prepared_elsewhere(pool, source, processes + 1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


async def _prepared_here(source: _Source) -> AsyncIterator[Prepared]:
    context = await asyncio.to_thread(_worker_context)
    for number in itertools.count():
        yield await _prepare(context, source, number)


async def _prepared_elsewhere(pool: ProcessPoolExecutor, source: _Source, ahead: int) -> AsyncIterator[Prepared]:
    loop = asyncio.get_running_loop()
    begun = [loop.run_in_executor(pool, _work, source, number) for number in range(ahead)]
    for number in itertools.count(ahead):
        yield await begun.pop(0)
        begun.append(loop.run_in_executor(pool, _work, source, number))


def _work(source: _Source, number: int) -> Prepared:
    """One batch in a process of its own."""
    return asyncio.run(_prepare(_worker_context(), source, number))


@cache
def _worker_context() -> IngestContext:
    """The context of the steps before `index`, which use nothing of it that belongs to a home."""

    async def taken(home: Path) -> IngestContext:
        async with Sheaf(bench_settings(home)) as sheaf:
            row = await sheaf.catalogue.ensure_collection(LOCAL_OWNER, "none", sheaf.library.configured_kind())
            opened = await sheaf.library.open(LOCAL_OWNER, row.collection_id)
            return sheaf.ingestion().building.context(opened)

    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as folder:
        return asyncio.run(taken(Path(folder)))


async def _prepare(context: IngestContext, source: _Source, number: int) -> Prepared:
    """Makes up a batch and sends it through the steps before `index`."""
    cpu = time.process_time()
    writer, reader = _writer(source.seed), HandedReader()
    batch = [writer.write(each) for each in source.documents(number)]
    files = [_file(document) for document in batch]
    new = [
        _entering(source.collection_id, document, file, reader.hand(document))
        for document, file in zip(batch, files, strict=True)
    ]
    graph = _graph_of(STEPS[:_OWN])
    given: Any = {"documents": new}
    state: dict[str, Any] = await graph.ainvoke(given, context=replace(context, reader=reader))
    _whole(state["documents"])
    return Prepared(files, {**state, "trace": []}, time.process_time() - cpu)


@cache
def _writer(seed: int) -> Writer:
    return Writer(World(seed))


def _graph_of(steps: Sequence[Any]) -> CompiledStateGraph[_State, IngestContext, _State, _State]:
    """Some of the ingest graph's steps in a row."""
    graph: StateGraph[_State, IngestContext, _State, _State] = StateGraph(_State, IngestContext)
    before: Any = START
    for step in steps:
        graph.add_node(step.__name__, traced(step))
        graph.add_edge(before, step.__name__)
        before = step.__name__
    graph.add_edge(before, END)
    return graph.compile()


def _file(document: MadeDocument) -> RegisteredFile:
    text = document.markdown().encode()
    return RegisteredFile(document.file_name, blake2b(text).hexdigest(), len(text), f"made/{document.file_name}")


def _entering(collection_id: str, document: MadeDocument, file: RegisteredFile, path: str) -> IngestDocument:
    document_id = document_id_of(collection_id, file.file_name)
    return {
        "document_id": document_id,
        "revision_id": revision_id_of(document_id, file.content_hash),
        "file_name": file.file_name,
        "media_type": "text/markdown",
        "content_hash": file.content_hash,
        "byte_count": file.byte_count,
        "path": path,
        "properties": {"title": document.title},
        "pages": [],
        "metadata": {},
        "embedded_keywords": [],
        "sections": [],
        "chunks": [],
        "summary": "",
        "error": None,
    }


def _whole(documents: Sequence[IngestDocument]) -> Sequence[IngestDocument]:
    for document in documents:
        if document["error"] is not None:
            raise InternalError(f"{document['file_name']}: {document['error']['message']}")
    return documents
