"""Numbers under which somebody is registered."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.implied.registrations import lacks_registration
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("What is the VAT number of the bakery?", "The price is 3,850 euros, VAT included.", True),
        ("What is the bakery's registration number?", "It was registered on 4 May 2023.", True),
        ("What is the VAT number of the bakery?", "VAT: DE 123 456 789.", False),
        ("What is the bakery's registration number?", "Registered under HRB 4711.", False),
        ("What is the VAT of the bakery?", "The price is 38 euros, VAT included.", False),
        ("What is the number of customers?", "Customers come in crowds.", False),
    ],
)
def test_a_number_of_a_register_is_no_price_and_no_day(
    make_source: MakeSource, question: str, text: str, lacks: bool
) -> None:
    assert lacks_registration(evidence_of([make_source(1, "Notes", text)]), question) is lacks
