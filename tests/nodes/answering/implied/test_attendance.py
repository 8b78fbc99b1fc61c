import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.attendance import Attendance, asks_attendance, tells_attendance
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Who attended the product meeting?", "present"),
        ("Who was present at the board meeting of 3 May?", "present"),
        ("list the participants of the workshop", "present"),
        ("Who took part in the journal club?", "present"),
        ("Which part of the contract was changed?", ""),
        ("How many people attended?", "present"),
        ("What is the present state of the roof?", ""),
        ("Who was absent from the March meeting?", "absent"),
        ("Who did not attend the workshop?", "absent"),
        ("Who sent apologies?", "absent"),
        ("Who was not at the board meeting?", "absent"),
        ("Who wasn't there?", "absent"),
        ("Which page is missing?", ""),
        ("Which trustees were absent?", "absent"),
        ("Which board members attended?", "present"),
    ],
)
def test_questions_for_those_who_were_there(question: str, asks: Attendance) -> None:
    assert asks_attendance(question) is asks


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Present: Petra Lindqvale (chair), Maren Tolliver.", True),
        ("- Attendees: Ines, Tobiah", True),
        ("Participants (online): Noor", True),
        ("At present: two turbines.", False),
        ("Present value of the asset", False),
    ],
)
def test_lines_that_name_those_present(text: str, tells: bool) -> None:
    assert tells_attendance(text, "present") is tells


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Apologies: Brandt.", True),
        ("Attendance: 34 members; apologies from Tom Ridley and the vicar.", True),
        ("Absent: Noor (ill)", True),
        ("Ines was excused.", True),
        ("Present: Finch, Lund.", False),
        ("We send our apologies for the delay.", False),
    ],
)
def test_lines_that_name_those_absent(text: str, tells: bool) -> None:
    assert tells_attendance(text, "absent") is tells


def test_those_present_are_quoted_though_no_line_says_attended(make_source: MakeSource, embed: Embed) -> None:
    content = (
        "Minutes of the product meeting\n\nPlace: Cork, room Lough.\n\nPresent: Maren Ostwick, Tobiah Lunt.\n\n"
        "It agreed on the release."
    )
    question = "Who attended the product meeting?"
    plan, sources = rule_plan(question), [make_source(1, "Minutes", content)]
    found = quote(read_question(question, plan, sources, None), plan, sources, embed)
    assert found[0].text == "Present: Maren Ostwick, Tobiah Lunt."


def test_those_absent_are_quoted_though_another_place_speaks_of_a_meeting(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [
        make_source(1, "Minutes of the board", "The next meeting is on 11 June, in Cork."),
        make_source(2, "Minutes of the board", "Present: Maren Ostwick. Apologies: Tobiah Lunt."),
    ]
    question = "Who did not attend the board meeting?"
    plan = rule_plan(question)
    found = quote(read_question(question, plan, sources, None), plan, sources, embed)
    assert found[0].text == "Apologies: Tobiah Lunt."


MINUTES = """Minutes of the allotment society, 14 March 2024

Present: Ruth Adler, Tom Becker. Apologies: Olaf Berg.

1. The water pump has failed."""
EARLIER = (
    MINUTES.replace("14 March 2024", "9 May 2023").replace("Olaf Berg", "Sana Malik").replace("Tom Becker", "Jo Ek")
)


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Who was absent?", "Apologies: Olaf Berg."),
        ("Who was absent on 14 March 2024?", "Apologies: Olaf Berg."),
        ("Who was absent on 9 May 2023?", "Apologies: Sana Malik."),
        ("How many people were present on 9 May 2023?", "Present: Ruth Adler, Jo Ek."),
    ],
)
def test_the_top_of_minutes_tells_of_which_day_a_line_of_names_is(
    make_source: MakeSource, embed: Embed, question: str, quoted: str
) -> None:
    sources = [make_source(1, "Minutes", MINUTES), make_source(2, "Minutes", EARLIER)]
    plan = rule_plan(question)
    assert quote(read_question(question, plan, sources, None), plan, sources, embed)[0].text == quoted


def test_nobody_was_absent_in_a_year_without_minutes(make_source: MakeSource, embed: Embed) -> None:
    question = "Who was absent in May 2021?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Minutes", MINUTES)], embed)
    assert draft.status == "no_evidence"


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Who was at the April meeting?", "Present: Elin Vik, Otto Lund"),
        ("Who missed the meeting in March?", "Apologies: Ada Berg"),
    ],
)
def test_the_month_of_a_meeting_stands_above_its_minutes(
    make_source: MakeSource, embed: Embed, question: str, line: str
) -> None:
    sources = [
        make_source(1, "Minutes, 4 March 2031", "Present: Ida Holm\n\nApologies: Ada Berg\n\nNext meeting: 1 April"),
        make_source(
            2, "Minutes, 1 April 2031", "Present: Elin Vik, Otto Lund\n\nApologies: Jon Beck\n\nMarch is over."
        ),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == [line]
