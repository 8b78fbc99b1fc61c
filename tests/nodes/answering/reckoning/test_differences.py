"""By how much two values of one row differ is told where that is asked, and where it is certain which two are meant."""

from __future__ import annotations

import pytest

from nodes.answering.reckoning.differences import asks_difference
from tests.nodes.answering.quoted import MakeSource, answer

BUDGET = """# Budget of the Tarn hall

Item | Plan 2031 | Actual 2031 | Remark
---|---|---|---
Heating | 48,000 | 53,640 | cold winter
Cleaning | 9,000 | 9,000 | as before
Repairs | 12,000 | 31,800 | roof
"""
YEARS = """# Accounts of the Tarn hall

Item | 2031 | 2030 | 2029
---|---|---|---
Fees | 40 | 32 | 30
Tax rate | 21.6 % | 24.6 % | 27 %
"""


@pytest.mark.parametrize(
    ("text", "question", "line"),
    [
        (
            BUDGET,
            "By how much did the heating exceed its plan in 2031?",
            "Heating, Actual 2031 less Plan 2031: 53,640 − 48,000 = 5,640 (11.8 %) [1]",
        ),
        (
            YEARS,
            "How much did the fees grow from 2030 to 2031?",
            "Fees, 2031 less 2030: 40 − 32 = 8 (25.0 %) [1]",
        ),
        (
            YEARS,
            "What is the year-over-year change in fees for 2031?",
            "Fees, 2031 less 2030: 40 − 32 = 8 (25.0 %) [1]",
        ),
        (
            YEARS,
            "How much has the tax rate changed between 2029 and 2031?",
            "Tax rate, 2031 less 2029: 21.6 − 27 = −5.4 percentage points [1]",
        ),
    ],
)
def test_the_difference_goes_first(make_source: MakeSource, text: str, question: str, line: str) -> None:
    assert answer(question, [make_source(1, "Tarn hall", text)], None).split("\n")[0] == line


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # What is asked is a value, or no row is about it, or the two are the same.
        (BUDGET, "What did the heating cost in 2031?"),
        (BUDGET, "By how much did the cleaning exceed its plan in 2031?"),
        (YEARS, "How much did the fees grow from 2020 to 2021?"),
    ],
)
def test_elsewhere_none_is_told(make_source: MakeSource, text: str, question: str) -> None:
    assert " less " not in answer(question, [make_source(1, "Tarn hall", text)], None)


def test_where_sources_disagree_the_difference_of_one_goes_behind_that(make_source: MakeSource) -> None:
    minutes = "The board was told that the fees in 2031 were 35, and not 40 as stated in the draft of the accounts."
    sources = [make_source(1, "Accounts of the Tarn hall", YEARS), make_source(2, "Minutes of the Tarn hall", minutes)]
    first, *_, last = answer("How much did the fees grow from 2030 to 2031?", sources, None).split("\n")
    assert first == "Sources disagree:"
    assert last == "Fees, 2031 less 2030: 40 − 32 = 8 (25.0 %) [1]"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How much dearer is Fennick than Bramwell?", True),
        ("How far did travel go over the plan?", True),
        ("What is the difference between plan and actual?", True),
        ("What was the drop in sales between 2030 and 2031?", True),
        ("How much is the fee?", False),
        ("Who asked for more?", False),
        ("What changed in the contract?", False),
    ],
)
def test_it_is_known_where_a_difference_is_asked_for(question: str, asks: bool) -> None:
    assert asks_difference(question) is asks
