"""The most and the least of what several documents say, told one of each, in order."""

from __future__ import annotations

import pytest

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed
from nodes.answering.several.ranked_documents import with_documents_in_order
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer, sources_of

FERRIES = (
    ("Offer: Arden Ferries", "The crossing takes 90 minutes. The guarantee is ten years. We begin on 1 August 2025."),
    ("Offer: Belmont Lines", "The crossing takes two hours. The guarantee is 18 months. We begin on 15 July 2025."),
    (
        "Offer: Corvo Boats",
        "The crossing takes 45 minutes. The guarantee is fifteen years. We begin on 1 September 2025.",
    ),
)
PRICES = (
    ("Offer: Arden Ferries", "item | price (EUR)\nhull | 21,600\npaint | 2,150\ntotal | 23,750"),
    ("Offer: Belmont Lines", "item | price (EUR)\nhull | 16,800\npaint | 4,980\ntotal | 21,780"),
    ("Offer: Corvo Boats", "item | price (EUR)\nhull | 22,900\npaint | 900\ntotal | 23,800"),
)
DISKS = (
    ("Offer: Arden", "The disk R-700 has a capacity of 900 GB. The guarantee is two nights."),
    ("Offer: Belmont", "The disk R-2 has a capacity of 2 TB. The guarantee is one full week."),
    ("Offer: Corvo", "The disk R-1 has a capacity of 0.5 TB. The guarantee is 3 days."),
)
QUARTERS = tuple(
    (f"Quarterly report Q{number} 2025", f"We sold {sold:,} bicycles. The result was {result} million euros.")
    for number, sold, result in ((1, 5300, "0.31"), (2, 7150, "0.52"), (3, 6020, "-0.14"))
)


@pytest.mark.parametrize(
    ("question", "texts", "told"),
    [
        ("Which firm gives the longest guarantee?", FERRIES, ["fifteen years", "ten years", "18 months"]),
        ("Which firm gives the shortest guarantee?", FERRIES, ["18 months", "ten years", "fifteen years"]),
        ("Who takes the longest for the crossing?", FERRIES, ["two hours", "90 minutes", "45 minutes"]),
        ("Who can begin first?", FERRIES, ["15 July", "1 August", "1 September"]),
        ("Who will begin last?", FERRIES, ["1 September", "1 August", "15 July"]),
        ("Which offer is the cheapest?", PRICES, ["21,780", "23,750", "23,800"]),
        ("Which offer is cheaper?", PRICES, ["21,780", "23,750", "23,800"]),
        ("Which firm gives the longer guarantee?", FERRIES, ["fifteen years", "ten years", "18 months"]),
        ("Which ferry crosses faster?", FERRIES, ["45 minutes", "90 minutes", "two hours"]),
        ("Which offer is the most expensive?", PRICES, ["23,800", "23,750", "21,780"]),
        ("Which offer is the highest?", PRICES, ["23,800", "23,750", "21,780"]),
        ("Which disk has the largest capacity?", DISKS, ["2 TB", "900 GB", "0.5 TB"]),
        ("Which firm gives the longest guarantee?", DISKS, ["one full week", "3 days", "two nights"]),
        ("In which quarter were the most bicycles sold?", QUARTERS, ["7,150", "6,020", "5,300"]),
        ("Which quarter had the lowest result?", QUARTERS, ["-0.14", "0.31", "0.52"]),
    ],
)
def test_each_document_tells_its_own_in_the_order_that_is_asked_for(
    make_source: MakeSource, embed: Embed, question: str, texts: tuple[tuple[str, str], ...], told: list[str]
) -> None:
    lines = answer(question, sources_of(make_source, texts), embed).split("\n")
    assert len(lines) == len(told)
    assert all(value in line for value, line in zip(told, lines, strict=True))
    assert all(line.startswith(("- Offer: ", "- Quarterly report ")) for line in lines), "each is told with its title"


def test_one_document_has_no_order_of_documents(make_source: MakeSource, embed: Embed) -> None:
    sources = sources_of(make_source, FERRIES[:1])
    assert not answer("Which firm gives the longest guarantee?", sources, embed).startswith("- ")


