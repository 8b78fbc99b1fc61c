"""In which period a row has the most is told before the row, where that is asked."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

YEARS = """# Accounts of the Tarn hall

Item | 2031 | 2030 | 2029
---|---|---|---
Fees (EUR) | 4,120 | 3,200 | 3,800
Guests | 812 | 812 | 640
Concerts | 9 | | 7
"""
MONTHS = """# Visits to the Tarn hall

Door | April | May | June
---|---|---|---
North door | 31 | 58 | 44
South door | 12 | 9 | 15
"""


@pytest.mark.parametrize(
    ("text", "question", "line"),
    [
        (
            YEARS,
            "In which year did the hall take the least fees?",
            "Fees (EUR), least of 2029 to 2031: 3,200 in 2030 [1]",
        ),
        (YEARS, "When were the fees highest?", "Fees (EUR), highest of 2029 to 2031: 4,120 in 2031 [1]"),
        (YEARS, "Which year had the most guests?", "Guests, most of 2029 to 2031: 812 in 2031 and 2030 [1]"),
        (
            MONTHS,
            "In which month did the most people come by the south door?",
            "South door, most of April to June: 15 in June [1]",
        ),
    ],
)
def test_it_is_told(make_source: MakeSource, embed: Embed, text: str, question: str, line: str) -> None:
    lines = answer(question, [make_source(1, "Tarn hall", text)], embed).splitlines()
    assert lines[0] == line
    assert len(lines) > 1


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (YEARS, "In which year did the hall take 3,800 in fees?"),
        # A year that nothing is known of may have been the one.
        (YEARS, "In which year were there the most concerts?"),
        # What is planned has not been.
        ("Item | Actual 2030 | Budget 2031\n---|---|---\nFees | 40 | 52\n", "In which year were the fees highest?"),
        # The columns are no years.
        (MONTHS, "In which year did the most people come by the north door?"),
    ],
)
def test_else_nothing_is(make_source: MakeSource, embed: Embed, text: str, question: str) -> None:
    said = answer(question, [make_source(1, "Tarn hall", text)], embed)
    assert " of 2029 to 2031: " not in said
    assert "highest of" not in said
    assert " of April to June: " not in said
