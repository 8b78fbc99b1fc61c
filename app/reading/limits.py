"""What reading one file may cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.settings import IngestSettings


@dataclass(frozen=True)
class ReadingLimits:
    """Limits that a hostile or broken file runs into alone."""

    workers: int
    """Worker processes."""
    timeout_seconds: float
    """For one file."""
    memory_bytes: int
    """Address space of one worker."""
    max_bytes: int
    """Size of one file."""
    max_pages: int
    """Pages, slides or sheets of one file."""
    max_unpacked_bytes: int
    """What a file in a ZIP format may unpack to."""

    @classmethod
    def of(cls, settings: IngestSettings) -> ReadingLimits:
        """Those that are set."""
        return cls(
            workers=settings.workers,
            timeout_seconds=settings.timeout_seconds,
            memory_bytes=settings.memory_bytes,
            max_bytes=settings.max_bytes,
            max_pages=settings.max_pages,
            max_unpacked_bytes=settings.max_unpacked_bytes,
        )
