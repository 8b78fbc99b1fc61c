"""Tables that are small enough to be searched in memory, kept for as long as they stay as they are."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import numpy as np
from llama_index.core.vector_stores.types import VectorStoreQueryResult
from numpy.typing import NDArray

from app.stores.postings import Postings

MOST_BYTES = 64 * 1024 * 1024
"""Of all tables of a database together."""
MOST_TABLE_BYTES = 32 * 1024 * 1024
"""Of one table: as many rows as are compared exactly, at 256 dimensions."""
STILL_SECONDS = 1.0
"""A table that was written to a moment ago is likely to change again before what was read of it has paid."""
LARGE_SECONDS = 60.0
"""Until it is asked again whether a table that was too large still is."""


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
    """Tables by name, at their present versions; the least recently used table goes first.

    Args:
        most_bytes: of all tables together.
        still_seconds: how long a table must have stayed as it is before it is read.
        clock: seconds that only rise.
    """

    def __init__(
        self,
        most_bytes: int = MOST_BYTES,
        still_seconds: float = STILL_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most_bytes = most_bytes
        self._still_seconds = still_seconds
        self._clock = clock
        self._kept: OrderedDict[str, tuple[int, SmallTable | None]] = OrderedDict()
        self._seen: dict[str, tuple[int, float]] = {}
        self._large: dict[str, float] = {}

    async def now(
        self,
        table: str,
        version_now: Callable[[], Awaitable[int]],
        read: Callable[[], Awaitable[SmallTable | None]],
    ) -> SmallTable | None:
        """A table as it is; None where it has changed a moment ago, is being read, or is too large.

        Args:
            table: its name.
            version_now: asks for the version of the table.
            read: reads it, at this version or a later one; None where the table is too large.
        """
        if self._clock() - self._large.get(table, -LARGE_SECONDS) < LARGE_SECONDS:
            return None
        version = await version_now()
        kept, known = self._kept.get(table, (-1, None))
        if kept == version:
            self._kept.move_to_end(table)
            return known
        self._kept.pop(table, None)
        seen, since = self._seen.setdefault(table, (version, self._clock()))
        if seen != version:
            self._seen[table] = (version, self._clock())
        if seen != version or self._clock() - since < self._still_seconds:
            return None
        # Until it is read others do without.
        self._kept[table] = (version, None)
        try:
            found = await read()
        except BaseException:
            self._kept.pop(table, None)
            raise
        self._kept[table] = (version, found)
        if found is None:
            self._large[table] = self._clock()
        while self.byte_count > self._most_bytes:
            self._kept.popitem(last=False)
        return found

    def forget(self, table: str) -> None:
        """Lets go of a table: another may get its name, and count its versions from the beginning."""
        self._kept.pop(table, None)
        self._seen.pop(table, None)
        self._large.pop(table, None)

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        return sum(kept.byte_count for _, kept in self._kept.values() if kept is not None)
