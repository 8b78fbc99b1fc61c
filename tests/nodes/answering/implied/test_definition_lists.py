"""Entries of definition lists: what stands below a term answers who asks for it by the term."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.merits import merit_of
from nodes.answering.choosing.weights import FACT
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.definition_lists import with_headwords
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource, answer

SETTINGS = """`retention_days` (`integer`)
:   Tells how long readings are kept by the gauge. The default is 30.

    Readings are deleted at midnight.

`upload_days` (`integer`)
:   Tells how often readings are sent, which must be less than `retention_days`. The default is 7.
    It can be set at the start only.

`-v`
`--verbose`
:   Prints each reading as it comes.

The settings are read once.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the default of retention_days?", "retention_days (integer): The default is 30. [1]"),
        ("What is the default of upload_days?", "upload_days (integer): The default is 7. [1]"),
        (
            "What is retention_days?",
            "`retention_days` (`integer`): Tells how long readings are kept by the gauge. [1]",
        ),
        ("What does --verbose print?", "`-v` `--verbose`: Prints each reading as it comes. [1]"),
    ],
)
def test_an_entry_answers_for_its_term(make_source: MakeSource, embed: Embed, question: str, answer: str) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Settings", SETTINGS)], embed)
    assert draft.lines[0] == answer
    assert draft.citations[0]["quote"] in SETTINGS


def test_pieces_of_an_entry_hold_what_the_question_says_of_its_heading(make_source: MakeSource) -> None:
    source = make_source(1, "Settings", SETTINGS)
    pieces = with_headwords(evidence_of([source]), [source], analyse("retention_days default"))
    said = {piece.text.split()[-1]: piece for piece in pieces}
    named = {"retent", "day", "retentionday"}
    assert said["30."].about == said["30."].of_entry == named
    assert said["30."].entry == "retention_days (integer)"
    assert said["midnight."].of_entry == named, "an entry may have several paragraphs"
    assert said["7."].about == {"day"}
    assert not said["7."].of_entry, "the question does not say all of its heading"
    assert not said["once."].entry, "what is not indented is outside"


TAGS = """The tags of a report are patch and wontfix. See the tags below.

   patch
          There is a change that does it.

   wontfix
          This report stays as it is. Possibly there is a choice
          between two ways.

          It may be closed.

   Reports are kept for a year.
"""


def test_lists_of_plain_text_hang_below_their_terms(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Tags", TAGS)
    pieces = {piece.text.split()[-1]: piece for piece in with_headwords(evidence_of([source]), [source], ["wontfix"])}
    assert pieces["is."].entry == pieces["closed."].entry == "wontfix"
    assert pieces["is."].is_first
    assert not pieces["ways."].is_first
    assert not pieces["it."].entry
    assert not pieces["year."].entry
    question = "What does wontfix mean?"
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert draft.lines[0] == "wontfix: This report stays as it is. [1]"


def test_who_asks_for_a_meaning_does_not_ask_for_each_word_of_it(make_source: MakeSource) -> None:
    question = "What does the tag wontfix mean?"
    facts = read_question(question, rule_plan(question), [source := make_source(1, "Tags", TAGS)], None)
    for said, expected in (({"wontfix"}, True), ({"tag"}, False)):
        piece = replace(evidence_of([source])[-1], of_entry=frozenset(said))
        gained = merit_of(Weighed(piece), facts, FACT) - merit_of(
            Weighed(replace(piece, of_entry=frozenset())), facts, FACT
        )
        assert (gained > 0) is expected, said


@pytest.mark.parametrize("content", ["The gauge:\nIt stands.\n", "Time: 10\n:   alone\n", "# Gauge\n:   It stands.\n"])
def test_text_without_entries_stays_as_it_is(make_source: MakeSource, content: str) -> None:
    source = make_source(1, "Notes", content)
    pieces = evidence_of([source])
    assert with_headwords(pieces, [source], ["gaug", "time"]) == pieces


PRINTED = (
    "The pump stops when the tank is full.\nfillrate litres\nThis directive sets how fast the tank is filled. "
    "The default is 40.\n"
    "drainrate litres\nThis directive sets how fast the tank is emptied.\nThe default is 25.\n"
)


def test_a_term_between_sentences_heads_what_is_below_it(make_source: MakeSource, embed: Embed) -> None:
    question = "What is the default of drainrate?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Pump manual", PRINTED)], embed).answer
    assert "drainrate litres: The default is 25. [1]" in answer
    assert "40" not in answer


