"""Hits whose heading is the question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.domain.chat import Hit
from nodes.ranking.headings import lifted_by_headings, likeness_of_headings
from nodes.ranking.order import final_score


def test_a_hit_whose_heading_is_the_question_goes_first(make_hit: Callable[..., Hit]) -> None:
    hits = [
        make_hit("a", section_path=["Reading a tide gauge"], scores={"final": 1.0}),
        make_hit("b", section_path=["Parts", "Other tools"], scores={"final": 0.9}),
        make_hit("c", section_path=["Glossary", "Tide gauge"], scores={"final": 0.8}),
    ]
    likeness = likeness_of_headings(hits, "What is a tide gauge?")
    assert likeness == {"a": pytest.approx(2 / 3), "c": 1.0}
    ordered = lifted_by_headings(hits, likeness)
    assert [hit["chunk_id"] for hit in ordered] == ["a", "c", "b"]
    assert ordered[0]["scores"] == {"final": 1.0, "heading": pytest.approx(2 / 3)}
    assert ordered[1]["scores"]["final"] == pytest.approx(1.1 / 1.2)
    assert "heading" not in ordered[2]["scores"]


def test_the_title_stands_for_a_heading_where_there_is_none(make_hit: Callable[..., Hit]) -> None:
    assert likeness_of_headings([make_hit("a", title="Tide gauge")], "What is a tide gauge?") == {"a": 1.0}
    assert likeness_of_headings([make_hit("a", title="Annual report")], "What is a tide gauge?") == {}


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=8))
def test_scores_stay_in_their_range_and_nothing_is_lost(
    make_hit: Callable[..., Hit], values: list[tuple[float, float]]
) -> None:
    hits = [make_hit(str(place), scores={"final": final}) for place, (final, _) in enumerate(values)]
    likeness = {str(place): like for place, (_, like) in enumerate(values) if like}
    ordered = lifted_by_headings(hits, likeness)
    assert {hit["chunk_id"] for hit in ordered} == {hit["chunk_id"] for hit in hits}
    scores = [final_score(hit) for hit in ordered]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
