"""Reading a store's rows a page at a time, and finding those that older versions wrote."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
)

from app.stores.base import ScopedVectorStore

ROWS_AT_ONCE = 500
"""In memory, with their vectors."""

WITHOUT_FIELDS = MetadataFilter(key="chunk_type", value=None)
"""Rows that were written before rows had fields beside their text."""


def lacks_fields(row: BaseNode) -> bool:
    """Whether a row was written before rows had fields beside their text."""
    return row.metadata.get("chunk_type") is None


async def row_pages(
    store: ScopedVectorStore,
    revision_ids: Sequence[str],
    *wanted: MetadataFilter,
    embeddings: bool = False,
    size: int = ROWS_AT_ONCE,
) -> AsyncGenerator[list[BaseNode]]:
    """The rows of revisions by id, so many at once; also while they are written again.

    Args:
        store: of chunks or of summaries.
        revision_ids: whose rows.
        wanted: what else they have to pass.
        embeddings: read the vectors too.
        size: rows of a page.

    Raises:
        RetrievalFailedError: the store could not be read.
    """
    own = MetadataFilter(key="revision_id", value=list(revision_ids), operator=FilterOperator.IN)
    last = ""
    while True:
        behind = MetadataFilter(key="id", value=last, operator=FilterOperator.GT)
        filters = MetadataFilters(filters=[own, behind, *wanted])
        page = await store.aget_nodes(filters=filters, include_embeddings=embeddings, limit=size)
        if page:
            yield page
        if len(page) < size:
            return
        last = page[-1].node_id


async def contents_of(store: ScopedVectorStore, revision_id: str) -> list[tuple[int, str]]:
    """Index and content of every chunk of a revision, in order."""
    contents: list[tuple[int, str]] = []
    async for page in row_pages(store, [revision_id]):
        contents.extend((int(row.metadata["chunk_index"]), row.get_content()) for row in page)
    return sorted(contents)


async def revisions_without_fields(store: ScopedVectorStore) -> AsyncGenerator[list[str]]:
    """Revisions, visible or not, that have rows without fields; a page of rows at a time, whatever there is of them."""
    last = ""
    while True:
        behind = MetadataFilter(key="id", value=last, operator=FilterOperator.GT)
        page = await store.aget_nodes(filters=MetadataFilters(filters=[WITHOUT_FIELDS, behind]), limit=ROWS_AT_ONCE)
        if page:
            yield sorted({str(row.metadata["revision_id"]) for row in page})
        if len(page) < ROWS_AT_ONCE:
            return
        # Past all rows of the last revision: their ids go on with a hyphen, which sorts before a full stop.
        last = f"{page[-1].metadata['revision_id']}."
