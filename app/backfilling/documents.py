"""One batch of a backfill: read what is stored of some documents, work out what they lack, write it back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from llama_index.core.schema import BaseNode, TextNode
from llama_index.core.vector_stores.types import MetadataFilter
from numpy.typing import NDArray

from app.backfilling.stored_rows import WITHOUT_FIELDS, lacks_fields, row_pages
from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import Description
from app.stores.base import ScopedVectorStore, scoped
from nodes.documents.keywords import keywords_of, term_profile
from nodes.documents.postings import postings_of
from nodes.documents.rebuilding import Splitting, StoredText, rebuilt_chunks
from nodes.documents.rows import chunk_row, summary_row
from nodes.documents.sections import build_sections
from nodes.domain.chat import DocumentView
from nodes.domain.documents import Chunk, DocumentMetadata, IngestDocument, Mention, Name, Page, SearchFeatures, Section
from nodes.domain.errors import ErrorReport, InternalError, NotFoundError, SheafError
from nodes.ports import Collection
from nodes.ranking.search_features import search_features

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BackfillFailure:
    """A document that could not be given what it lacks."""

    document_id: str
    file_name: str
    error: ErrorReport


def failure_of(view: DocumentView, error: Exception) -> BackfillFailure:
    """What is told of a document that failed; what nobody foresaw goes to the log."""
    if not isinstance(error, SheafError):
        error = InternalError.unexpected(
            error, f"Backfilling {view['file_name']}", _log, hint="This is a fault of Sheaf."
        )
    return BackfillFailure(view["document_id"], view["file_name"], error.report())


@dataclass
class BatchResult:
    """What became of a batch."""

    rows: int = 0
    failed: dict[str, Exception] = field(default_factory=dict)
    """By revision id; everything else was written."""


@dataclass
class _Stored:
    """What is stored of a document."""

    view: DocumentView
    description: Description
    pages: list[Page]
    sections: list[Section]
    rows: list[TextNode] = field(default_factory=list)
    """By id, without their vectors."""
    vectors: dict[str, NDArray[np.float32]] = field(default_factory=dict)
    """(D,) by chunk id."""


@dataclass(frozen=True)
class _Made:
    """What is worked out for a document."""

    document: IngestDocument
    features: SearchFeatures
    postings: tuple[list[Name], list[Mention]]
    sections: list[Section] | None
    """None where the catalogue has them."""


class Batch:
    """Documents that are worked on together.

    Everything is written so that a document lacks something until its last row is written: sections, names, features,
    then rows. Vectors stay as they are.

    Args:
        catalogue: Keeps pages, sections, features, names.
        collection: Where the rows are.
        splitting: How documents are split.
        rows_at_once: In memory with their vectors.
    """

    def __init__(
        self, catalogue: SqlCatalogue, collection: Collection, splitting: Splitting, rows_at_once: int
    ) -> None:
        self._catalogue = catalogue
        self._collection = collection
        self._owner = collection.owner
        self._chunks = scoped(collection.chunks)
        self._summaries = scoped(collection.summaries)
        self._splitting = splitting
        self._rows_at_once = rows_at_once

    async def work(self, views: Sequence[DocumentView]) -> BatchResult:
        """Gives visible documents what they lack.

        Raises:
            SheafError: the store or the catalogue could not be read or written.
        """
        result = BatchResult()
        if not views:
            return result
        stored, only_page = await self._read(views)
        made = await asyncio.to_thread(self._make_all, stored, result.failed)
        documents = {revision_id: each.document for revision_id, each in made.items()}
        await self._keep(made)
        made.clear()
        if only_page is not None:
            result.rows += await self._write_chunks(only_page, documents)
        elif documents:
            async for page in self._pages(self._chunks, documents, WITHOUT_FIELDS):
                result.rows += await self._write_chunks(page, documents)
        result.rows += await self._write_summaries(documents)
        return result

    def _pages(
        self, store: ScopedVectorStore, revision_ids: Iterable[str], *wanted: MetadataFilter
    ) -> AsyncGenerator[list[BaseNode]]:
        return row_pages(store, sorted(revision_ids), *wanted, embeddings=True, size=self._rows_at_once)

    async def _read(self, views: Sequence[DocumentView]) -> tuple[dict[str, _Stored], list[BaseNode] | None]:
        """What is stored of the documents, and all their rows with vectors where these are one page."""
        ids = [view["revision_id"] for view in views]
        descriptions = await self._catalogue.descriptions(self._owner, ids)
        stored: dict[str, _Stored] = {}
        for view in views:
            revision_id = view["revision_id"]
            pages = await self._catalogue.pages(self._owner, revision_id)
            sections = await self._catalogue.sections(self._owner, revision_id)
            description = descriptions.get(revision_id, Description("", []))
            stored[revision_id] = _Stored(view, description, pages, sections)
        only_page: list[BaseNode] | None = []
        async for page in self._pages(self._chunks, ids):
            only_page = page if only_page == [] and len(page) < self._rows_at_once else None
            for row in page:
                own = stored[row.metadata["revision_id"]]
                own.vectors[row.node_id] = np.asarray(row.get_embedding(), np.float32)
                own.rows.append(_slim(row))
        return stored, only_page

    def _make_all(self, stored: Mapping[str, _Stored], failed: dict[str, Exception]) -> dict[str, _Made]:
        made: dict[str, _Made] = {}
        for revision_id, each in stored.items():
            try:
                made[revision_id] = _made(each, self._splitting)
            except Exception as error:  # noqa: BLE001 - whatever one document provokes must not take its batch along
                failed[revision_id] = error
        return made

    async def _keep(self, made: Mapping[str, _Made]) -> None:
        """Into the catalogue, each kind in one transaction for all; a search sees features wholly or not at all."""
        sections = {revision_id: each.sections for revision_id, each in made.items() if each.sections is not None}
        if sections:
            await self._catalogue.put_sections(self._owner, sections)
        if made:
            postings = {revision_id: each.postings for revision_id, each in made.items()}
            await self._catalogue.put_all_names(self._owner, postings)
            features = {revision_id: each.features for revision_id, each in made.items()}
            await self._catalogue.put_features(self._owner, features, generation=self._collection.generation)

    async def _write_chunks(self, rows: Sequence[BaseNode], documents: Mapping[str, IngestDocument]) -> int:
        lacking = [row for row in rows if lacks_fields(row) and row.metadata["revision_id"] in documents]
        if lacking:
            await self._chunks.async_add(await asyncio.to_thread(self._chunk_rows, lacking, documents))
        return len(lacking)

    def _chunk_rows(self, rows: Sequence[BaseNode], documents: Mapping[str, IngestDocument]) -> list[BaseNode]:
        by_id = {
            chunk["chunk_id"]: chunk
            for revision_id in {row.metadata["revision_id"] for row in rows}
            for chunk in documents[revision_id]["chunks"]
        }
        scope = (self._owner, self._collection.collection_id)
        return [
            _in_place(row, chunk_row(*scope, documents[row.metadata["revision_id"]], by_id[row.node_id]))
            for row in rows
        ]

    async def _write_summaries(self, documents: Mapping[str, IngestDocument]) -> int:
        if not documents:
            return 0
        scope = (self._owner, self._collection.collection_id)
        written = 0
        async for page in self._pages(self._summaries, documents, WITHOUT_FIELDS):
            rows: list[BaseNode] = []
            for row in page:
                document = documents[row.metadata["revision_id"]]
                rows.append(_in_place(row, summary_row(*scope, {**document, "summary": row.get_content()})))
            written += len(await self._summaries.async_add(rows))
        return written


def _slim(row: BaseNode) -> TextNode:
    """A row without its vector, and without what is only searched: as long as all the rest."""
    left_out = {"terms", "enriched_content"}
    kept = {name: value for name, value in row.metadata.items() if name not in left_out}
    return TextNode(id_=row.node_id, text=row.get_content(), metadata=kept)


def _in_place(old: BaseNode, new: TextNode) -> BaseNode:
    """The new row in the old one's place: of the same document, with the same vector."""
    new.metadata["document_id"] = old.metadata["document_id"]
    new.embedding = old.embedding
    return new


