"""Rows that were read, kept for as long as their table stays as it is."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

MOST_BYTES = 20 * 1024 * 1024
"""Of all tables of a database together: about 6,000 rows of 1,000 characters."""
ROOM_BYTES = 1024 * 1024
"""What is read ahead leaves so much, as it is not to take the place of what was asked for."""
_OVERHEAD = 200
"""Bytes of the key and its place, about."""

Row = Mapping[str, Any]


class RowCache:
    """Rows by table and id. Another version of a table begins with none; the least recently used go first.

    Args:
        most_bytes: of all rows together.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._versions: dict[str, int] = {}
        self._rows: OrderedDict[tuple[str, str], Row | None] = OrderedDict()
        self._bytes = 0

    def take(self, table: str, version: int, ids: Sequence[str]) -> dict[str, Row | None]:
        """Those of these rows that are known, by id; None for one that is known not to be there.

        Args:
            table: its name.
            version: of the table, as it is now.
            ids: of the rows.
        """
        if self._versions.get(table) != version:
            self.forget(table)
            self._versions[table] = version
        found: dict[str, Row | None] = {}
        for each in ids:
            key = (table, each)
            if key in self._rows:
                self._rows.move_to_end(key)
                found[each] = self._rows[key]
        return found

    def keep(self, table: str, version: int, ids: Sequence[str], rows: Mapping[str, Row]) -> None:
        """Keeps what was read, at this version, of the rows with these ids. Rows must not be changed from now on."""
        if self._versions.get(table) != version:
            return
        for each in ids:
            if (table, each) not in self._rows:
                self._rows[table, each] = rows.get(each)
                self._bytes += _size(each, rows.get(each))
        while self._bytes > self._most_bytes:
            (_, name), row = self._rows.popitem(last=False)
            self._bytes -= _size(name, row)

    def is_full(self) -> bool:
        """Whether what is kept from now on may take the place of something else."""
        return self._bytes > self._most_bytes - ROOM_BYTES

    def forget(self, table: str) -> None:
        """Lets go of all rows of a table: another may get its name, and count its versions from the beginning."""
        if self._versions.pop(table, None) is None:
            return
        for key in [key for key in self._rows if key[0] == table]:
            self._bytes -= _size(key[1], self._rows.pop(key))


def _size(name: str, row: Row | None) -> int:
    size = _OVERHEAD + len(name)
    return size if row is None else size + sys.getsizeof(row) + sum(map(sys.getsizeof, row.values()))