def test_amounts_in_other_units_are_not_held_against_each_other(make_source: MakeSource, embed: Embed) -> None:
    texts = (
        ("Pump", "The warranty covers 40 parts."),
        *((f"Boiler {n}", f"The warranty is {n} years.") for n in (2, 5)),
    )
    lines = answer("Which warranty is the longest?", sources_of(make_source, texts), embed).split("\n")
    assert ["5 years" in line or "2 years" in line for line in lines] == [True, True]


def test_the_amount_that_is_meant_stands_beside_what_is_asked(make_source: MakeSource, embed: Embed) -> None:
    texts = (
        ("Offer: Arden", "The work takes one week, and the warranty is one year."),
        ("Offer: Belmont", "The work takes nine weeks, and the warranty is 18 months."),
    )
    lines = answer("Which firm gives the longest warranty?", sources_of(make_source, texts), embed).split("\n")
    assert ["18 months" in lines[0], "one year" in lines[1]] == [True, True]


@pytest.mark.parametrize(
    "question", ["What do most ferries say about the guarantee?", "How long does the guarantee last?"]
)
def test_words_that_are_most_and_last_by_spelling_ask_for_no_order(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    sources = sources_of(make_source, FERRIES)
    facts = read_question(question, rule_plan(question), sources, None)
    chosen = [Weighed(piece, 0.5) for piece in evidence_of(sources) if "guarantee" in piece.text][:1]
    weighed = [Weighed(piece, 0.5) for piece in evidence_of(sources)]
    assert with_documents_in_order(chosen, Material(facts, sources, weighed=weighed)) == chosen


def test_a_document_may_be_called_so_by_its_file_alone(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Arden", "Arden\nWe thank you.\nTotal: EUR 950", file_name="offer-arden.pdf"),
        make_source(2, "Belmont", "Belmont\nWe thank you.\nTotal: EUR 870", file_name="offer-belmont.pdf"),
        make_source(3, "Offers", "An offer is cheaper where two firms compete."),
    ]
    lines = answer("Which offer is cheaper?", sources, embed).split("\n")
    assert ["870" in lines[0], "950" in lines[1]] == [True, True]


def test_a_mail_about_one_of_them_does_not_stand_for_all(make_source: MakeSource, embed: Embed) -> None:
    mail = ("Overdue invoice", "Our invoice of 17 January is still open.\n\nPlease let us know.")
    bills = tuple((f"Invoice {number}", f"item | price\nhull | 900\ntotal | {number}00") for number in (31, 47, 22))
    for texts in ((mail, *bills), (*bills, mail)):
        told = answer("Which invoice is the highest?", sources_of(make_source, texts), embed)
        assert [line.split("total")[0] for line in told.splitlines()] == [
            f"- Invoice {number}: " for number in (47, 31, 22)
        ]


PAINTERS = (
    ("Quote of Arden", "Painting of the hall\n\nitem | price (EUR)\nwalls | 1,600\ndoors | 150\ntotal | 1,750"),
    ("Quote of Belmont", "Walls and doors\n\nitem | price (EUR)\nwalls | 1,300\ndoors | 280\ntotal | 1,580"),
    ("Minutes of 3 May 2031", "A painter was asked. Belmont is cheaper before tax."),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which painter is cheaper?", ["1,580", "1,750"]),
        ("Which painter is the most expensive?", ["1,750", "1,580"]),
        # No offer is of ferries.
        ("Which ferry is cheaper?", []),
    ],
)
def test_offers_are_of_those_whose_work_one_of_them_names(
    make_source: MakeSource, embed: Embed, question: str, told: list[str]
) -> None:
    said = answer(question, sources_of(make_source, PAINTERS), embed)
    assert [price for line in said.split("\n") for price in ("1,750", "1,580") if price in line] == told


