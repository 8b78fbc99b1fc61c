"""Gives documents what newer versions rank and link by, from what is stored of them: no file is read again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters

from app.catalogue.catalogue import SqlCatalogue
from app.library import CollectionLibrary
from app.stores.base import ScopedVectorStore
from nodes.documents.postings import postings_of
from nodes.documents.search_features import search_features
from nodes.domain.chat import DocumentView
from nodes.domain.documents import Chunk, DocumentMetadata, IngestDocument, Page

OnEvent = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class BackfillReport:
    """What became of a collection."""

    documents: int
    """That were looked at: those that lacked something, or all."""
    changed: int
    """That were given features, names and mentions."""


class Backfill:
    """Works document by document, each in transactions of its own: it can be stopped at any time, and goes on later.

    Args:
        catalogue: Keeps features, names and mentions.
        library: Opens the stores.
    """

    def __init__(self, catalogue: SqlCatalogue, library: CollectionLibrary) -> None:
        self._catalogue = catalogue
        self._library = library

    async def run(self, owner: str, collection_id: str, *, everything: bool, on_event: OnEvent) -> BackfillReport:
        """Gives a collection's visible documents what they lack; searches go on meanwhile.

        Args:
            owner: whose.
            collection_id: which.
            everything: also those that lack nothing, as after a change of how names are found.
            on_event: told `{"type": "backfill", "file_name", "done", "total"}` after each document.
        """
        waiting = await self._catalogue.live_revisions(owner, collection_id, without_features=not everything)
        changed = 0
        for done, revision_id in enumerate(waiting, start=1):
            view = (await self._catalogue.visible(owner, [revision_id])).get(revision_id)
            if view is not None and await self._features(owner, collection_id, view):
                await self.link(owner, collection_id, revision_id)
                changed += 1
            name = "" if view is None else view["file_name"]
            on_event({"type": "backfill", "file_name": name, "done": done, "total": len(waiting)})
        return BackfillReport(len(waiting), changed)

    async def link(self, owner: str, collection_id: str, revision_id: str) -> None:
        """Gives a visible document its names and mentions; nothing happens where it is not visible."""
        view = (await self._catalogue.visible(owner, [revision_id])).get(revision_id)
        if view is None:
            return
        rows = await self._rows(owner, collection_id, revision_id)
        contents = sorted((int(row.metadata["chunk_index"]), row.get_content()) for row in rows)
        borne = postings_of(view["file_name"], cast("DocumentMetadata", view["metadata"]), contents)
        await self._catalogue.put_all_names(owner, {revision_id: borne})

    async def _features(self, owner: str, collection_id: str, view: DocumentView) -> bool:
        rows = await self._rows(owner, collection_id, view["revision_id"], embeddings=True)
        if not rows:
            return False
        rows = sorted(rows, key=lambda row: int(row.metadata["chunk_index"]))
        document = _document(view, await self._catalogue.pages(owner, view["revision_id"]), rows)
        embeddings = {row.node_id: row.get_embedding() for row in rows}
        await self._catalogue.put_features(owner, {view["revision_id"]: search_features(document, embeddings)})
        return True

    async def _rows(
        self, owner: str, collection_id: str, revision_id: str, *, embeddings: bool = False
    ) -> list[BaseNode]:
        collection = await self._library.open(owner, collection_id)
        own = MetadataFilters(filters=[MetadataFilter(key="revision_id", value=revision_id)])
        store = cast("ScopedVectorStore", collection.chunks)
        return await store.aget_nodes(filters=own, include_embeddings=embeddings)


def _document(view: DocumentView, pages: list[Page], rows: list[BaseNode]) -> IngestDocument:
    """The document as ingestion left it, as far as features are made of it; older rows get defaults."""
    chunks = [
        cast(
            "Chunk",
            {
                **row.metadata,
                "chunk_id": row.node_id,
                "content": row.get_content(),
                "pages": row.metadata.get("pages") or [1],
                "spans": row.metadata.get("spans") or [],
                "section_index": row.metadata.get("section_index", 0),
                "section_path": row.metadata.get("section_path") or [],
            },
        )
        for row in rows
    ]
    return {
        "document_id": view["document_id"],
        "revision_id": view["revision_id"],
        "file_name": view["file_name"],
        "media_type": view["media_type"],
        "content_hash": "",
        "byte_count": 0,
        "path": "",
        "properties": {},
        "pages": pages,
        "metadata": {**cast("DocumentMetadata", view["metadata"]), "title": view["title"]},
        "embedded_keywords": [],
        "sections": [],
        "chunks": chunks,
        "summary": "",
        "error": None,
    }
