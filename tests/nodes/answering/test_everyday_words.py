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
