"""A question is asked again of what a follow-up names alone."""

from __future__ import annotations

import pytest

from nodes.language.other_subjects import of_another


@pytest.mark.parametrize(
    ("before", "phrase", "expected"),
    [
        (
            "By how much did the plum jam go up from 2030 to 2031?",
            "the small jar of honey",
            "By how much did the small jar of honey go up from 2030 to 2031?",
        ),
        ("How much did repairs cost us in 2030?", "the travel", "How much did the travel cost us in 2030?"),
        ("When is the rent due?", "the deposit", "When is the deposit due?"),
        ("In which year was the rent highest?", "the revenue", "In which year was the revenue highest?"),
        ("How long is the notice period?", "the warranty", "How long is the warranty?"),
        ("What is the excess for burst pipes?", "the premium", "What is the premium for burst pipes?"),
        ("What is the excess for burst pipes?", "for storm damage", "What is the excess for storm damage?"),
        (
            "How much came in from parking in 2030?",
            "from the guest room",
            "How much came in from the guest room in 2030?",
        ),
        ("Who repairs the lift?", "the boiler", "Who repairs the boiler?"),
        ("Where is the key to the cellar?", "the attic", "Where is the key to the attic?"),
        ("How many came in the first month?", "in the second", "How many came in the second month?"),
        ("How hot may the first rinse be?", "the second one", "How hot may the second rinse be?"),
    ],
)
def test_it_takes_the_place_of_what_was_asked_about(before: str, phrase: str, expected: str) -> None:
    assert of_another(phrase, before) == expected


@pytest.mark.parametrize(
    ("before", "phrase"),
    [
        # Nothing stands behind the same preposition.
        ("What do we bear when a water pipe bursts?", "for storm damage"),
        # Two things do.
        ("What is paid for repairs and for cleaning?", "for travel"),
        ("What did we pay for it?", "the travel"),
        ("Is the pool open?", "the sauna"),
        ("How many came in the month of May?", "in the second"),
        ("", "the sauna"),
    ],
)
def test_else_it_is_not_asked_again(before: str, phrase: str) -> None:
    assert of_another(phrase, before) == ""
