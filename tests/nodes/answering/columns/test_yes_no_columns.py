"""Columns of yes and no."""

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

CABINS = (
    "Cabin | Beds | Stove | Deck\nMoss | 4 | yes | upper\nFern | 2 | no | lower\n"
    "Reed | 6 | Yes | lower\nHeath | 3 | no | upper"
)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which cabins have a stove?", ["Moss", "Reed"]),
        ("Which cabins have no stove?", ["Fern", "Heath"]),
        ("Which cabins are without a stove?", ["Fern", "Heath"]),
        ("Which lower cabins have a stove?", ["Reed"]),
    ],
)
def test_the_rows_that_have_it_or_have_it_not(
    make_source: MakeSource, embed: Embed, question: str, labels: list[str]
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "List", CABINS)], embed)
    assert [line.removeprefix("List: ").split(" – ")[0] for line in answer.lines] == labels


def test_one_row_tells_both(make_source: MakeSource, embed: Embed) -> None:
    question = "Has cabin Fern a stove?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "List", CABINS)], embed)
    assert "Fern" in answer.lines[0]
    assert "Stove: no" in answer.lines[0]


STORE = (
    "Article | Shelf | Stock (pieces) | Paid on\nHalm lamp | A | 12 | 3 May\nHalm lens | A | 0 | 4 May\n"
    "Brandt rope | B | 4 |\nBrandt hook | B | 0 | 9 May\nVik oar | C | 31 | 9 May"
)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which articles are out of stock?", ["Halm lens", "Brandt hook"]),
        ("Which Brandt articles are out of stock?", ["Brandt hook"]),
        ("Which articles are not paid?", ["Brandt rope"]),
        ("Which articles do we still have to pay?", ["Brandt rope"]),
        ("Which articles have yet to be paid?", ["Brandt rope"]),
    ],
)
def test_the_rows_that_have_nothing_in_a_column(
    make_source: MakeSource, embed: Embed, question: str, labels: list[str]
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Store", STORE)], embed)
    assert [line.removeprefix("Store: ").split(" – ")[0] for line in answer.lines] == labels


def test_an_empty_cell_tells_more_than_a_sentence_that_has_the_words(make_source: MakeSource, embed: Embed) -> None:
    trials = "Rower | Trial 1 | Trial 2\nAda Kern | 12 | 14\nFinn Moor | 10 |\nElif Sand | 9 | 8\nJo Berg | 7 | 9"
    sources = [
        make_source(1, "Rules", "A missed trial can be rowed again within two weeks."),
        make_source(2, "Times", trials),
    ]
    question = "Who missed trial 2?"
    answer = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in answer.citations] == ["Finn Moor | 10 |"]


def test_a_table_that_says_nothing_of_what_else_is_asked_is_not_meant(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Orders", "The harbours without a stock of ice are closed in June."),
        make_source(2, "Store", STORE),
    ]
    question = "Which harbours have no stock of ice?"
    answer = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["index"] for citation in answer.citations] == [1]


FEEDING = (
    "Animal | Food | 07:00 | Noon | Evening\nOtter | fish | 2 | 0 | 2\n"
    "Heron | frogs | 0 | 3 | 0\nVole | roots | 1 | 0 | 1\nOwl | mice | 0 | 0 | 4"
)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which animals get food in the evening?", ["Otter", "Vole", "Owl"]),
        ("What animals get food at noon?", ["Heron"]),
        ("what do they get at 07:00?", ["Otter", "Vole"]),
    ],
)
def test_the_rows_that_have_something_at_a_time(
    make_source: MakeSource, embed: Embed, question: str, labels: list[str]
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Feeding", FEEDING)], embed)
    assert [line.removeprefix("Feeding: ").split(" – ")[0] for line in answer.lines] == labels
