"""Words that say the same as a question's count for them, where nothing says the question's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.near_words import nearest_words, with_near_words
from nodes.answering.extractive import answer_by_quoting
from nodes.language.asked_terms import asked_terms
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

NEAR = {
    frozenset(("pet", "dog")),
    frozenset(("repair", "fix")),
    frozenset(("kill", "died")),
    frozenset(("rose", "rise")),
    frozenset(("founded", "established")),
}


def likeness(words: Sequence[str], others: Sequence[str]) -> NDArray[np.float32]:
    return np.array([[float({word, other} in NEAR) for other in others] for word in words], np.float32).reshape(
        len(words), len(others)
    )


@pytest.mark.parametrize(
    ("question", "text", "term"),
    [
        ("What does a pet cost?", "A dog costs 15 euros a night.", "pet"),
        ("How soon is a laptop fixed?", "A laptop is repaired within five days.", "fix"),
        ("How soon is a laptop fixed?", "Repaired laptops are back within five days.", "fix"),
    ],
)
def test_a_near_word_says_the_questions(make_source: MakeSource, question: str, text: str, term: str) -> None:
    pieces = evidence_of([make_source(1, "Rules", text)])

    found = with_near_words(pieces, question, frozenset(asked_terms(question)), likeness)

    assert term not in pieces[0].terms
    assert term in found[0].terms


def test_names_are_near_nothing(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Staff", "The prices were set by Rose Adams.")])

    found = with_near_words(pieces, "Did the prices rise?", frozenset({"rise", "price"}), likeness)

    assert found == pieces


def test_a_word_that_the_sources_say_needs_no_other(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Rules", "A dog costs 15 euros. No pet may be left alone.")])

    found = with_near_words(pieces, "What does a pet cost?", frozenset({"pet", "cost"}), likeness)

    assert found == pieces


def test_a_question_in_other_words_is_answered(
    make_source: MakeSource, embed: Callable[[list[str]], list[list[float]]]
) -> None:
    question = "How many people were killed?"
    sources = [make_source(1, "Storm report", "Three people died. The road was closed for a week.")]

    without, within = (
        answer_by_quoting(question, rule_plan(question), sources, embed, likeness=each) for each in (None, likeness)
    )

    assert without.status == "no_evidence"
    assert within.answer == "Three people died. [1]"


def test_the_likest_word_of_each_piece_counts(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Kennel", "The dog was fixed. The Pet was blue.")])
    found = nearest_words(pieces, "Who repairs a pet?", frozenset(asked_terms("repairs pet")), likeness)
    assert found == [{"pet": 1.0, "repair": 1.0}, {}]
    assert nearest_words(pieces, "Who repairs a pet?", frozenset(["pet"]), None) == [{}, {}]


def test_a_verb_of_two_words_is_as_near_as_the_one_that_says_the_same(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "School", "It was established in May.")])
    assert nearest_words(pieces, "Who set up the school?", frozenset(["set"]), likeness) == [{"set": 1.0}]
    assert nearest_words(pieces, "Who set the table?", frozenset(["set"]), likeness) == [{}]
