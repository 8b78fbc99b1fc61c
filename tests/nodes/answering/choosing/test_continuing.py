"""Answers that go on in the sentence behind the one that says what they are about."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

OTHER = "The default value is 90, the port of the relay."


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "Which guests may not use the sauna?",
            "Guests may use the sauna from 4 to 9 pm. It does not apply to guests of the camping site.",
            "It does not apply to guests of the camping site.",
        ),
        (
            "On which port does the buoy server listen by default?",
            "This option gives the port on which the buoy server listens. The default is 7700.",
            "The default is 7700.",
        ),
        (
            "Where will the spring fair take place?",
            "For the spring fair the barn has become too small. I have therefore rented the Ropewalk Hall.",
            "I have therefore rented the Ropewalk Hall.",
        ),
        (
            "What happens to the drafts after a purge?",
            "A purge deletes the drafts of all users. Note that they are then lost for good.",
            "Note that they are then lost for good.",
        ),
        (
            "What is a lazy jack?",
            "Lines run from the mast to the boom and catch the sail. This is called a lazy jack.",
            "Lines run from the mast to the boom and catch the sail.",
        ),
        (
            "Why was the regatta put off?",
            "The new mast is still at the yard. The regatta was therefore put off to 8 June.",
            "The new mast is still at the yard.",
        ),
    ],
)
def test_the_sentence_that_completes_a_quote_is_quoted(
    make_source: MakeSource, embed: Embed, question: str, text: str, answer: str
) -> None:
    sources = [make_source(1, "Notes", text), make_source(2, "Relay", OTHER)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert answer in draft.answer
    assert OTHER not in draft.answer


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("When is the harbour fair?", "The harbour fair is on 4 May. It ends on 6 May.", "It ends"),
        ("When is the harbour fair?", "The harbour fair is in spring.\n\nIt opens on 6 May.", "It opens"),
        ("Which guests may not swim?", "Guests of the camping site may not swim. They do not pay a fee.", "They do"),
    ],
)
def test_a_quote_that_says_it_or_another_paragraph_is_left_alone(
    make_source: MakeSource, embed: Embed, question: str, text: str, other: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", text)], embed)
    assert other not in draft.answer


def test_what_is_payable_is_paid(make_source: MakeSource, embed: Embed) -> None:
    text = "Bill date: 6 May 2025\n\nCustomer: Holm\n\nPayable by 8 June 2025."
    question = "By when must bill 77 be paid?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Bill 77", text)], embed)
    assert "Payable by 8 June 2025." in draft.answer


def test_working_days_are_days(make_source: MakeSource, embed: Embed) -> None:
    text = "The yearly leave is 27 working days. From the sixth year on it rises to 30 days."
    question = "How many days of leave does Ada Berg get?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Contract of Ada Berg", text)], embed)
    assert "27 working days" in draft.answer


@pytest.mark.parametrize(
    ("question", "behind", "is_told"),
    [
        ("How long should the tow ropes be?", "Since May we have used ropes of 20 m.", True),
        ("How long should the tow ropes be?", "Since May the quay has had a crane of 20 m.", False),
        ("How long were the tow ropes in April?", "Since May we have used ropes of 20 m.", False),
    ],
)
def test_what_was_too_short_is_told_with_what_is_used_now(
    make_source: MakeSource, embed: Embed, question: str, behind: str, is_told: bool
) -> None:
    text = f"In April the tow ropes of 5 m were too short: two boats were lost. {behind}"
    assert (behind in answer(question, [make_source(1, "Report", text)], embed)) is is_told


BOILER = (
    "In hard frost the pipe may freeze. The boiler gurgles and shows E5. Pour warm water over it. Then press RESET."
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("boiler shows E5", True),
        ("What does the boiler show when it gurgles?", False),
        ("Does the boiler show E5?", False),
    ],
)
def test_who_states_what_is_wrong_is_told_what_to_do(
    make_source: MakeSource, embed: Embed, question: str, told: bool
) -> None:
    assert ("press RESET" in answer(question, [make_source(1, "Manual", BOILER)], embed)) is told
