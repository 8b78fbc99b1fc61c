"""Answers whose sources disagree, or only seem to."""

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer


def test_disagreement_is_said_and_the_newer_document_comes_first(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Contract", "The supplier warrants the battery for 10 years from acceptance."),
        make_source(2, "Amendment", "The supplier warrants the battery for 12 years from acceptance."),
    ]
    dates = {"d1": "2022-11-14", "d2": "2023-05-08"}
    lines = answer("What is the warranty of the battery?", sources, embed, dates=dates).split("\n")
    assert lines[0] == "Sources disagree:"
    assert lines[1].startswith("- Amendment: ")
    assert lines[2].startswith("- Contract: ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In 2022 the net generation was 7,150 MWh.", "In 2023 the net generation was 9,840 MWh."),
        ("Petrel delivered 1,100 MWh of net generation.", "Skua delivered 1,900 MWh of net generation."),
        ("The net generation was 9,840 MWh.", "The net generation was 9,840 MWh."),
    ],
)
def test_other_years_other_things_and_the_same_value_are_no_disagreement(
    make_source: MakeSource, embed: Embed, one: str, other: str
) -> None:
    sources = [make_source(1, "One", one), make_source(2, "Other", other)]
    assert "disagree" not in answer("What was the net generation?", sources, embed)


def test_a_sentence_that_contradicts_a_table(make_source: MakeSource, embed: Embed) -> None:
    table = "Key figures\n2023 2022\nNet generation (MWh) 9,840 7,150\nMembers at year end 447 412\n"
    minutes = "The net generation in 2023 was 9,310 MWh, and not 9,840 MWh as the draft has it."
    sources = [make_source(1, "Annual report", table), make_source(2, "Minutes", minutes)]
    text = answer("What was the net generation in 2023?", sources, embed)
    assert text.startswith("Sources disagree:")
    assert "9,840" in text
    assert "9,310" in text


def test_clauses_that_differ_in_a_month_disagree(make_source: MakeSource, embed: Embed) -> None:
    clause = "3.1 The battery is delivered to the site no later than 30 {} 2023."
    sources = [
        make_source(1, "Contract", clause.format("June")),
        make_source(2, "Amended Contract", clause.format("September")),
        make_source(3, "Report", "The site of the battery was cleared by hand."),
    ]
    lines = answer("By which date must the battery be delivered to the site?", sources, embed).split("\n")
    assert lines[0] == "Sources disagree:"
    assert len(lines) == 3


def test_a_sentence_below_a_year_contradicts_a_table_and_a_bound_does_not(
    make_source: MakeSource, embed: Embed
) -> None:
    table = "Turbine  2023 (MWh)  2022 (MWh)\nTern 3,190 2,900\nSkua 3,325 3,610\n"
    below = {"section_path": ["Minutes", "Generation in 2023"]}

    def told(sentence: str) -> str:
        sources = [make_source(1, "Annual report", table), make_source(2, "Minutes", sentence, **below)]
        return answer("How many MWh did Tern deliver in 2023?", sources, embed)

    assert told("Tern delivered 2,660 MWh.").startswith("Sources disagree:")
    assert "disagree" not in told("Tern must deliver at least 2,660 MWh.")
    assert "disagree" not in told("Tern delivered 2,660 MWh until October.")


def test_the_total_of_another_invoice_contradicts_nothing(make_source: MakeSource, embed: Embed) -> None:
    def invoice(customer: str, total: str) -> str:
        return f"Customer: {customer}\nNet      875.00  1\nTotal    {total}  1\n"

    question = "What is the total of the invoice to the cricket club?"
    sources = [
        make_source(1, "Joinery invoice", invoice("Thornby Cricket Club", "1,050.00")),
        make_source(2, "Joinery invoice", invoice("Village Hall Trust", "1,953.60")),
    ]
    text = answer(question, sources, embed)
    assert "1,050.00" in text
    assert "disagree" not in text
    assert "1,953.60" not in text


def test_documents_that_differ_in_what_is_named_do_not_disagree(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Orbit Router R5", "Up to 32 devices can be connected. The range is about 18 m."),
        make_source(2, "Orbit Router R7", "Up to 64 devices can be connected. The range is about 25 m."),
    ]
    assert answer("How many devices can be connected to the R5?", sources, embed).startswith("Up to 32")
    assert "disagree" not in answer("How many devices can be connected to the R5?", sources, embed)
    compared = answer("Which router has the longer range?", sources, embed)
    assert compared.split("\n") == [
        "- Orbit Router R7: The range is about 25 m. [2]",
        "- Orbit Router R5: The range is about 18 m. [1]",
    ], "the longer one first"


def test_of_two_years_that_nobody_asked_for_the_newest_comes_first(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Travel policy, valid from 2022", "Daily allowance: EUR 24. Trains are booked by the office."),
        make_source(2, "Travel policy, valid from 2024", "Daily allowance: EUR 28. Trains are booked by anybody."),
    ]
    assert answer("What is the daily allowance?", sources, embed).split("\n") == [
        "From different years, the newest first:",
        "- Travel policy, valid from 2024: Daily allowance: EUR 28. [2]",
        "- Travel policy, valid from 2022: Daily allowance: EUR 24. [1]",
    ]
    assert answer("What was the daily allowance in 2022?", sources, embed) == "Daily allowance: EUR 24. [1]"


