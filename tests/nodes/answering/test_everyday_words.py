"""Questions whose words no document holds, although it tells what they ask for."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where are bikes kept in Quillfen?", "In Quillfen bicycles are kept in the yard behind the Mill House."),
        ("When is Maths II?", "Mathematics II is taught on Tuesday from 9:00."),
        ("How much do drivers of Quillfen get per kilometre?", "Drivers of Quillfen get 25 crowns per 10 km."),
        ("How many days of vacation does Quillfen give?", "Quillfen gives 30 days of holiday a year."),
        ("How much CO2 does the kiln of Quillfen give off?", "The kiln of Quillfen gives off 40 t of carbon dioxide."),
    ],
)
def test_an_everyday_word_is_answered_by_its_other_form(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    assert answer(question, [make_source(1, "Notes", text)], embed) == f"{text} [1]"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Can I throw away the ledgers of Quillfen?", "The ledgers of Quillfen may be discarded after ten years."),
        ("How do I turn on the beacon of Quillfen?", "The beacon of Quillfen is activated by the green button."),
    ],
)
def test_a_verb_of_two_words_is_told_by_one(make_source: MakeSource, embed: Embed, question: str, text: str) -> None:
    others = "The gates of Quillfen turn to the left. The ledgers are thrown."
    told = answer(question, [make_source(1, "Notes", text), make_source(2, "Gates", others)], embed)
    assert text in told


def test_a_title_says_an_everyday_word_in_its_other_form(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Rules of the dormitory", "Quiet hours start at 22:00 on Monday.")
    assert "22:00" in answer("When do quiet hours start in the dorm?", [source], embed)


def test_another_name_is_still_missing(make_source: MakeSource, embed: Embed) -> None:
    question = "When is Maths II?"
    source = make_source(1, "Notes", "Chemistry is taught on Tuesday from 9:00.")
    assert answer_by_quoting(question, rule_plan(question), [source], embed).status == "no_evidence"


def test_what_somebody_wants_to_do_is_told_in_other_words(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Rules", "Who failed a recital plays once more after two weeks.")
    assert "two weeks" in answer("How soon may I resit a failed recital?", [source], embed)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Can I smoke on the balcony?", "The balcony may be used from 8:00 to 22:00."),
        ("When can I juggle on the balcony?", "The balcony may be used from 8:00 to 22:00."),
    ],
)
def test_what_is_done_at_a_place_is_not_told_by_what_else_is_said_of_it(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Rules", text)], embed)
    assert draft.status == "no_evidence"


def test_an_amount_of_money_says_neither_money_nor_its_currency_in_a_word(
    make_source: MakeSource, embed: Embed
) -> None:
    source = make_source(1, "Minutes", "The guild approved GBP 4,100 for the boathouse.")
    for question in (
        "How much money was approved for the boathouse?",
        "How many pounds were approved for the boathouse?",
    ):
        assert "4,100" in answer(question, [source], embed)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much rotten fruit may a load hold?", "Mouldy fruit may make up at most 4 % of the weight of a delivery."),
        ("When was the roof mended?", "The roof was repaired on 15 May."),
        ("How much gas did we burn in 2021?", "Use of gas in 2021: 547 MWh."),
        ("Who wrote the inspection?", "The audit was written by Ada Holm."),
        ("What does a grown-up pay to swim?", "Adults pay 4.20 euros to swim."),
        ("What can we knock off if the truck is late?", "If the truck comes late, we may deduct 3 % a day."),
    ],
)
def test_a_word_that_no_document_has_is_told_by_one_that_says_about_the_same(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    other = make_source(2, "Notes", "The gate of the yard is closed at night.")
    assert text in answer(question, [make_source(1, "Notes", text), other], embed)


@pytest.mark.parametrize(
    ("question", "texts", "missing"),
    [
        ("What salary does Ada Holm earn?", ("Wages and salaries are 402.", "Ada Holm, managing director"), "earn"),
        ("How much does Ada Holm earn a month?", ("Ada Holm leads it.", "Tom Vik: wages of 14,000 a month."), "earn"),
        ("Who gives the talk in Husum?", ("Tell it to the people in Husum.", "The lecture hall is closed."), "talk"),
    ],
)
def test_what_is_said_of_somebody_or_something_else_does_not_tell_it(
    make_source: MakeSource, embed: Embed, question: str, texts: tuple[str, ...], missing: str
) -> None:
    sources = [make_source(number, "Notes", text) for number, text in enumerate(texts, start=1)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert missing in draft.decided["missing"]


def test_a_word_that_a_document_has_is_told_by_itself(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Notes", "The roof was repaired in May."),
        make_source(2, "Notes", "The gate was mended."),
    ]
    assert "repaired" not in answer("When was the gate mended?", sources, embed)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who pays for the new ropes of the crane?", "The ropes of the crane are covered by the service contract."),
        ("When is the essay on tides due?", "Hand-in of the essay on tides is planned for 3 May 2031."),
        ("Who deals with torn nets?", "For torn nets Ms Vera Holm is in charge."),
        ("How many owners were at the meeting?", "Owners of 19 of the 24 boats are present or represented."),
    ],
)
def test_a_turn_of_speech_is_answered_by_what_says_the_same(
    make_source: MakeSource, embed: Embed, question: str, text: str
) -> None:
    others = "The ropes of the flag are new. Essays are read aloud. Nets are mended in May. The meeting can decide."
    told = answer(question, [make_source(1, "Notes", text), make_source(2, "Other notes", others)], embed)
    assert text in told


def test_who_took_a_place_replaced_somebody_and_things_that_were_replaced_did_not(
    make_source: MakeSource, embed: Embed
) -> None:
    text = "The two lost nets were replaced in March. From June Ada Holm was ill and Per Lind took her place as mate."
    told = answer("Who replaced the mate?", [make_source(1, "Report", text)], embed)
    assert "Per Lind took her place" in told
    assert "nets" not in told


VET = "Should an injured animal be found, the harbour vet is called, and nobody touches it."


@pytest.mark.parametrize(
    ("opening", "is_answered"), [("No otter is caught or fed.", True), ("No boat is tied up here.", False)]
)
def test_another_word_counts_where_its_passage_speaks_of_the_thing(
    make_source: MakeSource, embed: Embed, opening: str, is_answered: bool
) -> None:
    question = "Who do I call if I find a hurt otter?"
    sources = [
        make_source(1, "Form", f"{opening} {VET}"),
        make_source(2, "Survey", "Applicant: Ada Holm, of the otter survey."),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.answer.startswith(f"{VET} [1]") is is_answered
    assert "Applicant" not in draft.answer


def test_why_of_what_was_answered_is_told_by_what_answers_it(make_source: MakeSource, embed: Embed) -> None:
    told = "From June Ada Holm was on leave and Per Lind took her place as mate of the ferry."
    text = f"Two nets were mended in March.\n\n{told}\n\nThe fair had 85 guests.\n\nAll trips took place."
    said = answer("Why? Who replaced the mate of the ferry?", [make_source(1, "Report", text)], embed)
    assert said == f"{told} [1]"
