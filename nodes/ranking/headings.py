"""Hits whose heading is the question: who asks in the words of a heading means what stands below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.domain.chat import Hit, ScoreName
from nodes.language.asked_terms import asked_terms
from nodes.language.denials import excludes
from nodes.language.headings import heading_likeness, innermost
from nodes.ranking.order import by_final, final_score, with_scores

HEADING_WEIGHT = 0.3
"""Of a likeness of 0..1, beside scores of 0..1; what it is worth for manuals stands in `docs/ablation.md`."""


def likeness_of_headings(hits: Sequence[Hit], question: str) -> dict[str, float]:
    """What the heading right above each hit has in common with the question, see `heading_likeness`.

    Args:
        hits: In any order.
        question: What is searched for, without instructions.

    Returns:
        By chunk id, those above 0.
    """
    asked = asked_terms(question)
    denied = excludes(question)
    headings = {hit["chunk_id"]: innermost(hit["section_path"], hit["title"]) for hit in hits}
    found = {each: heading_likeness(each, asked, denied=denied) for each in set(headings.values())}
    return {chunk_id: found[heading] for chunk_id, heading in headings.items() if found[heading]}


def lifted_by_headings(hits: Sequence[Hit], likeness: Mapping[str, float]) -> list[Hit]:
    """The hits in order of `final + 0.3 x likeness`, divided by the largest where that is above 1.

    Args:
        hits: Final scores 0..1.
        likeness: 0..1, by chunk id; it becomes the score `heading`.
    """
    lifted = [final_score(hit) + HEADING_WEIGHT * likeness.get(hit["chunk_id"], 0.0) for hit in hits]
    largest = max([1.0, *lifted])
    found: list[Hit] = []
    for hit, score in zip(hits, lifted, strict=True):
        scores: dict[ScoreName, float] = {"final": score / largest}
        if hit["chunk_id"] in likeness:
            scores["heading"] = likeness[hit["chunk_id"]]
        found.append(with_scores(hit, scores))
    return by_final(found)
