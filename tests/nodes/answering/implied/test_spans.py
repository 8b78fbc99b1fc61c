"""Years inside a span that is told by its ends."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

HARBOUR = (
    "Harbour master | From | To | Boats\n"
    "Jonas Lind | 1811 | 1834 | 6\n"
    "Ada Holm | 1834 | 1860 | 11\n"
    "Ole Brandt | 1860 | 1902 | 19"
)
KEEPERS = (
    "Keeper | Term | House\n"
    "Mette Falk | 1988-1997 | North\n"
    "Rune Dahl | 1998–2011 | South\n"
    "Sara Vik | since 2012 | South"
)
RATES = (
    "Mooring fee | Valid from | Valid until | Euros\n"
    "Old fee | 2019-04-01 | 2021-03-31 | 14\n"
    "New fee | 2021-04-01 | | 17"
)


@pytest.mark.parametrize(
    ("question", "content", "expected"),
    [
        ("Who was harbour master in 1850?", HARBOUR, "Ada Holm"),
        ("How many boats did the harbour master have in 1870?", HARBOUR, "Ole Brandt"),
        ("Who was keeper in 1991?", KEEPERS, "Mette Falk"),
        ("Who was the keeper in 2005?", KEEPERS, "Rune Dahl"),
        ("Who was keeper in 2020?", KEEPERS, "Sara Vik"),
        ("What was the mooring fee in 2020?", RATES, "Old fee"),
        ("What was the mooring fee in 2023?", RATES, "New fee"),
    ],
)
def test_a_row_of_a_span_is_of_the_years_in_it(
    make_source: MakeSource, embed: Embed, question: str, content: str, expected: str
) -> None:
    first = answer(question, [make_source(1, "The harbour", content)], embed).splitlines()[0]
    assert expected in first


def test_a_year_in_no_span_is_told_by_none(make_source: MakeSource, embed: Embed) -> None:
    said = answer("Who was harbour master in 1790?", [make_source(1, "The harbour", HARBOUR)], embed)
    assert "1790" in said
    assert "Lind" not in said


def test_a_sentence_tells_who_was_something_between_two_years(make_source: MakeSource, embed: Embed) -> None:
    text = "Ada Holm was harbour master from 1834 to 1860. She came from Husum. She had three boats built."
    sources = [make_source(1, "The harbour", text)]
    assert answer("Who was harbour master in 1850?", sources, embed).startswith("Ada Holm was harbour master")


def test_what_grew_over_years_is_not_told_for_one_of_them(make_source: MakeSource, embed: Embed) -> None:
    text = "Fees grew from 1834 to 1860, by 40 crowns. The quay is of granite."
    said = answer("How high were the fees in 1850?", [make_source(1, "The harbour", text)], embed)
    assert "1850" in said
    assert "40 crowns" not in said
