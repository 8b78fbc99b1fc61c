"""One document embedded anew, from what is stored of it: no file is read."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np
from llama_index.core.schema import BaseNode
from numpy.typing import NDArray

from app.backfilling.stored_rows import row_pages
from app.models.forgetting import Forgetting
from app.stores.base import scoped
from nodes.documents.rows import text_of_summary
from nodes.domain.chat import DocumentView
from nodes.domain.errors import NotFoundError, TextsRefusedError
from nodes.ports import Collection
from nodes.ranking.features import pack, quantised, unpack


async def embed_document(
    source: Collection, target: Collection, view: DocumentView, packed: Sequence[bytes], rows_at_once: int
) -> tuple[list[bytes], int]:
    """Writes a document's rows into the stores of another embedding.

    Args:
        source: the collection as it is searched.
        target: the same by the other embedding.
        view: the document.
        packed: features of its passages, in order.
        rows_at_once: in memory with their texts.

    Returns:
        The features by the other embedding, in order, and the number of rows written.

    Raises:
        NotFoundError: the store holds nothing of the document.
        TextsRefusedError: the model refuses one of its texts; the message names the page.
        ModelFailedError: the model failed; what it made is kept, where it is paid for.
        SheafError: a store could not be read or written.
    """
    revision_id = view["revision_id"]
    vectors: dict[int, NDArray[np.float32]] = {}
    texts: list[str] = []
    written = 0
    async for rows in row_pages(scoped(source.chunks), [revision_id], size=rows_at_once):
        page = {row.node_id: str(row.metadata["enriched_content"]) for row in rows}
        await _write(target, rows, page, view["file_name"], is_summary=False)
        vectors |= {int(row.metadata["chunk_index"]): np.asarray(row.embedding, np.float32) for row in rows}
        texts += page.values()
        written += len(rows)
    if not vectors:
        raise NotFoundError(
            f"The store holds nothing of {view['file_name']}.",
            hint="Restore a backup, or delete the document and ingest it again.",
        )
    async for rows in row_pages(scoped(source.summaries), [revision_id], size=rows_at_once):
        page = {row.node_id: text_of_summary(view["title"], row.get_content()) for row in rows}
        await _write(target, rows, page, view["file_name"], is_summary=True)
        texts += page.values()
        written += len(rows)
    features = await asyncio.to_thread(_features, packed, vectors)
    if isinstance(target.embedding, Forgetting):
        # They are in the store, which keeps them from now on.
        await target.embedding.forget(texts)
    return features, written


async def _write(
    target: Collection, rows: Sequence[BaseNode], texts: Mapping[str, str], file_name: str, *, is_summary: bool
) -> None:
    """The rows with vectors of these texts, by row id."""
    try:
        made = await target.embedding.aget_text_embedding_batch(list(texts.values()))
    except TextsRefusedError as error:
        first = next((row for row in rows if texts[row.node_id] in error.texts), None)
        if first is None:
            raise
        where = "is the summary" if is_summary else f"stands on page {(first.metadata.get('pages') or [1])[0]}"
        raise TextsRefusedError(
            f"{error.message} This one {where} of {file_name}.",
            list(error.texts),
            # Until then the collection stays as it was.
            hint="Delete the document, or ingest it without that text; then run the same command again, which goes on.",
        ) from error
    for row, vector in zip(rows, made, strict=True):
        row.embedding = vector
    await (target.summaries if is_summary else target.chunks).async_add(list(rows))


def _features(packed: Sequence[bytes], vectors: Mapping[int, NDArray[np.float32]]) -> list[bytes]:
    """The same passages with other vectors: as `search_features` makes them."""
    steps = quantised(np.stack([vectors[index] for index in sorted(vectors)]))
    blocks = (unpack([each]) for each in packed)
    return [pack(dataclasses.replace(block, vectors=steps[block.chunks])) for block in blocks]
