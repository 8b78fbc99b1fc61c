"""A table of reasons, where it is asked why."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

REFUSALS = (
    "Applications were read within four weeks.\n\nTable 3. Reasons for refusal (740 applications)\n"
    "Reason | Share\nWork had begun before | 41%\nInvoice incomplete | 27%\nHouse too new | 32%\n"
)
OTHER = "The cause of the delay was the manual check of invoices for the boat subsidy."


def test_its_rows_are_the_answer(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Review of the boat subsidy", OTHER), make_source(2, "The boat subsidy", REFUSALS)]
    said = answer("Why were applications for the boat subsidy refused?", sources, embed)
    assert all(reason in said for reason in ("Work had begun before", "Invoice incomplete", "House too new"))
    assert "manual check" not in said


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("Why were applications for the boat subsidy late?", REFUSALS),
        ("How many applications for the boat subsidy were refused?", REFUSALS),
        (
            "Why were applications for the boat subsidy refused?",
            REFUSALS.replace("Reasons for refusal", "Refusals").replace("Reason ", "Kind "),
        ),
    ],
)
def test_of_other_things_and_where_no_reason_is_asked_they_are_not(
    make_source: MakeSource, embed: Embed, question: str, table: str
) -> None:
    sources = [make_source(1, "Review of the boat subsidy", OTHER), make_source(2, "The boat subsidy", table)]
    assert "House too new" not in answer(question, sources, embed)
