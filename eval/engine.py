"""The part of the facade that is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from app.sheaf import IngestFile, IngestReport

OnEvent = Callable[[dict[str, Any]], None]

WARM_UP = "Which documents are there?"
"""Asked before anything is measured."""


class SearchEngine(Protocol):
    """What ingests and searches."""

    async def ingest(self, files: Sequence[IngestFile], *, collection: str, on_event: OnEvent) -> IngestReport:
        """Makes files searchable."""
        ...

    async def search(
        self, question: str, *, collections: Sequence[str], options: dict[str, Any] | None
    ) -> dict[str, Any]:
        """Hits and trace."""
        ...

    async def settled(self) -> None:
        """Waits for what searches have left to be done in the background."""
        ...
