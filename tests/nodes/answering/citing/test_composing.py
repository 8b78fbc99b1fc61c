from __future__ import annotations

from dataclasses import replace

import pytest

from nodes.answering.citing.composing import _LINK, Asked, readable
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("[the lake](https://a.org/wiki/Elm_(lake)) is deep", "the lake is deep"),
        ("[click](javascript:alert(4)) says so", "click says so"),
        ("![a map](map.png) and [one](a) (two)", "a map and one (two)"),
        ("[see](a b) as it stands", "[see](a b) as it stands"),
    ],
)
def test_of_a_link_its_words_are_read(written: str, read: str) -> None:
    assert _LINK.sub(r"\1", written) == read


@pytest.mark.parametrize(
    ("corner", "label", "shown"),
    [
        ("Ring", "B", "Ring B"),
        ("Lane no.", "12", "Lane no. 12"),
        ("Part", "K-310", "Part K-310"),
        ("Ring", "Harbour", "Harbour"),
        ("Year", "2031", "2031"),
        ("Size (mm)", "12", "Size (mm) 12"),
        ("#", "3", "3"),
    ],
)
def test_a_label_that_says_nothing_by_itself_is_told_with_what_heads_it(
    make_source: MakeSource, corner: str, label: str, shown: str
) -> None:
    table = f"{corner} | Fee | Hours\n{label} | 4 francs | 8 to 20"
    row = evidence_of([make_source(1, "Moorings", table)])[-1]
    assert readable(row) == f"{shown} – Fee: 4 francs, Hours: 8 to 20"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("• A lamp.\n• A rope.", "- A lamp.\n- A rope."),
        ("Bring:\n• a lamp\n• a rope", "Bring:\n- a lamp\n- a rope"),
        ("1. A lamp.\n2. A rope.", "1. A lamp.\n2. A rope."),
    ],
)
def test_all_items_of_a_list_have_one_mark(make_source: MakeSource, written: str, read: str) -> None:
    whole = max(evidence_of([make_source(1, "Notes", written)]), key=lambda piece: len(piece.text))
    assert readable(whole) == read


@pytest.mark.parametrize(
    ("days", "shown"),
    [
        ("January 31, 2026   February 1, 2025", "Stock: 12,304 (January 31, 2026), 12,740 (February 1, 2025)"),
        ("January 26, 2025   January 28, 2024", "Stock: 12,304 (January 26, 2025)"),
        ("June 30, 2026   June 30, 2025", "Stock: 12,740 (June 30, 2025)"),
    ],
)
def test_a_business_year_that_ends_early_in_the_next_is_told_with_it(
    make_source: MakeSource, days: str, shown: str
) -> None:
    table = f"Inventory   {days}\nStock 12,304 12,740\nFuel 1,500 1,400"
    row = next(piece for piece in evidence_of([make_source(1, "Report", table)]) if piece.label == "Stock")
    assert readable(row, Asked(frozenset({"2025"}))) == shown


def test_what_stands_behind_a_list_is_no_item_of_it(make_source: MakeSource) -> None:
    piece = evidence_of([make_source(1, "Pump", "Stop the pump.")])[0]
    listed = replace(piece, text="Do this:\n- Stop the pump.\n\n- Call Ada.\n\nThere may be steam.\n\nWait for it.")
    assert readable(listed) == "Do this:\n- Stop the pump.\n- Call Ada.\nThere may be steam.\nWait for it."


FARES = "Fare | 2030 | 2031\nAdults | 27.00 | 25.40\nChildren | 6.40 | 6.90"


@pytest.mark.parametrize(
    ("question", "tells_both"),
    [
        ("By how much does the fare of adults change in 2031?", True),
        ("How does the fare of adults change in 2031?", True),
        ("What fare of adults gets cheaper in 2031?", True),
        ("Does the fare of adults go down in 2031?", True),
        ("What is the fare of adults in 2031?", False),
    ],
)
def test_what_moves_in_a_year_is_told_with_the_year_before(
    make_source: MakeSource, embed: Embed, question: str, *, tells_both: bool
) -> None:
    told = answer(question, [make_source(1, "Fares", FARES)], embed)
    assert "25.40" in told
    assert ("27.00" in told) is tells_both
