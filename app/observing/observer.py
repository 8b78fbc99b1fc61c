"""Turns what the graphs tell of their steps into metrics, spans and lines of the log."""

from __future__ import annotations

import logging

from app.observing.metrics import Metrics
from app.observing.spans import Spans
from nodes.domain.chat import TraceEntry

_log = logging.getLogger("sheaf.search")


class Observer:
    """Whoever listens to the graphs of one application.

    Args:
        metrics: counts every step.
        spans: gives every step a span, where spans are kept.
    """

    def __init__(self, metrics: Metrics, spans: Spans | None) -> None:
        self.metrics = metrics
        self.spans = spans

    def step(self, graph: str, entry: TraceEntry) -> None:
        """Takes note of one step that a graph has done.

        Args:
            graph: `chat` or `ingest`.
            entry: the step's trace entry.
        """
        self.metrics.step(graph, entry)
        if self.spans is not None:
            self.spans.step(graph, entry)
        log_step(entry)


def log_step(entry: TraceEntry) -> None:
    """The lines of the log that tell how a search went."""
    decided = entry["decided"]
    match entry["node"]:
        case "retrieve_documents":
            _log.info(
                "Hierarchical search: found %d relevant docs from %d total",
                decided.get("relevant", decided["documents"]),
                decided["documents"],
            )
            best = ", ".join(f"{each['file_name']}: {each['prior']:.2f}" for each in decided.get("best", ()))
            _log.debug("Level 1 results: [%s]", best)
        case "rerank_diversity":
            _log.debug("Level 2 retrieved %d chunks, reranked to %d", decided["judged"], decided["hits"])
            shares = [f"{count} {'chunks ' * (not place)}from {name}" for place, (name, count) in _shares(entry)]
            _log.info("Final results: %s", ", ".join(shares) or "none")


def _shares(entry: TraceEntry) -> enumerate[tuple[str, int]]:
    return enumerate(entry["decided"]["by_document"].items())