@pytest.mark.parametrize("asked", ["What was the net generation in 2023?", "What was the net generation?"])
def test_documents_of_two_years_disagree_about_a_third(make_source: MakeSource, embed: Embed, asked: str) -> None:
    sources = [
        make_source(1, "Annual report 2023", "The net generation in 2023 was 9,840 MWh."),
        make_source(2, "Minutes of 21 February 2024", "The net generation in 2023 was 9,310 MWh."),
    ]
    assert answer(asked, sources, embed).startswith("Sources disagree:")


def test_two_annual_reports_disagree_about_a_year_that_both_have(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(
            1, "Annual Report 2023", "Key figures\n2023 2022 2021\nAvailability of turbines (%) 93.2 90.8 88.9"
        ),
        make_source(
            2, "Annual Report 2022", "Key figures\n2022 2021 2020\nAvailability of turbines (%) 91.4 88.9 86.1"
        ),
    ]
    shown = answer("What was the availability of the turbines in 2022?", sources, embed)
    assert shown.split("\n") == [
        "Sources disagree:",
        "- Annual Report 2023: Availability of turbines (%): 90.8 (2022) [1]",
        "- Annual Report 2022: Availability of turbines (%): 91.4 (2022) [2]",
    ]
    assert "disagree" not in answer("What was the availability of the turbines in 2021?", sources, embed)


def test_what_begins_with_another_number_is_no_contradiction(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Room plan", "Room 12 seats 40 people."),
        make_source(2, "Rooms", "Room 14 seats 25 people."),
    ]
    assert "disagree" not in answer("How many people does a room seat?", sources, embed)


PAYS = "If the tenant ends the lease early, a compensation of three months of rent is payable to the landlord."
DEPOSIT = "The tenant pays a deposit of three months of rent before the keys are handed over."


@pytest.mark.parametrize(
    ("question", "older", "newer"),
    [
        (
            "What does the tenant of Quay House pay if she ends the lease early?",
            PAYS,
            "No sum is payable if the tenant ends the lease early.",
        ),
        ("What deposit does the tenant of Quay House pay?", DEPOSIT, "No deposit is required."),
    ],
)
def test_of_two_versions_one_may_say_that_there_is_none(
    make_source: MakeSource, embed: Embed, question: str, older: str, newer: str
) -> None:
    sources = [make_source(1, "Lease of Quay House 2021", older), make_source(2, "Lease of Quay House 2024", newer)]
    lines = answer(question, sources, embed, dates={"d1": "2021-06-11", "d2": "2024-05-03"}).split("\n")
    assert lines[0] == "From different years, the newest first:"
    assert newer in lines[1]
    assert older in lines[2]


def test_what_there_is_none_of_is_what_is_asked_for_and_of_the_same_contract(
    make_source: MakeSource, embed: Embed
) -> None:
    question = "What deposit does the tenant of Quay House pay?"
    for title, said in (
        ("Lease of Quay House 2024", "No pets may be kept by the tenant."),
        ("Lease of Mill Lane 2024", "No deposit is required."),
    ):
        sources = [make_source(1, "Lease of Quay House 2021", DEPOSIT), make_source(2, title, said)]
        assert "disagree" not in answer(question, sources, embed)


def test_two_that_tell_the_same_day_do_not_disagree_about_it(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Minutes, 1 April 2031", "The opening of the depot is on 16 June 2031."),
        make_source(2, "Report, 3 July 2031", "The opening of the depot on 16 June took 6 hours."),
    ]
    told = answer("When is the opening of the depot?", sources, embed, dates={"d1": "2031-04-01", "d2": "2031-07-03"})
    assert "disagree" not in told
    assert "16 June 2031" in told


def test_what_is_next_was_so_when_it_was_written(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Minutes of the board, 4 March 2031", "Next meeting: 1 April 2031, 14:00"),
        make_source(2, "Minutes of the board, 1 April 2031", "Next meeting: 6 May 2031, 15:00"),
    ]
    told = answer("When is the next meeting?", sources, embed, dates={"d1": "2031-03-04", "d2": "2031-04-01"})
    assert told.split("\n")[0] == "- Minutes of the board, 1 April 2031: Next meeting: 6 May 2031, 15:00 [2]"


@pytest.mark.parametrize(("reading", "disagree"), [("95 °C", False), ("130 °C", True)])
def test_what_lies_between_two_limits_contradicts_them_not(
    make_source: MakeSource, embed: Embed, reading: str, disagree: bool
) -> None:
    sources = [
        make_source(1, "Data sheet", "The temperature of the brine must lie between -10 °C and 110 °C."),
        make_source(2, "Letter", f"The temperature of the brine is {reading}."),
    ]
    assert ("disagree" in answer("How hot may the brine be?", sources, embed)) == disagree
