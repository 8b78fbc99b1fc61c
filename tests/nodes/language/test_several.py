"""Questions about several documents at once."""

from __future__ import annotations

import pytest

from nodes.language.several import all_times, asks_development, asks_of_each, asks_of_several, asks_over_time


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


@pytest.mark.parametrize(
    ("question", "words", "over_time"),
    [
        ("How did the debt develop over the years?", "over the years", True),
        ("How did the forecast develop month by month?", "month by month", True),
        ("What was the debt from year to year?", "from year to year", True),
        ("How many sailings were there in each year?", "in each year", True),
        ("What does the service cost each year?", "", False),
        ("How did the debt develop?", "", True),
        ("How often is the hull cleaned each year on the yard?", "", False),
        ("What was the debt in 2023?", "", False),
    ],
)
def test_the_words_by_which_all_times_are_asked_for(question: str, words: str, over_time: bool) -> None:
    assert (all_times(question), asks_over_time(question)) == (words, over_time)
