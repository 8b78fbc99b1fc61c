"""How many quotes an explanation takes: no more where one says it, and several where none does."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed, quote
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

RULES = (
    "Dogs may not be kept in the huts, because the huts stand in a nature reserve. Huts are cleaned on Mondays. "
    "The stove of a hut is lit with birch bark. Visitors bring their own blankets."
)
CHAIN = (
    "The chain is oiled every 300 km. Press the pin out of the chain to open it. The saddle is set to the height of "
    "the hip. Tyres need 4 bar."
)


def quoted(question: str, text: str, make_source: MakeSource, embed: Embed) -> list[str]:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Manual", text)], embed)
    return [citation["quote"] for citation in draft.citations]


@pytest.mark.parametrize(
    ("question", "text", "answering"),
    [
        ("Why may dogs not be kept in the huts?", RULES, "Dogs may not"),
        ("How do I open the chain?", CHAIN, "Press the pin"),
        ("How is the stove of a hut lit?", RULES, "The stove"),
    ],
)
def test_one_quote_that_says_it_needs_no_others(
    make_source: MakeSource, embed: Embed, question: str, text: str, answering: str
) -> None:
    [only] = quoted(question, text, make_source, embed)
    assert only.startswith(answering)


def test_a_quote_that_gives_no_reason_is_not_all_of_one(make_source: MakeSource, embed: Embed) -> None:
    text = "The ferry was late on Friday. A rope had caught in the propeller. It was cut out by a diver."
    assert len(quoted("Why was the ferry late on Friday?", text, make_source, embed)) > 1


def test_what_gives_the_reason_is_told_without_what_only_shares_its_words(
    make_source: MakeSource, embed: Embed
) -> None:
    text = (
        "Karl Berg was a glazier of Vik. Born as the last of nine, he went to sea at ten.\n\n"
        "Karl Berg turned down the chair, saying that the guild had not been asked. He died in Lund."
    )
    assert quoted("Why did Karl Berg turn down the chair?", text, make_source, embed) == [
        "Karl Berg turned down the chair, saying that the guild had not been asked."
    ]


def test_what_a_further_quote_adds_is_quoted(make_source: MakeSource, embed: Embed) -> None:
    text = "Dogs may not be kept, because of the reserve. Cats may be kept, because they stay near the huts."
    assert len(quoted("Why may dogs not be kept, and cats stay near the huts?", text, make_source, embed)) == 2


@pytest.mark.parametrize(
    ("heading", "told"),
    [("Root cause", True), ("3. Ursache", True), ("Reasons", True), ("Causes for concern elsewhere", False)],
)
def test_what_stands_below_root_cause_is_the_reason(
    make_source: MakeSource, embed: Embed, heading: str, told: bool
) -> None:
    found = [
        make_source(number, "Checkout unavailable on 12 March", text.strip(), document_id="a", section_path=path)
        for number, (text, path) in enumerate(
            [
                ("Author: Dalia Rein. Severity: one.", []),
                ("From 09:42 to 11:17 nobody could pay.", ["Summary"]),
                ("An index was added to the table of payments. The table was locked.", [heading]),
            ],
            start=1,
        )
    ]
    plan = rule_plan("Why was checkout unavailable?")
    quotes = quote(read_question("Why was checkout unavailable?", plan, found, None), plan, found, embed)
    assert ([one.text for one in quotes] == [found[2]["content"]]) is told


def test_a_sentence_that_says_it_is_the_reason_is_that_of_its_document(make_source: MakeSource, embed: Embed) -> None:
    texts = (
        "The monthly fee is raised to 21,250 euros. The rebate shall not be applied on 1 July.",
        "The date is replaced by 31 May 2027. It may be put off once. Reason: The customer has added a module.",
    )
    found = [make_source(n + 1, "Amendment 2", texts[n], document_id="a") for n in range(2)]
    plan = rule_plan("Why was the fee raised?")
    quotes = quote(read_question("Why was the fee raised?", plan, found, None), plan, found, embed)
    assert "Reason: The customer has added a module." in [one.text for one in quotes]


def test_a_reason_that_says_most_comes_before_what_says_every_word(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Handbook", "A lamp that flickers is repaired and tested again. Lamps are cleaned in May."),
        make_source(2, "Change 7", "Three houses reported flickering because the spring of the holder gets too hot."),
        make_source(3, "Store", "The lamp has a shelf of its own."),
    ]
    draft = answer_by_quoting("Why do the lamps flicker?", rule_plan("Why do the lamps flicker?"), sources, embed)
    assert [citation["index"] for citation in draft.citations] == [2]


def test_why_somebody_else_did_the_same_is_not_told(make_source: MakeSource, embed: Embed) -> None:
    question = "Why did Falk leave?"
    sources = [
        make_source(1, "Letter", "Mother could not leave her bed because of a fever."),
        make_source(2, "Keepers", "Falk resigned on account of his failing hearing. The tower has two lamps."),
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == ["Falk resigned on account of his failing hearing."]
