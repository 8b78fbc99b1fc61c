"""Rows that a question calls by what heads them and their label."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

BERTHS = (
    "| Berth | Owner | Boat | Length (m) |\n|---|---|---|---|\n| 3 | Ada Holm | Petrel | 9 |\n"
    "| 14 | Eli Sund | Skua | 12 |\n| 15 | Runa Skeie |  | 7 |"
)
ORDERS = "Order no. | Supplier | Day\n4500-117 | Brunn | 2 May\n4500-118 | Skeie | 9 May"
MINUTES = "The owner of the kiosk asked that boats be moored at berth 14 no longer. Water stands at berth 15."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is the owner of berth 14?", "Eli Sund"),
        ("Who owns berth 3?", "Ada Holm"),
        ("Which boat is at berth 14?", "Skua"),
        ("What is the length of berth 15?", "7"),
        ("Who is the supplier of order 4500-118?", "Skeie"),
    ],
)
def test_the_row_of_the_label_answers_alone(make_source: MakeSource, embed: Embed, question: str, told: str) -> None:
    sources = [
        make_source(1, "Minutes", MINUTES),
        make_source(2, "Berths", BERTHS),
        make_source(3, "Orders", ORDERS),
    ]
    said = answer(question, sources, embed)
    assert told in said
    assert said.count("[") == 1


def test_an_empty_cell_is_told(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Minutes", MINUTES), make_source(2, "Berths", BERTHS)]
    assert "Boat: –" in answer("Which boat is at berth 15?", sources, embed)
    assert "–," not in answer("Who is the owner of berth 15?", sources, embed), "nor is one that nobody asked for"
    letter = make_source(3, "Letter", "The boat at berth 15 is the Tern.")
    told = answer("Which boat is at berth 15?", [*sources, letter], embed)
    assert "Tern" in told, "unless another document has what it lacks"
    assert "Boat: –" not in told


def test_a_code_calls_a_row_by_itself(make_source: MakeSource, embed: Embed) -> None:
    hosts = "Host | Site | Keeper\nhx-02 | Aldby | \nhx-03 | Aldby | Ada Holm\nhx-04 | Tarn | Eli Sund"
    told = answer("Who is the keeper of hx-02?", [make_source(1, "Hosts", hosts)], embed)
    assert told.startswith("Hosts: hx-02")
    assert "Keeper: –" in told
    assert told.count("[") == 1


def test_another_row_answers_nothing(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Minutes", MINUTES), make_source(2, "Berths", BERTHS)]
    assert "Length" not in answer("Who is the owner of berth 4?", sources, embed)
