"""Questions about tests and about changes, and those that only have a word like them."""

from __future__ import annotations

import pytest

from nodes.language.asked_files import asks_for_changes, asks_for_tests


@pytest.mark.parametrize(
    "question",
    [
        "Which tests cover a full quay?",
        "How is mooring tested?",
        "What does test_full_quay check?",
        "What is BerthTest for?",
        "Which fixture makes a barge?",
    ],
)
def test_who_says_a_word_of_tests_asks_for_them(question: str) -> None:
    assert asks_for_tests(question)


@pytest.mark.parametrize(
    "question", ["What is the latest berth?", "Who attests the weight?", "Where is the special berth?"]
)
def test_who_says_a_word_that_has_it_in_it_does_not(question: str) -> None:
    assert not asks_for_tests(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which version brought the second crane?",
        "When was the old crane dropped?",
        "Since when are barges weighed?",
        "What is new in 2.4?",
        "What changed for cranes?",
        "Is moor_ship deprecated?",
        "Seit wann werden Kähne gewogen?",
    ],
)
def test_who_asks_when_it_came_or_went_asks_for_changes(question: str) -> None:
    assert asks_for_changes(question)


@pytest.mark.parametrize(
    "question",
    [
        "What happens when a quay is full?",
        "When is a barge weighed?",
        "In which order are berths kept since they were added?",
        "How are barges exchanged?",
    ],
)
def test_who_asks_what_happens_does_not(question: str) -> None:
    assert not asks_for_changes(question)
