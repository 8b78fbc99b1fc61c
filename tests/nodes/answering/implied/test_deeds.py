"""When something was done, told by the date of the invoice for it."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

BILL = (
    "Vik Boats\n\nBerth 4, Holm\n\n{} date: 3 May 2031\n\nItem | Number | Price | Amount\nRudder | 1 | 22.00 | 22.00\n"
    "Mast step | 2 | 66.00 | 132.00"
)


@pytest.mark.parametrize("question", ["When did we buy the rudder?", "When was the rudder bought?"])
def test_an_invoice_tells_when_by_its_date(make_source: MakeSource, embed: Embed, question: str) -> None:
    source = make_source(1, "Invoice 12", BILL.format("Invoice"))
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    quotes = [citation["quote"] for citation in draft.citations]
    assert quotes == ["Rudder | 1 | 22.00 | 22.00", "Invoice date: 3 May 2031"]


@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("Price list", "When did we buy the rudder?"),
        # It is to come.
        ("Invoice 12", "When must we buy the rudder?"),
        ("Invoice 12", "How much was the rudder?"),
    ],
)
def test_other_documents_and_other_questions_have_no_date_of_a_deed(
    make_source: MakeSource, embed: Embed, title: str, question: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, title, BILL.format("List"))], embed)
    assert "3 May" not in draft.answer


def test_a_price_is_no_time_of_day(make_source: MakeSource, embed: Embed) -> None:
    question = "When does the ferry to the mast yard leave?"
    fares = "Ferry to | Price | Return\nMast yard | 22.00 | 66.00\nQuay | 8.50 | 70.00"
    times = "Ferry to | Leaves | Arrives\nMast yard | 22.00 | 23.10\nQuay | 8.50 | 9.40"
    told = [
        answer_by_quoting(question, rule_plan(question), [make_source(1, "Ferries", table)], embed).status
        for table in (fares, times)
    ]
    assert told == ["no_evidence", "answered"]
