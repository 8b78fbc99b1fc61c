"""What Sheaf has set itself to reach on two cores, in one table; every figure is printed with its goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Goal:
    """One thing to reach."""

    key: str
    text: str
    limit: float
    unit: Literal["ms", "s", "MB", "times", "share", "exponent"]
    at_least: bool = False
    """Whether more is better."""


GOALS = (
    Goal(
        "small_ratio", "p95 of a search, as a share of LlamaIndex's stock hybrid, 3,000 to 20,000 chunks", 0.2, "share"
    ),
    Goal("large_ratio", "p95 of a search, as a share of LlamaIndex's stock hybrid, from 20,000 chunks", 0.1, "share"),
    Goal("over_store", "p50 of a search, over twice the bare store calls, from 20,000 chunks", 5.0, "ms"),
    Goal("million_search", "p95 of a search over a million chunks", 500.0, "ms"),
    Goal("million_memory", "memory of a search over a million chunks", 4_000.0, "MB"),
    Goal("growth", "p50 of a search grows as the size to the power of", 0.5, "exponent"),
    Goal("ingest_ratio", "ingest, times as fast as LlamaIndex's", 5.0, "times", at_least=True),
    Goal("flat_ingest", "seconds per document of the last tenth, as a share of the first", 1.25, "share"),
    Goal("enrichment", "enriching and finding metadata, as a share of the ingest", 0.1, "share"),
    Goal("service_memory", "memory of the service, up to 60,000 chunks", 500.0, "MB"),
    Goal("service_start", "start of the service until it is ready, up to 150,000 chunks", 3.0, "s"),
    Goal("graph", "the graph with its trace, all its steps emptied", 10.0, "ms"),
    Goal("merge", "merging ten collections of 100 hits each", 20.0, "ms"),
    Goal("ask", "`sheaf ask` in a process of its own, with a warm disk", 2.0, "s"),
    Goal("help", "`sheaf --help`", 0.3, "s"),
    Goal("recall", "recall of the vector index against exact search, best 16", 0.95, "share", at_least=True),
)
_BY_KEY = {goal.key: goal for goal in GOALS}


def judged(key: str, value: float | None) -> dict[str, Any]:
    """A figure beside its goal.

    Args:
        key: of the goal.
        value: in the goal's unit; None where it could not be measured.

    Returns:
        `{"goal", "text", "limit", "unit", "at_least", "value", "reached"}`; `reached` is None without a value.
    """
    goal = _BY_KEY[key]
    reached = None
    if value is not None:
        reached = value >= goal.limit if goal.at_least else value <= goal.limit
    return {
        "goal": key,
        "text": goal.text,
        "limit": goal.limit,
        "unit": goal.unit,
        "at_least": goal.at_least,
        "value": None if value is None else round(value, 4),
        "reached": reached,
    }
