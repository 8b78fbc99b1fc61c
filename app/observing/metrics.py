"""Prometheus metrics. Labels are names of nodes, route templates and statuses: never an owner, an id or a word."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from nodes.domain.chat import TraceEntry

CONTENT_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
_DOCUMENTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50, 100)
_SHARES = tuple(step / 10 for step in range(11))
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """The metrics of one application, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "rag_http_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry
        )
        self._request_duration = self._histogram(
            "rag_http_request_duration", "Seconds from request to end of reply.", ("method", "route")
        )
        self._nodes = self._histogram("rag_node_duration", "Seconds in a step of a graph.", ("graph", "node"))
        self._by_node = {
            "extract_metadata": self._histogram("rag_metadata_extraction_duration", "Seconds to extract metadata."),
            "retrieve_documents": self._histogram("rag_hierarchical_level1_duration", "Seconds to find documents."),
            "retrieve_chunks": self._histogram("rag_hierarchical_level2_duration", "Seconds to find chunks."),
        }
        rerank = self._histogram("rag_rerank_duration", "Seconds to rerank, by relevance or for diversity.")
        self._by_node |= {"rerank": rerank, "rerank_diversity": rerank}
        self._documents = self._histogram("rag_search_documents_found", "Documents in the result.", buckets=_DOCUMENTS)
        self._diversity = self._histogram(
            "rag_search_diversity_score", "Share of the documents found that the result holds.", buckets=_SHARES
        )

    def step(self, graph: str, entry: TraceEntry) -> None:
        """Counts one step that a graph has done.

        Args:
            graph: `chat` or `ingest`.
            entry: the step's trace entry, with its seconds.
        """
        node, decided = entry["node"], entry["decided"]
        self._nodes.labels(graph, node).observe(entry["seconds"])
        if node in self._by_node:
            self._by_node[node].observe(entry["seconds"])
        if node == "rerank_diversity":
            self._documents.observe(decided["documents"])
            self._diversity.observe(decided["diversity"])

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts one request that was answered, under the template of its route."""
        method = method if method in _METHODS else "other"
        self._requests.labels(method, route, str(status)).inc()
        self._request_duration.labels(method, route).observe(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it; see CONTENT_TYPE."""
        return generate_latest(self._registry)

    def _histogram(
        self, name: str, text: str, labels: tuple[str, ...] = (), buckets: tuple[float, ...] = _SECONDS
    ) -> Histogram:
        return Histogram(name, text, labels, registry=self._registry, buckets=buckets)
