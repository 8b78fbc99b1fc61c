"""A document that the question names in short is the one whose clauses answer."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

LAW = "This agreement is governed by the laws of {}. The courts of {} have jurisdiction."
DOCUMENTS = [
    ("Master Services Agreement", LAW.format("the Netherlands", "Rotterdam")),
    ("Mutual Non-Disclosure Agreement", LAW.format("England and Wales", "London")),
    ("Lease of Office Premises", LAW.format("Germany", "Emden")),
]


@pytest.mark.parametrize(
    ("question", "place", "expected"),
    [("which law governs the nda", 1, "England"), ("Which law governs the MSA?", 0, "Netherlands")],
)
def test_its_law_is_quoted(question: str, place: int, expected: str, make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(DOCUMENTS, start=1)]
    plan = rule_plan(question)
    plan["named_documents"] = [sources[place]["document_id"]]
    draft = answer_by_quoting(question, plan, sources, embed)
    assert expected in draft.answer
    assert len(draft.answer.splitlines()) == 1
