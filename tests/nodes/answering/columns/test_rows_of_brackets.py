"""Rows that are for a range of amounts each, of a question that names no amount."""

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

CHARGES = (
    "Loan charges\n\nValue of the instrument | Loan charge per term\nup to £600 | £24\n£601 to £2,500 | £36\n"
    "above £2,500 | £55\n"
)
REGISTER = "Number | Instrument | Acquired | Value\nFL-005 | Flute | 2019 | 470\nHP-001 | Harp | 2020 | 14,200\n"


def told(answer: str) -> list[str]:
    return [charge for charge in ("£24", "£36", "£55") if f"Loan charge per term: {charge}" in answer]


@pytest.mark.parametrize(
    ("question", "charges"),
    [
        ("What is the loan charge per term?", ["£24", "£36", "£55"]),
        ("What is the loan charge per term for FL-005?", ["£24"]),
        ("What is the loan charge per term for HP-001?", ["£55"]),
        ("What is the loan charge per term for an instrument of £900?", ["£36"]),
    ],
)
def test_the_one_that_is_known_is_told_else_all(
    make_source: MakeSource, embed: Embed, question: str, charges: list[str]
) -> None:
    sources = [make_source(1, "Loan charges", CHARGES), make_source(2, "Register", REGISTER)]
    assert told(answer_by_quoting(question, rule_plan(question), sources, embed).answer) == charges


def test_ranges_of_something_else_are_not_told_by_a_number(make_source: MakeSource, embed: Embed) -> None:
    register = REGISTER.replace("Value", "Weight")
    question = "What is the loan charge per term for FL-005?"
    sources = [make_source(1, "Loan charges", CHARGES), make_source(2, "Register", register)]
    assert told(answer_by_quoting(question, rule_plan(question), sources, embed).answer) == ["£24", "£36", "£55"]


def test_long_lists_of_ranges_are_not_told_whole(make_source: MakeSource, embed: Embed) -> None:
    rows = "".join(f"{n * 100 + 1} to {n * 100 + 100} | £{n + 20}\n" for n in range(12))
    question = "What is the loan charge per term?"
    sources = [make_source(1, "Loan charges", f"Value | Loan charge per term\n{rows}")]
    answer = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert answer.count("Loan charge per term: £") < 6
