"""Hierarchy: what a passage's place in its document, and the document's place among others, says for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from nodes.documents.citing import citations_in, cites
from nodes.documents.section_types import KEY_SECTIONS
from nodes.domain.chat import Hit, SectionTarget
from nodes.domain.documents import Link, SectionType
from nodes.language.terms import analyse
from nodes.ranking.order import by_final, final_score, with_scores

RELATIONSHIP_WEIGHT = 0.2
"""Of how strongly a document is tied to the others, 0..1."""
ALIGNMENT_WEIGHT = 0.15
"""Of how well the section fits what is asked for, 0..1."""
CITATION_WEIGHT = 0.1
"""These three beside the 0..1 of a score; a question asks for a section once in hundreds, and they are hardly met."""

StructurePreference = Literal["key_sections", "full_text", "any"]

_AUTHORITY: Mapping[SectionType, float] = {
    "abstract": 1.5,
    "conclusion": 1.4,
    "results": 1.3,
    "claims": 1.3,
    "introduction": 1.2,
    "methods": 1.1,
}
_WEIGHTY_SECTIONS = KEY_SECTIONS | {"results", "claims"}
_TARGET_SECTIONS: Mapping[SectionTarget, Mapping[SectionType, float]] = {
    "abstract": {"abstract": 1.0, "introduction": 0.5},
    "methods": {"methods": 1.0},
    "results": {"results": 1.0, "discussion": 0.5},
    "claims": {"claims": 1.0},
    "conclusion": {"conclusion": 1.0, "discussion": 1.0},
    "technical": {"methods": 0.5, "claims": 0.5},
}
_GOOD_SUMMARY_LENGTH = 200
"""Characters from which on a summary says enough to stand for more than itself."""
_CITATIONS_FOR_ALL = 3
"""Citations of a passage from which on it has the whole of their weight."""


def section_authority(section_type: SectionType) -> float:
    """Multiplier of a section type, 1.0..1.5: abstracts and conclusions say most of a document in the fewest words."""
    return _AUTHORITY.get(section_type, 1.0)


def extraction_quality(hit: Hit) -> float:
    """Multiplier of a passage that stands for more than itself, 1.0..1.5; text indexed in full has 1.0.

    For strategic extracts and summaries the largest that holds, and not the product, which would outweigh any score:
    1.5 from a key section (abstract, conclusion), 1.4 for an extract that kept its citations, 1.3 for a good summary,
    which is one of 200 characters or more.
    """
    summary = hit["chunk_type"] == "summary" or hit["content_completeness"] == "summary"
    extract = hit["extraction_strategy"] == "strategic" or hit["chunk_type"] == "strategic_extract"
    if not summary and not extract:
        return 1.0
    if hit["section_type"] in KEY_SECTIONS:
        return 1.5
    if extract and cites(hit["content"]):
        return 1.4
    return 1.3 if summary and len(hit["content"]) >= _GOOD_SUMMARY_LENGTH else 1.0


def relationship_score(document_id: str, links: Sequence[Link], document_ids: Collection[str]) -> float:
    """How strongly a document is tied to the other documents of the hits, 0..1.

    The tie to each other document is the weight of the strongest link between the two, either way; the score is
    `1 - product of (1 - tie)`, so that further ties add less and less.
    """
    ties: dict[str, float] = {}
    for link in links:
        ends = (link["source_id"], link["target_id"])
        if document_id not in ends or ends[0] == ends[1]:
            continue
        other = ends[1] if ends[0] == document_id else ends[0]
        if other in document_ids:
            ties[other] = max(ties.get(other, 0.0), min(1.0, max(0.0, link["weight"])))
    missing = 1.0
    for other in sorted(ties):
        missing *= 1.0 - ties[other]
    return 1.0 - missing


def structure_alignment(
    hit: Hit,
    targets: Sequence[SectionTarget],
    target_confidence: float,
    preference: StructurePreference,
    question_terms: Collection[str],
) -> float:
    """How well a passage's section is the one asked for, 0..1.

    The largest of
    - the target's fit to the section type times the confidence in the targets: 1 for the type itself; 1 for a
      discussion where the conclusion is asked for; 0.5 for an introduction in place of the abstract, a discussion in
      place of the results, methods and claims in place of technical details;
    - 1 where the question has every term of the section's own title;
    - 0.5 where key sections are preferred and this is an abstract, conclusion, results or claims, or where full text
      is preferred and this is no extract.

    Args:
        hit: the passage.
        targets: section types the question asks for.
        target_confidence: 0..1.
        preference: structure preference of the plan.
        question_terms: analysed terms of the question.
    """
    fits = [_TARGET_SECTIONS[target].get(hit["section_type"], 0.0) for target in targets]
    alignment = max(fits, default=0.0) * target_confidence
    title_terms = set(analyse(hit["section_title"]))
    if title_terms and title_terms <= set(question_terms):
        alignment = 1.0
    key = preference == "key_sections" and hit["section_type"] in _WEIGHTY_SECTIONS
    whole = preference == "full_text" and hit["content_completeness"] == "full"
    return max(alignment, 0.5 if key or whole else 0.0)


def citation_preservation(hit: Hit) -> float:
    """How much of its references a passage still shows, 0..1. Chosen: a third for each, up to three."""
    return min(citations_in(hit["content"]), _CITATIONS_FOR_ALL) / _CITATIONS_FOR_ALL


def hierarchy_score(base: float, hit: Hit, relationship: float, alignment: float) -> float:
    """`base * authority * quality + 0.2 relationship + 0.15 alignment + 0.1 citations`, before normalisation.

    Args:
        base: score of the hit, 0..1.
        hit: the passage.
        relationship: `relationship_score`, 0..1.
        alignment: `structure_alignment`, 0..1.

    Returns:
        0 to about 2.7. To be divided by the maximum: cut at 1, every strong hit would tie.
    """
    return (
        base * section_authority(hit["section_type"]) * extraction_quality(hit)
        + RELATIONSHIP_WEIGHT * relationship
        + ALIGNMENT_WEIGHT * alignment
        + CITATION_WEIGHT * citation_preservation(hit)
    )


def boosted(hits: Sequence[Hit], alignments: Mapping[str, float], links: Sequence[Link]) -> list[Hit]:
    """Hits in the order of their hierarchy scores.

    Args:
        hits: with final scores.
        alignments: `structure_alignment` by chunk id.
        links: links between documents, of which those between the hits' documents count.

    Returns:
        Copies with the scores `hierarchy` (before normalisation) and `final` (divided by the maximum, 0..1).
    """
    document_ids = {hit["document_id"] for hit in hits}
    relationships = {each: relationship_score(each, links, document_ids) for each in sorted(document_ids)}
    best = max((final_score(hit) for hit in hits), default=0.0) or 1.0
    raw = [
        hierarchy_score(
            final_score(hit) / best, hit, relationships[hit["document_id"]], alignments.get(hit["chunk_id"], 0.0)
        )
        for hit in hits
    ]
    highest = max(raw, default=0.0) or 1.0
    return by_final(
        with_scores(hit, {"hierarchy": score, "final": score / highest}) for hit, score in zip(hits, raw, strict=True)
    )


def hierarchy_report(hits: Sequence[Hit], alignments: Mapping[str, float], links: Sequence[Link]) -> dict[str, Any]:
    """Section coverage, structure alignment, relationships and extraction quality of the hits, JSON-like.

    Returns:
        `section_coverage`: hits by section type; `structure_alignment`: mean of the alignments, 0..1;
        `relationships`: the links between documents of the hits, strongest first;
        `extraction_quality`: hits by completeness, and `mean` of the multipliers.
    """
    document_ids = {hit["document_id"] for hit in hits}
    inside = [
        dict(link)
        for link in sorted(links, key=lambda each: (-each["weight"], each["source_id"], each["target_id"]))
        if link["source_id"] in document_ids and link["target_id"] in document_ids
    ]
    count = len(hits) or 1
    return {
        "section_coverage": dict(sorted(Counter(hit["section_type"] for hit in hits).items())),
        "structure_alignment": sum(alignments.get(hit["chunk_id"], 0.0) for hit in hits) / count,
        "relationships": inside,
        "extraction_quality": {
            **dict(sorted(Counter(hit["content_completeness"] for hit in hits).items())),
            "mean": sum(extraction_quality(hit) for hit in hits) / count,
        },
    }
