from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.confidence import confidence, covered_terms

WORDS = st.sampled_from(["tide", "turbine", "harbour", "budget", "island"])


def test_rare_words_count_for_more() -> None:
    weights = {"budget": 1.0, "turbin": 3.0}
    assert confidence(weights, ["The budgets of the year"]).share == pytest.approx(0.25)
    assert confidence(weights, ["Three turbines."]).share == pytest.approx(0.75)
    assert confidence(weights, ["Three turbines.", "Budget"]) == (1.0, frozenset())
    assert covered_terms(weights, ["Three turbines."]) == {"turbin"}


def test_no_evidence_is_no_confidence_and_an_empty_question_is_met_by_any() -> None:
    assert confidence({}, []).share == 0.0
    assert confidence({}, ["  "]).share == 0.0
    assert confidence({}, ["Anything"]).share == 1.0
    assert confidence({"budget": 1.0}, [""]) == (0.0, frozenset({"budget"}))


@given(st.dictionaries(WORDS, st.floats(0, 5)), st.lists(WORDS), st.lists(WORDS))
@settings(max_examples=40)
def test_more_evidence_never_covers_less(weights: dict[str, float], some: list[str], more: list[str]) -> None:
    less, greater = confidence(weights, some), confidence(weights, [*some, *more])
    assert 0 <= less.share <= greater.share <= 1
    assert greater.missing <= less.missing <= weights.keys()
