"""Rows of which a cell is a word of the question and nothing else."""

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import TICKETS, MakeSource


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which tickets are still open?", ["T-2", "T-3"]),
        ("List the closed tickets.", ["T-1", "T-4", "T-5"]),
        ("How many hours were spent on P1 tickets in total?", ["T-1", "T-3"]),
    ],
)
def test_they_are_told_and_no_others(make_source: MakeSource, embed: Embed, question: str, labels: list[str]) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Support", TICKETS)], embed)
    assert [label for label in ("T-1", "T-2", "T-3", "T-4", "T-5") if f"Ticket {label} " in answer.answer] == labels


def test_what_is_asked_besides_has_to_be_of_the_table(make_source: MakeSource, embed: Embed) -> None:
    question = "Which open questions does the board have?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Support", TICKETS)], embed)
    assert "T-2" not in answer.answer


def test_columns_that_tell_each_row_apart_are_no_states(make_source: MakeSource, embed: Embed) -> None:
    table = "Boat | Colour | Sails\nTern | red | 2\nSkua | blue | 3\nRail | green | 1\n"
    question = "Which boats are blue?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Boats", table)], embed)
    assert "Skua" in answer.answer
    assert "Tern" not in answer.answer


BOATS = (
    "Name | Kind | Skipper at sea | Skipper ashore\n"
    "Tern | Launch | Ada Holm | Bo Vik\n"
    "Skua | Solar launch | Bo Vik | Ada Holm\n"
    "Rail | Ketch (steel) | Ada Holm | Cy Moe\n"
    "Coot | Launch | Bo Vik | Cy Moe\n"
    "Knot | Ketch (oak) | Cy Moe | Ada Holm\n"
    "Dunlin | Yawl (old) | Cy Moe | Ada Holm\n"
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which boats are solar?", ["Skua"]),
        ("Which boats are yawls?", ["Dunlin"]),
        ("On which boats is Bo Vik skipper at sea?", ["Skua", "Coot"]),
        ("For which boats is Ada Holm skipper ashore?", ["Skua", "Knot", "Dunlin"]),
    ],
)
def test_a_state_may_be_said_in_part_and_stand_in_the_column_that_is_asked_for(
    make_source: MakeSource, embed: Embed, question: str, names: list[str]
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Boats", BOATS)], embed).answer
    assert [name for name in ("Tern", "Skua", "Rail", "Coot", "Knot", "Dunlin") if f"{name} –" in answer] == names


PEOPLE = (
    "No. | Name | Office | Duty\n"
    "1 | Ada Holm | Oban | Fire warden\n"
    "2 | Bo Vik | Lerwick | \n"
    "3 | Cy Moe | Oban | First aider\n"
    "4 | Dee Lund | Oban | \n"
    "5 | Eli Roe | Lerwick | First aider\n"
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who are the first aiders?", ["Cy Moe", "Eli Roe"]),
        ("Which people work in the Oban office?", ["Ada Holm", "Cy Moe", "Dee Lund"]),
    ],
)
def test_a_list_of_people_needs_not_call_them_so(
    make_source: MakeSource, embed: Embed, question: str, names: list[str]
) -> None:
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Directory", PEOPLE)], embed).answer
    assert [name for name in ("Ada Holm", "Bo Vik", "Cy Moe", "Dee Lund", "Eli Roe") if name in answer] == names
