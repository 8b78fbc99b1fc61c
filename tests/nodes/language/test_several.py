"""Questions about several documents at once."""

from __future__ import annotations

import pytest

from nodes.language.several import asks_development, asks_of_each, asks_of_several


@pytest.mark.parametrize(
    ("question", "each", "several"),
    [
        ("What is the penalty in each of the NDAs?", "in each of the NDAs", "in each of the NDAs"),
        ("How long does it take with each roofer?", "with each roofer", "with each roofer"),
        ("When is each candidate free?", "When is each candidate", "When is each candidate"),
        ("Which two kinds are there, and what does each of them hold?", "", ""),
        ("What is the notice period in the contracts?", "", "in the contracts"),
        ("How was sleep measured in the studies?", "", "in the studies"),
        ("How often is it fed in each week?", "", ""),
        ("What is the notice period in the contract?", "", ""),
    ],
)
def test_the_words_by_which_several_are_asked_about(question: str, each: str, several: str) -> None:
    assert (asks_of_each(question), asks_of_several(question)) == (each, several)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How did revenue develop in 2025?", True),
        ("How has the number of trains changed between 2023 and 2024?", True),
        ("How do I change the filter?", False),
        ("How was the filter changed?", False),
    ],
)
def test_how_something_went_on(question: str, asks: bool) -> None:
    assert asks_development(question) is asks
