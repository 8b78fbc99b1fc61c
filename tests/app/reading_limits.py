"""What reading a file may cost in tests: what is set by default, but for what a test changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.reading.limits import ReadingLimits
from app.settings import IngestSettings


def reading_limits(**changes: Any) -> ReadingLimits:
    return replace(ReadingLimits.of(IngestSettings()), **changes)
