"""Who is measured: Sheaf's whole search, LlamaIndex's stock hybrid, and the store's own calls with nothing around."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.vector_stores.types import VectorStoreQuery, VectorStoreQueryMode

from app.settings import Settings, load_settings
from app.sheaf import LOCAL_OWNER, Sheaf
from app.stores.lancedb import LanceDBStore
from nodes.chat.retrieve_chunks import FEWEST_CANDIDATES
from nodes.domain.errors import InvalidRequestError, UnavailableError
from nodes.language.query_terms import query_terms

if TYPE_CHECKING:
    from llama_index.core.retrievers import QueryFusionRetriever
    from llama_index.retrievers.bm25 import BM25Retriever

SHEAF, STOCK, STORE = "sheaf", "stock", "store"
NAMES = (SHEAF, STOCK, STORE)
LABELS = {
    SHEAF: "Sheaf, whole graph",
    STOCK: "LlamaIndex's stock hybrid",
    STORE: "bare store calls",
}
STOCK_CANDIDATES = 50
"""Of each of its two retrievers: fewer than Sheaf asks its store for, which is to the peer's advantage."""
STORE_CANDIDATES = FEWEST_CANDIDATES
"""As many as Sheaf asks for."""
TEXTS, VECTORS = "chunks.jsonl", "vectors.npy"


class Contender(Protocol):
    """Somebody who finds chunks for a question."""

    async def search(self, question: str) -> list[str]:
        """Ids of the best chunks, best first."""
        ...


@dataclass(frozen=True)
class WholeGraph:
    """Sheaf as people use it."""

    sheaf: Sheaf
    collection: str
    top_k: int

    async def search(self, question: str) -> list[str]:
        """Ids of its hits."""
        found = await self.sheaf.search(question, collections=[self.collection], options={"top_k": self.top_k})
        return [hit["chunk_id"] for hit in found["hits"]]


@dataclass(frozen=True)
class BareStore:
    """The two calls that every hybrid search over this store has to make, side by side; ids and scores alone."""

    store: LanceDBStore
    embedding: BaseEmbedding
    top_k: int

    async def search(self, question: str) -> list[str]:
        """The two lists in turns: nothing is ranked."""
        vector = await self.embedding.aget_query_embedding(question)
        dense = VectorStoreQuery(query_embedding=vector, similarity_top_k=STORE_CANDIDATES)
        text = VectorStoreQuery(
            query_str=" ".join(query_terms(question)),
            mode=VectorStoreQueryMode.TEXT_SEARCH,
            similarity_top_k=STORE_CANDIDATES,
        )
        lists = await asyncio.gather(*(self.store.aquery(query, only_ids=True) for query in (dense, text)))
        in_turns = [each for pair in zip(*(found.ids or [] for found in lists), strict=False) for each in pair]
        return list(dict.fromkeys(in_turns))[: self.top_k]


@dataclass(frozen=True)
class StockHybrid:
    """What LlamaIndex's documentation has people build: vectors in memory, BM25, reciprocal rank fusion."""

    retriever: QueryFusionRetriever

    async def search(self, question: str) -> list[str]:
        """Ids of its hits."""
        return [each.node.node_id for each in self.retriever.retrieve(question)]


async def warm_up(contender: Contender, questions: Sequence[str]) -> None:
    """Asks what is not measured, and waits for what Sheaf then reads in the background, as a service has long since."""
    for question in questions:
        await contender.search(question)
    if isinstance(contender, WholeGraph):
        await contender.sheaf.settled()


def require_stock() -> type[BM25Retriever]:
    """LlamaIndex's BM25 retriever, which is not among Sheaf's own dependencies.

    Raises:
        UnavailableError: it is not installed.
    """
    try:
        from llama_index.retrievers.bm25 import BM25Retriever
    except ImportError as error:
        raise UnavailableError(
            "The peer that Sheaf is measured beside is not installed.",
            hint="Install llama-index-retrievers-bm25, or leave it out: --without stock.",
        ) from error
    return BM25Retriever


