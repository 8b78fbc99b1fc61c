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
