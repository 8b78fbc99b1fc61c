from collections.abc import Callable

import pytest

from nodes.answering.attendance import Attendance, asks_attendance, tells_attendance
from nodes.answering.question_facts import read_question
from nodes.answering.quoting import Embed, quote
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan


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
        ("Which page is missing?", ""),
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


def test_those_present_are_quoted_though_no_line_says_attended(
    make_source: Callable[..., Source], embed: Embed
) -> None:
    content = (
        "Minutes of the product meeting\n\nPlace: Cork, room Lough.\n\nPresent: Maren Ostwick, Tobiah Lunt.\n\n"
        "It agreed on the release."
    )
    question = "Who attended the product meeting?"
    plan, sources = rule_plan(question), [make_source(1, "Minutes", content)]
    found = quote(read_question(question, plan, sources, None), plan, sources, embed)
    assert found[0].text == "Present: Maren Ostwick, Tobiah Lunt."


def test_those_absent_are_quoted_though_another_place_speaks_of_a_meeting(
    make_source: Callable[..., Source], embed: Embed
) -> None:
    sources = [
        make_source(1, "Minutes of the board", "The next meeting is on 11 June, in Cork."),
        make_source(2, "Minutes of the board", "Present: Maren Ostwick. Apologies: Tobiah Lunt."),
    ]
    question = "Who did not attend the board meeting?"
    plan = rule_plan(question)
    found = quote(read_question(question, plan, sources, None), plan, sources, embed)
    assert found[0].text == "Apologies: Tobiah Lunt."
