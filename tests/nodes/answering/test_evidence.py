from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.composing import readable
from nodes.answering.evidence import Evidence, evidence_of
from nodes.answering.table_rows import row_spans, years_in
from nodes.answering.term_weights import term_weights
from nodes.answering.variants import with_variants
from nodes.domain.chat import Source
from nodes.domain.lookups import DocumentFrequencies
from nodes.language.asked_terms import asked_terms
from nodes.language.numbers import numbers_in
from nodes.language.terms import analyse

MakeSource = Callable[..., Source]

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
    assert all(row.header == () and not row.is_heading for row in rows(source))


def test_a_list_is_quoted_item_by_item_and_in_one_piece(make_source: MakeSource) -> None:
    content = "Locking\n1. Stop the rotor.\n2. Set the brake.\n3. Take the key.\nThen rest."
    texts = [piece.text for piece in evidence_of([make_source(1, "Handbook", content)])]
    assert "1. Stop the rotor.\n2. Set the brake.\n3. Take the key." in texts
    assert "2. Set the brake." in texts


def test_lines_of_keys_and_values_are_apart(make_source: MakeSource) -> None:
    texts = [piece.text for piece in evidence_of([make_source(1, "Sheet", "Capacity: 4 MWh\nMaker: Quillfen\n")])]
    assert texts == ["Capacity: 4 MWh", "Maker: Quillfen"]


def test_a_wrapped_sentence_stays_whole_and_a_heading_is_known(make_source: MakeSource) -> None:
    content = "Results\n\nThe coating lost a third of its weight\nwithin the first winter.\n"
    heading, sentence = evidence_of([make_source(1, "Paper", content)])
    assert heading.is_heading
    assert sentence.text == "The coating lost a third of its weight\nwithin the first winter."
    assert sentence.is_first


@pytest.mark.parametrize(
    "content",
    [
        "The trial was paid for by the Province of\nDrenthe. We thank all who\ntook part in it and\nhelped.",
        "Press once to begin. To lock the buttons that start a wash, hold Spin and\nDelay together for a while.",
    ],
)
def test_a_name_at_the_beginning_of_a_line_begins_no_sentence(make_source: MakeSource, content: str) -> None:
    texts = [piece.text for piece in evidence_of([make_source(1, "Paper", content)])]
    assert not any(text.startswith(("Drenthe", "Delay")) for text in texts)


def test_a_sentence_about_him_leans_on_the_one_that_names_him(make_source: MakeSource) -> None:
    content = (
        "Corin Ashgrove keeps the books. He was born in Tressing. He teaches mathematics.\n\nHe is not named here.\n"
    )
    named, born, teaches, unnamed = evidence_of([make_source(1, "People", content)])
    assert (named.leans_on, unnamed.leans_on) == ("", "")
    assert born.leans_on == teaches.leans_on == named.text


def test_a_numbered_heading_is_one_piece_with_its_number(make_source: MakeSource) -> None:
    source = {**make_source(1, "Minutes", "## 2. Generation in 2023\n\nThe net generation was 9,310 MWh.\n")}
    source["section_path"] = ["Minutes", "2. Generation in 2023"]
    heading, sentence = evidence_of([source])  # type: ignore[list-item]  # a source, changed
    assert (heading.text, heading.is_heading, sentence.is_heading) == ("2. Generation in 2023", True, False)


def test_lines_that_end_in_numbers_are_no_heading(make_source: MakeSource) -> None:
    rows = "M3 Alpha, content complete 29 August 2025 € 730,000\nM4 Beta 16 January 2026 € 540,000"
    source = make_source(1, "Contract", f"Milestones\n\n{rows}\n\nAll is paid.\n")
    found = {piece.text: piece.is_heading for piece in evidence_of([source])}
    assert found == {
        "Milestones": True,
        rows: False,
        "All is paid.": False,
    }


def test_what_nothing_follows_is_no_heading(make_source: MakeSource) -> None:
    content = "Next meeting\n\n20 March 2024 at 18:00.\n\nRecorded by Corin Ashgrove\n"
    found = {piece.text: piece.is_heading for piece in evidence_of([make_source(1, "Minutes", content)])}
    assert found == {"Next meeting": True, "20 March 2024 at 18:00.": False, "Recorded by Corin Ashgrove": False}


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


def test_the_number_of_an_item_is_no_evidence(make_source: MakeSource) -> None:
    content = "They met in May.\n\nItem 7.\n\nThe committee approved the budget.\n\nUnit 7 failed.\n"
    found = {piece.text: piece.is_heading for piece in evidence_of([make_source(1, "Report", content)])}
    assert found["Item 7."]
    assert not found["Unit 7 failed."]


def test_what_leads_nowhere_is_no_evidence_and_a_fence_is_no_part_of_it(make_source: MakeSource) -> None:
    content = "E.g.:\n\n```ini\n[Match]\nName=en*\n```\n\nFor example: the sea rose.\n"
    found = {piece.text: piece.is_heading for piece in evidence_of([make_source(1, "Network", content)])}
    assert found["E.g.:"]
    assert not found["For example: the sea rose."]
    assert not any(text.startswith("```ini") for text in found)