def stock_hybrid(chunks: Iterator[tuple[str, str, Sequence[float]]], embedding: BaseEmbedding, top_k: int) -> Contender:
    """LlamaIndex's hybrid over chunks whose vectors are known.

    Args:
        chunks: id, text and vector of each.
        embedding: embeds the questions.
        top_k: hits of a search.

    Raises:
        UnavailableError: its retriever is not installed.
    """
    import Stemmer
    from llama_index.core import VectorStoreIndex
    from llama_index.core.llms import MockLLM
    from llama_index.core.retrievers import QueryFusionRetriever
    from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
    from llama_index.core.schema import BaseNode, TextNode

    words_retriever = require_stock()
    nodes: list[BaseNode] = [TextNode(id_=key, text=text, embedding=list(vector)) for key, text, vector in chunks]
    candidates = min(STOCK_CANDIDATES, len(nodes))
    vectors = VectorStoreIndex(nodes, embed_model=embedding).as_retriever(similarity_top_k=candidates)
    words = words_retriever.from_defaults(
        nodes=nodes, similarity_top_k=candidates, stemmer=Stemmer.Stemmer("english"), language="en"
    )
    retriever = QueryFusionRetriever(
        [vectors, words],
        # It words no other questions, so the model is never asked.
        llm=MockLLM(),
        mode=FUSION_MODES.RECIPROCAL_RANK,
        num_queries=1,
        similarity_top_k=top_k,
        use_async=False,
    )
    return StockHybrid(retriever)


async def write_chunks(store: LanceDBStore, folder: Path) -> int:
    """Writes the chunks that Sheaf has made, as they were embedded, for whoever is measured beside it; their number.

    A line `{"id", "text"}` each in one file, their vectors in another, shape (number, dimensions).

    Raises:
        InvalidRequestError: the store holds nothing.
    """
    table = await store.connection.open_table(store.table_name)
    number = 0 if table is None else await table.count_rows()
    if table is None or not number:
        raise InvalidRequestError("There is nothing to search.", hint="Give a dataset with documents.")
    shape = (number, store.dimensions)
    vectors = np.lib.format.open_memmap(folder / VECTORS, mode="w+", dtype=np.float32, shape=shape)
    place = 0
    with (folder / TEXTS).open("w", encoding="utf-8") as lines:
        async for batch in await table.query().select(["id", "text", "payload", "vector"]).to_batches():
            matrix = batch.column("vector").flatten().to_numpy(zero_copy_only=False)
            vectors[place : place + batch.num_rows] = matrix.reshape(batch.num_rows, -1)
            place += batch.num_rows
            for row in batch.select(["id", "text", "payload"]).to_pylist():
                text = json.loads(row["payload"])["metadata"].get("enriched_content") or row["text"]
                lines.write(json.dumps({"id": row["id"], "text": text}) + "\n")
    vectors.flush()
    return number


def read_chunks(folder: Path) -> Iterator[tuple[str, str, list[float]]]:
    """Id, text and vector of each chunk that `write_chunks` wrote."""
    vectors = np.load(folder / VECTORS, mmap_mode="r")
    with (folder / TEXTS).open(encoding="utf-8") as lines:
        for place, line in enumerate(lines):
            chunk = json.loads(line)
            yield chunk["id"], chunk["text"], vectors[place].tolist()


def bench_settings(home: Path) -> Settings:
    """The settings of a measurement: the defaults, over a home of its own, embedded and with the bundled model."""
    return load_settings(home=home, store="lancedb", embedding="wordllama", llm="extractive")


@asynccontextmanager
async def contender(name: str, home: Path, collection: str, folder: Path, top_k: int) -> AsyncIterator[Contender]:
    """One of them, ready to be asked.

    Args:
        name: which.
        home: where the collection was ingested.
        collection: its name.
        folder: holds what `write_chunks` wrote.
        top_k: hits of a search.
    """
    if name == STOCK:
        from app.models.wordllama import WordLlamaEmbedding

        yield await asyncio.to_thread(stock_hybrid, read_chunks(folder), WordLlamaEmbedding(), top_k)
        return
    async with Sheaf(bench_settings(home)) as sheaf:
        await sheaf.warm()
        if name == SHEAF:
            yield WholeGraph(sheaf, collection, top_k)
            return
        store, embedding = await opened_store(sheaf, collection)
        await store.aread_table_ahead()
        yield BareStore(store, embedding, top_k)


async def opened_store(sheaf: Sheaf, collection: str) -> tuple[LanceDBStore, BaseEmbedding]:
    """The chunks of a collection of `local`, and the model that embedded them.

    Raises:
        InvalidRequestError: they do not live in the embedded store, the only one that is measured.
    """
    row = await sheaf.catalogue.find_collection(LOCAL_OWNER, collection)
    opened = await sheaf.library.open(LOCAL_OWNER, row.collection_id)
    if not isinstance(opened.chunks, LanceDBStore):
        raise InvalidRequestError("Only the embedded store is measured.", hint="Unset SHEAF_STORE.")
    return opened.chunks, opened.embedding
