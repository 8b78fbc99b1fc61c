"""What an embedding has that keeps the vectors it made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable


@runtime_checkable
class Forgetting(Protocol):
    """An embedding that keeps what it made until it is told that it is needed no more."""

    async def forget(self, texts: Sequence[str]) -> None:
        """Lets go of the vectors of these texts: their documents can be searched."""
        ...
