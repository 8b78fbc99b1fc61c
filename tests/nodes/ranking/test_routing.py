from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.routing import document_scores, period_score


def test_the_latest_asked_year_counts_most_and_the_year_after_a_little() -> None:
    asked = [{"year": 2021, "quarter": None}, {"year": 2022, "quarter": None}]
    assert period_score(asked, ["2022"]) == 0.5  # type: ignore[arg-type]
    assert period_score(asked, ["2021"]) == 0.25  # type: ignore[arg-type]
    assert period_score(asked, ["2023"]) == 0.125  # type: ignore[arg-type]
    assert period_score(asked, ["2019"]) == 0.0  # type: ignore[arg-type]


def test_a_quarter_tells_filings_of_one_year_apart() -> None:
    asked = [{"year": 2023, "quarter": 2}]
    right, wrong, annual = (period_score(asked, [period]) for period in ("2023Q2", "2023Q1", "2023"))  # type: ignore[arg-type]
    assert right > annual
    assert right > wrong


def test_nothing_asked_or_nothing_known_is_neutral() -> None:
    assert period_score([], ["2022"]) == 0.0
    assert period_score([{"year": 2022, "quarter": None}], []) == 0.0


def test_a_named_document_comes_first() -> None:
    scores = document_scores({"a": 0.9, "b": 0.1}, {"a": 10.0}, {}, ["b"])
    assert max(scores, key=lambda key: scores[key]) == "b"
    assert max(scores.values()) == 1.0


unbounded = st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 50))
scored = st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1))


@settings(max_examples=100)
@given(scored, unbounded, scored, st.lists(st.sampled_from("abcxyz")))
def test_scores_stay_within_0_and_1(
    dense: dict[str, float], text: dict[str, float], periods: dict[str, float], named: list[str]
) -> None:
    scores = document_scores(dense, text, periods, named)
    assert set(scores) == {*dense, *text, *periods, *named}
    assert all(0.0 <= score <= 1.0 for score in scores.values())
