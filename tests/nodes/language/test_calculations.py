"""Of which values a figure is made, where a question says it or usage does."""

import pytest

from nodes.language.calculations import calculating_terms, calculation_of, makings


def test_what_values_make_together_is_asked_by_words_that_they_do_not_say() -> None:
    assert calculating_terms("What is the average change in tolls?") == {"averag", "chang"}


@pytest.mark.parametrize(
    ("question", "operands"),
    [
        (
            "What is the FY2031 toll ratio of Veriport? Toll ratio is defined as: tolls / total current liabilities.",
            ["tolls", "total current liabilities"],
        ),
        (
            "What is the FY2031 free cash flow (FCF)? FCF here is defined as: (cash from operations - capex).",
            ["cash from operations", "capex"],
        ),
        (
            "What is the CCC? CCC is defined as: DIO + DSO. DIO is defined as: 365 * (average inventory between FY2030 "
            "and FY2031) / (FY2031 COGS). DSO is defined as: 365 * (average receivables) / (FY2031 revenue).",
            ["average inventory", "COGS", "average receivables", "revenue"],
        ),
        ("Define the cover as tolls divided by fees. What is the cover for 2031?", ["tolls", "fees"]),
        ("What is the retention ratio (using dividends paid and net income)?", ["dividends paid", "net income"]),
        ("What was capex as a % of revenue in FY2031?", ["capex", "revenue"]),
        ("Does it have positive working capital?", ["total current assets", "total current liabilities"]),
        ("How good is its free cashflow conversion?", ["cash from operations", "capital expenditures", "net income"]),
        ("What is the debt-to-equity ratio?", ["total debt", "total shareholders equity"]),
        ("What was the ROE in FY2031?", ["net income", "total shareholders equity"]),
        (
            "Calculate EBITDA using operating income and D&A. What is the EBITDA margin?",
            ["operating income", "D&A", "revenue"],
        ),
    ],
)
def test_a_figure_is_made_of_values(question: str, operands: list[str]) -> None:
    found = calculation_of(question)
    assert found is not None
    assert [operand.said for operand in found.operands] == operands


@pytest.mark.parametrize(
    "question",
    [
        "What was the revenue in 2031?",
        "What was debited at the studio?",
        "Who is the DPO?",
        "Who ate the roe?",
        "A mooring is defined as a place to berth. What does it cost?",
        "Who paid?",
    ],
)
def test_most_questions_ask_for_no_figure_that_is_made_of_others(question: str) -> None:
    assert calculation_of(question) is None


def test_statements_call_a_value_by_other_names_and_what_is_defined_is_known() -> None:
    found = calculation_of("What is the FY2031 stock turnover (STO)? STO is defined as: COGS / average inventory.")
    assert found is not None
    assert frozenset({"cost", "sale"}) in found.operands[0].names
    assert "sto" in found.defined
    assert not any(operand.is_change for operand in found.operands)


def test_the_lines_that_a_figure_is_made_of_are_told_as_statements_call_them() -> None:
    assert "total current liabilities" in makings("Has the quick ratio of Veriport improved?")
    assert {"COGS", "cost of sales"} <= set(makings("Stock turnover is defined as: COGS / average stock. What is it?"))


@pytest.mark.parametrize("question", ["Did wages as a percent of net sales rise?", "What was the toll in 2031?"])
def test_what_a_question_names_itself_is_not_told_otherwise(question: str) -> None:
    assert makings(question) == []
