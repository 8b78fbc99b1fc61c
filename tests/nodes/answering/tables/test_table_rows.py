"""Which lines are rows of a table, and what a row knows: its label, values, years and unit."""

import pytest

from nodes.answering.evidence.evidence import Evidence, evidence_of
from nodes.answering.tables.table_rows import years_in
from nodes.domain.chat import Source
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource

STATEMENT = """Income statement
(in thousands of euros)
2023 2022 2021
Electricity sales 1,741 1,262 1,102
Total revenue $ 1,867 $ 1,371 $ 1,196
The auditors found nothing to object to as of December 31, 2023.
"""
GRID = """Turbine | Power (MW) | Built
Petrel | 1.2 | 2016
Skua | 1.5 | 2019
"""


def rows(source: Source) -> list[Evidence]:
    return [piece for piece in evidence_of([source]) if piece.is_row]


def test_a_row_of_numbers_knows_its_label_values_years_and_unit(make_source: MakeSource) -> None:
    sales, total = [row for row in rows(make_source(1, "Report", STATEMENT)) if row.label[0] in "ET"]
    assert (sales.label, sales.values, sales.header) == (
        "Electricity sales",
        ("1,741", "1,262", "1,102"),
        ("2023", "2022", "2021"),
    )
    assert sales.scale == "in thousands of euros"
    assert total.label == "Total revenue"
    assert total.numbers == {"1867", "1371", "1196"}


def test_a_date_at_the_end_of_a_line_makes_no_row(make_source: MakeSource) -> None:
    assert not any("auditors" in row.text for row in rows(make_source(1, "Report", STATEMENT)))


def test_a_grid_gives_each_value_the_heading_of_its_column(make_source: MakeSource) -> None:
    petrel = next(row for row in rows(make_source(1, "Turbines", GRID)) if row.label == "Petrel")
    assert petrel.header == ("Power (MW)", "Built")
    assert petrel.values == ("1.2", "2016")
    assert next(row for row in rows(make_source(1, "Turbines", GRID)) if row.label == "Turbine").is_heading


def test_a_grid_that_goes_on_from_the_page_before_has_no_header(make_source: MakeSource) -> None:
    source = make_source(1, "Turbines", "Petrel | 1.2 | 14\nSkua | 1.5 | 17\n")
    assert [(row.label, row.header, row.is_heading) for row in rows(source)] == [
        ("Petrel", (), False),
        ("Skua", (), False),
    ]


@pytest.mark.parametrize(
    ("line", "is_heading"),
    [
        ("($ in millions) Segment 2023 2022 2021", True),
        ("In millions 2020 2019", True),
        ("Years ended December 31, 2022 2021 2020", True),
        ("For the three months ended June 30", True),
        ("2023 2022", True),
        ("Segment 2021 2022 2023", True),
        ("Turbine 2016 2017", False),
        ("Turbine 2016 2011", False),
        ("Dated: July 1, 2022", False),
        ("The lease ended on June 30, 2022", False),
    ],
)
def test_heads_of_columns_are_no_evidence(make_source: MakeSource, line: str, is_heading: bool) -> None:
    content = f"The cooperative owns three of them.\n\n{line}\nSkua 1,741 1,262\nPetrel 1,867 1,371\n"
    [piece] = [piece for piece in evidence_of([make_source(1, "Report", content)]) if piece.text == line]
    assert piece.is_heading == is_heading


def test_years_in_the_columns_of_a_grid_are_evidence(make_source: MakeSource) -> None:
    [head, petrel] = rows(make_source(1, "Report", "Turbine | Inspected | Built\nPetrel | 2017 | 2016\n"))
    assert (head.is_heading, petrel.is_heading) == (True, False)


def test_a_row_that_ends_in_empty_cells_keeps_its_columns(make_source: MakeSource) -> None:
    grid = (
        "Approved on | 2023-11-28\nCost centre | Q1 | Q2 | Q3 | Q4 | Year\nEnergy | 5400 | 3600 | 2900 | 5100\nTotal\n"
    )
    (energy,) = [row for row in rows(make_source(1, "Budget", grid)) if row.label == "Energy"]
    assert energy.header == ("Q1", "Q2", "Q3", "Q4", "Year")
    assert energy.values == ("5400", "3600", "2900", "5100", "")


def test_a_row_of_a_grid_says_what_its_columns_are_called(make_source: MakeSource) -> None:
    table = "Name | Extension\nPello Haddigan | 134\nInes Corvane | 120\n"
    rows = [piece for piece in evidence_of([make_source(1, "Guide", table)]) if piece.header]
    assert [piece.label for piece in rows] == ["Pello Haddigan", "Ines Corvane"]
    assert all(set(analyse("extension")) <= piece.terms for piece in rows)


def test_amounts_behind_a_day_are_a_row(make_source: MakeSource) -> None:
    content = "2021 2022\nInhabitants at 31 December 4,812 4,856\nFor the year ended 31 December 2021 2022\n"
    assert [row.values for row in rows(make_source(1, "Accounts", content)) if row.label] == [("4,812", "4,856")]


