"""Tables that are small enough to be searched in memory, kept for as long as they stay as they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from llama_index.core.vector_stores.types import VectorStoreQueryResult
from numpy.typing import NDArray

from app.stores.postings import Postings

MOST_BYTES = 64 * 1024 * 1024
"""Of all tables of a database together."""
MOST_TABLE_BYTES = 32 * 1024 * 1024
"""Of one table: as many rows as are compared exactly, at 256 dimensions."""


@dataclass(frozen=True, eq=False)
class SmallTable:
    """The N rows of one version of a table."""

    ids: Sequence[str]
    directions: NDArray[np.float32]
    """(N, D) unit vectors."""
    postings: Postings

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
        return int(self.directions.nbytes) + self.postings.byte_count + 100 * len(self.ids)


class SmallTables:
    """Tables by name, each at the version that it was read at; the least recently used goes first.

    Args:
        most_bytes: of all tables together.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, tuple[int, SmallTable]] = OrderedDict()

    def __contains__(self, table: object) -> bool:
        return table in self._kept

    def take(self, table: str, version: int) -> SmallTable | None:
        """The table at this version; None where it was not read at it. At another version it is let go of."""
        kept, known = self._kept.get(table, (-1, None))
        if kept != version:
            self.forget(table)
            return None
        self._kept.move_to_end(table)
        return known

    def keep(self, table: str, version: int, found: SmallTable) -> None:
        """Keeps what was read of a table, at this version or a later one."""
        self._kept[table] = (version, found)
        self._kept.move_to_end(table)
        while self.byte_count > self._most_bytes:
            self._kept.popitem(last=False)

    def forget(self, table: str) -> None:
        """Lets go of a table: another may get its name, and count its versions from the beginning."""
        self._kept.pop(table, None)

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        return sum(found.byte_count for _, found in self._kept.values())
