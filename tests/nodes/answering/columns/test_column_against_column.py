"""Rows in which one column is more, or less, than another."""

from __future__ import annotations

import pytest

from nodes.answering.columns.column_against_column import with_rows_of_more
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer, material_of

BOATS = (
    "Boat | Berths | Booked | Season | Fare (EUR)\n"
    "Petrel | 25 | 23 | 2031-09-01 | 840\n"
    "Gannet | 12 | 13 | 2031-07-15 | 516\n"
    "Skua | 30 | 14 | 2031-12-01 | 1080"
)
STOCK = "Article | Stock | Minimum stock | Price\nRope | 4 | 10 | 3.20\nTar | 30 | 12 | 8.00\nOars | 2 | 2 | 19.00"
HEAT = "Room | Measured (°C) | Limit (°C)\nOven A | 211 | 220\nOven B | 232 | 220\nStore B | 24 | 18\nStore C | 11 | 18"
COSTS = (
    "Work | Budget (EUR) | Cost (EUR) | Depth (m) | Width (cm)\nQuay | 900 | 1,200 | 4 | 3\nShed | 300 | 250 | 2 | 9"
)


@pytest.mark.parametrize(
    ("question", "content", "labels"),
    [
        ("Which boats have more bookings than berths?", BOATS, ["Gannet"]),
        ("Which boats have fewer berths than bookings?", BOATS, ["Gannet"]),
        ("Which boats have fewer bookings than berths?", BOATS, ["Petrel", "Skua"]),
        ("Which articles have a stock below the minimum?", STOCK, ["Rope"]),
        ("Which works cost more than budgeted?", COSTS, ["Quay"]),
        ("Which works cost less than the budget?", COSTS, ["Shed"]),
        ("Which works have a cost that exceeds the budget?", COSTS, ["Quay"]),
        # Metres are no centimetres.
        ("Which works have more depth than width?", COSTS, []),
        ("Which works cost no more than budgeted?", COSTS, []),
        ("Which boats have more than 20 berths?", BOATS, []),
        ("Which boats have more crew than berths?", BOATS, []),
        ("How many boats have more bookings than berths?", BOATS, []),
        # What was planned is held against what it came to, whatever that is called.
        ("What was over budget?", COSTS, ["Quay"]),
        ("Which works were under budget in 2031?", COSTS, ["Shed"]),
        ("What was over the limit?", COSTS, []),
        # What was found is held against what may be.
        ("Which oven was too hot?", HEAT, ["Oven B"]),
        ("Which store was too cold?", HEAT, ["Store C"]),
        ("What was above the limit?", HEAT, ["Oven B", "Store B"]),
        ("Which works were too long?", COSTS, []),
    ],
)
def test_rows_in_which_it_is_so_come_first(
    make_source: MakeSource, question: str, content: str, labels: list[str]
) -> None:
    found = with_rows_of_more([], material_of(question, [make_source(1, "List", content)]))
    assert [piece.label for piece, _ in found] == labels


def test_only_these_rows_are_told(make_source: MakeSource, embed: Embed) -> None:
    told = answer("Which boats have more bookings than berths?", [make_source(1, "Boats", BOATS)], embed)
    assert "Gannet" in told
    assert "Petrel" not in told
    assert "Skua" not in told


ACCOUNTS = (
    "Income | 2031 (£) | 2030 (£)\nFares | 4,800 | 4,200\nRegatta | 2,110 | 5,640\nTotal income | 6,910 | 9,840\n\n"
    "Spending | 2031 (£) | 2030 (£)\nCrew | 3,120 | 2,900\nRope | 720 | 720\nTar | 410 | 390\n"
    "Total spending | 4,250 | 4,010"
)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which income fell in 2031?", ["Regatta"]),
        ("Which revenues rose?", ["Fares"]),
        ("Which costs have increased in 2031?", ["Crew", "Tar"]),
        ("Which costs fell in 2030?", []),
        ("Which boats rose in 2031?", []),
        ("Why did income fall in 2031?", []),
    ],
)
def test_what_moved_is_held_against_the_year_before(make_source: MakeSource, question: str, labels: list[str]) -> None:
    found = with_rows_of_more([], material_of(question, [make_source(1, "Accounts", ACCOUNTS)]))
    assert [piece.label for piece, _ in found] == labels


def test_what_moved_is_told_with_both_years(make_source: MakeSource, embed: Embed) -> None:
    said = answer("Which income fell in 2031?", [make_source(1, "Accounts", ACCOUNTS)], embed)
    assert "2,110" in said
    assert "5,640" in said
    assert "Fares" not in said
