"""Rows that were read, kept for as long as their table stays as it is."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

MOST_BYTES = 32 * 1024 * 1024
"""Of one table: about 15,000 rows of 1,000 characters."""
_OVERHEAD = 800
"""Bytes of keys and objects around one row, about."""

Row = Mapping[str, Any]


class RowCache:
    """Rows of one table by id. Another version of the table begins with none; the least recently used go first.

    Args:
        most_bytes: of all rows together.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._version: int | None = None
        self._rows: OrderedDict[str, Row | None] = OrderedDict()
        self._bytes = 0

    def take(self, version: int, ids: Sequence[str]) -> dict[str, Row | None]:
        """Those of these rows that are known, by id; None for one that is known not to be there.

        Args:
            version: of the table, as it is now.
            ids: of the rows.
        """
        if version != self._version:
            self._rows.clear()
            self._version, self._bytes = version, 0
        found = {each: self._rows[each] for each in ids if each in self._rows}
        for each in found:
            self._rows.move_to_end(each)
        return found

    def keep(self, version: int, ids: Sequence[str], rows: Mapping[str, Row]) -> None:
        """Keeps what was read, at this version, of the rows with these ids. Rows must not be changed from now on."""
        if version != self._version:
            return
        for each in ids:
            if each not in self._rows:
                self._rows[each] = rows.get(each)
                self._bytes += _size(each, self._rows[each])
        while self._bytes > self._most_bytes:
            name, row = self._rows.popitem(last=False)
            self._bytes -= _size(name, row)


def _size(name: str, row: Row | None) -> int:
    texts = (value for value in (row or {}).values() if isinstance(value, str))
    return _OVERHEAD + len(name) + sum(map(len, texts))
