from __future__ import annotations

import pytest

from nodes.language.days import day_terms


@pytest.mark.parametrize(
    "question",
    ["Orders of 7 June 2025", "Orders of June 7, 2025", "Orders of 2025-06-07", "Bestellungen vom 07.06.2025"],
)
def test_an_exact_day_is_asked_for_as_one_word_in_the_usual_notations(question: str) -> None:
    assert day_terms(question) == ["20250607", "07.06.2025", "7.6.2025"]


def test_a_month_or_a_year_is_no_day() -> None:
    assert day_terms("Orders of June 2025, in 2024, and of page 7") == []


@pytest.mark.parametrize(
    "question",
    [
        "How many orders were there in February 2025?",
        "How much did we spend on paint in February 2025?",
        "What did Halm Paints charge us in February 2025?",
    ],
)
def test_what_is_counted_or_paid_in_a_month_may_be_of_any_of_its_days(question: str) -> None:
    terms = day_terms(question)
    assert {"20250201", "20250228", "28.2.2025"} <= {*terms}
    assert "20250229" not in terms
