"""What holds under another condition than the question's is no answer to it."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.answering.refusing.conditions import other_conditions, without_other_labels
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

CELLS = "After 500 cycles at 45 °C the retention was 91.3 %. Then came 25, 40 and 55 °C."


@pytest.mark.parametrize(
    ("question", "text", "others"),
    [
        ("What was the retention at 60 °C?", CELLS, ["60 °C"]),
        ("What was the retention at 60°C after 900 cycles?", CELLS, ["60 °C", "900 cycles"]),
        ("What is the rent of Unit 5?", "The rent of Unit 4 is 410 pounds.", ["Unit 5"]),
        ("Who hires boat no. 3?", "Ada Holm hires boat no. 5.", ["boat no. 3"]),
        ("What is the rent of unit 5 now?", "The rent of Unit 4 is 410 pounds.", ["unit 5"]),
        ("Who rents Unit 5?", "Unit 4 is let.\n\nUnit | Size\n4 | 5\n7 | 6", ["Unit 5"]),
        ("What grew in sample C?", "In sample A yeast grew, and in sample B mould.", ["sample C"]),
    ],
)
def test_other_values_of_a_condition_are_told(question: str, text: str, others: list[str]) -> None:
    assert other_conditions(question, [text]) == others


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What was the retention at 45 °C after 500 cycles?", CELLS),
        ("What was the retention at 25 °C?", CELLS),
        ("What was the retention at 50 °C?", "It is kept at 40 to 55 °C."),
        ("What was the retention at 60 °C?", "It was tested above 45 °C."),
        ("What was the retention at 60 °C?", "It was 91.3 % everywhere."),
        ("What was the retention at 60 °C?", "Temperature | Retention\n60 | 91.3 %\n\nAt 45 °C it swells."),
        ("Who must approve a trip at 600 euros?", "Trips up to 500 euros need no approval."),
        ("When does the office open at 5 pm?", "The office opens at 8 am."),
        ("What does section 5 say?", "See section 2.\n\n5. Rent\n\nThe rent is due in May."),
        ("What is the rent of Unit 4?", "The rent of Unit 4 is 410 pounds."),
        ("What is the rent of Unit 5?", "The rent is 410 pounds."),
        ("Who hires boat no. 3?", "Ada Holm hires boat no. 3, and nobody boat no. 5."),
        ("Who rents Unit 5?", "The rent of Unit 4 is 410 pounds.\n\nUnit | Tenant\n4 | Ada Holm\n5 | Eli Sund"),
        ("Who rents Unit 5?", "Unit 4 is let.\n\n| Tenant | Unit |\n|---|---|\n| Eli Sund | 5 |"),
    ],
)
def test_what_may_hold_under_the_condition_is_none_of_another(question: str, text: str) -> None:
    assert other_conditions(question, [text]) == []


def test_what_is_told_of_another_condition_is_refused(make_source: MakeSource, embed: Embed) -> None:
    question = "What was the retention at 60 °C?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Cells", CELLS)], embed)
    assert draft.status == "no_evidence"
    assert "do not mention “60 °C”" in draft.answer


def test_it_is_refused_also_where_the_quotes_say_all_the_rest(make_source: MakeSource, embed: Embed) -> None:
    question = "What was the retention of the cell at 60 °C after 500 cycles?"
    text = "After 500 cycles at {} the retention of the cell was 91.3 %."
    for told, status in (("45 °C", "no_evidence"), ("60 °C", "answered")):
        source = make_source(1, "Cells", text.format(told))
        assert answer_by_quoting(question, rule_plan(question), [source], embed).status == status


@pytest.mark.parametrize(
    ("question", "title", "text", "stays"),
    [
        ("What is the rent of flat 20?", "Lease of flat 14", "The rent is 890 euros.", False),
        ("What is the rent of flat 14?", "Lease of flat 14", "The rent is 890 euros.", True),
        ("What is the rent of flat 20?", "Lease of flat 14", "That of flat 20 is 910 euros.", True),
        ("What is the rent of flat 20?", "Rents beside flat 14", "Flat | Rent\n14 | 890\n20 | 910", True),
        ("What is the rent of flat 20?", "Rents", "Flat | Rent\n14 | 890", True),
        ("Are flat 14 and flat 20 alike?", "Lease of flat 14", "The rent is 890 euros.", True),
        ("Who wrote section 2?", "Section 1", "Ada Holm wrote it.", True),
    ],
)
def test_what_a_document_of_another_thing_says_is_left_out(
    make_source: MakeSource, question: str, title: str, text: str, stays: bool
) -> None:
    assert bool(without_other_labels(question, [make_source(1, title, text)])) is stays


def test_the_rent_of_another_flat_is_refused(make_source: MakeSource, embed: Embed) -> None:
    question = "What is the rent of flat 20?"
    sources = [
        make_source(1, "Lease of flat 14", "The rent is 890 euros a month."),
        make_source(2, "Charges", "Flat | Owner | Charge\n14 | Ada Holm | 831\n20 | Tom Vik | 45"),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "890" not in draft.answer
    draft = answer_by_quoting(question, rule_plan(question), sources[:1], embed)
    assert draft.status == "no_evidence"
