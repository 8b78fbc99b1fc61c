"""An entry that the question names bears out more than its words do: the end of a chain is asked for in other ones."""

from __future__ import annotations

import pytest

from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.answering.refusing.refusal import LEAST_SUM_OF_ENTRIES, LEAST_SUM_OF_NAMED_ENTRIES, weigh
from nodes.domain.chat import Plan
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, sources_of

SONG = (
    "The Ferry Song",
    "The Ferry Song was inspired by a party that was held in Alder Bay on a warm night in May, in Tern County.",
)
COUNTY = ("Tern County", "Tern County comprises the northern isles, three capes and two lagoons, except Gull Atoll.")
QUESTION = "Which atoll is left out of the county whose feast inspired The Ferry Song?"


@pytest.mark.parametrize("is_named", [True, False])
def test_a_chain_from_a_named_entry_may_be_asked_for_in_other_words(
    make_source: MakeSource, embed: Embed, *, is_named: bool
) -> None:
    sources = sources_of(make_source, [SONG, COUNTY])
    named = [sources[0]["document_id"]] if is_named else []
    plan: Plan = {**rule_plan(QUESTION), "named_documents": named}
    facts = read_question(QUESTION, plan, sources, None)
    weighing = weigh(facts, plan, quote(facts, plan, sources, embed, entries=True), sources, None, entries=True)
    assert LEAST_SUM_OF_NAMED_ENTRIES <= sum(weighing.parts.values()) < LEAST_SUM_OF_ENTRIES
    assert weighing.enough is is_named
