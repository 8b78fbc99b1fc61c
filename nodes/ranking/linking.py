"""The walk over links between documents, and how what it finds joins the hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.domain.chat import Hit
from nodes.domain.documents import Link

LINK_WEIGHT = 0.5
ENTRY_CHUNKS = 3
"""A document of at most so many chunks is an entry: a short text about one thing, as in an encyclopaedia."""


def calls_for_links(hits: Sequence[Hit], query_type: str) -> bool:
    """Whether the evidence calls for links: always for relational questions, else where half of the hits are entries.

    Inside long documents what is missing stands in another section, not in another document: there links would only
    lift whole documents over the passage that answers.
    """
    if query_type == "relational":
        return True
    return 2 * sum(hit["total_chunks"] <= ENTRY_CHUNKS for hit in hits) >= len(hits) > 0


def linked_documents(seeds: Mapping[str, float], links: Sequence[Link], limit: int) -> dict[str, float]:
    """Documents one link away from the seeds, with the best of seed score x link weight, 0..1; the best `limit`.

    Seeds may reach each other: a link between two hits is evidence for both.
    """
    reached: dict[str, float] = {}
    for link in links:
        for source, target in ((link["source_id"], link["target_id"]), (link["target_id"], link["source_id"])):
            if source in seeds and source != target:
                reached[target] = max(reached.get(target, 0.0), seeds[source] * link["weight"])
    best = sorted(reached.items(), key=lambda item: (-item[1], item[0]))[:limit]
    return {document_id: score for document_id, score in best if score > 0}


def with_linked_hits(hits: Sequence[Hit], found: Sequence[Hit], reached: Mapping[str, float]) -> list[Hit]:
    """Hits and linked hits in one order, by (final descending, id ascending); `final` is divided by its maximum.

    A linked hit's link score is its document's walk score times how well it matches the question among the linked
    ones (mean of dense and BM25, each divided by its maximum there); it gets `LINK_WEIGHT` times that on top of the
    final score it has, or on nothing where retrieval had not found it.
    """
    best = {name: max([hit["scores"].get(name, 0.0) for hit in found] + [0.0]) or 1.0 for name in ("dense", "bm25")}
    merged = {hit["chunk_id"]: hit for hit in hits}
    for hit in found:
        match = sum(max(0.0, hit["scores"].get(name, 0.0)) / best[name] for name in ("dense", "bm25")) / 2
        link = reached.get(hit["document_id"], 0.0) * match
        base = merged.get(hit["chunk_id"], hit)
        final = base["scores"].get("final", 0.0) + LINK_WEIGHT * link
        merged[hit["chunk_id"]] = {**base, "scores": {**base["scores"], "link": link, "final": final}}
    largest = max((hit["scores"].get("final", 0.0) for hit in merged.values()), default=0.0) or 1.0
    scaled: list[Hit] = [
        {**hit, "scores": {**hit["scores"], "final": hit["scores"].get("final", 0.0) / largest}}
        for hit in merged.values()
    ]
    return sorted(scaled, key=lambda hit: (-hit["scores"]["final"], hit["chunk_id"]))
