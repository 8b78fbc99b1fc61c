"""Rows of the store as their owner may see them: chunks of a document, vectors of everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from app.catalogue.paging import split
from app.sheaf import Sheaf
from app.stores.base import scoped
from nodes.domain.chat import DocumentView
from nodes.domain.errors import MissingDocumentError

MOST_DOCUMENTS_OF_A_NAME = 1000
"""Documents of one file name: each collection has one of them."""
MOST_CHUNKS = 100_000
"""Of one reply: whoever has a longer document reads `/vector-documents`, which is paged."""


@dataclass(frozen=True)
class VectorPage:
    """One page of rows."""

    rows: list[dict[str, Any]]
    next: str | None
    """Give it as `after` for the next page; None on the last."""


async def document_chunks(
    sheaf: Sheaf, owner: str, source_name: str, collection_id: str | None
) -> list[dict[str, Any]]:
    """The chunks of the visible documents of this file name, in order; empty while none of them is searchable.

    Args:
        sheaf: where to look.
        owner: whose documents.
        source_name: a file name.
        collection_id: only in this collection, None for all; an unknown one holds nothing.

    Raises:
        MissingDocumentError: no document of this owner has this file name.
    """
    among = None if collection_id is None else [collection_id]
    page = await sheaf.catalogue.documents(owner, among, file_name=source_name, limit=MOST_DOCUMENTS_OF_A_NAME)
    if not page.documents:
        near = await sheaf.catalogue.near_name(owner, among, source_name)
        meant = "" if near is None else f"Did you mean `{near}`? "
        raise MissingDocumentError(
            f"There is no document {source_name!r}.", hint=f"{meant}GET /document-names lists what can be searched."
        )
    chunks: list[dict[str, Any]] = []
    for document in page.documents:
        if document.live_revision_id is None:
            continue
        collection = await sheaf.library.open(owner, document.collection_id)
        of_revision = MetadataFilter(key="revision_id", value=document.live_revision_id, operator=FilterOperator.EQ)
        rows = await collection.chunks.aget_nodes(filters=MetadataFilters(filters=[of_revision]))
        rows.sort(key=lambda row: (row.metadata.get("chunk_index", 0), row.node_id))
        names = {"document_id": document.document_id, "file_name": document.file_name, "title": document.title}
        chunks.extend({**_chunk(row, document.collection_id), **names} for row in rows)
        if len(chunks) > MOST_CHUNKS:
            break
    return chunks[:MOST_CHUNKS]


async def vector_documents(
    sheaf: Sheaf,
    owner: str,
    collection_ids: Sequence[str],
    fields: frozenset[str],
    after: str | None,
    limit: int,
) -> VectorPage:
    """Visible chunks with the vectors that they are searched by, by collection and id.

    Args:
        sheaf: where to look.
        owner: whose.
        collection_ids: in which collections, all the owner's.
        fields: which fields of a row to give; `id` always.
        after: the `next` of the page before.
        limit: the most rows to give.

    Raises:
        InvalidRequestError: `after` is not a `next`.
        NotFoundError: this owner has no such collection.
    """
    begin, last = ("", "") if after is None else split(after)
    rows: list[dict[str, Any]] = []
    for collection_id in sorted(set(collection_ids)):
        if collection_id < begin:
            continue
        collection = await sheaf.library.open(owner, collection_id)
        place = last if collection_id == begin else ""
        while len(rows) <= limit:
            behind = MetadataFilters(filters=[MetadataFilter(key="id", value=place, operator=FilterOperator.GT)])
            wanted = limit + 1 - len(rows)
            nodes = await scoped(collection.chunks).aget_nodes(
                filters=behind, include_embeddings="embedding" in fields, limit=wanted
            )
            seen = await sheaf.catalogue.visible(owner, [node.metadata["revision_id"] for node in nodes])
            rows += [
                _vector_row(node, collection_id, view)
                for node in nodes
                if (view := seen.get(node.metadata["revision_id"])) is not None
            ]
            if len(nodes) < wanted:
                break
            place = nodes[-1].node_id
        if len(rows) > limit:
            break
    page = rows[:limit]
    following = f"{page[-1]['collection_id']}/{page[-1]['id']}" if len(rows) > limit else None
    kept = fields | {"id"}
    return VectorPage([{name: value for name, value in row.items() if name in kept} for row in page], following)


def _chunk(row: BaseNode, collection_id: str) -> dict[str, Any]:
    data = row.metadata
    return {
        "id": row.node_id,
        "collection_id": collection_id,
        "text": row.get_content(),
        "chunk_index": data.get("chunk_index", 0),
        "total_chunks": data.get("total_chunks", 1),
        "section_path": data.get("section_path", []),
        "section_type": data.get("section_type", "content"),
        "chunk_type": data.get("chunk_type", "content"),
        "pages": data.get("pages", []),
        "spans": data.get("spans", []),
        "token_count": data.get("token_count", 0),
    }


def _vector_row(row: BaseNode, collection_id: str, view: DocumentView) -> dict[str, Any]:
    return {
        **_chunk(row, collection_id),
        "document_id": view["document_id"],
        "file_name": view["file_name"],
        "title": view["title"],
        "enriched_content": row.metadata.get("enriched_content", ""),
        "embedding": row.embedding,
    }
