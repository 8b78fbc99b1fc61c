"""What is short of a large table's rows, in memory.

A search for ids then reads nothing but its index, and rows that are known by their ids are read from their places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

MOST_BYTES = 128 * 1024 * 1024
"""Of all tables of a database together: one and a half million chunks."""


@dataclass(frozen=True, eq=False)
class RowNames:
    """The N rows of one version of a table: where LanceDB has each, its id, and what else of it is short."""

    places: NDArray[np.uint64]
    """(N,) LanceDB's row ids, ascending. Another version may have other rows there."""
    ids: pa.StringArray
    """(N,) of each."""
    columns: Mapping[str, pa.Array]
    """What else is known of each, (N,), by name."""
    hashes: NDArray[np.int64]
    """(N,) of the ids, ascending: the ids in order would take four times as much."""
    rows_by_hash: NDArray[np.uint32]
    """(N,) which row each is of."""

    @classmethod
    def of(cls, places: NDArray[np.uint64], ids: pa.StringArray, columns: Mapping[str, pa.Array]) -> RowNames:
        """What is known of rows, by their places ascending."""
        hashes = np.fromiter(map(hash, ids.to_pylist()), np.int64, len(ids))
        order = np.argsort(hashes, kind="stable")
        return cls(places, ids, columns, hashes[order], order.astype(np.uint32))

    def at(self, places: NDArray[np.uint64]) -> list[str]:
        """The ids of rows of this version."""
        return _of_rows(self.ids, self._rows_at(places))

    def find(self, ids: Sequence[str]) -> NDArray[np.uint64] | None:
        """The places of the rows with these ids; None where they cannot be told, as when one of them is not there."""
        wanted = np.fromiter(map(hash, ids), np.int64, len(ids))
        rows = self.rows_by_hash[np.searchsorted(self.hashes, wanted).clip(max=len(self.hashes) - 1)]
        return self.places[rows] if _of_rows(self.ids, rows) == list(ids) else None

    def short(self, places: NDArray[np.uint64]) -> list[dict[str, Any]]:
        """What is known of rows of this version, each by the names of its columns."""
        rows = self._rows_at(places)
        columns = {"id": self.ids, **self.columns}
        values = zip(*(_of_rows(column, rows) for column in columns.values()), strict=True)
        return [dict(zip(columns, each, strict=True)) for each in values]

    def _rows_at(self, places: NDArray[np.uint64]) -> NDArray[np.intp]:
        # Of a later version, what a search found may lie behind the end.
        return np.searchsorted(self.places, places).clip(max=len(self.places) - 1)

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        arrays = (self.places, self.ids, self.hashes, self.rows_by_hash, *self.columns.values())
        return sum(int(each.nbytes) for each in arrays)


def _of_rows(column: pa.Array, rows: NDArray[Any]) -> list[Any]:
    import pyarrow as pa

    found: list[Any] = column.take(pa.array(rows)).to_pylist()
    return found
