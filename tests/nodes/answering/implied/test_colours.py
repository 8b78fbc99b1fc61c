"""Who asks for a colour is told one, or nothing."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

KITCHEN = "The kitchen is painted chalk-blue. The living room is painted in May by Bo Lind."


@pytest.mark.parametrize(
    ("question", "text", "is_told"),
    [
        ("What colour is the kitchen painted?", KITCHEN, True),
        ("What colour is the door?", "The door is RAL 7016.", True),
        ("Which colours does the door come in?", "The door comes in five colours.", True),
        ("What colour is the living room painted?", "The living room is painted in May by Bo Lind.", False),
        # What hangs on a word inside another, and what is no colour.
        ("What colour is the shed?", "The shed is required in general by the board.", False),
        ("What colour code is on the shed?", "On the shed is the colour code 7.", True),
    ],
)
def test_a_colour_is_told_by_a_word_for_one(
    make_source: MakeSource, embed: Embed, question: str, text: str, is_told: bool
) -> None:
    said = answer(question, [make_source(1, "Diary", text)], embed)
    assert said.startswith("I looked for") is not is_told
