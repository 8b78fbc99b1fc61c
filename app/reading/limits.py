"""What reading one file may cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadingLimits:
    """Limits that a hostile or broken file runs into alone."""

    workers: int = 2
    """Worker processes."""
    timeout_seconds: float = 120
    """For one file."""
    memory_bytes: int = 600_000_000
    """Address space of one worker."""
    max_bytes: int = 200_000_000
    """Size of one file."""
    max_pages: int = 10_000
    """Pages, slides or sheets of one file."""
    max_unpacked_bytes: int = 500_000_000
    """What a file in a ZIP format may unpack to."""
