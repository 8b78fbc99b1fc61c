"""Tables that are small enough to be searched in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from llama_index.core.vector_stores.types import VectorStoreQueryResult
from numpy.typing import NDArray

from app.stores.postings import Postings
from app.stores.whole_rows import WholeRows

MOST_BYTES = 128 * 1024 * 1024
"""Of all tables of a database together."""
MOST_TABLE_BYTES = 32 * 1024 * 1024
"""Of the vectors of one table: as many rows as are compared exactly, at 256 dimensions."""


@dataclass(frozen=True, eq=False)
class SmallTable:
    """The N rows of one version of a table."""

    ids: Sequence[str]
    directions: NDArray[np.float32]
    """(N, D) unit vectors."""
    postings: Postings
    rows: WholeRows | None = None
    """What else they are; None where that is too much."""

    def nearest(self, vector: NDArray[np.float32], top_k: int) -> VectorStoreQueryResult:
        """The best rows by (cosine descending, id ascending); ids and similarities alone.

        Args:
            vector: (D,) of any length but 0.
            top_k: number of rows wanted, from 1.
        """
        # Row by row: a product of matrices adds up equal rows in different orders, and ties would not be ties.
        similarities = np.clip(np.vecdot(self.directions, vector / np.linalg.norm(vector)), -1.0, 1.0)
        return self._best(similarities, np.arange(len(self.ids)), top_k)

    def matching(self, terms: Sequence[str], top_k: int) -> VectorStoreQueryResult:
        """The best of the rows that hold a term, by (BM25 descending, id ascending); ids and similarities alone.

        Args:
            terms: as they stand in the table.
            top_k: number of rows wanted, from 1.
        """
        scores = self.postings.scores(terms)
        return self._best(scores, np.flatnonzero(scores), top_k)

    def _best(self, scores: NDArray[np.float32], rows: NDArray[np.intp], top_k: int) -> VectorStoreQueryResult:
        """The best of these rows."""
        if top_k < len(rows):
            among = scores[rows]
            rows = rows[among >= np.partition(among, -top_k)[-top_k]]
        found = zip(scores[rows].tolist(), rows.tolist(), strict=True)
        order = sorted((-score, self.ids[row]) for score, row in found)[:top_k]
        return VectorStoreQueryResult(similarities=[-each for each, _ in order], ids=[name for _, name in order])

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        row_bytes = 100 * len(self.ids) if self.rows is None else self.rows.byte_count
        return int(self.directions.nbytes) + self.postings.byte_count + row_bytes
