"""How times spread, alike in all that is measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

PERCENTILES = (50, 95, 99)


def spread(seconds: Sequence[float]) -> dict[str, Any]:
    """How many, the mean, the 50th, 95th and 99th percentile and the largest, in milliseconds; None without any."""
    if not seconds:
        return {"n": 0, "mean": None, "p50": None, "p95": None, "p99": None, "max": None}
    milliseconds = np.array(seconds) * 1000
    found = {f"p{each}": round(float(np.percentile(milliseconds, each)), 3) for each in PERCENTILES}
    mean, largest = round(float(milliseconds.mean()), 3), round(float(milliseconds.max()), 3)
    return {"n": len(seconds), "mean": mean, **found, "max": largest}
