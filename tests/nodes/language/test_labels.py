"""Things that are told apart by a letter or a number."""

from __future__ import annotations

import pytest

from nodes.language.labels import is_label, labels_of
from nodes.language.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("How much lime does sample A need?", {"sampl": {"A"}}),
        ("When is a priority 1 ticket escalated?", {"prioriti": {"1"}}),
        ("Priority 2 is answered within two hours, priority 3 within a day.", {"prioriti": {"2", "3"}}),
        ("Vitamin D and building C", {"build": {"C"}}),
        ("What did reviewer 2 ask for?", {"review": {"2"}}),
        ("the patient of 65 kg", {}),
        ("in 2 of 3 cases", {}),
        ("Do I need a plan?", {}),
        ("John F. Kennedy and the letter B", {"letter": {"B"}}),
        ("phase 2/3, level 4.5 and class 1,000", {}),
    ],
)
def test_labelled_things_of_a_text(text: str, labels: dict[str, set[str]]) -> None:
    assert labels_of(text) == labels


@pytest.mark.parametrize(
    ("text", "ends"), [("found in sample A", True), ("rich in Vitamin D", True), ("wrote J", False), ("A", False)]
)
def test_a_text_that_ends_in_a_label(text: str, ends: bool) -> None:
    assert is_label(text) is ends


def test_a_label_may_end_a_sentence_and_an_initial_does_not() -> None:
    text = "It has 4.1 %, as sample A. Nematodes were found by J. Moss."
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "It has 4.1 %, as sample A.",
        "Nematodes were found by J. Moss.",
    ]
