"""The trace: what a step saw, decided, dropped and why, in a shape that every step shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nodes.domain.chat import Hit, TraceEntry

LONGEST_DROPPED = 20
"""Hits left out that one entry names."""


def entry(
    node: str, why: str, decided: dict[str, Any] | None = None, dropped: Sequence[dict[str, Any]] = ()
) -> TraceEntry:
    """One step's entry. The graph's wrapper fills in the seconds.

    Args:
        node: name of the step.
        why: one sentence that a person can read.
        decided: JSON-like facts; `dropped` is added to them where something was, with the full count.
        dropped: what was dropped, each with its id and a `reason`; the first 20 are kept.
    """
    facts = {**(decided or {}), **({"dropped": len(dropped)} if dropped else {})}
    return {"node": node, "seconds": 0.0, "why": why, "decided": facts, "dropped": list(dropped[:LONGEST_DROPPED])}


def left_out(hits: Iterable[Hit], reason: str) -> list[dict[str, Any]]:
    """Hits that a step leaves out, each with its place: a person looks for a page, not for an id."""
    return [
        {"chunk_id": hit["chunk_id"], "file_name": hit["file_name"], "pages": hit["pages"], "reason": reason}
        for hit in hits
    ]


def counted(number: int, thing: str) -> str:
    """`1 document`, `3 documents`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