def test_years_in_the_columns_of_a_grid_are_evidence(make_source: MakeSource) -> None:
    [head, petrel] = rows(make_source(1, "Report", "Turbine | Inspected | Built\nPetrel | 2017 | 2016\n"))
    assert (head.is_heading, petrel.is_heading) == (True, False)


def test_numbers_have_one_spelling() -> None:
    assert numbers_in("1,200.50 and 3.0 and 7.") == {"1200.5", "3", "7"}


def test_rare_terms_weigh_more(make_source: MakeSource) -> None:
    frequencies = DocumentFrequencies(100, {"common": 90, "rare": 1})
    weights = term_weights(["common", "rare", "absent"], [make_source(1, "A", "b")], frequencies)
    assert weights["absent"] > weights["rare"] > weights["common"] > 0


@given(content=st.text(alphabet="ab A1.,:|\n-$()%", max_size=160))
@settings(max_examples=80, deadline=None)
def test_every_piece_stands_verbatim_in_its_source(make_source: MakeSource, content: str) -> None:
    for piece in evidence_of([make_source(1, "T", content)]):
        assert content[piece.start : piece.end] == piece.text
        assert piece.text
    assert all(0 <= start <= end <= len(content) for start, end in row_spans(content))


@pytest.mark.parametrize(
    "heading",
    ["BUGS", "Known bugs\n----------", "## Known bugs", "4.1 Known bugs of a valve that\n     was never opened"],
)
def test_a_heading_on_the_line_above_is_no_part_of_a_sentence(make_source: MakeSource, heading: str) -> None:
    title = heading.split("\n--", maxsplit=1)[0].lstrip("# ")
    path = ["Valves", " ".join(title.split())]
    content = f"{heading}\n       valves leak in winter, and in other seasons too.\n       They are mended in spring."
    above, *sentences = evidence_of([make_source(1, "Valves", content, section_path=path)])
    assert above.is_heading
    assert [each.text.split()[0] for each in sentences] == ["valves", "They"]
    assert sentences[0].is_first


def test_a_row_that_ends_in_empty_cells_keeps_its_columns(make_source: MakeSource) -> None:
    grid = (
        "Approved on | 2023-11-28\nCost centre | Q1 | Q2 | Q3 | Q4 | Year\nEnergy | 5400 | 3600 | 2900 | 5100\nTotal\n"
    )
    (energy,) = [row for row in rows(make_source(1, "Budget", grid)) if row.label == "Energy"]
    assert energy.header == ("Q1", "Q2", "Q3", "Q4")


def test_a_sentence_goes_on_in_parentheses_and_behind_an_arrow(make_source: Callable[..., Source]) -> None:
    text = "Claim of 13.05. (dentist, 214 euros) submitted 21.05. → refunded on 7 June. (See below.)"
    found = [piece.text for piece in evidence_of([make_source(1, "Notes", text)])]
    assert found == ["Claim of 13.05. (dentist, 214 euros) submitted 21.05. → refunded on 7 June.", "(See below.)"]


def test_a_row_of_a_grid_says_what_its_columns_are_called(make_source: Callable[..., Source]) -> None:
    table = "Name | Extension\nPello Haddigan | 134\nInes Corvane | 120\n"
    rows = [piece for piece in evidence_of([make_source(1, "Guide", table)]) if piece.header]
    assert [piece.label for piece in rows] == ["Pello Haddigan", "Ines Corvane"]
    assert all(set(analyse("extension")) <= piece.terms for piece in rows)


@pytest.mark.parametrize(
    "lines",
    [
        ["[09:04] mara: the pump tripped again at 4:12", "[09:05] jonas: same error as last week", "[09:06] mara: yes"],
        [
            "2024-05-04 08:00 INFO started",
            "2024-05-04 08:01 ERROR disk full on node 3",
            "2024-05-04 08:02 INFO stopped",
        ],
        ["2024-01-01T00:33:18 INFO request 19998 took 16 ms", "2024-01-02T01:00:00Z ERROR disk sdq9 failed at node 3"],
        ["2024/01/01 00:33:18 request done", "2024/01/01 00:33:19 disk failed", "2024/01/01 00:33:20 request done"],
        ["Mar  3 06:25:41 heron sshd[411]: session opened", "Mar 13 06:25:43 heron sshd[411]: session closed"],
        ["ERROR: disk sdq9 failed", "[WARN] fan 2 is slow", "INFO  request 12 took 4 ms"],
        [
            '10.0.0.7 - - [10/Oct/2030:13:55:36 +0000] "GET /a" 200',
            '10.0.0.8 - - [10/Oct/2030:13:55:37 +0000] "GET /b" 404',
        ],
        ["14:00 doors open to all", "15:30 talk on the old harbour", "17:00 supper"],
    ],
)
def test_lines_of_a_log_are_pieces_of_their_own(make_source: MakeSource, lines: list[str]) -> None:
    pieces = evidence_of([make_source(1, "Log", "\n".join(lines))])
    assert [piece.text for piece in pieces] == lines
    assert not any(piece.is_heading for piece in pieces)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Intro is here.\n\n```python\nbucket = 12\n```\n", ["Intro is here.", "bucket = 12"]),
        ("```\nreturn bucket\n```\nBecause it is full.", ["return bucket", "Because it is full."]),
        ("How is it started?\n\n```\nsheaf serve\n```", ["How is it started?\n\n```\nsheaf serve"]),
    ],
)
def test_the_fence_that_ends_a_block_of_code_is_no_part_of_it(
    make_source: MakeSource, text: str, pieces: list[str]
) -> None:
    found = evidence_of([make_source(1, "Limiter", text)])
    assert [piece.text for piece in found] == pieces
    assert not any("```" in readable(piece) for piece in found)


