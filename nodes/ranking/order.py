"""The one order: by (score descending, id ascending), everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nodes.domain.chat import Hit, ScoreName


def by_score(scores: Mapping[str, float]) -> dict[str, float]:
    """The same scores in order."""
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


def final_score(hit: Hit) -> float:
    """The score that a hit is ranked by: the last one it was given, 0 where it has none yet."""
    return hit["scores"].get("final", 0.0)


def by_final(hits: Iterable[Hit]) -> list[Hit]:
    """Hits in order of their final score."""
    return sorted(hits, key=lambda hit: (-final_score(hit), hit["chunk_id"]))


def with_scores(hit: Hit, scores: Mapping[ScoreName, float]) -> Hit:
    """A copy of the hit with these scores added to its own."""
    return {**hit, "scores": {**hit["scores"], **scores}}
