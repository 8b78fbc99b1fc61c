"""What changed in a contract is told by its amendments, and each changes only the clauses that it names."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

CONTRACT = "Mooring Agreement"
FEES = "The quarterly fee is EUR 900.\nInvoices are payable within 30 days of receipt."
NOTICE = "Either party may terminate with two months' written notice."
FIRST = "1. In clause 2 the quarterly fee of EUR 900 is replaced by EUR 960."
LAMPS = "2. Lamps are checked four times a year in place of two."
LONGER = "1. In clause 3 the period of two months is replaced by four months."
SOONER = "2. In clause 2 invoices are payable within 14 days of receipt."
OPENING = (
    "This {title} is made on {day} between Oster Pier GmbH and Skarv AB and amends the Mooring Agreement, as amended."
)
DATES = {"d1": "2031-02-03", "d2": "2031-02-03", "d3": "2031-06-12", "d4": "2031-11-20"}


def amendment(number: int, day: str, *changes: str) -> tuple[str, str]:
    title = f"Amendment No. {number} to the {CONTRACT}"
    return title, "\n".join([OPENING.format(title=f"Amendment No. {number}", day=day), *changes])


@pytest.fixture
def sources(make_source: MakeSource) -> list[Source]:
    first = amendment(1, "12 June 2031", FIRST, LAMPS)
    second = amendment(2, "20 November 2031", LONGER, SOONER)
    return [
        make_source(1, CONTRACT, FEES, section_path=["2. Fees"]),
        make_source(2, CONTRACT, NOTICE, section_path=["3. Term"], document_id="d1"),
        make_source(3, *second, section_path=[second[0]], document_id="d4"),
        make_source(4, *first, section_path=[first[0]], document_id="d3"),
    ]


def lines_of(question: str, sources: list[Source], embed: Embed) -> list[str]:
    return answer_by_quoting(question, rule_plan(question), sources, embed, known=Known(dates=DATES)).lines


@pytest.mark.parametrize(
    "question",
    ["What changed in the mooring contract?", "What has been changed in the agreement between Oster Pier and Skarv?"],
)
def test_all_that_amendments_change_is_told_in_order(sources: list[Source], embed: Embed, question: str) -> None:
    told = [line.partition(": ")[2] for line in lines_of(question, sources, embed)]
    assert told == [f"{FIRST} [4]", f"{LAMPS} [4]", f"{LONGER} [3]", f"{SOONER} [3]"]


def test_the_day_from_which_it_is_in_force_is_no_thing_that_changed(make_source: MakeSource, embed: Embed) -> None:
    title = "Repairs Policy - Amendment No. 1"
    opening = make_source(1, title, "Takes effect: 1 October 2024", document_id="d1", section_path=[title])
    texts = [("Section 4", 'For "7 days" read "5 days".'), ("Section 6", 'For "10%" read "15%".')]
    changes = [
        make_source(place, title, text, document_id="d1", section_path=[title, heading])
        for place, (heading, text) in enumerate(texts, start=2)
    ]
    told = answer("What changed in the repairs policy on 1 October 2024?", [opening, *changes], embed)
    assert "5 days" in told
    assert "15%" in told


def test_where_one_thing_is_asked_for_only_what_changed_in_it_is_told(sources: list[Source], embed: Embed) -> None:
    told = [
        line.partition(": ")[2] for line in lines_of("What changed in the fee of the mooring contract?", sources, embed)
    ]
    assert told == [f"{FIRST} [4]"]


def test_what_an_amendment_says_of_its_clause_changes_it_without_saying_so(sources: list[Source], embed: Embed) -> None:
    assert lines_of("Within how many days are invoices payable?", sources, embed) == [
        "Invoices are payable within 30 days of receipt. [1]",
        f"Changed by Amendment No. 2 to the Mooring Agreement: {SOONER} [3]",
    ]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Since when is the quarterly fee of the mooring contract EUR 960?", FIRST),
        ("What is the quarterly fee for mooring by clause 2?", FIRST),
    ],
)
def test_no_amendment_of_another_clause_changes_one(
    sources: list[Source], embed: Embed, question: str, wanted: str
) -> None:
    told = "\n".join(lines_of(question, sources, embed))
    assert wanted in told
    assert LONGER not in told
    assert SOONER not in told


def test_that_a_contract_is_amended_changes_no_statement_of_it(
    sources: list[Source], make_source: MakeSource, embed: Embed
) -> None:
    made = "This Agreement is made on 3 February 2031 between Oster Pier GmbH and Skarv AB."
    opened = [make_source(1, CONTRACT, made), *sources[2:]]
    assert "Changed by" not in "\n".join(lines_of("When was the mooring agreement made?", opened, embed))


def test_of_several_changes_those_that_say_most_of_what_is_asked(make_source: MakeSource, embed: Embed) -> None:
    title = "Adoption Policy: Amendment No. 1"
    seen, longer = (
        "New paragraph 7.5: an animal that comes back is seen by a vet.",
        "The period is extended to seven days.",
    )
    sources = [
        make_source(1, title, seen, section_path=[title, "D. Returns"]),
        make_source(2, title, longer, section_path=[title, "C. Reservation"], document_id="d1"),
    ]
    told = "\n".join(lines_of("What changed about the reservation period for animals?", sources, embed))
    assert longer in told
    assert seen not in told


HANDBOOK = "2.3 Up to 5 days may be carried over. They must be taken by 31 March, otherwise they lapse."
NEW = "New: Up to 8 days may be carried over. They must be taken by 30 April."
UNCHANGED = "Section 2.3 is unchanged: what is carried over lapses on 30 April."


@pytest.mark.parametrize(
    ("heading", "text", "is_changed"),
    [
        ("Section 2.3 – Carrying over", NEW, True),
        ("Section 2.4 – Carrying over", NEW, False),
        ("Section 2.3 – Carrying over", UNCHANGED, False),
    ],
)
def test_a_clause_reads_from_now_on_as_below_its_heading(
    make_source: MakeSource, embed: Embed, heading: str, text: str, is_changed: bool
) -> None:
    sources = [
        make_source(1, "Staff Handbook", HANDBOOK, section_path=["2 Leave"]),
        make_source(2, "Amendment 1 to the Staff Handbook", text, section_path=["Amendment 1", heading]),
    ]
    told = lines_of("How many days may be carried over?", sources, embed)
    assert any(line.startswith(HANDBOOK) for line in told)
    changed = f"Changed by Amendment 1 to the Staff Handbook: {text}"
    assert any(line.startswith(changed) for line in told) == is_changed


CHANGES = (
    "Clause | Until now | From 1 September 2025\n2.3 Carrying over | 5 days | 8 days\n2.4 Closing | 3 days | 4 days\n"
)


def test_a_table_may_set_what_was_beside_what_is(make_source: MakeSource, embed: Embed) -> None:
    title = "Amendment 1 to the Staff Handbook"
    sources = [
        make_source(1, "Staff Handbook", HANDBOOK, section_path=["2 Leave"]),
        make_source(2, title, CHANGES, section_path=["Amendment 1", "Changes"]),
    ]
    told = lines_of("How many days may be carried over?", sources, embed)
    assert any(line.startswith(f"Changed by {title}: 2.3 Carrying over") and "8 days" in line for line in told)
    assert not any("4 days" in line for line in told)
    told = lines_of("What changed in the staff handbook?", sources, embed)
    assert any("8 days" in line for line in told)
    assert any("4 days" in line for line in told)


def test_of_a_section_that_is_called_what_is_asked_all_sentences_are_told(
    make_source: MakeSource, embed: Embed
) -> None:
    title = "Amendment A1 to the Fuel Card Policy"
    text = "Paper receipts are no longer collected. The driver photographs the receipt. Keep the paper for one week."
    told = "\n".join(
        lines_of(
            "What changed for fuel receipts?", [make_source(1, title, text, section_path=[title, "2. Receipts"])], embed
        )
    )
    assert "no longer collected" in told
    assert "for one week" in told


ORDERS = "Standing Orders"
SHEET = f"Amendment No. 3 to the {ORDERS}"


def sheet(make_source: MakeSource, *sections: tuple[str, str]) -> list[Source]:
    return [
        make_source(place, SHEET, f"{heading}\n\n{text}", document_id="d9", section_path=[SHEET, heading])
        for place, (heading, text) in enumerate(sections, start=1)
    ]


def test_a_section_whose_heading_says_that_its_clause_changes_is_told_by_its_first_sentence(
    make_source: MakeSource, embed: Embed
) -> None:
    sections = sheet(
        make_source,
        ("A. Order 2.3 (crews) is replaced", "2.3 No boat leaves with fewer than three on board."),
        ("B. New Order 4.6 (time afloat)", "4.6 Nobody stays out for more than ten hours."),
        ("C. Circulation", "All members have a copy."),
    )
    told = lines_of("What did amendment 3 change?", sections, embed)
    assert [line.partition(": ")[2] for line in told] == [
        "A. Order 2.3 (crews) is replaced: 2.3 No boat leaves with fewer than three on board. [1]",
        "B. New Order 4.6 (time afloat): 4.6 Nobody stays out for more than ten hours. [2]",
    ]


def test_who_asks_why_is_told_the_reason_of_each_change(make_source: MakeSource, embed: Embed) -> None:
    text = '"every two years" becomes "every three years".\n\nWhy: the insurer accepts three years.'
    told = lines_of("What did amendment 3 change, and why?", sheet(make_source, ("B. Order 3.1", text)), embed)
    assert [line.partition("3 to the Standing Orders: ")[2] for line in told] == [
        'B. Order 3.1: "every two years" becomes "every three years". [1]',
        "Why: the insurer accepts three years. [1]",
    ]


NOTICE_OF_CHANGE = (
    "Change notice to Quality Manual\n\n1. Section 5.1 - Records\n   Old: 10 years from shipment.\n"
    "   New: 15 years from shipment.\n\n2. Section 10 - Calibration\n   Callipers: old 12 months, new 6 months.\n"
    "   Reason: four of them were worn.\n"
)
MANUAL = "5.1 Production records are kept for 10 years from shipment.\n5.2 Paper records are scanned within a month."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "How long do we have to keep production records?",
            [
                "5.1 Production records are kept for 10 years from shipment. [1]",
                "Changed by Change notice to Quality Manual: New: 15 years from shipment. [2]",
            ],
        ),
        (
            "What changed for callipers and why?",
            [
                "- Change notice to Quality Manual: Callipers: old 12 months, new 6 months. [2]",
                "- Change notice to Quality Manual: Reason: four of them were worn. [2]",
            ],
        ),
        (
            "What did the change notice change?",
            [
                "- Change notice to Quality Manual: 1. Section 5.1 - Records Old: 10 years from shipment. "
                "New: 15 years from shipment. [2]",
                "- Change notice to Quality Manual: Callipers: old 12 months, new 6 months. [2]",
            ],
        ),
    ],
)
def test_a_line_may_say_which_clause_is_changed_below_it(
    make_source: MakeSource, embed: Embed, question: str, told: list[str]
) -> None:
    sources = [
        make_source(1, "Quality Manual", MANUAL, section_path=["5 Records"]),
        make_source(2, "Change notice to Quality Manual", NOTICE_OF_CHANGE),
    ]
    assert lines_of(question, sources, embed) == told


RULES = "First Amendment to the User Regulations"


def test_minutes_that_speak_of_an_amendment_are_none_where_there_is_one(make_source: MakeSource, embed: Embed) -> None:
    loans = '§ 3 (1) is replaced by: "Adults may have up to 20 items on loan."'
    talk = "Cllr Holm asked whether the charges should be abolished too. They are now £9,610."
    sources = [
        make_source(1, RULES, "In force from 1 May 2031.", document_id="d1", section_path=[RULES]),
        make_source(2, RULES, f"Article 1 – Loans\n{loans}", document_id="d1", section_path=["Article 1 – Loans"]),
        make_source(3, "Minutes", talk, section_path=["3. Amendment of the user regulations"]),
    ]
    told = lines_of("What changed in the user regulations in May 2031?", sources, embed)
    assert told == [f"- {RULES}: {loans} [2]"]


def test_what_stands_behind_the_first_sentence_of_a_clause_is_of_it(make_source: MakeSource, embed: Embed) -> None:
    title = "Amendment No. 1 to the Terms of Hire"
    rows = "Clause | Subject | Until 30 September 2031 | From 1 October 2031\n7.3 | Missing fuel | £2.10 | £2.45\n"
    terms = "7.3 Machines go out with a full tank and come back with one. Missing fuel is charged at £2.10 per litre."
    sources = [
        make_source(1, "Terms of Hire", terms, section_path=["7. Duties"]),
        make_source(2, title, rows, section_path=[title]),
    ]
    told = lines_of("What is the charge per litre for missing fuel?", sources, embed)
    assert told[0].endswith("Missing fuel is charged at £2.10 per litre. [1]")
    assert "£2.45" in told[1]


def test_clauses_that_change_are_told_beside_the_rows_of_one(make_source: MakeSource, embed: Embed) -> None:
    title = f"Amendment No. 1 to the {CONTRACT}"
    rates = (
        "The table in clause 6 is replaced.\n\nBerth | Old rate | New rate\nNorth | 960 | 1,000\nSouth | 590 | 615\n"
    )
    sections = {
        title: "The parties wish to go on, and the insurance was talked over again in May.",
        "A. Term": 'In clause 3 "two months" is replaced by "four months".',
        "D. Rates": rates,
    }
    sources = [
        make_source(number, title, text, section_path=[title, heading], document_id="d2")
        for number, (heading, text) in enumerate(sections.items(), start=1)
    ]
    said = answer("What changes with amendment no. 1?", sources, embed)
    assert '"two months" is replaced by "four months"' in said
    assert "North – Old rate: 960, New rate: 1,000" in said
    assert "insurance" not in said
