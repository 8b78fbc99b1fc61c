"""What somebody has to do."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

ACTIONS = (
    "| No | Action | Who | Until |\n|---|---|---|---|\n"
    "| 1 | Order the paint | Mara Lind | 4 May |\n"
    "| 2 | Tell the harbour | Jonas Moss | 9 May |\n"
    "| 3 | Sell the barge | Mara Lind | 1 June |"
)
PLAN = "ID | Task | Owner | Status\n1 | Clean the quay | Mara Lind | done\n2 | Paint the crane | Mara Lind | late"
ITEMS = (
    "The board met at the harbour office and spoke for two hours about the paint of the barge and the old crane. "
    "It was decided to sell neither of them before the summer, and to ask the members again in the autumn.\n\n"
    "Next steps:\n- Mara Lind: ask for three offers\n- Write to the insurer (Jonas Moss, 3 May)\n"
    "- Mara Lind was thanked for her work"
)
TEAM = "Team\n- Mara Lind - paint and varnish\n- Jonas Moss - ropes"


@pytest.mark.parametrize(
    "question", ["What does Mara Lind have to do?", "What are Mara's tasks?", "Which action items are for Mara Lind?"]
)
def test_all_rows_and_items_that_give_it_to_somebody_are_told(
    make_source: MakeSource, embed: Embed, question: str
) -> None:
    texts = [("Team", TEAM), ("Minutes of 2 April", ACTIONS), ("Plan", PLAN), ("Minutes of 9 April", ITEMS)]
    said = answer(question, [make_source(place, *text) for place, text in enumerate(texts, start=1)], embed)
    for told in ("Order the paint", "Sell the barge", "Clean the quay", "Paint the crane", "three offers"):
        assert told in said
    for other in ("Tell the harbour", "insurer", "varnish", "thanked"):
        assert other not in said


def test_what_is_still_open_is_not_done(make_source: MakeSource, embed: Embed) -> None:
    said = answer("Which tasks of Mara Lind are still open?", [make_source(1, "Plan", PLAN)], embed)
    assert "Paint the crane" in said
    assert "Clean the quay" not in said


def test_an_item_may_end_with_who_does_it(make_source: MakeSource, embed: Embed) -> None:
    said = answer(
        "What must Jonas Moss do?",
        [make_source(1, "Minutes", ITEMS, spans=[{"page": 2, "start": 0, "end": 600}])],
        embed,
    )
    assert "insurer" in said
    assert "offers" not in said
