"""Sides of a comparison that head the columns of a table."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

GUIDES = (
    "Guides of the harbour in Ommer and Halm, a report on two towns.\n\n"
    "Item | Ommer | Halm | Together\nGuides | 41 | 23 | 64\nTours | 3,390 | 1,730 | 5,120\n"
    "Costs (EUR) | 735 | 415 | 1,150\n\n"
    "Halm works mostly with paid guides, Ommer mostly with volunteers. Volunteers stop sooner.\n"
)


def test_their_rows_are_told_behind_what_sets_them_against_each_other(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Harbour guides", GUIDES)]
    lines = answer("What is the difference between the guides in Ommer and in Halm?", sources, embed).splitlines()
    assert lines[0].startswith("Halm works mostly with paid guides, Ommer mostly with volunteers.")
    assert [label for label in ("Guides", "Tours", "Costs (EUR)") if any(f"{label} –" in line for line in lines)] == [
        "Guides",
        "Tours",
        "Costs (EUR)",
    ]


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("What is the difference in costs between Ommer and Halm?", ["Tours –", "Guides –"]),
        ("What is the difference between the guides in Ommer and in Vik?", ["Tours –", "Costs (EUR) –"]),
    ],
)
def test_rows_of_other_things_are_not(make_source: MakeSource, embed: Embed, question: str, others: list[str]) -> None:
    said = answer(question, [make_source(1, "Harbour guides", GUIDES)], embed)
    assert not any(each in said for each in others)