@pytest.mark.parametrize("day", ["14 March 2024", "14.03.2024", "2024-03-14", "March 14, 2024"])
def test_the_day_of_a_pair_names_no_column(make_source: MakeSource, day: str) -> None:
    content = f"Invoice date | {day}\nCustomer no. | 40772\nYour order | PO-5531\n"
    assert [row.header for row in rows(make_source(1, "Invoice", content))] == [(), (), ()]


def test_what_is_said_of_a_label_heads_no_column(make_source: MakeSource) -> None:
    content = "TIDE | The level of the water.\nGAUGE | The number of the gauge it is read from.\nWIND | Its speed.\n"
    rows = evidence_of([make_source(1, "Variables", content)])
    assert [(row.label, row.header, row.is_heading) for row in rows] == [
        ("TIDE", (), False),
        ("GAUGE", (), False),
        ("WIND", (), False),
    ]


def test_an_account_is_no_row_of_values(make_source: MakeSource) -> None:
    content = "Payable by 28 March to IBAN DE12 5205 0353 0001 2345 67\nThanks."
    assert not any(piece.is_row for piece in evidence_of([make_source(1, "Invoice", content)]))


def test_a_sum_without_a_label_is_told_by_the_cell_beside_it(make_source: MakeSource) -> None:
    content = "Pos. | Item | Qty | Amount\n1 | Oak door | 2 | 1,280.00\n| | Net total |  | 1,280.00\n"
    row = rows(make_source(1, "Invoice", content))[-1]
    assert (row.label, row.values, row.header) == ("Net total", ("", "1,280.00"), ("Qty", "Amount"))


def test_names_of_columns_may_leave_out_that_of_the_labels(make_source: MakeSource) -> None:
    (row,) = rows(make_source(1, "Accounts", "Adopted budget   Spent\nTaxes 118,240 116,000\n"))
    assert row.header == ("Adopted budget", "Spent")


def test_a_table_drawn_with_blanks_has_headings(make_source: MakeSource) -> None:
    text = "Item             Qty   Unit price   Total\nOak door           2       640.00   1,280.00\n"
    (row,) = (row for row in rows(make_source(1, "Invoice", text)) if row.values)
    assert (row.label, row.header, row.values) == (
        "Oak door",
        ("Qty", "Unit price", "Total"),
        ("2", "640.00", "1,280.00"),
    )


def test_the_date_of_a_letter_heads_no_column(make_source: MakeSource) -> None:
    text = "Date: 2 June 2024\nNet      875.00  12\nTotal    1,050.00\n"
    assert [row.header for row in rows(make_source(1, "Invoice", text))] == [(), ()]


@pytest.mark.parametrize("line", ["Tel. +49 30 5550 117", "Office 01632 960 118", "Fax (030) 5550 117"])
def test_a_telephone_number_is_no_row_of_values(make_source: MakeSource, line: str) -> None:
    assert rows(make_source(1, "Letter", f"Dana Whitlock\n{line}\n")) == []


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("Inspected on 27.09.2023.", {"2023"}),
        ("Inspected on 1.2.2023.", {"2023"}),
        ("Version 12.2023 of it.", set()),
        ("Invoice 2024-0533", set()),
        ("From 2023-2024 on", {"2023", "2024"}),
        ("On 2024-05-03", {"2024"}),
        ("FY19 | FY18***", {"2019", "2018"}),
        ("1H21 and Q3'20", {"2021", "2020"}),
        ("FY100 and H2O, 4Q or Q1 20 units", set()),
        ("FCA Vik (Incoterms 2020), ISO 1996-2:2017, in 2031", {"2031"}),
    ],
)
def test_years_in_dates_and_not_in_identifiers(text: str, years: set[str]) -> None:
    assert years_in(text) == years


@pytest.mark.parametrize("text", ["| | 2023 |\n|---|---|\n| Revenue | 5.3 |", "| | 2023\nRevenue | 5.3"])
def test_one_named_column_under_an_empty_corner_is_named(make_source: MakeSource, text: str) -> None:
    revenue = next(row for row in rows(make_source(1, "Results", text)) if row.label == "Revenue")
    assert (revenue.values, revenue.header, revenue.years) == (("5.3",), ("2023",), frozenset({"2023"}))


def test_an_escaped_bar_parts_no_cells(make_source: MakeSource) -> None:
    text = "| Code | Meaning |\n|---|---|\n| a \\| b | either one |"
    row = rows(make_source(1, "Codes", text))[-1]
    assert (row.label, row.values, row.header) == ("a \\| b", ("either one",), ("Meaning",))


