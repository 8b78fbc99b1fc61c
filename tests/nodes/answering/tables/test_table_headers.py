"""What heads the values of a row."""

from __future__ import annotations

import pytest

from nodes.answering.tables.table_headers import header_of
from nodes.answering.tables.table_rows import read_lines

POST = "Line manager | Ada Holm, Chief Engineer\nPay | £31,250\nHours | Monday to Friday\nLeave | 26 days\n"
PERSON = "Engineer | Ada Holm\nPressure | 12 bar\nBoiler | sound\n"
VESSEL = "Vessel | Tug Quillfen\nWear | 0.9 mm\nHull | sound\n"
HEADLESS = "| | |\n|---|---|\n| Client | Vik Ltd |\n| Owner | Ada Holm |\n"
RULED = "| Part | ball, 12 mm |\n|---|---|\n| Price | £3 |\n| Colour | red |\n"


def header_of_row(content: str, number: int) -> tuple[tuple[str, ...], str]:
    return header_of(read_lines(content), number, count=1, is_grid=True)


@pytest.mark.parametrize("content", [POST, PERSON, VESSEL])
def test_the_first_of_labels_with_their_values_heads_none(content: str) -> None:
    assert [header_of_row(content, number) for number in range(3)] == [((), "")] * 3


def test_a_header_without_words_heads_none() -> None:
    assert [header_of_row(HEADLESS, number) for number in (2, 3)] == [((), "")] * 2


@pytest.mark.parametrize(
    ("content", "heading"),
    [
        ("Item | Price\nPump | £12\nHose | £3\n", "Price"),
        ("Task | Status\nPump | done\nHose | 3 of 4\n", "Status"),
        ("Post | Holm, Vik\nRoof | north\nWall | south\n", "Holm, Vik"),
        (RULED, "ball, 12 mm"),
    ],
)
def test_what_names_a_column_heads_it(content: str, heading: str) -> None:
    number = next(
        number for number, line in enumerate(content.split("\n")) if line.startswith(("Hose", "Wall", "| Col"))
    )
    assert header_of_row(content, number)[0] == (heading,)


def test_a_name_that_begins_with_an_amount_heads_a_column_beside_other_names() -> None:
    beer = "Beer | Style | Pint (£) | 500 ml bottle (£)\nGold | Golden ale | 4.40 | 3.70\n"
    assert header_of_row(beer, 1)[0] == ("Style", "Pint (£)", "500 ml bottle (£)")
    tubes = "Tube | blue | 4.40 | 20 mm thick\nHose | red | 5.10 | 30 mm thick\n"
    assert header_of_row(tubes, 1)[0] == ()


@pytest.mark.parametrize(
    "table",
    [
        "Price so far | GBP 186,400\nThis change | GBP 22,500\nNew price | GBP 208,900\n",
        "Steering | ok\nFifth wheel | ok, greased\nMirrors | chip in the glass\n",
        "Antigen | POSITIVE\nRoundworm | positive (++)\nHookworm | negative\n",
        "up to GBP 500 | claims desk alone\nabove GBP 500 | with the signature of the manager\n",
    ],
)
def test_labels_and_values_from_the_first_row_on(table: str) -> None:
    assert [header_of_row(table, number) for number in range(1, table.count("\n"))] == [((), "")] * (
        table.count("\n") - 1
    )
