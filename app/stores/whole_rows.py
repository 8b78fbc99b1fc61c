"""What the rows of a small table are besides their vectors and terms, in memory, as they are read by their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from app.stores.rows import payload_for_reading

if TYPE_CHECKING:
    import pyarrow as pa

MOST_BYTES = 64 * 1024 * 1024
"""Of one table: as many rows of a thousand characters, with what is known of each, as a small table has."""
_PLACE_BYTES = 150
"""Of an id's place, about."""


@dataclass(frozen=True, eq=False)
class WholeRows:
    """All rows of a table, in the batches that they were read in: in one piece they would be there twice meanwhile."""

    batches: Sequence[Mapping[str, pa.Array]]
    """Columns by name."""
    places: Mapping[str, tuple[int, int]]
    """Batch and row of each id."""

    def with_ids(self, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The rows with these ids, by id; those that are not there are left out."""
        found: dict[str, dict[str, Any]] = {}
        for each in ids:
            if each in self.places:
                batch, row = self.places[each]
                found[each] = {name: column[row].as_py() for name, column in self.batches[batch].items()}
        return found

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        columns = (column for batch in self.batches for column in batch.values())
        return sum(int(column.nbytes) for column in columns) + _PLACE_BYTES * len(self.places)


class WholeRowsBuilder:
    """Takes rows, a batch at a time, for as long as they are not too many.

    Args:
        most_bytes: of all of them.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._room = most_bytes
        self._batches: list[Mapping[str, pa.Array]] = []
        self._places: dict[str, tuple[int, int]] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Takes the next rows: `id`, `payload` and whatever else is read of them."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if self._room < 0:
            return
        number = len(self._batches)
        self._places.update((each, (number, row)) for row, each in enumerate(batch.column("id").to_pylist()))
        # Copied: what was read lies in pages of several batches, which would stay for as long as one of these does.
        every, pool = np.arange(batch.num_rows), pa.system_memory_pool()
        columns = {name: pc.take(batch.column(name), every, memory_pool=pool) for name in batch.schema.names}
        payloads = map(payload_for_reading, columns["payload"].to_pylist())
        columns["payload"] = pa.array(payloads, pa.string(), memory_pool=pool)
        self._batches.append(columns)
        self._room -= sum(int(column.nbytes) for column in columns.values())
        if self._room < 0:
            self._batches, self._places = [], {}

    def built(self) -> WholeRows | None:
        """The rows; None where they were too many. The builder is of no more use."""
        return None if self._room < 0 else WholeRows(self._batches, self._places)
