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