def test_columns_of_a_letter_are_rows_where_one_is_an_amount_of_money(make_source: MakeSource) -> None:
    content = (
        "We recognise the claim as follows:\n\n"
        "Racing bicycle            1,500.00 EUR   (limited by clause 1.2)\n"
        "Laptop                      940.00 EUR\n\n"
        "Total                     2,440.00 EUR\n\nThe amount will be paid."
    )
    rows = [piece for piece in evidence_of([make_source(1, "Claim", content)]) if piece.is_row]
    assert [(row.label, row.values) for row in rows] == [
        ("Racing bicycle", ("1,500.00 EUR", "(limited by clause 1.2)")),
        ("Laptop", ("940.00 EUR",)),
        ("Total", ("2,440.00 EUR",)),
    ]
    assert not any(row.is_heading for row in rows)


def test_a_line_of_the_title_is_no_row(make_source: MakeSource) -> None:
    text = "DELIVERY NOTE 3100 55 807\nNet 204 300\nGross 210 311"
    told = rows(make_source(1, "DELIVERY NOTE 3100 55 807 of May", text))
    assert [row.label for row in told if not row.is_heading] == ["Net", "Gross"]


@pytest.mark.parametrize(
    ("table", "headers"),
    [
        ("F12 | Belt has slipped | Tighten it\nF14 | Lid is open | Shut it\nF17 | Oven is cold | Wait", [(), (), ()]),
        ("Fault | Cause | Remedy\nF12 | Belt has slipped | Tighten it", [("Cause", "Remedy")]),
        ("Member Number Home | Ada Holm K-3301-77 12 Mill Lane, 2201 Vik\nFee | 40 francs", [(), ()]),
        (
            "Fee of | Boat | Mooring from 1 May 2024 to 30 April\nMay | 9 | 8",
            [("Boat", "Mooring from 1 May 2024 to 30 April")],
        ),
    ],
)
def test_what_has_a_code_of_the_rows_or_several_values_heads_no_column(
    make_source: MakeSource, table: str, headers: list[tuple[str, ...]]
) -> None:
    told = rows(make_source(1, "Manual", table))
    assert [row.header for row in told if not row.is_heading] == headers


def test_the_times_above_a_long_statement_head_its_last_rows(make_source: MakeSource) -> None:
    lines = [f"{name} 1,{number:03} 2,{number:03}" for number, name in enumerate(["Ferries", "Berths", "Tolls"] * 8)]
    text = "\n".join(["December 31, 2023 2022", "Income:", *lines, "Total income 4,100 3,900", ""])
    assert rows(make_source(1, "Report", text))[-1].header == ("2023", "2022")


def test_days_that_stand_below_one_another_head_the_rows(make_source: MakeSource) -> None:
    text = "Balance sheet\nSeptember 27,\n2025\nSeptember 28,\n2024\nAssets:\nCash 35,934 29,943\nLand 18,763 35,228\n"
    assert {row.header for row in rows(make_source(1, "Report", text))} == {("2025", "2024")}


def test_a_grid_goes_on_below_lines_that_are_but_labels(make_source: MakeSource) -> None:
    text = (
        "Assets | 2025 | 2024\nCash | 8,589 | 7,280\nTotal assets | 111,601 | 65,728\n"
        "Liabilities and equity\nCurrent liabilities:\nAccounts payable | 6,310 | 2,699\nTotal | 18,047 | 10,631\n"
    )
    assert rows(make_source(1, "Report", text))[-1].header == ("2025", "2024")
    apart = text.replace("Liabilities and equity", "What follows is told by another measure.")
    assert rows(make_source(1, "Report", apart))[-1].header == ()


def test_times_of_day_head_columns_that_have_none(make_source: MakeSource) -> None:
    table = "Animal | Food | 07:00 | 12.00–13.00\nOtter | fish | 2 | 0\nHeron | frogs | 0 | 3\n"
    otter, _ = [row for row in rows(make_source(1, "Feeding", table)) if row.header]
    assert otter.header == ("Food", "07:00", "12.00–13.00")


def test_times_of_day_head_no_other_times(make_source: MakeSource) -> None:
    table = "Stop | 07:00 | 07:30\nQuay | 07:04 | 07:34\nMill | 07:09 | 07:39\n"
    assert not any(row.header for row in rows(make_source(1, "Bus", table)))


LEDGER = """Item | Plan 2031 | Actual 2031 | Note
INCOME
Fees | 900 | 880 | one left
Parking | 96 | 92
Total income | 996 | 972
EXPENDITURE
Heating | 480 | 536 | cold
Repairs | 300 | 412
"""


def test_labels_right_below_the_heads_of_a_table_leave_its_rows_their_heads(make_source: MakeSource) -> None:
    pieces = [piece for piece in evidence_of([make_source(1, "Budget", LEDGER)]) if piece.is_row]
    heads = ("Plan 2031", "Actual 2031", "Note")
    assert {piece.label: (piece.header, piece.group) for piece in pieces if piece.label != "Item"} == {
        "Fees": (heads, "INCOME"),
        "Parking": (heads, "INCOME"),
        "Total income": (heads, "INCOME"),
        "Heating": (heads, "EXPENDITURE"),
        "Repairs": (heads, "EXPENDITURE"),
    }
