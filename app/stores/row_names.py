"""The ids of a large table's rows in memory: a search for ids then reads nothing but its index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

MOST_BYTES = 128 * 1024 * 1024
"""Of all tables of a database together: the ids of two and a half million chunks."""


@dataclass(frozen=True, eq=False)
class RowNames:
    """The N rows of one version of a table: where LanceDB has each, and its id."""

    places: NDArray[np.uint64]
    """(N,) LanceDB's row ids, ascending. Another version may have other rows there."""
    ids: pa.StringArray
    """(N,) of each."""

    def at(self, places: NDArray[np.uint64]) -> list[str]:
        """The ids of rows of this version."""
        import pyarrow as pa

        # Of a later version, what a search found may lie behind the end.
        rows = np.searchsorted(self.places, places).clip(max=len(self.places) - 1)
        found: list[str] = self.ids.take(pa.array(rows)).to_pylist()
        return found

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        return int(self.places.nbytes + self.ids.nbytes)
