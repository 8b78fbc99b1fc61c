"""What was read of whole tables, kept for as long as they stay as they are."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, Protocol, TypeVar


class Weighed(Protocol):
    """What knows how much memory it takes."""

    @property
    def byte_count(self) -> int:
        """Bytes in memory, nearly."""
        ...


T = TypeVar("T", bound=Weighed)


class KeptTables(Generic[T]):
    """What was read of tables, by name, each at the version that it was read at; the least recently used goes first.

    Args:
        most_bytes: of all tables together.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, tuple[int, T]] = OrderedDict()

    def __contains__(self, table: object) -> bool:
        return table in self._kept

    def take(self, table: str, version: int) -> T | None:
        """What is kept of the table at this version; None where it was not read at it. At another it is let go of."""
        kept, known = self._kept.get(table, (-1, None))
        if kept != version:
            self.forget(table)
            return None
        self._kept.move_to_end(table)
        return known

    def keep(self, table: str, version: int, found: T) -> None:
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