def _made(stored: _Stored, splitting: Splitting) -> _Made:
    view = stored.view
    if not stored.rows:
        raise NotFoundError(
            f"The store holds nothing of {view['file_name']}.",
            hint="Restore a backup, or delete the document and ingest it again.",
        )
    rows = sorted(stored.rows, key=lambda row: int(row.metadata["chunk_index"]))
    sections = stored.sections or build_sections(stored.pages)
    title = view["title"]
    keywords = stored.description.keywords or keywords_of(term_profile(page["text"] for page in stored.pages))
    chunks = _chunks(rows, stored.pages, sections, title, keywords, splitting)
    document = _document(view, stored, sections, keywords, chunks)
    contents = [(chunk["chunk_index"], chunk["content"]) for chunk in chunks]
    return _Made(
        document={**document, "pages": []},
        features=search_features(document, cast("Mapping[str, Sequence[float]]", stored.vectors)),
        postings=postings_of(view["file_name"], document["metadata"], contents),
        sections=None if stored.sections else sections,
    )


def _chunks(
    rows: Sequence[TextNode],
    pages: Sequence[Page],
    sections: Sequence[Section],
    title: str,
    keywords: Sequence[str],
    splitting: Splitting,
) -> list[Chunk]:
    """As they stand in their rows; where rows lack fields, as they are rebuilt."""
    if not any(map(lacks_fields, rows)):
        return [_chunk_of(row) for row in rows]
    texts = [StoredText(row.node_id, int(row.metadata["chunk_index"]), row.get_content()) for row in rows]
    rebuilt = rebuilt_chunks(texts, pages, sections, title, keywords, splitting)
    return [chunk if lacks_fields(row) else _chunk_of(row) for row, chunk in zip(rows, rebuilt, strict=True)]


def _chunk_of(row: TextNode) -> Chunk:
    return cast("Chunk", {**row.metadata, "chunk_id": row.node_id, "content": row.get_content()})


def _document(
    view: DocumentView, stored: _Stored, sections: list[Section], keywords: list[str], chunks: list[Chunk]
) -> IngestDocument:
    """The document as ingestion had it."""
    return {
        "document_id": view["document_id"],
        "revision_id": view["revision_id"],
        "file_name": view["file_name"],
        "media_type": view["media_type"],
        "content_hash": "",
        "byte_count": 0,
        "path": "",
        "properties": {},
        "pages": stored.pages,
        "metadata": cast("DocumentMetadata", {**view["metadata"], "title": view["title"]}),
        "embedded_keywords": keywords,
        "sections": sections,
        "chunks": chunks,
        "summary": stored.description.summary,
        "error": None,
    }
