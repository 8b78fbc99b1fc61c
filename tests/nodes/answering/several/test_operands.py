"""A figure that is made of several values: the rows of these are quoted, with the years asked for."""

import pytest

from tests.nodes.answering.quoted import MakeSource, answer

CASH_FLOWS = """Statements of cash flows
(In millions)
2031 2030 2029
Net earnings $ 705 $ 691 $ 638
Net other income 21 22 23
Inventories (46) 85 16
Net cash provided by operating activities 962 867 721
Cash paid for operating leases 38 41 40
Expenditures for property and equipment (327) (291) (406)
Dividends paid (203) (206) (211)
"""
BALANCE = """Balance sheets
(In millions)
2031 2030
Inventories 1,204 1,274
Total current assets 4,147 4,152
Total assets 9,359 9,364
Total current liabilities 3,165 3,176
Total liabilities 5,285 5,308
"""


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            "What is the FY2031 free cash flow (FCF) of Veriport? FCF is defined as: (cash from operations - capex).",
            [
                "Net cash provided by operating activities (in millions): 962 (2031) [1]",
                "Expenditures for property and equipment (in millions): (327) (2031) [1]",
            ],
        ),
        (
            "What is the FY2031 current ratio of Veriport? Define current ratio as total current assets divided by "
            "total current liabilities.",
            [
                "Total current assets (in millions): 4,147 (2031) [2]",
                "Total current liabilities (in millions): 3,165 (2031) [2]",
            ],
        ),
        (
            "What is the FY2031 cover of Veriport? Cover is defined as: average inventory between FY2030 and FY2031 / "
            "net income.",
            [
                "Inventories (in millions): 1,204 (2031), 1,274 (2030) [2]",
                "Net earnings (in millions): $705 (2031), $691 (2030) [1]",
            ],
        ),
        (
            "Does Veriport have positive working capital in 2031?",
            [
                "Total current assets (in millions): 4,147 (2031) [2]",
                "Total current liabilities (in millions): 3,165 (2031) [2]",
            ],
        ),
    ],
)
def test_the_row_of_each_value_is_quoted(make_source: MakeSource, question: str, lines: list[str]) -> None:
    sources = [
        make_source(number, "Veriport, annual report 2031", text, document_id="d")
        for number, text in enumerate((CASH_FLOWS, BALANCE), start=1)
    ]
    _, *told = answer(question, sources, None).split("\n")
    assert [line.rpartition("2031: ")[2] for line in told] == lines


def test_what_a_question_defines_itself_no_document_has_to_say(make_source: MakeSource) -> None:
    question = (
        "What is Veriport's FY2031 CCC? CCC is defined as: DIO + DSO. DIO is defined as: 365 * average inventory "
        "/ capex. DSO is defined as: 365 * net income / total current assets."
    )
    sources = [
        make_source(number, "Veriport, annual report 2031", text, document_id="d")
        for number, text in enumerate((CASH_FLOWS, BALANCE), start=1)
    ]
    assert "Inventories (in millions): 1,204 (2031)" in answer(question, sources, None)


def test_how_a_stock_changed_is_no_average_of_it(make_source: MakeSource) -> None:
    question = (
        "What is the FY2031 cover of Veriport? Cover is defined as: average receivables between FY2030 and FY2031 / "
        "net income."
    )
    flows = CASH_FLOWS.replace("Inventories (46) 85 16", "Receivables 46 85 16")
    source = make_source(1, "Veriport, annual report 2031", flows, section_path=["Statements of cash flows"])
    assert "Receivables" not in answer(question, [source], None)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How much did Veriport spend as capital expenditure in 2031?", "Expenditures for property and equipment"),
        ("What was the capex of Veriport in FY2031?", "Expenditures for property and equipment"),
    ],
)
def test_a_line_is_found_by_what_statements_call_it(make_source: MakeSource, question: str, line: str) -> None:
    source = make_source(1, "Veriport, annual report 2031", CASH_FLOWS)
    (told,) = answer(question, [source], None).split("\n")
    assert f": {line} (in millions): (" in told
    assert "(2031)" in told
