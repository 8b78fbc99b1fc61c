"""Rows below a label that stands alone are about what it says, until a sum ends the group."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

BARS = """| $ million | 2019 | 2018 |
| --- | --- | --- |
| Continuing operations |  |  |
| Gross profit | 52 | 45 |
| Operating costs: |  |  |
| Wages | 12 | 11 |
| Total operating costs | 19 | 17 |
| Profit | 33 | 28 |
| Reported results |  |  |
| Gross profit | 53 | 46 |
"""
LINES = "\n".join(line.strip("| ") for line in BARS.splitlines() if "---" not in line) + "\n"
GROUPS = [
    ("Gross profit", "Continuing operations"),
    ("Wages", "Operating costs"),
    ("Total operating costs", "Operating costs"),
    ("Profit", ""),
    ("Gross profit", "Reported results"),
]


@pytest.mark.parametrize("table", [BARS, LINES])
def test_a_row_knows_its_group_until_a_sum_ends_it(make_source: MakeSource, table: str) -> None:
    rows = [piece for piece in evidence_of([make_source(1, "Results", table)]) if piece.is_row and not piece.is_heading]
    assert [(row.label, row.group) for row in rows] == GROUPS


def test_what_is_called_as_its_group_is_not_in_it(make_source: MakeSource) -> None:
    table = "| | 2019 |\n| --- | --- |\n| Plant and equipment, gross: | |\n| Land | 152 |\n"
    table += "| Plant and equipment, net | 3 |\n"
    groups = {piece.label: piece.group for piece in evidence_of([make_source(1, "Note 7", table)]) if piece.is_row}
    assert groups["Land"] == "Plant and equipment, gross"
    assert groups["Plant and equipment, net"] == ""


def test_marks_of_a_table_are_no_evidence(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Results", f"The table shows results.\n\n{BARS}\nAll in USD.")])
    assert not [piece.text for piece in pieces if "---" in piece.text]
    assert [piece.text for piece in pieces if not piece.is_row] == ["The table shows results.", "All in USD."]


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        (
            "What was the gross profit from continuing operations in 2018?",
            "Continuing operations, Gross profit ($ million): 45 (2018)",
        ),
        (
            "What was the change in wages between 2018 and 2019?",
            "Operating costs, Wages ($ million): 12 (2019), 11 (2018)",
        ),
        ("In which year were wages the highest?", "Operating costs, Wages ($ million): 12 (2019), 11 (2018)"),
    ],
)
def test_values_answer_what_is_made_of_them(make_source: MakeSource, embed: Embed, question: str, shown: str) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Results", BARS)], embed).answer
    assert shown in answer


def test_a_word_that_asks_for_a_change_is_missed_where_one_value_is_told(make_source: MakeSource, embed: Embed) -> None:
    question = "What was the change in the rent of the boathouse?"
    source = make_source(1, "Lease", "The rent of the boathouse is 500 euros.")
    assert "do not mention “change”" in answer_by_quoting(question, rule_plan(question), [source], embed).answer


@pytest.mark.parametrize("unit", ["(in millions)", "(dollars in millions)"])
def test_the_unit_of_a_table_is_said_once(make_source: MakeSource, embed: Embed, unit: str) -> None:
    question = "What was the gross profit in 2018?"
    table = f"| | 2019 {unit} | 2018 {unit} |\n| --- | --- | --- |\n| Gross profit | 52 | 45 |\n"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Results", table)], embed).answer
    assert f"Gross profit {unit}: 45 (2018)" in answer


def test_rows_stand_behind_what_leads_in_to_them(make_source: MakeSource, embed: Embed) -> None:
    question = "What are the components of inventories?"
    text = (
        "Inventories consisted of the following components (in millions):\nDecember 31,\n2022 2021\n"
        "Finished goods $ 1,250 $ 1,153\nWork in process 436 394\nRaw materials 1,218 934\nTotal $ 2,904 $ 2,481\n\n"
        "All of them are insured by others, as the law of New York has it."
    )
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Note 5", text)], embed)
    quoted = [citation["quote"] for citation in draft.citations]
    first = quoted.index("Finished goods $ 1,250 $ 1,153")
    assert quoted[first : first + 3] == [
        "Finished goods $ 1,250 $ 1,153",
        "Work in process 436 394",
        "Raw materials 1,218 934",
    ]
    assert "Raw materials (in millions): 1,218 (2022), 934 (2021) [1]" in draft.answer


def test_a_list_stands_for_the_line_that_leads_in_to_it(make_source: MakeSource, embed: Embed) -> None:
    question = "Which segments does Acme report?"
    text = "Acme is organized into two segments, as follows:\n1) Northern foods;\n2) Southern drinks.\n\nBoth grow."
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Note 1", text)], embed).answer
    assert "Northern foods" in answer
    assert "Southern drinks" in answer


@pytest.mark.parametrize(
    "part", ["of which fuel", "thereof fuel", "davon Treibstoff", "including fuel:", "– fuel", "   fuel"]
)
@pytest.mark.parametrize(("between", "before"), [(" | ", ""), (" | ", "| "), (" ", "")])
def test_a_part_is_told_with_its_whole(make_source: MakeSource, part: str, between: str, before: str) -> None:
    rows = [
        ("Revenue", "51.9", "48.6"),
        ("Operating costs", "46.2", "43.9"),
        (part, "11.4", "12.8"),
        (part, "1.4", "2.8"),
    ]
    table = "".join(f"{before}{between.join(row)}{' |' * bool(before)}\n" for row in rows)
    table = (
        f"Key figures\n{before}{between.join(('Item', '2023', '2022'))}\n{table}Net debt{between}24.8{between}27.4\n"
    )
    found = [
        piece for piece in evidence_of([make_source(1, "Results", table)]) if piece.is_row and not piece.is_heading
    ]
    wholes = [(piece.group, piece.label.strip(" –:")) for piece in found]
    own = part.strip(" –:")
    told = "Operating costs"
    assert wholes == [("", "Revenue"), ("", "Operating costs"), (told, own), (told, own), ("", "Net debt")]


def test_rows_below_a_bare_word_of_parts_are_of_the_row_above_it(make_source: MakeSource) -> None:
    table = "Item | 2023 | 2022\nOperating costs | 46.2 | 43.9\nof which:\nFuel | 11.4 | 12.8\n"
    groups = {piece.label: piece.group for piece in evidence_of([make_source(1, "Results", table)]) if piece.is_row}
    assert groups["Fuel"] == "Operating costs, of which"


def test_a_part_is_shown_behind_its_whole(make_source: MakeSource, embed: Embed) -> None:
    question = "What did fuel cost in 2022?"
    table = "£ million | 2023 | 2022\nOperating costs | 46.2 | 43.9\nof which fuel | 11.4 | 12.8\n"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Results", table)], embed).answer
    assert answer == "Results: Operating costs, of which fuel (£ million): 12.8 (2022) [1]"


def test_a_label_over_two_lines_is_no_part_of_another_row(make_source: MakeSource) -> None:
    table = "2023 2022\nNet sales 51.9 48.6\nIncrease in cash,\nincluding restricted cash 12.1 6.3\n"
    groups = {piece.label: piece.group for piece in evidence_of([make_source(1, "Results", table)]) if piece.is_row}
    assert groups["including restricted cash"] == ""


def test_a_line_of_units_is_no_group(make_source: MakeSource) -> None:
    table = "Item | 2023 | 2022\nNet sales | 51.9 | 48.6\nIn Millions, Except Per\nGross margin | 11.4 | 12.8\n"
    groups = {piece.label: piece.group for piece in evidence_of([make_source(1, "Results", table)]) if piece.is_row}
    assert groups["Gross margin"] == ""
