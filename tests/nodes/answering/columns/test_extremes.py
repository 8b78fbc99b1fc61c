"""The most and the least of a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nodes.answering.columns.extremes import listing_of_years, with_extremes
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from nodes.language.superlatives import asks_extreme, asks_first_or_last
from tests.nodes.answering.quoted import MakeSource, answer, material_of

BUDGET = (
    "department | 2024 actual | 2025 budget | responsible\n"
    "Parks | 412,000 | 430,000 | Imrie\n"
    "Roads | 1,250,000 | 1,310,000 | Novak\n"
    "Waste | 876,400 | 890,000 | Novak\n"
    "Youth | 154,000 | 170,000 | Castellan\n"
    "Total | 2,692,400 | 2,800,000 | Moss"
)
INVOICES = (
    "Invoice | Quantity | Unit price | Total\nR-1 | 4 | 48 | 192\nR-2 | 3 | 4,275 | 12,825\nR-3 | 9 | 610 | 5,490"
)
ROOMS = "Room | Size | Rent per month | Deposit\nFlat | 34 m² | 540 € | 900 €\nLoft | 24 m² | 349 € | 500 €\n"
ROOMS += "Studio | 16 m² | 335 € | 600 €\nAttic | 12 m² | 268 € | 500 €"
WEEKS = (
    "Week | Gas cost | Power cost | Total\nWeek 1 | 60.00 | 15.00 | 75.00\nWeek 2 | 10.00 | 70.00 | 80.00\n"
    "Week 3 | 20.00 | 20.00 | 40.00"
)
PARTS = "part | price | bin\npump | 212.50 EUR | A3\nfilter | 11.20 EUR | A1\nlamp | 74 EUR | B1"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Which department has the highest budget?", 1),
        ("What is the cheapest part?", -1),
        ("Which is the least expensive part?", -1),
        ("What is the highest and what the lowest budget?", 0),
        ("What do most of the departments buy?", 0),
        ("What is the most recent budget?", 0),
        ("How much may a patient of 45 kg get at most?", 0),
        ("How long does it take at least?", 0),
        ("Which Abteilung hat die meisten Stellen?", 1),
        ("What is the budget of Parks?", 0),
    ],
)
def test_questions_for_the_most_and_the_least(question: str, asks: int) -> None:
    assert asks_extreme(question) == asks


@pytest.mark.parametrize(
    ("question", "content", "first"),
    [
        ("Which department has the highest budget?", BUDGET, "Roads | 1,250,000 | 1,310,000 | Novak"),
        ("Which department has the smallest budget?", BUDGET, "Youth | 154,000 | 170,000 | Castellan"),
        ("Which part has the lowest price?", PARTS, "filter | 11.20 EUR | A1"),
        ("Which part is the most expensive?", PARTS, "pump | 212.50 EUR | A3"),
        ("What is the cheapest part?", PARTS, "filter | 11.20 EUR | A1"),
        ("Which week was the most expensive?", WEEKS, "Week 2 | 10.00 | 70.00 | 80.00"),
        ("Which week had the highest gas cost?", WEEKS, "Week 1 | 60.00 | 15.00 | 75.00"),
        ("Which room is the cheapest?", ROOMS, "Attic | 12 m² | 268 € | 500 €"),
        ("Which of the budgets is the largest?", INVOICES, "R-2 | 3 | 4,275 | 12,825"),
    ],
)
def test_rows_stand_in_the_order_of_what_is_asked(
    make_source: MakeSource, embed: Embed, question: str, content: str, first: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Parts and budgets", content)], embed)
    assert draft.citations[0]["quote"] == first
    assert not any("Total" in each["quote"] for each in draft.citations)


def test_of_several_columns_none_is_taken(make_source: MakeSource) -> None:
    sources = [make_source(1, "Budget", BUDGET)]
    material = material_of("Which department has the most?", sources, {"depart": 1.0})
    chosen = [material.weighed[1]]
    assert with_extremes(chosen, material) == chosen
    in_order = with_extremes(chosen, material_of("Which has the most budget?", sources, {"budget": 1.0}))
    assert [piece.label for piece, _ in in_order] == ["Roads"]


def test_another_table_is_meant_where_its_column_says_more(make_source: MakeSource, embed: Embed) -> None:
    wells = "Well | District | Depth (m)\nW-1 | Kaluma | 64\nW-2 | Mbere | 92\nW-3 | Soroti | 41"
    districts = "District | Wells drilled | Pumps\nKaluma | 9 | 31\nMbere | 6 | 12\nSoroti | 15 | 20"
    sources = [make_source(1, "Wells", wells), make_source(2, "Report", districts)]
    for question, row in [
        ("Which district has the fewest wells drilled?", "Mbere | 6 | 12"),
        ("Which well is the deepest?", "W-2 | Mbere | 92"),
    ]:
        draft = answer_by_quoting(question, rule_plan(question), sources, embed)
        assert draft.citations[0]["quote"] == row


def test_columns_of_years_alone_say_nothing_of_what_is_asked(make_source: MakeSource) -> None:
    content = "Balance sheet 2022 2021\nRewards liability 12,789 11,398\nOther 15,227 10,670"
    sources = [make_source(1, "Balance", content)]
    material = material_of("What was the largest liability in 2022?", sources, {"2022": 1})
    rows = [one for one in material.weighed if not one.piece.is_heading]
    assert with_extremes(rows[:1], replace(material, weighed=rows)) == rows[:1]


def test_a_word_that_asks_for_the_most_is_no_column(make_source: MakeSource) -> None:
    sources = [
        make_source(1, "Agreement", "Each party has a liability of up to GBP 500,000."),
        make_source(2, "Guideline", "Weight | Maximum per day\nunder 50 kg | 380 mg\nover 80 kg | 740 mg"),
    ]
    material = material_of("What is the maximum liability?", sources, {"maximum": 1, "liabil": 1})
    chosen = [material.weighed[0], material.weighed[2]]
    assert with_extremes(chosen, material) == chosen


@pytest.mark.parametrize(
    ("budgets", "most"),
    [
        (("950", "1.234", "310"), "Vertrieb"),
        (("950,50", "1.234,00", "310,00"), "Vertrieb"),
        (("99,50", "310", "11,20"), "Vertrieb"),
        (("950", "1,234", "310"), "Vertrieb"),
        (("9.50", "3.1", "0.234"), "Einkauf"),
        (("1.250", "0.310", "0.9"), "Einkauf"),
    ],
)
def test_numbers_of_a_column_are_read_in_one_notation(
    make_source: MakeSource, embed: Embed, budgets: tuple[str, ...], most: str
) -> None:
    rows = zip(("Einkauf", "Vertrieb", "Lager"), budgets, strict=True)
    table = "Abteilung | Budget\n" + "\n".join(f"{name} | {budget}" for name, budget in rows)
    question = "Welche Abteilung hat das höchste Budget?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Budget", table)], embed)
    assert draft.citations[0]["quote"].startswith(most)


CREW = (
    "Name | Post | Hired | Pay\n"
    "Ada Wick | cook | 2 April 2019 | 2,100\n"
    "Jon Berg | pilot | 15 September 2021 | 3,400\n"
    "Ida Sund | pilot | 9 January 2017 | 3,650"
)
LIGHTS = "Light | Height (m) | Lit\nUpper Skarn | 31 | 1888\nOmmer Head | 18 | 1902\nTarn Ness | 22 | 1871"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Who was hired first?", -1),
        ("Who was the last to be hired?", 1),
        ("Which was hired most recently?", 1),
        ("What was paid last year?", 0),
        ("Who was hired first, and who last?", 0),
        ("When was Ada Wick hired?", 0),
    ],
)
def test_questions_for_the_first_and_the_last(question: str, asks: int) -> None:
    assert asks_first_or_last(question) == asks


@pytest.mark.parametrize(
    ("question", "content", "labels"),
    [
        ("Who was hired first?", CREW, ["Ida Sund", "Ada Wick", "Jon Berg"]),
        ("Who was hired last?", CREW, ["Jon Berg", "Ada Wick", "Ida Sund"]),
        ("Which pilot was hired first?", CREW, ["Ida Sund", "Jon Berg"]),
        ("Which light was lit earliest?", LIGHTS, ["Tarn Ness", "Upper Skarn", "Ommer Head"]),
        ("Which was the latest to be lit?", LIGHTS, ["Ommer Head", "Upper Skarn", "Tarn Ness"]),
    ],
)
def test_rows_stand_in_the_order_of_their_dates(
    make_source: MakeSource, embed: Embed, question: str, content: str, labels: list[str]
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "List", content)], embed)
    assert answer.status == "answered"
    assert [line.removeprefix("List: ").split(" – ")[0] for line in answer.lines] == labels


@pytest.mark.parametrize(
    "question",
    [
        "What is the post of Ada Wick, who came first?",
        "What is the first pay of Jon Berg?",
        "When was Ida Sund last hired?",
    ],
)
def test_other_rows_stay_where_no_dates_of_several_are_asked_for(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "List", CREW)], embed)
    assert sum(name in " ".join(answer.lines) for name in ("Ada Wick", "Jon Berg", "Ida Sund")) == 1


BERTHS = "Berth | Dues (EUR) | Length (m)\nHeron | 19 | 30\nTern | 17 | 20\nGull | 11 | 40"
WIDE_BERTHS = (
    "Berths and dues\n\nKind of berth   Dues (EUR)   Length (m)\nHeron   19   30\nTern   17   20\nGull   11   40\n"
)
SHOP = "Item | Price EUR | Price USD\nwax | 12.90 | 14.10\nglue | 4.50 | 4.90\nlime | 7.20 | 7.90"
WALLS = "Wall | Length (m) | Built\nNorth | 310 | 1412\nEast | 90 | 1377\nSouth | 205 | 1598"
HORSES = "Horse | Height (cm) | Age\nAda | 168 | 9\nBolt | 152 | 21\nCora | 160 | 4"


@pytest.mark.parametrize(
    ("question", "content", "first"),
    [
        ("Which berth has the highest dues?", BERTHS, "Heron"),
        ("Which berth has the lowest dues?", BERTHS, "Gull"),
        ("Which kind of berth has the lowest dues?", WIDE_BERTHS, "Gull"),
        ("Which item is the cheapest?", SHOP, "glue"),
        ("Which item is the most expensive?", SHOP, "wax"),
        ("Which wall is the oldest?", WALLS, "East"),
        ("Which wall is the newest?", WALLS, "South"),
        ("Which horse is the oldest?", HORSES, "Bolt"),
        ("Which horse is the youngest?", HORSES, "Cora"),
    ],
)
def test_what_heads_the_labels_is_said_of_each_row(
    make_source: MakeSource, embed: Embed, question: str, content: str, first: str
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "List", content)], embed)
    assert answer.status == "answered"
    assert answer.lines[0].removeprefix("List: ").startswith(first)


@pytest.mark.parametrize("content", [BERTHS, WIDE_BERTHS])
def test_rows_of_something_else_are_no_answer(make_source: MakeSource, embed: Embed, content: str) -> None:
    question = "What are the dues for a houseboat berth?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "List", content)], embed)
    assert answer.status == "no_evidence"


STAFF = "Country | 2023 | 2024\nItaly | 248 | 239\nPortugal | 399 | 461\nSpain | 421 | 433"


@pytest.mark.parametrize(
    ("question", "countries"),
    [
        ("Which country had the most employees in 2024?", ["Portugal", "Spain", "Italy"]),
        ("Which country had the most employees in 2023?", ["Spain", "Portugal", "Italy"]),
        ("Which country has the fewest employees?", ["Italy", "Spain", "Portugal"]),
    ],
)
def test_of_columns_that_are_years_it_is_the_one_asked_for_or_the_last(
    make_source: MakeSource, embed: Embed, question: str, countries: list[str]
) -> None:
    sources = [make_source(1, "Employees by country", STAFF)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [each["quote"].split(" | ")[0] for each in draft.citations] == countries


SALES = (
    "Region | Quarter | Units\nNorth | Q1 2024 | 310\nNorth | Q2 2024 | 342\nSouth | Q1 2024 | 240\n"
    "South | Q2 2024 | 251\nWest | Q1 2024 | 190\nWest | Q2 2024 | 191"
)


@pytest.mark.parametrize(
    ("question", "regions"),
    [
        ("Which region has the fewest units in Q2 2024?", ["West | Q2"]),
        ("In which quarter of the South are the most units?", ["South | Q2"]),
        ("Which region has the most units?", ["North | Q2"]),
        ("Which three regions have the most units?", ["North | Q2", "North | Q1", "South | Q2"]),
    ],
)
def test_rows_have_in_other_columns_what_the_question_says(
    question: str, regions: list[str], make_source: MakeSource, embed: Embed
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Sales", SALES)], embed)

    assert [each["quote"][: len("West | Q2")].rstrip() for each in draft.citations] == [
        region[: len("West | Q2")].rstrip() for region in regions
    ]


GOODS = "Product | Unit price | Sold\nLid | 24 | 900\nPan | 80 | 210\nPot | 61 | 340"
MONTHS = "Month | Revenue | Costs\nMarch | 4100 | 3100\nApril | 4300 | 3200\nMay | 4500 | 3300"
COSTS = "Department | Plan | Actual\nProduction | 310 | 322\nSales | 85 | 71\nOffice | 48 | 47"


@pytest.mark.parametrize(
    ("question", "first"),
    [("Which product costs the most?", "Pan |"), ("Which product costs the least?", "Lid |")],
)
def test_what_costs_the_most_is_told_by_prices(
    question: str, first: str, make_source: MakeSource, embed: Embed
) -> None:
    sources = [
        make_source(1, "Costs", COSTS),
        make_source(2, "Monthly", MONTHS),
        make_source(3, "Price list", GOODS),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["quote"].startswith(first)


def test_months_are_no_departments(make_source: MakeSource) -> None:
    material = material_of("Which department has the highest costs?", [make_source(1, "Monthly", MONTHS)])
    assert with_extremes([], material) == []


POINTS = "Student | Test 1 | Test 2\nAda Lind | 12 | 9\nBen Moss | 8 | 14\nEdda Imrie | 15 | 11"
GRADES = "Student | Test 1 | Test 2\nAda Lind | 1 | 2\nBen Moss | 5 | 1\nEdda Imrie | 3 | 4"


def test_the_best_points_are_the_most_and_the_worst_the_least(make_source: MakeSource, embed: Embed) -> None:
    for question, first in (
        ("Which student has the best mark in test 2?", "Ben Moss"),
        ("Which student has the worst mark in test 1?", "Ben Moss"),
        ("Which student has the best mark in test 1?", "Edda Imrie"),
    ):
        sources = [make_source(1, "Marks", POINTS)]
        assert answer_by_quoting(question, rule_plan(question), sources, embed).answer.startswith(f"Marks: {first}")


def test_of_grades_the_most_may_be_the_worst(make_source: MakeSource) -> None:
    material = material_of("Which student has the best mark in test 1?", [make_source(1, "Grades", GRADES)])
    chosen = [each for each in material.weighed if each.piece.is_row][:1]
    assert with_extremes(chosen, material) == chosen


def test_a_row_whose_last_cell_is_empty_is_no_table_of_its_own(make_source: MakeSource, embed: Embed) -> None:
    moorings = "Mooring | Owner | Length (m) | Shed\n1 | Ada Kern | 8 | S1\n2 | Jo Berg | 6\n3 | Elif Sand | 12 | S3"
    said = answer("Which are the three longest moorings?", [make_source(1, "Moorings", moorings)], embed)
    assert said.index("Elif Sand") < said.index("Ada Kern") < said.index("Jo Berg")


BIDS = (
    "Bidder | Price | Building time (weeks) | Points of 50\nHolm | 400 | 60 | 31\nVik | 510 | 41 | 44\n"
    "Berg | 450 | 52 | 31"
)


@pytest.mark.parametrize(
    ("question", "bidders"),
    [
        # What is fast takes little time.
        ("Which bidder would build fastest?", ["Vik"]),
        ("Which bidder has the slowest building time?", ["Holm"]),
        ("Which bidder has the longest building time?", ["Holm"]),
        ("Which bidder scored highest?", ["Vik"]),
        # Two have the least; several are asked for.
        ("Which bidder scored lowest?", ["Holm", "Berg"]),
        ("Which are the two bidders with the shortest building time?", ["Vik", "Berg", "Holm"]),
    ],
)
def test_what_has_the_most_stands_alone(
    question: str, bidders: list[str], make_source: MakeSource, embed: Embed
) -> None:
    note = "A bidder may ask for more building time until May."
    draft = answer_by_quoting(
        question, rule_plan(question), [make_source(1, "Bids", BIDS), make_source(2, "Note", note)], embed
    )
    assert [each["quote"].split(" | ")[0] for each in draft.citations if each["file_name"] == "bids.txt"] == bidders


def test_of_rates_the_fastest_has_the_most(make_source: MakeSource, embed: Embed) -> None:
    boats = "Boat | Speed (miles per hour)\nSkua | 9\nTern | 14\nPetrel | 11"
    said = answer("Which boat has the fastest speed?", [make_source(1, "Boats", boats)], embed)
    assert "Tern" in said
    assert "Skua" not in said


CREW = "Name | Since | Pass until\nAda Kern | 2018-04-01 | 2026-02-28\nJo Berg | 2015-06-01 | 2027-05-31\n"
CREW += "Elif Sand | 2024-10-01 | 2025-12-31"


@pytest.mark.parametrize("question", ["Who has rowed the longest?", "Who is the longest-serving rower?"])
def test_the_longest_is_since_the_first_day(make_source: MakeSource, question: str) -> None:
    material = material_of(question, [make_source(1, "Rowers", CREW)])
    chosen = [one for one in material.weighed if one.piece.is_row and not one.piece.is_heading][:1]
    assert [piece.label for piece, _ in with_extremes(chosen, material)] == ["Jo Berg", "Ada Kern", "Elif Sand"]


BOATS = "Boat | Engine | Insured until\nPetrel | Boat Works 9 | 2025-05-31\nSkua | Moss 4 | 2024-11-30\n"
BOATS += "Gannet | Moss 5 | 2027-02-28"


def test_what_a_table_is_called_singles_out_no_row(make_source: MakeSource) -> None:
    question = "Which boat's insurance, insured as it is, ends first?"
    material = material_of(question, [make_source(1, "Boats", BOATS)])
    chosen = [one for one in material.weighed if one.piece.label == "Petrel"]
    assert [piece.label for piece, _ in with_extremes(chosen, material)] == ["Skua", "Petrel", "Gannet"]


ACCOUNTS = (
    "Income | 2031 (£) | 2030 (£)\nFares | 4,800 | 4,200\nRegatta | 2,110 | 5,640\n\n"
    "Spending | 2031 (£) | 2030 (£)\nCrew | 3,120 | 2,900\nRope | 720 | 3,720\n\nDeficit 2031: £3,850."
)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What was the biggest cost in 2031?", "Crew"),
        ("Which expense was the highest in 2030?", "Rope"),
        ("What was the biggest income in 2030?", "Regatta"),
    ],
)
def test_a_table_lists_what_accounts_call_otherwise(
    make_source: MakeSource, embed: Embed, question: str, label: str
) -> None:
    others = [make_source(2, "Grant", "The Funder pays a grant of £30,000 at a cost of £200 in 2031.")]
    said = answer(question, [make_source(1, "Accounts", ACCOUNTS), *others], embed)
    assert said.split("\n", maxsplit=1)[0].startswith(f"Accounts: {label}")


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which claim came in first?", "Ada Berg"),
        ("Which claim arrived last?", "Ole Strom"),
        ("Which payment came in first?", ""),
    ],
)
def test_what_came_in_was_received(make_source: MakeSource, question: str, first: str) -> None:
    table = "Sender | Received\nIda Moe | 2031-06-02\nAda Berg | 2031-05-28\nOle Strom | 2031-06-20"
    letter = "Please send your claim by 15 June to the harbour office."
    material = material_of(question, [make_source(1, "Claims", table), make_source(2, "Letter", letter)])
    chosen = [one for one in material.weighed if one.piece.position == 1]
    found = with_extremes(chosen, material)
    assert found[0].piece.label == first


LEDGER = """Item | Plan 2031 | Actual 2031 | Note
INCOME
Fees | 900 | 880 | one left
Total income | 900 | 880
EXPENDITURE
Heating | 480 | 390 | mild
Repairs | 300 | 412 | riser
Garden | 54 | 39
Total expenditure | 834 | 841
"""


@pytest.mark.parametrize(
    ("question", "first"),
    [
        # It is asked of what things came to, unless a plan is asked of.
        ("What was the largest expense in 2031?", "Repairs | 300 | 412 | riser"),
        ("Which item of expenditure was the lowest in 2031?", "Garden | 54 | 39"),
        ("For which item of expenditure was the most planned in 2031?", "Heating | 480 | 390 | mild"),
        ("What was the largest item of income in 2031?", "Fees | 900 | 880 | one left"),
    ],
)
def test_of_a_budget_it_is_the_rows_below_what_is_asked_for(
    make_source: MakeSource, embed: Embed, question: str, first: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Budget", LEDGER)], embed)
    assert draft.citations[0]["quote"] == first


STATEMENT = "Cost item | 2031 EUR | 2030 EUR | Remark\n---|---|---|---\nHeating | 4,880 | 4,400 | by area\n"
STATEMENT += "Lift | 4,790 | 4,650 | none on the ground floor\nTotal | 9,670 | 9,050 |\n"
PER_FLAT = "Flat | Owner | Shares | Cost 2031 EUR\n---|---|---|---\n3 | Berg | 38 | 2,395\n8 | Kern | 34 | 7,301\n"


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        # The other table has "cost" in a heading, and this one lists such items.
        ("Which cost item was the largest in 2031?", ["Heating", "Lift"]),
        ("Which flat had the largest cost in 2031?", ["8"]),
    ],
)
def test_what_heads_the_labels_says_which_table_is_meant(
    make_source: MakeSource, question: str, labels: list[str]
) -> None:
    sources = [make_source(1, "Statement", STATEMENT), make_source(2, "Per flat", PER_FLAT)]
    material = material_of(question, sources)
    chosen = [one for one in material.weighed if one.piece.label == "8"]
    assert [piece.label for piece, _ in with_extremes(chosen, material)] == labels


def test_beside_years_another_column_of_numbers_leaves_it_open(make_source: MakeSource) -> None:
    text = (
        "Cost item | 2031 EUR | 2030 EUR | Shares\n---|---|---|---\nHeating | 4,880 | 4,400 | 9\nLift | 790 | 650 | 4\n"
    )
    assert listing_of_years(material_of("Which cost item was the largest?", [make_source(1, "Sums", text)])) is None


def test_all_is_a_sum_and_no_row_of_its_own(make_source: MakeSource) -> None:
    text = "Site | May | June | Total\n---|---|---|---\nMill | 3 | 9 | 12\nWeir | 8 | 7 | 15\nAll | 11 | 16 | 27\n"
    material = material_of("Which site had the most signs?", [make_source(1, "Sightings", text)])
    chosen = [one for one in material.weighed if one.piece.label == "All"]
    assert [piece.label for piece, _ in with_extremes(chosen, material)] == ["Weir", "Mill"]


def test_a_table_is_meant_that_nothing_quotes(make_source: MakeSource, embed: Embed) -> None:
    rule = "Drivers hand in receipts with the odometer reading of the vehicle by Friday."
    table = "Fleet no. | Make | Odometer km\nT01 | DAF | 305128\nT02 | Volvo | 533740\nT03 | MAN | 221900\n"
    sources = [make_source(1, "Fuel policy", rule), make_source(2, "Vehicle register", table)]
    question = "Which vehicle has the highest odometer reading?"
    told = answer_by_quoting(question, rule_plan(question), sources, embed).lines
    assert "T02" in told[0]


def test_a_column_that_is_called_a_minimum_is_no_order(make_source: MakeSource, embed: Embed) -> None:
    zones = "Zone | Towns | Minimum order\nA | Vik | £40\nB | Northam, Holm | £75\nC | Southam, Quay | £120\n"
    told = answer("minimum order in Southam", [make_source(1, "Delivery", zones)], embed)
    assert "£120" in told
    assert "£40" not in told


def test_per_week_is_the_column_of_that(make_source: MakeSource, embed: Embed) -> None:
    content = (
        "House | Flats charged | Cost 2031 (£) | Per flat per week (£)\n"
        "Ivy House | 64 | 87,692 | 26.35\nElm Court | 31 | 62,868 | 39.00\nOak Row | 76 | 124,488 | 31.50\n"
    )
    question = "Which house has the highest service charge per week?"
    told = answer_by_quoting(question, rule_plan(question), [make_source(1, "Service charges", content)], embed).answer
    assert told.startswith("Service charges: House Elm Court ") or told.startswith("Service charges: Elm Court ")
    assert "Oak Row" not in told


def test_a_table_of_what_is_asked_for_goes_before_documents_that_speak_of_some(
    make_source: MakeSource, embed: Embed
) -> None:
    content = (
        "Quarter | Complaints 2031\nApril to June | 18\nJuly to September | 20\n"
        "October to December | 29\nJanuary to March | 21\n"
    )
    sources = [
        make_source(1, "Minutes", "Ada Holm reported 29 complaints. They are answered within 10 working days."),
        make_source(2, "Annual report", content, section_path=["When"]),
        make_source(3, "Handbook", "We acknowledge most complaints within 5 working days of the quarter."),
    ]
    question = "Which quarter had the most complaints?"
    told = answer_by_quoting(question, rule_plan(question), sources, embed).answer
    assert told.splitlines()[0].endswith("October to December: 29 (Complaints 2031) [2]")


CALLS = (
    "No. | Called at | Place | Called by | Members | Hours | Outcome | Controller | Vehicles | Weather\n"
    + "\n".join(
        f"31/{place:02} | 1{place}:20 | Vik | Police | {members} | {hours} | well | Pugh | GV1 | rain"
        for place, (members, hours) in enumerate([(11, 3), (22, 21.5), (9, 5)], start=1)
    )
)
TOOLS = (
    "Tool | Built | Shots to date | Service every (shots)\n"
    "T-088 | 2009 | 688400 | 40000\nT-097 | 2013 | 541200 | 90000\nT-101 | 2015 | 297300 | 80000"
)


@pytest.mark.parametrize(
    ("question", "content", "told"),
    [
        ("What was the longest call?", CALLS, "31/02 –"),
        ("Which tool has made the most shots?", TOOLS, "Tool T-088 –"),
        ("What is the largest single number of shots to date?", TOOLS, "Tool T-088 –"),
    ],
)
def test_the_column_may_be_called_otherwise_than_what_is_asked(
    make_source: MakeSource, embed: Embed, question: str, content: str, told: str
) -> None:
    assert told in answer(question, [make_source(1, "Register", content)], embed).splitlines()[0]


def test_the_column_that_rows_are_ordered_by_is_shown(make_source: MakeSource, embed: Embed) -> None:
    assert "Hours: 21.5" in answer("What was the longest call?", [make_source(1, "Register", CALLS)], embed)


def test_behind_codes_a_list_is_of_what_heads_the_cell_beside_them(make_source: MakeSource, embed: Embed) -> None:
    projects = (
        "Code | Project | Client | Budget (EUR)\nP-04 | Harbour survey | Vik | 38500\n"
        "P-07 | Tide gauges | Halm | 46000\n"
        "P-09 | New quay wall | Vik | 118500\nP-11 | Lamps | Ommer | 41800\n"
    )
    spent = "Of the budget of EUR 120 million of the project, EUR 97 million was spent."
    sources = [make_source(1, "Report on a project", spent), make_source(2, "Project list", projects)]
    said = answer("which project has the biggest budget", sources, embed)
    assert "New quay wall" in said
    assert "Tide gauges" not in said
