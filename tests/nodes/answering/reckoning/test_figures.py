"""A figure that is made of values is reckoned from the rows that are quoted, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.question.question_facts import read_question
from nodes.answering.reckoning.figures import reckoned
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

CASH_FLOWS = """Statements of cash flows
(In millions)
2031 2030 2029
Net earnings $ 705 $ 691 $ 638
Net other income 21 22 23
Depreciation and amortization 130 120 110
Inventories (46) 85 16
Net cash provided by operating activities 962 867 721
Expenditures for property and equipment (327) (291) (406)
Dividends paid (203) (206) (211)
"""
BALANCE = """Balance sheets
(In millions)
2031 2030
Cash and cash equivalents 300 200
Receivables, net 500 450
Inventories 1,204 1,274
Total current assets 4,147 4,152
Total assets 9,359 9,364
Total current liabilities 3,165 3,176
"""
INCOME = """Statements of income
(In millions)
2031 2030 2029
Net sales $ 8,000 $ 7,500 $ 7,000
Other sales 12 13 14
Cost of sales 5,000 4,800 4,500
Operating income (loss) 800 (75) 700
"""


def sources_of(make_source: MakeSource, *texts: str, **changes: Any) -> list[Source]:
    told = texts or (CASH_FLOWS, BALANCE, INCOME)
    return [
        make_source(number, "Veriport, annual report 2031", text, document_id="d", **changes)
        for number, text in enumerate(told, start=1)
    ]


def first_line(make_source: MakeSource, question: str, *texts: str) -> str:
    return answer(question, sources_of(make_source, *texts), None).split("\n")[0]


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (
            "What is the FY2031 free cash flow (FCF) of Veriport? FCF is defined as: (cash from operations - capex).",
            "FCF: 635 (in millions) in 2031 (962 [1] − 327 [1])",
        ),
        (
            "What is Veriport's FY2031 cover? Define cover as total current assets divided by total current "
            "liabilities. Round your answer to three decimal places.",
            "Cover: 1.310 in 2031 (4,147 [2] / 3,165 [2])",
        ),
        (
            "What is Veriport's FY2031 DIO? DIO is defined as: 365 * (average inventory between FY2030 and FY2031) / "
            "(FY2031 COGS + change in inventory between FY2030 and FY2031).",
            "DIO: 91.73 in 2031 (365 × mean of 1,274 and 1,204 [2] / (5,000 [3] + (1,204 − 1,274) [2]))",
        ),
        (
            "Does Veriport have an improving operating margin as of FY2031?",
            "Operating margin: 10.0 % in 2031 (800 [3] / 8,000 [3]), −1.0 % in 2030 (−75 [3] / 7,500 [3])",
        ),
        (
            "What is the 2029 - 2031 3 year average of Veriport's operating margin?",
            "Operating margin, mean of 2029 to 2031: 6.3 %, of 10.0 % in 2031 (800 [3] / 8,000 [3]), "
            "−1.0 % in 2030 (−75 [3] / 7,500 [3]), 10.0 % in 2029 (700 [3] / 7,000 [3])",
        ),
        (
            "What is Veriport's FY2031 EBITDA less capex? Define EBITDA as operating income + depreciation and "
            "amortization.",
            "EBITDA less capex: 603 (in millions) in 2031 (800 [3] + 130 [1] − 327 [1])",
        ),
        (
            "What is the retention ratio of Veriport for 2031 (using dividends paid and net income)?",
            "Retention ratio: 0.71 in 2031 (1 − (203 [1] / 705 [1]))",
        ),
        (
            # It has no short-term investments.
            "Was the quick ratio of Veriport better in 2031 than in 2030?",
            "Quick ratio: 0.25 in 2031 ((300 [2] + 500 [2]) / 3,165 [2]), "
            "0.20 in 2030 ((200 [2] + 450 [2]) / 3,176 [2])",
        ),
        (
            "What was capex as a % of net sales at Veriport in FY2031?",
            "Capex as a % of net sales: 4.1 % in 2031 (327 [1] / 8,000 [3])",
        ),
    ],
)
def test_the_figure_goes_first_with_what_it_is_made_of(make_source: MakeSource, question: str, line: str) -> None:
    assert first_line(make_source, question) == line


@pytest.mark.parametrize(
    "question",
    [
        "What is Veriport's FY2028 free cash flow?",
        "What was the adjusted EBITDA of Veriport in 2031?",
        "Why did the operating margin of Veriport fall in 2031?",
        "What was the free cash flow of Veriport in Q2 2031?",
        "What was the debt ratio of Veriport in 2031?",
        "What were the net sales of Veriport in 2031?",
    ],
)
def test_of_all_else_nothing_is_reckoned(make_source: MakeSource, question: str) -> None:
    sources = sources_of(make_source)
    facts = read_question(question, rule_plan(question), sources, None)
    assert reckoned(evidence_of(sources), sources, facts) is None


def test_values_of_two_documents_make_no_figure(make_source: MakeSource) -> None:
    question = "What was the current ratio of Veriport in 2031?"
    assets, liabilities = BALANCE.split("Total assets")
    one = make_source(1, "Veriport, annual report 2031", assets, document_id="a")
    other = make_source(2, "Veriport, annual accounts", "2031 2030\nTotal assets" + liabilities, document_id="b")
    facts = read_question(question, rule_plan(question), [one, other], None)
    assert reckoned(evidence_of([one, other]), [one, other], facts) is None


def test_of_a_part_of_a_year_no_figure_is_reckoned(make_source: MakeSource) -> None:
    question = "What was the operating margin of Veriport in 2031?"
    text = INCOME.replace("(In millions)", "Three months ended June 30\n(In millions)")
    sources = sources_of(make_source, text)
    facts = read_question(question, rule_plan(question), sources, None)
    assert reckoned(evidence_of(sources), sources, facts) is None


def test_units_are_brought_together_where_both_are_stated(make_source: MakeSource) -> None:
    question = "What was the return on assets of Veriport in 2031?"
    thousands = "Statements of income\n(In thousands)\n2031 2030\nNet earnings $ 705,000 $ 691,000\n"
    assert first_line(make_source, question, thousands, BALANCE) == (
        "Return on assets: 0.08 in 2031 (705,000 [1] / 9,359 [2])"
    )
    unstated = BALANCE.replace("(In millions)\n", "")
    assert "Return on assets:" in answer(question, sources_of(make_source, thousands, unstated), None)
    # Where the document states two, it may be either.
    assert "Return on assets:" not in answer(question, sources_of(make_source, thousands, unstated, INCOME), None)


NOTE = """Note 7: what others earn
(In millions)
2031 2030
Net sales 73,000 71,000
Cost of sales 60,000 59,000
Total assets 91,000 90,000
"""


def test_a_statement_goes_before_a_note_that_calls_other_values_alike(make_source: MakeSource) -> None:
    question = "What was the asset turnover of Veriport in 2031?"
    title = "Veriport, annual report 2031"
    note = make_source(1, title, NOTE, document_id="d", section_path=["Equity method investees"])
    sources = [note, *(make_source(n, title, text, document_id="d") for n, text in ((2, BALANCE), (3, INCOME)))]
    assert answer(question, sources, None).split("\n")[0] == "Asset turnover: 0.85 in 2031 (8,000 [3] / 9,359 [2])"


def test_of_lines_that_notes_call_alike_the_whole_is_meant_and_not_a_part(make_source: MakeSource) -> None:
    question = "What was the asset turnover of Veriport in 2031?"
    part = "Note 3\n(In millions)\n2031 2030\nNet sales 3,000 2,900\nTotal assets 4,000 3,900\n"
    whole = "Note 4\n(In millions)\n2031 2030\nNet sales 8,000 7,500\nTotal assets 9,359 9,364\n"
    sources = [
        make_source(n, "Veriport, annual report 2031", text, document_id="d") for n, text in ((1, part), (2, whole))
    ]
    assert answer(question, sources, None).split("\n")[0] == "Asset turnover: 0.85 in 2031 (8,000 [2] / 9,359 [2])"
