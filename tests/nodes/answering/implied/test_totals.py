"""The total of a document, and that of an item."""

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.totals import with_sums_owed
from nodes.answering.quoting.quoting import Embed
from nodes.language.asked_terms import asked_terms
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

BILL = """Bill N-4471
Customer: Halm Mills

Item | Quantity | Price | Total (EUR)
wax | 4 | 12.00 | 48.00
glue | 2 | 5.00 | 10.00

{sum} EUR 58.00. Payable by 3 May 2031. Interest is due on late payment."""


@pytest.mark.parametrize("summed", ["Total:", "Amount due:", "Grand total"])
@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("What is the total of bill N-4471?", "58.00"),
        ("How much is the total amount of the bill?", "58.00"),
        ("What is the total for wax?", "48.00"),
    ],
)
def test_a_total_is_of_what_is_asked(
    make_source: MakeSource, embed: Embed, question: str, amount: str, summed: str
) -> None:
    sources = [make_source(1, "Bill N-4471", BILL.format(sum=summed))]
    answer = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert amount in answer.answer
    assert len(answer.lines) == 1


def test_a_document_of_another_number_has_no_part_in_it(make_source: MakeSource, embed: Embed) -> None:
    other = BILL.format(sum="Total:").replace("58.00", "61.00").replace("4471", "4480")
    sources = [make_source(1, "Bill N-4471", BILL.format(sum="Total:")), make_source(2, "Bill N-4480", other)]
    question = "What is the total of bill N-4480?"
    answer = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "61.00" in answer.answer
    assert "58.00" not in answer.answer


def test_a_total_that_stands_beside_nothing_of_what_is_counted_is_none_of_it(
    make_source: MakeSource, embed: Embed
) -> None:
    sales = "Sales (EUR thousand)\nProduct | Spring | Autumn | Total\nHooks | 20 | 35 | 55\nTotal | 20 | 35 | 55\n"
    crew = "Crew\nShip | Master | Sailors\nHask | Otto Ems | 23\nSkarv | Mara Lind | 5\n"
    sources = [
        make_source(1, "Plan 2031", sales),
        make_source(2, "Plan 2031", crew, document_id="d1", revision_id="r1"),
    ]
    question = "How many sailors do we have in total?"
    answer = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "Sailors: 23" in answer.answer
    assert "Total" not in answer.answer


INVOICE = """{sender}, 3 Dock Road
To: Reed Hotel
Date: 14 April 2031

Item | Pieces | Price | Amount (EUR)
Soap | 8 | 2.00 | 16.00
Towel | 4 | 10.00 | 40.00
 | | Total | 56.00
 | | {due} | {sum}

Payable within 14 days. A late payment costs EUR 5."""


@pytest.mark.parametrize("due", ["To pay", "Amount due", "Balance outstanding"])
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What do I still owe the Halm Laundry?", "51.00"),
        ("how much do we pay Vik Linen in all?", "49.50"),
        ("How much did Halm Laundry charge in April?", "51.00"),
    ],
)
def test_who_is_owed_is_told_apart_by_what_stands_above_the_items(
    make_source: MakeSource, embed: Embed, question: str, told: str, due: str
) -> None:
    bills = [("Halm Laundry", "51.00"), ("Vik Linen", "49.50")]
    sources = [
        make_source(number, f"Invoice {number}", INVOICE.format(sender=sender, due=due, sum=amount))
        for number, (sender, amount) in enumerate(bills, start=1)
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert told in draft.lines[0]


@pytest.mark.parametrize("question", ["Did we pay Halm Laundry?", "How much do we pay Halm Laundry for soap?"])
def test_other_questions_no_sum_tells(make_source: MakeSource, question: str) -> None:
    source = make_source(1, "Invoice 1", INVOICE.format(sender="Halm Laundry", due="To pay", sum="51.00"))
    pieces = evidence_of([source])
    assert with_sums_owed(pieces, [source], question, {*asked_terms(question)}) == pieces
