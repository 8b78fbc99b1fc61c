"""Documents that look alike are told apart by what stands at their heads, which no title says."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

HOLM = (
    "Offer for the pump",
    "Guarantee: five years on all parts. During the exchange the bath is closed for six days.",
)
QUILL = ("Your enquiry", "The warranty is two years. You would need to shut the bath for 12 days.")
GUARD = ("Vik Trust", "Holidays: 24 days pro rata plus bank holidays. Pay: £11.90 an hour.")
MANAGER = ("new post 3", "Leave: 27 days plus bank holidays. Pay: £34,000 a year.")


def answer_of(
    question: str, documents: list[tuple[str, str]], heads: list[str], make_source: MakeSource, embed: Embed
) -> str:
    sources: list[Source] = [make_source(place, title, text) for place, (title, text) in enumerate(documents, start=1)]
    known = Known(heads={source["document_id"]: head for source, head in zip(sources, heads, strict=True)})
    return answer_by_quoting(question, rule_plan(question), sources, embed, known=known).answer


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("How long is Holm's guarantee?", "five years", "two years"),
        ("How long would the bath be closed with Quill?", "12 days", "six days"),
    ],
)
def test_a_firm_that_only_a_letterhead_names_is_asked_about(
    question: str, told: str, others: str, make_source: MakeSource, embed: Embed
) -> None:
    answer = answer_of(question, [HOLM, QUILL], ["Holm Pumps GmbH", "Stuart Quill"], make_source, embed)
    assert told in answer
    assert others not in answer


def test_what_another_says_alike_is_told_of_the_post_that_is_named(make_source: MakeSource, embed: Embed) -> None:
    question = "How many days of leave does a lifeguard get?"
    answer = answer_of(question, [GUARD, MANAGER], ["LIFEGUARD (2 posts)", "Duty Manager"], make_source, embed)
    assert "24 days" in answer
    assert "27 days" not in answer


def test_what_a_document_of_somebody_says_beside_the_question_drives_nothing_out(
    make_source: MakeSource, embed: Embed
) -> None:
    documents = [("Boathouse", "She gets the keys on 1 October 2031."), ("Record", "Born on 4 March 2009.")]
    answer = answer_of("When does Ada Holm get the keys?", documents, ["", "Ada Holm"], make_source, embed)
    assert "1 October" in answer


INSPECTIONS = [
    ("Holm Boiler Surveyors", "Passed with a condition: six small tubes are to be renewed. The fee is £640."),
    ("Holm surveyors, boilers", "The boiler did not pass: two rivets are cracked. The charge is £580."),
]
NUMBERS = ["Boiler report BX-3317\nEngine 212", "Boiler report BX-3398\nEngine 463"]


@pytest.mark.parametrize("order", [1, -1])
def test_of_papers_of_one_kind_the_one_is_quoted_that_has_the_number(
    order: int, make_source: MakeSource, embed: Embed
) -> None:
    documents, heads = INSPECTIONS[::order], NUMBERS[::order]
    answer = answer_of("Did the boiler pass in report BX-3398?", documents, heads, make_source, embed)
    assert "did not pass" in answer
    assert "condition" not in answer


def test_two_that_are_named_are_both_told(make_source: MakeSource, embed: Embed) -> None:
    question = "What guarantee do we get from Holm, and what from Quill?"
    documents = [("Offer", "Our guarantee is five years."), ("Quotation", "Our guarantee is two years.")]
    answer = answer_of(question, documents, ["Holm Pumps GmbH", "Quill & Sons"], make_source, embed)
    assert "five years" in answer
    assert "two years" in answer


MEETINGS = [
    ("Minutes of the safety committee", "Two accidents were reported. The hut is to be painted."),
    ("Safety committee: minutes", "Five accidents were reported. It was resolved to mend the gate."),
]


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("How many accidents were reported in September?", "Five", "Two"),
        ("How many accidents were reported in Q2?", "Two", "Five"),
    ],
)
def test_minutes_are_of_the_day_above_their_text(
    question: str, told: str, others: str, make_source: MakeSource, embed: Embed
) -> None:
    heads = ["Held on 13 June 2031 in the hut", "Thursday 26 September 2031, 18:00"]
    answer = answer_of(question, MEETINGS, heads, make_source, embed)
    assert told in answer
    assert others not in answer


def test_half_of_a_line_in_two_words_names_a_post(make_source: MakeSource, embed: Embed) -> None:
    documents = [("Vik yard", "Applications by 7 July 2031, by post."), ("Job description", "Apply by 14 March 2031.")]
    question = "By when do I have to apply for the stores clerk job?"
    for order in (1, -1):
        heads = ["STORES AND TOOLS CLERK (part-time)", "Coded welder"][::order]
        answer = answer_of(question, documents[::order], heads, make_source, embed)
        assert "7 July" in answer
        assert "14 March" not in answer


@pytest.mark.parametrize("question", ["What was the turnover in June 2031?", "What was the turnover in 2031?"])
def test_what_says_only_when_answers_nothing(question: str, make_source: MakeSource, embed: Embed) -> None:
    documents = [("Safety committee", "Next meeting: 10 June 2031."), ("Slips", "The turnover is told by the office.")]
    answer = answer_of(question, documents[:1], [""], make_source, embed)
    assert answer.startswith("I looked for")


@pytest.mark.parametrize("order", [1, -1])
def test_what_is_named_is_asked_in_its_own_words(order: int, make_source: MakeSource, embed: Embed) -> None:
    documents = [
        ("Job description", "Probation lasts three months. The welder reports to the foreman."),
        ("Someone to run our slips", "The first six months are a trial period. The cottage is let."),
    ]
    heads = ["Coded welder", "Slipmaster"]
    answer = answer_of(
        "How long is the probation of the slipmaster?", documents[::order], heads[::order], make_source, embed
    )
    assert "six months" in answer
    assert "three months" not in answer
