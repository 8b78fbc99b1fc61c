"""Things that stand in the columns of a table."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

LAMPS = (
    "| Property | Halm S | Halm L |\n|---|---|---|\n| Weight | 230 g | 310 g |\n| Price | 79 EUR | 129 EUR |\n"
    "| Burning time | 8 h | 20 h |\n| Colour | red | blue |"
)
CARE = "Switch the lamp off before you clean it. A lamp that is cheaper to run is no worse."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which lamp is cheaper?", "79 EUR"),
        ("Which lamp is the lightest?", "230 g"),
        ("Which lamp has the longer burning time?", "20 h"),
    ],
)
def test_the_row_of_what_is_measured_tells_which_is_more(
    make_source: MakeSource, embed: Embed, question: str, told: str
) -> None:
    sources = [make_source(1, "Care of the lamp", CARE), make_source(2, "Lamps of Halm", LAMPS)]
    said = answer(question, sources, embed)
    assert told in said
    assert said.count("[") == 1


@pytest.mark.parametrize(("told", "is_answer"), [("Lamp: Halm S, no. 12", True), ("Boat: Halm S", False)])
def test_a_column_is_of_the_kind_that_something_says_of_it(
    make_source: MakeSource, embed: Embed, told: str, is_answer: bool
) -> None:
    sources = [make_source(1, "Report", f"{told}\n\n{CARE}"), make_source(2, "Halm S and L", LAMPS)]
    assert ("79 EUR" in answer("Which lamp is cheaper?", sources, embed)) == is_answer


def test_a_table_of_other_things_tells_nothing(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Care of the boat", "Every boat is washed in May."), make_source(2, "Lamps", LAMPS)]
    assert "79 EUR" not in answer("Which boat is cheaper?", sources, embed)


def test_the_headings_of_a_table_do_not_make_each_of_its_rows_one_of_a_thing(
    make_source: MakeSource, embed: Embed
) -> None:
    accounts = "Item | Budget | Actual\nFerries | 90 | 80\nTotal costs | 300 | 310"
    sources = [make_source(1, "Accounts", accounts), make_source(2, "Quay", "Of the ferries the red one is cheaper.")]
    said = answer("Which ferry is cheaper?", sources, embed)
    assert "Total" not in said
    assert "the red one" in said
