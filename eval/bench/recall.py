"""The vector index of a store against the exact search of the same vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.vector_stores.types import VectorStoreQuery

from app.stores.lancedb import LanceDBStore
from eval.bench.timing import Moment
from eval.spread import spread
from nodes.domain.errors import InvalidRequestError

TOP = 16
"""Neighbours that are asked for."""


async def measure_recall(store: LanceDBStore, embedding: BaseEmbedding, questions: Sequence[str]) -> dict[str, Any]:
    """How many of the best 16 rows by exact cosine the store's own search finds.

    A row that is as near as the sixteenth counts as found, whichever of equals was taken.

    Args:
        store: whose index is measured.
        embedding: embeds the questions.
        questions: one or more.

    Returns:
        `{"index", "rows", "recall", "ms"}`: the kind of the index, `flat` where there is none; 0..1; the search's time.

    Raises:
        InvalidRequestError: the store holds nothing.
    """
    table = await store.connection.open_table(store.table_name)
    if table is None:
        raise InvalidRequestError("There is nothing to search.", hint="Ingest something.")
    kinds = [index.index_type for index in await table.list_indices() if index.columns == ["vector"]]
    shares, times = [], []
    for question in questions:
        vector = await embedding.aget_query_embedding(question)
        begun = Moment.now()
        found = await store.aquery(VectorStoreQuery(query_embedding=vector, similarity_top_k=TOP), only_ids=True)
        times.append(begun.since().wall)
        exact = table.query().nearest_to(vector).distance_type("cosine").bypass_vector_index()
        rows = await exact.select(["id", "_distance"]).limit(TOP).to_arrow()
        least = 1.0 - float(np.max(rows.column("_distance").to_numpy())) - 1e-6
        wanted = rows.num_rows
        shares.append(min(sum(each >= least for each in found.similarities or []), wanted) / wanted)
    return {
        "index": kinds[0] if kinds else "flat",
        "rows": await table.count_rows(),
        "recall": round(float(np.mean(shares)), 4),
        "ms": spread(times),
    }
