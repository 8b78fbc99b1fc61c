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
    [
        ("which law governs the nda", 1, "England"),
        ("which law governs our ndas", 1, "England"),
        ("Which law governs the MSA?", 0, "Netherlands"),
    ],
)
def test_its_law_is_quoted(question: str, place: int, expected: str, make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(DOCUMENTS, start=1)]
    plan = rule_plan(question)
    plan["named_documents"] = [sources[place]["document_id"]]
    draft = answer_by_quoting(question, plan, sources, embed)
    assert expected in draft.answer
    assert len(draft.answer.splitlines()) == 1


PAYABLE = "Invoices are payable within {} days of receipt."
PAPERS = [
    ("Statement of Work No. 3: Berth Planning", PAYABLE.format(45)),
    ("Master Services Agreement", PAYABLE.format(30)),
    ("Mail of 3 May", "Under the Master Services Agreement invoices are payable within 14 days of receipt."),
]


@pytest.mark.parametrize(
    ("question", "named", "said"),
    [
        ("When are invoices under the SOW payable?", 0, {"45"}),
        ("When are invoices under the Master Services Agreement payable?", 1, {"30"}),
        ("When are invoices payable?", None, {"30", "45"}),
    ],
)
def test_another_contract_contradicts_nothing_that_is_asked_of_a_named_one(
    question: str, named: int | None, said: set[str], make_source: MakeSource, embed: Embed
) -> None:
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(PAPERS[:2], start=1)]
    plan = rule_plan(question)
    plan["named_documents"] = [] if named is None else [sources[named]["document_id"]]
    answer = answer_by_quoting(question, plan, sources, embed).answer
    assert {days for days in ("14", "30", "45") if f" {days} days" in answer} == said


def test_a_paper_that_is_no_contract_may_contradict_the_one_that_is_named(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [make_source(number, title, text) for number, (title, text) in enumerate(PAPERS[1:], start=1)]
    question = "When are invoices under the Master Services Agreement payable?"
    plan = rule_plan(question)
    plan["named_documents"] = [sources[0]["document_id"]]
    answer = answer_by_quoting(question, plan, sources, embed).answer
    assert "30 days" in answer
    assert "14 days" in answer