@pytest.mark.parametrize(
    ("question", "first"),
    [("Which month had the most visitors?", "March"), ("In which month did we have the fewest visitors?", "February")],
)
def test_reports_that_are_called_by_their_month_tell_which_had_the_most(
    make_source: MakeSource, embed: Embed, question: str, first: str
) -> None:
    reports = [
        make_source(place, f"Monthly report ({month} 2031)", f"We had {visitors} visitors in the halls.")
        for place, (month, visitors) in enumerate((("January", 1210), ("February", 980), ("March", 1540)), start=1)
    ]
    assert answer(question, reports, embed).startswith(f"- Monthly report ({first} 2031)")
    # Whose time nobody tells has no month.
    untold = [make_source(place, f"Report {place}", report["content"]) for place, report in enumerate(reports, start=1)]
    assert not answer(question, untold, embed).startswith("- ")


def test_the_month_of_a_report_is_told_with_what_it_says(make_source: MakeSource, embed: Embed) -> None:
    reports = [
        make_source(1, "Monthly report (January 2031)", "The boiler was serviced."),
        make_source(2, "Monthly report (February 2031)", "A pipe burst in the cellar."),
    ]
    said = answer("In which month did a pipe burst?", reports, embed)
    assert said.startswith("Monthly report (February 2031): A pipe burst in the cellar.")
    assert "February" not in answer("Where did a pipe burst?", reports, embed)


BRIDGES = (
    ("Offer of Arden", "The bridge\n\nPrice: 8,400 euros without tax.\n\nThe work should take 6 weeks."),
    ("Tender of Belmont", "The bridge\n\n2. Price. 9,100 euros, tax not included.\n\nWe need three weeks for it."),
    (
        "Quotation of Corvo",
        "The bridge\n\nitem | price (EUR)\nsteel | 5,000\ntotal | 7,950\n\nIt is complete in 40 days.",
    ),
    ("Minutes of 3 May 2031", "A bridge for 2,000 euros was thought the cheapest. It takes 1 week."),
)
LEASES = (
    ("Lease of Unit 3", "What | Amount | When\n---|---|---\nRent | £520 a month | first day\nDeposit | £900 | at once"),
    ("Lease of Unit 7", "What | Amount | When\n---|---|---\nRent | £810 a month | first day\nDeposit | £700 | at once"),
    ("Lease of Unit 9", "1.2 Rent that is 28 days late may end the lease. The rent is £690 a month."),
)
VISITS = (
    ("Report of January 2031", "12,440 visits were counted in 2031. The rest is below."),
    ("Report of February 2031", "Visits fell to 10,512 because of the frost on 7 February."),
    ("Report of March 2031", "Item | Number\n---|---\nVisits | 11,236\nOvertime hours | 286"),
)
OVERTIME = (
    ("Report of January 2031", "Overtime: 351 hours. It was the snow."),
    ("Report of February 2031", "Item | Number\n---|---\nVisits | 11,236\nOvertime hours | 286"),
)


@pytest.mark.parametrize(
    ("question", "texts", "told"),
    [
        ("Which offer is the cheapest?", BRIDGES, ["7,950", "8,400", "9,100"]),
        ("Who is the cheapest for the bridge?", BRIDGES, ["7,950", "8,400", "9,100"]),
        ("Who could do the bridge quickest?", BRIDGES, ["three weeks", "40 days", "6 weeks"]),
        ("Who pays the most rent?", LEASES, ["£810", "£690", "£520"]),
        ("Which of the three leases has the lowest rent?", LEASES, ["£520", "£690", "£810"]),
        ("Which month had the fewest visits?", VISITS, ["10,512", "11,236", "12,440"]),
        ("Which month had the most overtime?", OVERTIME, ["351", "286"]),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_papers_of_one_kind_tell_it_each_in_its_own_form(
    make_source: MakeSource,
    embed: Embed,
    question: str,
    texts: tuple[tuple[str, str], ...],
    told: list[str],
    order: int,
) -> None:
    lines = answer(question, sources_of(make_source, texts[::order]), embed).split("\n")
    assert [value in line for value, line in zip(told, lines, strict=True)] == [True] * len(told)


def test_an_offer_for_something_else_is_not_held_against_them(make_source: MakeSource, embed: Embed) -> None:
    other = ("Offer of Dorn", "The ferry\n\nPrice: 300 euros.")
    assert "300" not in answer("Who is the cheapest for the bridge?", sources_of(make_source, (*BRIDGES, other)), embed)
