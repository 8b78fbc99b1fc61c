"""The unit that a table states once is told with each of its figures, and with nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.answering.citing.composing import readable
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.conftest import build_source
from tests.nodes.answering.quoted import MakeSource


def units(content: str, **changes: str) -> dict[str, str]:
    pieces = evidence_of([build_source(1, "Report", content, **changes)])
    return {piece.label: piece.scale for piece in pieces if piece.is_row and not piece.is_heading}


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("£ million unless stated | 2023 | 2022", "£ million"),
        ("GBP thousand | 2023 | 2022", "GBP thousand"),
        ("EUR k | 2023 | 2022", "EUR k"),
        ("T€ | 2023 | 2022", "T€"),
        ("£'000 | 2023 | 2022", "£'000"),
        ("EUR | 2023 | 2022", "EUR"),
        ("Angaben in Mio. EUR | 2023 | 2022", "in Mio. EUR"),
        ("in Tsd. € | 2023 | 2022", "in Tsd. €"),
        ("In Millions | 2023 | 2022", "in millions"),
        ("Key figures, £ million\n | 2023 | 2022", "£ million"),
        ("Kennzahlen in Mio. EUR\nPosten | 2023 | 2022", "in Mio. EUR"),
        ("(Dollars in millions, except per share)\n| | 2023 | 2022", "dollars in millions"),
        ("Years ended 31 December (Millions) | 2023 | 2022", "millions"),
        ("(Unless otherwise noted, in thousands of euros)\n | 2023 | 2022", "in thousands of euros"),
        ("All amounts in USD thousands\n | 2023 | 2022", "in USD thousands"),
        ("(in millions, except per share, ratio\nand headcount data)\n | 2023 | 2022", "in millions"),
        ("The following table shows the debt of the group (in millions):\n | 2023 | 2022", "in millions"),
        ("Year | 2023 | 2022", ""),
        ("We spent 3 million in the year.\n | 2023 | 2022", ""),
        ("Amounts are not in millions of users\n | 2023 | 2022", ""),
    ],
)
def test_a_table_states_its_unit(stated: str, said: str) -> None:
    assert units(f"{stated}\nNet debt | 24.8 | 27.4\n")["Net debt"] == said


def test_a_table_without_bars_states_its_unit() -> None:
    content = "Income statement\n(In millions, except per share data) 2019 2018\nNet sales $ 1,741 $ 1,262\n"
    content += "".join(f"Cost {letter} 867 371\n" for letter in "abcdefghijklmnopqrst")
    found = units(content + "Basic earnings $ 2.51 $ 1.20\nDiluted earnings per common share 2.50 1.19\n")
    assert found["Net sales"] == found["Cost t"] == "in millions"
    assert found["Basic earnings"] == found["Diluted earnings per common share"] == ""


@pytest.mark.parametrize(
    "row",
    [
        "Employees (average) | 431 | 418",
        "Passengers (thousand) | 1,301 | 1,284",
        "Vessels | 12 | 11",
        "Equity ratio | 41.2 | 40.1",
        "Operating margin, % | 11.0 | 9.7",
        "Effective tax rate | 24.1 | 25.0",
        "Revenue growth | 6.8 % | 5.1 %",
        "Earnings per share | 0.41 | 0.33",
        "Fuel (tonnes) | 9,120 | 9,400",
        "Founded | 1954 | 1954",
        "Auditor | Marsh & Lowe | Marsh & Lowe",
    ],
)
def test_what_is_no_amount_has_no_unit(row: str) -> None:
    label = row.split(" | ", maxsplit=1)[0]
    assert units(f"£ million | 2023 | 2022\nRevenue | 51.9 | 48.6\n{row}\n").get(label, "") == ""


@pytest.mark.parametrize(
    "row", ["Staff costs | 14.1 | 13.2", "Interest rate swaps | 0.4 | 0.1", "Gross margin | £1,204 | £980"]
)
def test_an_amount_of_money_is_one_whatever_it_is_of(row: str) -> None:
    label = row.split(" | ", maxsplit=1)[0]
    assert units(f"£ million | 2023 | 2022\n{row}\n")[label] == "£ million"


def test_what_a_table_excepts_has_no_unit() -> None:
    table = "(in millions, except loans and ratios) | 2023 | 2022\nRevenue | 5,190 | 4,860\nOther revenue | 310 | 290\n"
    found = units(f"{table}Loans | 14 | 13\nSubprime | 11.6 | 11.3\n")
    assert found["Revenue"] == "in millions"
    assert found["Loans"] == found["Subprime"] == ""


def test_what_is_told_per_one_of_something_is_excepted_and_its_number_is_not() -> None:
    table = "(in thousands, except revenue per member and percentages)\n | 2015 | 2014\nMembers | 27,438 | 16,778\n"
    assert units(f"{table}Monthly revenue per member | 8.15 | 8.02\n") == {
        "Members": "in thousands",
        "Monthly revenue per member": "",
    }


def test_the_unit_of_one_table_is_not_that_of_the_next() -> None:
    found = units(
        "Key figures\n£ million | 2023 | 2022\nRevenue | 51.9 | 48.6\nSafety\n | 2023 | 2022\nGroundings | 0 | 1\n"
    )
    assert found == {"Revenue": "£ million", "Groundings": ""}
    found = units("Yen (in billions) 38.7 29.7\nPounds 263.5 192.0\n")
    assert found["Pounds"] == ""


def test_the_unit_of_one_column_is_not_that_of_others() -> None:
    content = "Loan | Rate | Amount (in millions)\nSenior notes | 4.55 | 282\n"
    row = next(piece for piece in evidence_of([build_source(1, "Report", content)]) if piece.label == "Senior notes")
    assert readable(row) == "Senior notes – Rate: 4.55, Amount (in millions): 282"
    assert units("Income (in thousands) | Households\n20 | 4,120\n").get("20", "") == ""


def test_a_number_of_shares_beside_the_price_of_one_has_no_unit() -> None:
    content = "Shares repurchased\nAggregate price (in millions)\nSecond quarter 16,711,299 $ 137.20 $ 2,293\n"
    assert units(content)["Second quarter"] == ""


@pytest.mark.parametrize(
    ("caption", "head", "said"),
    [
        ("Table 1. Marketable yield (t/ha)", "North | South", "t/ha"),
        ("Emissions in spring (kg N/ha)", "2023 | 2022", "kg N/ha"),
        ("Table 1. Marketable yield (t/ha)", "Yield | Loss (%)", ""),
        ("Yields of farms (g)", "North | South", ""),
    ],
)
def test_a_caption_states_the_measure_of_columns_without_one(caption: str, head: str, said: str) -> None:
    assert units(f"{caption}\nSite | {head}\nMolo | 52.6 | 55.7\n")["Molo"] == said


def test_a_later_part_of_a_table_has_its_unit() -> None:
    header = "£ million | 2023 | 2022"
    assert units("Net debt | 24.8 | 27.4\n", table_header=header)["Net debt"] == "£ million"


def test_a_figure_is_told_with_its_unit_and_cited_as_it_stands(make_source: MakeSource, embed: Embed) -> None:
    question = "What was the net debt in 2023?"
    source = make_source(1, "Report", "£ million unless stated | 2023 | 2022\nNet debt | 24.8 | 27.4\n")
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert draft.answer == "Report: Net debt (£ million): 24.8 (2023) [1]"
    assert draft.citations[0]["quote"] == "Net debt | 24.8 | 27.4"


@given(st.text(alphabet="ab1(),.|£ \n2023million", max_size=120))
def test_a_unit_stands_above_its_row(text: str) -> None:
    for piece in evidence_of([build_source(1, "Report", text)]):
        assert (
            not piece.scale
            or " ".join(piece.scale.split()).casefold() in " ".join(text[: piece.start].split()).casefold()
        )
