"""`sheaf serve` over a home: how long until it is ready, how quickly it answers, what it holds in memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from eval.bench.timing import Moment, memory_of
from eval.load.process import serving, wait_until_ready
from eval.spread import spread


def measure_service(home: Path, collection: str, questions: Sequence[str]) -> dict[str, Any]:
    """Starts the service, asks it over HTTP, and looks at its memory.

    Args:
        home: what it serves.
        collection: name of what is searched.
        questions: asked one after the other.

    Returns:
        `{"start_seconds", "ms", "memory_bytes"}`.

    Raises:
        UnavailableError: it does not start.
    """
    begun = Moment.now()
    with serving(home, {}) as (process, port):
        wait_until_ready(process, port)
        start = begun.since().wall
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            listed = http.get("/collections").raise_for_status().json()["collections"]
            known = next(each["collection_id"] for each in listed if each["name"] == collection)
            times = []
            for question in questions:
                asked = Moment.now()
                http.post("/search", json={"question": question, "collection_ids": [known]}).raise_for_status()
                times.append(asked.since().wall)
        memory = memory_of(process.pid)
    return {"start_seconds": round(start, 3), "ms": spread(times), "memory_bytes": memory}
