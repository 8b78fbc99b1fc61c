"""Why a hit was selected, in words that a person can check."""

from __future__ import annotations

from nodes.domain.chat import Hit
from nodes.domain.options import Fusion
from nodes.ranking.order import final_score

TOP = 3
"""Places that are told: "top-1" to "top-3"."""
HIGH_SCORE = 0.5
"""Of 0..1, above which a score is called high."""
SUBSTANTIAL_LENGTH = 200
"""Characters from which on a passage is called a substantial one."""


def selection_reason(
    hit: Hit,
    *,
    rank: int,
    collection_name: str,
    dense_rank: int | None,
    bm25_rank: int | None,
    fusion: Fusion,
) -> str:
    """The reasons that hold, joined by semicolons.

    Args:
        hit: its final score is normalised to 0..1, so that "high" (over 0.5) can hold, as it never does for raw RRF.
        rank: in its collection once its lists are fused, from 1.
        collection_name: as shown to the user.
        dense_rank: in the collection's list by meaning, from 1; None where it is not in it.
        bm25_rank: in the collection's list by words, likewise.
        fusion: named where nothing else can be said.
    """
    reasons: list[str] = []
    if rank <= TOP:
        reasons.append(f"Top-{rank} in {collection_name}")
    reasons.extend(
        f"top-{place} by {kind}"
        for kind, place in (("meaning", dense_rank), ("words", bm25_rank))
        if place is not None and place <= TOP
    )
    if hit["scores"].get("document", 0.0) > HIGH_SCORE:
        reasons.append("its document fits the question")
    if "heading" in hit["scores"]:
        reasons.append("its heading says what is asked")
    if final_score(hit) > HIGH_SCORE:
        reasons.append("high relevance score")
    if reasons and len(hit["content"]) >= SUBSTANTIAL_LENGTH:
        reasons.append("substantial content")
    return "; ".join(reasons) or f"Selected by {'rank' if fusion == 'rrf' else 'score'} fusion"
