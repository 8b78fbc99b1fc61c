"""A value that is asked of a thing is that of the row that has the thing in a cell."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

PRICES = "Article no.,Article,Unit,Price (EUR)\nP-20,Oak plank,piece,14.50\nP-21,Half plank,piece,9.90\n".replace(
    ",", " | "
)
LATE = "Order 118 (200 oak planks, EUR 2,900) will be late: it arrives on 27 May instead of 23 May."


@pytest.mark.parametrize(
    ("question", "price"), [("What does an oak plank cost?", "14.50"), ("How much does a half plank cost?", "9.90")]
)
def test_a_price_is_that_of_the_thing_and_not_of_an_order(
    make_source: MakeSource, embed: Embed, question: str, price: str
) -> None:
    said = answer(question, [make_source(1, "Prices", PRICES), make_source(2, "Delay", LATE)], embed)
    assert price in said
    assert "Changed by" not in said
    assert "2,900" not in said


NOTE = (
    "Property, plant and equipment at December 31 consisted of the following:\n| (in millions) | 2023 | 2022 |\n"
    "|---|---|---|\n| Land | 31 | 30 |\n| Gross property, plant and equipment | 412 | 398 |\n"
)
BALANCE = (
    "| (in millions) | 2023 | 2022 |\n|---|---|---|\n| Receivables, net | 55 | 51 |\n| Loans, net | 18 | 17 |\n"
    "| Property, plant and equipment, net | 316 | 305 |\n| Total assets | 802 | 790 |\n"
)
FLOWS = (
    "| (in millions) | 2023 | 2022 |\n|---|---|---|\n| Net cash | 55 | 51 |\n| Customer financing, net | 18 | 17 |\n"
)


@pytest.mark.parametrize(
    ("question", "value", "other"),
    [
        ("What was the net property, plant and equipment at the year end of 2023?", "316", "412"),
        ("What was the gross property, plant and equipment at the year end of 2023?", "412", "316"),
    ],
)
def test_a_row_of_the_opposite_is_none(
    make_source: MakeSource, embed: Embed, question: str, value: str, other: str
) -> None:
    texts = (NOTE, FLOWS, FLOWS, FLOWS, BALANCE)
    said = answer(question, [make_source(n, "Orlin 2023", text) for n, text in enumerate(texts, 1)], embed)
    assert value in said
    assert other not in said
