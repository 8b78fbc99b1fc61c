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
HEAT = """# Heating of the Tarn hall

## Use of power

MWh a year | Old hall (2022) | New hall
---|---|---
Showers | 310 | 240
Building shell | 670 | 190
Total | 980 | 430
"""
NOISE = """# Noise of the Tarn hall

Place | Gate north, dB | Gate south, dB
---|---|---
Mill row | 57 | 44
"""
COMPLAINTS = """# Complaints of 2031

No. | Product | Batch | Settlement (£)
---|---|---|---
2031-02 | Quince jam | 2347 | 340.00
2031-10 | Plum jam | 2447 | 14.70
"""
PRICES = """# Price list

Code | Article | Price 2030 (£) | Price 2031 (£) | Retail price (£)
---|---|---|---|---
QJ04 | Quince jam | 2.45 | 2.75 | 4.50
QJ05 | Plum jam | 2.10 | 2.20 | 3.50
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
        (
            YEARS,
            "How did the fees change between 2030 and 2031?",
            "Fees, 2031 less 2030: 40 − 32 = 8 (25.0 %) [1]",
        ),
        # A part is of what was there before, though it was more.
        (
            HEAT,
            "How much less power do the showers of the new hall need?",
            "Showers, Old hall (2022) less New hall: 310 − 240 = 70 (22.6 %) [1]",
        ),
        # Decibels have no part, and of a gate in the north and one in the south neither was before.
        (
            NOISE,
            "How much higher is it at the gate north than at the gate south, at Mill row?",
            "Mill row, Gate north, dB less Gate south, dB: 57 − 44 = 13 [1]",
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
        (YEARS, "How did the fees of 2031 change?"),
        # A batch and a sum of money are nothing to take from each other, whatever else stands in the row.
        (COMPLAINTS, "By how much did the quince jam go up from 2030 to 2031?"),
        (COMPLAINTS, "By how much do batch and settlement differ for the quince jam?"),
    ],
)
def test_elsewhere_none_is_told(make_source: MakeSource, text: str, question: str) -> None:
    assert " less " not in answer(question, [make_source(1, "Tarn hall", text)], None)


def test_the_total_is_meant_where_no_part_is_named(make_source: MakeSource) -> None:
    source = make_source(1, "Tarn hall", HEAT, section_path=["Use of power"])
    # The building is what heads the columns: "Building shell" is not asked for so.
    told = answer("How much less power does the new building need than the old one?", [source], None)
    assert told.split("\n")[0] == "Total, Old hall (2022) less New hall: 980 − 430 = 550 (56.1 %) [1]"


def test_the_table_that_has_both_years_tells_it(make_source: MakeSource) -> None:
    sources = [make_source(1, "Complaints of 2031", COMPLAINTS), make_source(2, "Price list", PRICES)]
    told = answer("By how much did the quince jam go up from 2030 to 2031?", sources, None)
    assert told.split("\n")[0] == "QJ04, 2031 less 2030: 2.75 − 2.45 = 0.30 (12.2 %) [2]"
    assert "2347" not in told


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
