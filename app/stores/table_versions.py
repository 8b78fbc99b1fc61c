"""Which version a table has, without asking LanceDB again while its folder tells that nobody has committed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lancedb.table import AsyncTable

_SETTLED_NS = 2_000_000_000
"""Nanoseconds after which another change of a folder has another time on every file system: some count by seconds."""


class TableVersions:
    """The versions of the tables of a database.

    Each commit puts a file into the table's folder of versions, which changes the time of that folder. LanceDB looks
    through the folder in threads of its own, which takes 0.11 ms of processor time; a question asks four times or five.

    Args:
        uri: of the database. What is no folder of this machine is always asked.
    """

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._folders: dict[str, Path] = {}
        self._known: dict[str, tuple[int, int]] = {}
        """Time of the folder, and the version that the table had then, by name."""

    async def of(self, name: str, table: AsyncTable) -> int:
        """The version of a table, with every commit that ended before this was called.

        Raises:
            RuntimeError, ValueError, OSError: what LanceDB raises where the table is gone.
        """
        changed = self._changed(name)
        known = self._known_at(name, changed)
        if known is not None:
            return known
        version = await table.version()
        # Of what has just changed, another change might bear the same time. What is asked afterwards may be newer than
        # the time says: then the time is another when it is looked at again.
        if changed is not None and 0 <= changed < time.time_ns() - _SETTLED_NS:
            self._known[name] = (changed, version)
        else:
            self._known.pop(name, None)
        return version

    def known(self, name: str) -> int | None:
        """The same where the folder alone tells; None where LanceDB must be asked."""
        return self._known_at(name, self._changed(name))

    def _known_at(self, name: str, changed: int | None) -> int | None:
        known = self._known.get(name)
        return known[1] if known is not None and known[0] == changed else None

    def _changed(self, name: str) -> int | None:
        """When a version was last added or removed, in nanoseconds; None where that cannot be told."""
        folder = self._folders.get(name)
        if folder is None:
            folder = self._folders[name] = Path(self._uri, f"{name}.lance", "_versions")
        try:
            return folder.stat().st_mtime_ns
        except Exception:  # noqa: BLE001 - whatever the reason, the table is asked
            # It lies elsewhere or is gone. Or someone forbids every look at a disk, as `langgraph dev` does.
            return None
