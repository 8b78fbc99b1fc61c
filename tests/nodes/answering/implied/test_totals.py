"""The total of a document, and that of an item."""

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
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
