"""Lists in one piece: where they begin, and where they end."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.cutting import cut, is_of_clauses
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

ITEMS = "1. Close the valve.\n2. Call the harbour office.\n3. Write down the time."
LATER = "The crew walked along the quay and looked at the ropes."


def lists(text: str) -> list[str]:
    return [text[start:end] for start, end in cut(text) if "1. " in text[start:end] and "3. " in text[start:end]]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (f"In a storm do this:\n{ITEMS}\n{LATER}", [f"In a storm do this:\n{ITEMS}", ITEMS]),
        (f"{ITEMS}\n{LATER}", [ITEMS]),
        # What goes on in the line of an item is part of it.
        (f"In a storm do this:\n{ITEMS} Keep the paper.\n{LATER}", 2 * [f"{ITEMS} Keep the paper."]),
        # What stands in a line of its own between two items is as well.
        (ITEMS.replace("office.", "office.\nIt is open all day."), []),
        (
            "Do this:\n" + ITEMS.replace("office.", "office.\nIt is open all day."),
            ["Do this:\n" + ITEMS.replace("office.", "office.\nIt is open all day.")],
        ),
    ],
)
def test_a_list_ends_with_its_last_item(text: str, whole: list[str]) -> None:
    assert [each.removeprefix("In a storm do this:\n") for each in lists(text)] == [
        each.removeprefix("In a storm do this:\n") for each in whole
    ]


def test_a_second_sentence_of_an_item_neither_ends_nor_begins_a_list() -> None:
    text = "1. Close the valve. It is red.\n2. Call the office.\n3. Write down the time. Keep the paper."
    assert [each for each in lists(text) if each.startswith("1")] == [text]
    assert not any(text[start:end].startswith("2.") and "3." in text[start:end] for start, end in cut(text))


def test_the_steps_that_are_asked_for_are_the_answer(make_source: MakeSource, embed: Embed) -> None:
    content = f"In a storm take these steps:\n{ITEMS}\n{LATER}\n{LATER.replace('quay', 'pier')}"
    question = "What are the steps in a storm?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Quay", content)], embed)
    assert "3. Write down the time." in answer.answer
    assert "ropes" not in answer.answer


CLAUSES = """1. Rent. The monthly rent is 1,450 euros, due on the third working day.

2. Deposit. The deposit is three monthly rents.

3. Pets. Dogs are not allowed. Cats are allowed."""


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("How much is the deposit?", "three monthly rents", "1,450"),
        ("Are dogs and cats allowed?", "Dogs are not allowed", "1,450"),
        ("What is the rent and what is the deposit?", "1,450 euros", "Pets"),
    ],
)
def test_clauses_with_titles_are_quoted_one_by_one(
    question: str, said: str, unsaid: str, make_source: MakeSource, embed: Embed
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Lease agreement", CLAUSES)], embed)

    assert said in draft.answer
    assert unsaid not in draft.answer


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        (CLAUSES, True),
        (ITEMS, False),
        ("1. Close the valve. It is red.\n2. Call the office.\n3. Write down the time. Keep the paper.", False),
        ("1. **Scope of work.** Ada Wick moves it.\n2. **Term.** It ends in May.", True),
        ("1. Rent. The rent is due in May.", False),
    ],
)
def test_lists_of_clauses_are_told_by_their_titles(text: str, *, is_so: bool) -> None:
    assert is_of_clauses(text) is is_so


def test_steps_with_titles_are_one_list_where_steps_are_asked_for(make_source: MakeSource, embed: Embed) -> None:
    steps = "1. Rinse. The jar is rinsed with hot water.\n2. Fill. The jar is filled up.\n3. Close. Turn the lid."
    question = "How do I fill a jar, step by step?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Filling a jar", steps)], embed)

    assert "Rinse" in draft.answer
    assert "Close" in draft.answer


def test_a_list_that_nothing_leads_in_to_is_not_quoted_whole_for_one_fact(
    make_source: MakeSource, embed: Embed
) -> None:
    items = "1. The pump has failed.\n2. The fee rises to 52 euros.\n3. Sana resigns as chair in June. Ruth takes over."
    question = "Who will be chair after June?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Minutes", items)], embed)

    assert "Sana resigns as chair" in draft.answer
    assert "fee" not in draft.answer


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("(a) The oak is kept.\n(b) 12 bays are dug.", ["(a) The oak is kept.", "(b) 12 bays are dug."]),
        ("It was dug. (about 3 m deep)", ["It was dug. (about 3 m deep)"]),
    ],
)
def test_an_item_that_a_letter_counts_is_a_piece_of_its_own(text: str, pieces: list[str]) -> None:
    assert [text[start:end] for start, end in cut(text)] == pieces
