"""Follow-ups: answered from what the conversation is about, where that answers them as well as all that was found."""

from __future__ import annotations

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Plan
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


def _plan(question: str, *spoken_of: str) -> Plan:
    return {**rule_plan(question), "spoken_of": list(spoken_of)}


def test_what_was_spoken_of_has_to_tell_a_day_where_one_is_asked_for(make_source: MakeSource, embed: Embed) -> None:
    question = "Until when must it be spent?"
    sources = [
        make_source(1, "Report", "Item | Amount\nFood | 9,900\nNot yet spent | 3,700\n\nThe cook came in March 2024."),
        make_source(2, "Agreement", "Money that is not spent by 31 December 2025 is paid back."),
    ]
    draft = answer_by_quoting(question, _plan(question, "d1"), sources, embed)
    assert "31 December 2025" in draft.answer


def test_what_was_spoken_of_answers_alone_where_it_tells_it(make_source: MakeSource, embed: Embed) -> None:
    question = "Until when must it be spent?"
    sources = [
        make_source(1, "Report", "It has to be spent by 30 June 2026."),
        make_source(2, "Agreement", "Money that is not spent by 31 December 2025 is paid back."),
    ]
    draft = answer_by_quoting(question, _plan(question, "d1"), sources, embed)
    assert "30 June 2026" in draft.answer
    assert "2025" not in draft.answer
