"""When links are followed, and how what a walk finds joins the hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.documents.entries import mostly_entries
from nodes.domain.chat import Hit
from nodes.ranking.order import by_final, final_score, with_scores

WALK_SHARE = 0.5
"""Of 0..1: what the walk met stands above it in the order of the walk, what it did not meet below."""


def calls_for_links(hits: Sequence[Hit]) -> bool:
    """Whether the evidence calls for links: half of the best hits, or more, are entries, and half of their documents.

    Inside long documents what is missing stands in another section, not in another document: there links would only
    lift whole documents over the passage that answers.
    """
    return mostly_entries(hits)


def with_walked(hits: Sequence[Hit], found: Sequence[Hit], scores: Mapping[str, float]) -> list[Hit]:
    """Hits and walked hits in one order, by (final descending, id ascending).

    What the walk met stands in the order of the walk, above what it did not meet: `final` is `0.5 + 0.5 link` for the
    best hit of a document that the walk scored, and half of what it was for the others.

    Args:
        hits: of retrieval.
        found: hits of documents that the walk added.
        scores: 0..1 by revision id.
    """
    best: set[str] = set()
    merged: list[Hit] = []
    for hit in [*hits, *found]:
        link = scores.get(hit["revision_id"])
        if link is None or hit["revision_id"] in best:
            merged.append(with_scores(hit, {"final": (1 - WALK_SHARE) * final_score(hit)}))
            continue
        best.add(hit["revision_id"])
        merged.append(with_scores(hit, {"link": link, "final": (1 - WALK_SHARE) + WALK_SHARE * link}))
    return by_final(merged)


def as_good_as(before: Sequence[Hit], after: Sequence[Hit]) -> list[Hit]:
    """Hits of one collection with `final` in proportion, the best as good as the best was before: 0..1.

    A walk ranks within its collection, and says nothing of others.
    """
    best, now = (max((final_score(hit) for hit in hits), default=0.0) for hits in (before, after))
    if best == now or not now:
        return list(after)
    return [with_scores(hit, {"final": final_score(hit) * best / now}) for hit in after]
