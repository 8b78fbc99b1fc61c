"""Follow-ups that leave the verb to the question before."""

from __future__ import annotations

import pytest

from nodes.language.elliptic import completed


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        (
            "Who signed the lease on the farm's side?",
            "And who for us?",
            "Who signed the lease on the farm's side for us?",
        ),
        ("Who signed the lease for Tarn?", "And who for Hask Marine?", "Who signed the lease for Hask Marine?"),
        ("When does the pool open on weekdays?", "And when on Sundays?", "When does the pool open on Sundays?"),
        ("How much is the fee for adults?", "and how much for children", "How much is the fee for children?"),
    ],
)
def test_what_is_done_goes_along(before: str, question: str, whole: str) -> None:
    assert completed(question, before) == whole


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("Who signed the lease?", "And when?"),
        ("Who signed the lease?", "And when for us?"),
        ("Who signed the lease?", "And who for us will sign the next one?"),
        ("Who signed the lease?", "Who is it for?"),
        ("Who signed the lease?", "For whom is it?"),
    ],
)
def test_what_has_a_verb_or_asks_by_another_word_stays(before: str, question: str) -> None:
    assert completed(question, before) == ""
