"""How much has to speak for an answer, by what is asked."""

from __future__ import annotations

import pytest

from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.answering.refusing.refusal import LEAST_SUM, LEAST_SUM_OF_NO_FACT, weigh
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

RESET = "The lock of the ferry ramp is reset by turning the red wheel. Oil the lock of the ramp each week."


def total_and_verdict(question: str, make_source: MakeSource, embed: Embed) -> tuple[float, bool]:
    sources, plan = [make_source(1, "Ramp", RESET)], rule_plan(question)
    facts = read_question(question, plan, sources, None)
    known = DocumentFrequencies(9, dict.fromkeys(facts.weights, 1))
    weighing = weigh(facts, plan, quote(facts, plan, sources, embed), sources, known, entries=False)
    return sum(weighing.parts.values()), weighing.enough


@pytest.mark.parametrize(
    ("question", "is_enough"),
    [
        ("How is the lock of the ramp oiled, with traffic waiting and horns blowing?", True),
        ("Which wheel resets the lock of the ferry ramp, with traffic waiting, horns blowing and rain falling?", False),
    ],
)
def test_how_is_asked_in_more_words_than_are_told(
    make_source: MakeSource, embed: Embed, question: str, *, is_enough: bool
) -> None:
    total, enough = total_and_verdict(question, make_source, embed)
    assert LEAST_SUM_OF_NO_FACT <= total < LEAST_SUM
    assert enough is is_enough
