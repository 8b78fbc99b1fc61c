from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.domain.chat import Hit, SectionTarget
from nodes.domain.documents import Link, SectionType
from nodes.ranking.hierarchy import (
    boosted,
    citation_preservation,
    extraction_quality,
    hierarchy_report,
    hierarchy_score,
    relationship_score,
    section_authority,
    structure_alignment,
)

LONG = "The array kept its rated output through two winters of storms. " * 5


def link(source: str, target: str, weight: float) -> Link:
    return {"source_id": source, "target_id": target, "kind": "cites", "weight": weight, "context": ""}


@pytest.mark.parametrize(
    ("section_type", "expected"),
    [
        ("abstract", 1.5),
        ("conclusion", 1.4),
        ("results", 1.3),
        ("claims", 1.3),
        ("introduction", 1.2),
        ("methods", 1.1),
        ("discussion", 1.0),
        ("references", 1.0),
        ("content", 1.0),
    ],
)
def test_section_authority(section_type: SectionType, expected: float) -> None:
    assert section_authority(section_type) == expected


@pytest.mark.parametrize(
    ("content", "changes", "expected"),
    [
        (LONG, {"section_type": "abstract"}, 1.0),
        (LONG, {"extraction_strategy": "strategic", "section_type": "abstract"}, 1.5),
        (LONG, {"chunk_type": "strategic_extract", "section_type": "conclusion"}, 1.5),
        ("See [3].", {"extraction_strategy": "strategic"}, 1.4),
        (LONG, {"chunk_type": "summary"}, 1.3),
        ("Short.", {"chunk_type": "summary"}, 1.0),
        ("See [3].", {"chunk_type": "summary"}, 1.0),
        (LONG, {"content_completeness": "summary"}, 1.3),
        (LONG, {"extraction_strategy": "strategic", "content_completeness": "highlight"}, 1.0),
    ],
)
def test_extraction_quality(
    make_hit: Callable[..., Hit], content: str, changes: dict[str, Any], expected: float
) -> None:
    assert extraction_quality(make_hit("a", content, **changes)) == expected


def test_relationships_add_less_and_less_and_count_only_among_the_hits() -> None:
    links = [link("a", "b", 0.5), link("b", "a", 0.3), link("c", "a", 0.5), link("a", "z", 1.0), link("a", "a", 1.0)]
    assert relationship_score("a", links, {"a", "b", "c"}) == pytest.approx(0.75)
    assert relationship_score("b", links, {"a", "b", "c"}) == pytest.approx(0.5)
    assert relationship_score("z", links, {"a", "b", "c", "z"}) == 1.0
    assert relationship_score("d", links, {"a", "d"}) == 0.0


@pytest.mark.parametrize(
    ("section_type", "targets", "confidence", "expected"),
    [
        ("methods", ["methods"], 0.8, 0.8),
        ("results", ["methods"], 0.8, 0.0),
        ("discussion", ["results"], 0.8, 0.4),
        ("discussion", ["results", "conclusion"], 1.0, 1.0),
        ("introduction", ["abstract"], 1.0, 0.5),
        ("content", ["technical"], 1.0, 0.0),
        ("methods", [], 0.0, 0.0),
    ],
)
def test_alignment_with_the_sections_asked_for(
    make_hit: Callable[..., Hit],
    section_type: SectionType,
    targets: list[SectionTarget],
    confidence: float,
    expected: float,
) -> None:
    hit = make_hit("a", section_type=section_type)
    assert structure_alignment(hit, targets, confidence, "any", set()) == pytest.approx(expected)


def test_alignment_with_a_section_named_in_the_question_and_with_the_preference(make_hit: Callable[..., Hit]) -> None:
    named = make_hit("a", section_title="Risk Factors")
    assert structure_alignment(named, [], 0.0, "any", {"risk", "factor", "tide"}) == 1.0
    assert structure_alignment(named, [], 0.0, "any", {"risk"}) == 0.0
    assert structure_alignment(make_hit("a", section_title=""), [], 0.0, "any", {"risk"}) == 0.0
    assert structure_alignment(make_hit("a", section_type="claims"), [], 0.0, "key_sections", set()) == 0.5
    assert structure_alignment(make_hit("a"), [], 0.0, "key_sections", set()) == 0.0
    assert structure_alignment(make_hit("a"), [], 0.0, "full_text", set()) == 0.5
    assert structure_alignment(make_hit("a", content_completeness="highlight"), [], 0.0, "full_text", set()) == 0.0


def test_citation_preservation_is_full_with_three(make_hit: Callable[..., Hit]) -> None:
    assert citation_preservation(make_hit("a", "See [1].")) == pytest.approx(1 / 3)
    assert citation_preservation(make_hit("a", "See [1], [2], [3], [4].")) == 1.0


def test_the_formula(make_hit: Callable[..., Hit]) -> None:
    hit = make_hit("a", "As in [1], [2] and [3].", section_type="results", extraction_strategy="strategic")
    assert hierarchy_score(0.5, hit, 0.4, 0.8) == pytest.approx(0.5 * 1.3 * 1.4 + 0.2 * 0.4 + 0.15 * 0.8 + 0.1)


def test_strong_hits_are_not_tied_at_one(make_hit: Callable[..., Hit]) -> None:
    hits = [
        make_hit("a", section_type="abstract", scores={"final": 0.9}),
        make_hit("b", section_type="abstract", scores={"final": 0.8}),
        make_hit("c", section_type="content", scores={"final": 1.0}),
    ]
    ordered = boosted(hits, {}, [])
    assert [hit["chunk_id"] for hit in ordered] == ["a", "b", "c"]
    assert [hit["scores"]["final"] for hit in ordered] == pytest.approx([1.0, 0.8 / 0.9, 1.0 / (0.9 * 1.5)])
    assert ordered[0]["scores"]["hierarchy"] == pytest.approx(1.35)
    assert hits[0]["scores"] == {"final": 0.9}, "hits are copied, not changed"


@given(st.lists(st.tuples(st.floats(0, 5), st.sampled_from(["abstract", "content"])), max_size=8))
@settings(max_examples=40)
def test_boosted_scores_are_within_0_and_1_and_ordered(
    make_hit: Callable[..., Hit], drawn: list[tuple[float, str]]
) -> None:
    hits = [
        make_hit(str(number), section_type=section, scores={"final": score})
        for number, (score, section) in enumerate(drawn)
    ]
    ordered = boosted(hits, {}, [])
    finals = [(-hit["scores"]["final"], hit["chunk_id"]) for hit in ordered]
    assert finals == sorted(finals)
    assert all(-1 <= score <= 0 for score, _ in finals)
    assert sorted(hit["chunk_id"] for hit in ordered) == sorted(hit["chunk_id"] for hit in hits)


def test_report(make_hit: Callable[..., Hit]) -> None:
    hits = [
        make_hit("a", section_type="results", document_id="d1"),
        make_hit("b", section_type="results", document_id="d2", content_completeness="highlight"),
        make_hit("c", LONG, section_type="abstract", document_id="d2", chunk_type="summary"),
    ]
    inside = link("d1", "d2", 0.5)
    report = hierarchy_report(hits, {"a": 1.0, "b": 0.5}, [link("d1", "d9", 0.9), inside])
    assert report == {
        "section_coverage": {"abstract": 1, "results": 2},
        "structure_alignment": pytest.approx(0.5),
        "relationships": [inside],
        "extraction_quality": {"full": 2, "highlight": 1, "mean": pytest.approx((1 + 1 + 1.5) / 3)},
    }
    assert hierarchy_report([], {}, [])["structure_alignment"] == 0.0
