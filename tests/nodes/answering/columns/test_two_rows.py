"""Two things that are compared, and are two rows of one table."""

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

RATES = (
    "Code | Item | Day | Week | Card\nEX130 | Excavator 13 t | 260 | 780 | A59\nDU30 | Dumper 3 t | 84 | 252 | A09\n"
    "DU60 | Dumper 6 t with cab | 126 | 378 | A09\nTH06 | Telehandler 6 m | 142 | 426 | A17\n"
    "BO20 | Boom lift 20 m | 196 | 588 | 3b\n"
)
NOTE = "The boom lift costs more to carry. Repairs of the excavator cost £415."


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("what costs more per day, the 20 m boom lift or the 13 t excavator", "EX130", "BO20"),
        ("Which is cheaper per week, the 3 t dumper or the 6 t dumper?", "DU30", "DU60"),
    ],
)
def test_the_rows_are_told_in_the_order_that_is_asked_for(
    make_source: MakeSource, embed: Embed, question: str, first: str, second: str
) -> None:
    sources = [make_source(1, "Note", NOTE), make_source(2, "Rate card", RATES)]
    lines = answer_by_quoting(question, rule_plan(question), sources, embed).lines
    assert len(lines) == 2
    assert first in lines[0]
    assert second in lines[1]


def test_a_table_without_a_column_of_it_tells_nothing(make_source: MakeSource, embed: Embed) -> None:
    question = "Which is heavier, the boom lift or the excavator?"
    sources = [make_source(1, "Note", NOTE), make_source(2, "Rate card", RATES)]
    assert "Week" not in answer_by_quoting(question, rule_plan(question), sources, embed).answer