def test_an_option_is_told_with_what_it_does(make_source: MakeSource, embed: Embed) -> None:
    text = (
        "Options:\n\n       -q pump\n              Pause the pump until it is released.\n\n"
        "       --drain\n              Empty the tank.\n"
    )
    question = "How do I pause the pump?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Pump manual", text)], embed).answer
    assert "-q pump: Pause the pump until it is released. [1]" in answer


ABSTRACT = """Background. Gulls sleep little in autumn.
Methods. 84 gulls wore rings for two weeks. Sleep was measured by night.

Limitations. The rings could not be hidden, and the
season was short.
Funding. The Halm Foundation paid."""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What are the limitations?", "Limitations: The rings could not be hidden, and the season was short. [1]"),
        ("Which methods were used?", "Methods: 84 gulls wore rings for two weeks. [1]"),
    ],
)
def test_what_opens_a_part_of_an_abstract_heads_it(
    make_source: MakeSource, embed: Embed, question: str, answer: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Gulls", ABSTRACT)], embed)
    assert draft.lines[0] == answer


def test_a_short_sentence_by_itself_heads_nothing(make_source: MakeSource) -> None:
    source = make_source(1, "Gulls", "Limitations. Gulls sleep little.\nThey fly by day.")
    assert not any(piece.of_entry for piece in with_headwords(evidence_of([source]), [source], ["limit"]))


OFFERS = """Both quotes are in.

Vik Bearings (Halm)
- price: £1.84 each
- guarantee: 12 months

Nord Lager
- price: £1.97 each
- guarantee: 24 months"""
TOLD = """Both quotes are in.

Cater Supplies: the Aquaro costs £2,890. The warranty is two years and it comes in May.

Norbury Kitchens: the Steelwash costs £3,150. The warranty is five years and it comes in June."""


@pytest.mark.parametrize(
    ("mail", "question", "told"),
    [
        (OFFERS, "How long is the guarantee of Vik?", "Vik Bearings (Halm): guarantee: 12 months [1]"),
        (
            TOLD,
            "What warranty does Cater Supplies give?",
            "Cater Supplies: The warranty is two years and it comes in May. [1]",
        ),
    ],
)
def test_what_stands_below_who_offers_it_is_theirs(
    make_source: MakeSource, embed: Embed, mail: str, question: str, told: str
) -> None:
    assert answer(question, [make_source(1, "Quotes", mail)], embed).splitlines()[0] == told


@pytest.mark.parametrize(
    ("mail", "question", "told"),
    [
        (
            OFFERS,
            "Compare the price and the guarantee of Vik and Nord.",
            [
                "Vik Bearings (Halm): price: £1.84 each [1]",
                "Vik Bearings (Halm): guarantee: 12 months [1]",
                "Nord Lager: price: £1.97 each [1]",
                "Nord Lager: guarantee: 24 months [1]",
            ],
        ),
        (
            TOLD,
            "Compare the warranty of Cater and Norbury.",
            [
                "Cater Supplies: The warranty is two years and it comes in May. [1]",
                "Norbury Kitchens: The warranty is five years and it comes in June. [1]",
            ],
        ),
    ],
)
def test_offers_of_one_mail_are_compared(
    make_source: MakeSource, embed: Embed, mail: str, question: str, told: list[str]
) -> None:
    mail += "\n\nVik and Cater are cheaper, but I like Nord and Norbury for the longer warranty, and the guarantee."
    assert sorted(answer(question, [make_source(1, "Quotes", mail)], embed).splitlines()) == sorted(told)


def test_of_offers_that_are_compared_as_they_are_the_first_sentence_is_told(
    make_source: MakeSource, embed: Embed
) -> None:
    lines = answer("Compare the quotes of Cater and Norbury.", [make_source(1, "Quotes", TOLD)], embed).splitlines()
    assert lines == [
        "Cater Supplies: the Aquaro costs £2,890. [1]",
        "Norbury Kitchens: the Steelwash costs £3,150. [1]",
    ]