def test_a_time_at_the_start_of_one_wrapped_line_divides_nothing(make_source: MakeSource) -> None:
    text = "The ferry leaves the harbour of Ommer for the islands at\n12:30 and comes back in the evening of that day."
    assert [piece.text for piece in evidence_of([make_source(1, "Ferry", text)])] == [text]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (
            "**How do I book?**\nRing the porter.\nThe hall is large.",
            ["**How do I book?**\nRing the porter.", "The hall is large."],
        ),
        (
            "Is there a kitchen?\nYes. It has two ovens. It is warm.",
            ["Is there a kitchen?\nYes. It has two ovens.", "It is warm."],
        ),
        (
            "We open in May. Could you keep the toilets usable? We also rent the yard.",
            ["We open in May.", "Could you keep the toilets usable?", "We also rent the yard."],
        ),
    ],
)
def test_a_question_that_begins_a_line_goes_with_its_answer(
    make_source: MakeSource, text: str, pieces: list[str]
) -> None:
    assert [piece.text for piece in evidence_of([make_source(1, "Questions", text)])] == pieces


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
    ],
)
def test_years_in_dates_and_not_in_identifiers(text: str, years: set[str]) -> None:
    assert years_in(text) == years


def test_a_noun_is_found_in_the_adjective_made_of_it(make_source: MakeSource) -> None:
    held = evidence_of([make_source(1, "Contract", "The probationary period lasts six months.")])
    (piece,) = with_variants(held, asked_terms("What is the pay after probation?"))
    assert "probat" in piece.terms


@pytest.mark.parametrize("held", ["payment", "pay"])
def test_what_is_made_of_a_verb_is_another_form_of_it(make_source: MakeSource, held: str) -> None:
    (piece,) = with_variants(evidence_of([make_source(1, "Invoice", f"The {held} is due in May.")]), ["paid"])
    assert "paid" in piece.terms


def test_what_somebody_is_is_made_of_who_it_is(make_source: MakeSource) -> None:
    (piece,) = with_variants(evidence_of([make_source(1, "Life", "He turned down a knighthood.")]), ["knight"])
    assert "knight" in piece.terms


def test_short_lines_without_marks_are_a_list(make_source: MakeSource) -> None:
    lines = ["2.4 kg rye flour", "1.8 l water, 30 C", "600 g sourdough", "48 g salt"]
    pieces = evidence_of([make_source(1, "Rye loaf", "\n".join([*lines, "", "Mix for 8 minutes."]))])
    assert [piece.text for piece in pieces] == [*lines, "Mix for 8 minutes."]
    assert not any(piece.is_heading for piece in pieces)


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


def test_a_line_that_ends_in_an_amount_of_money_is_no_heading(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Claim", "Claim\n\nTotal 4,560.50 EUR\n\nIt is paid within ten days.")])
    assert [piece.text for piece in pieces if not piece.is_heading] == [
        "Total 4,560.50 EUR",
        "It is paid within ten days.",
    ]


def test_what_is_in_ence_is_held_by_who_asks_for_what_is_in_ent(make_source: MakeSource) -> None:
    (piece,) = with_variants(evidence_of([make_source(1, "Leaflet", "Not in pregnancy.")]), ["pregnant", "consent"])
    assert "pregnant" in piece.terms
    assert "consent" not in piece.terms


@pytest.mark.parametrize(
    ("term", "text"), [("eight", "The loss was 7.8 % after 8 months."), ("8", "It took eight months.")]
)
def test_a_number_is_said_in_words_or_in_figures(make_source: MakeSource, term: str, text: str) -> None:
    [piece] = with_variants(evidence_of([make_source(1, "Blades", text)]), [term])
    assert term in piece.terms


def test_a_number_inside_a_line_opens_no_clause(make_source: MakeSource) -> None:
    source = make_source(1, "Trial", "Results. 79 gulls completed the trial. They slept 23 minutes longer.")
    assert [piece.text for piece in evidence_of([source])][1:] == [
        "79 gulls completed the trial.",
        "They slept 23 minutes longer.",
    ]


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
