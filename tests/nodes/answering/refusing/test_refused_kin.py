"""Kin of several steps: told by the steps, and refused where one of them is not told."""

from __future__ import annotations

import pytest

from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.answering.refusing.refusal import weigh
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, sources_of

EVA = ("Eva Holm", "Eva Holm was born in Kiel. She is the daughter of Nils Holm, and her boats are known.")


@pytest.mark.parametrize("is_told", [True, False])
def test_kin_is_told_by_the_steps_to_it(make_source: MakeSource, embed: Embed, *, is_told: bool) -> None:
    question = "Who was the father-in-law of Otto Berg?"
    husband = "Otto Berg married Eva Holm." if is_told else "Otto Berg sailed with Eva Holm."
    sources = sources_of(make_source, [("Otto Berg", husband), EVA])
    plan = rule_plan(question)
    facts = read_question(question, plan, sources, None)
    quotes = quote(facts, plan, sources, embed, entries=True)
    weighing = weigh(facts, plan, quotes, sources, None, entries=True)
    assert (weighing.parts["coverage"] > 0.9) is is_told
