"""A list that was read whole beside the sources is counted and put in order; of a part of one nothing is told so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nodes.answering.extractive import Draft, Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.answering.reckoning.whole_lists import Beside
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

HEAD = "Boat | Harbour | Kind | Length (m) | Mooring fee (£)\n"
HARBOURS = ("Oban", "Lerwick", "Mallaig")
KINDS = (*["Launch", "Ketch"] * 2, "Solar launch", *["Launch", "Ketch"] * 2, "Ketch")
ROWS = [
    f"B{number:02} | {HARBOURS[number % 3]} | {KINDS[number % 10]} | {number + 5} | {200 - 3 * number}\n"
    for number in range(1, 41)
]
PROSE = "The harbour master of Oban lends every skipper a boat hook. Boats pay a mooring fee in May."


@pytest.fixture
def ask(make_source: MakeSource, embed: Embed) -> Callable[..., Draft]:
    """Asks of a part of the list, or none of it, with all of it beside the sources, unless it is too long."""

    def asked(question: str, *, part: slice = slice(20, 30), is_unread: bool = False) -> Draft:
        prose = make_source(1, "Harbour notes", PROSE)
        rows = ROWS[part]
        own = make_source(2, "Boat register", HEAD + "".join(rows)) if rows else None
        whole = make_source(3, "Boat register", HEAD + "".join(ROWS), document_id="d2", revision_id="r2")
        beside = Beside(unread={("d2", ())}) if is_unread else Beside([whole])
        sources = [prose, own] if own else [prose]
        return answer_by_quoting(question, rule_plan(question), sources, embed, known=Known(beside=beside))

    return asked


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How many boats are based in Oban?", "13 rows with Harbour “Oban” [3]"),
        ("How many boats of Lerwick are there?", "14 rows with Harbour “Lerwick” [3]"),
        (
            "What is the total of the mooring fees of boats in Oban?",
            "Mooring fee (£), total of 13 rows with Harbour “Oban”: 1,781 [3]",
        ),
    ],
)
@pytest.mark.parametrize("part", [slice(20, 30), slice(0, 0)])
def test_all_its_rows_are_counted_and_added_up(
    ask: Callable[..., Draft], question: str, line: str, part: slice
) -> None:
    draft = ask(question, part=part)
    assert draft.lines[0] == line
    assert {citation["index"] for citation in draft.citations} == {3}


def test_the_most_is_the_most_of_all(ask: Callable[..., Draft]) -> None:
    assert ask("Which boat has the highest mooring fee?").answer.startswith("Boat register: Boat B01 ")


def test_those_of_a_state_are_all_that_there_are(ask: Callable[..., Draft]) -> None:
    answer = ask("Which boats are solar?").answer
    assert [name for name in ("B04", "B14", "B24", "B34") if f"Boat {name} " in answer] == ["B04", "B14", "B24", "B34"]
    assert "B05" not in answer


def test_of_one_that_is_too_long_nothing_is_counted_or_told_as_the_most(ask: Callable[..., Draft]) -> None:
    assert " rows with " not in ask("How many boats are based in Oban?", is_unread=True).answer
    answer = ask("Which boat has the highest mooring fee?", is_unread=True).answer
    assert not answer.startswith("Boat register: Boat B21 ")


def test_a_question_of_one_fact_is_answered_as_without_it(ask: Callable[..., Draft]) -> None:
    question = "What does the harbour master of Oban lend?"
    assert ask(question).answer == ask(question, is_unread=True).answer


def test_one_over_several_pages_is_one_table(make_source: MakeSource, embed: Embed) -> None:
    pages = [
        make_source(
            index,
            "Boat register",
            rows if place else f"{HEAD}{rows}",
            document_id="d2",
            revision_id="r2",
            pages=[1, 2],
            spans=[{"page": place + 1, "start": 0, "end": 9}],
            table_header=HEAD.strip() if place else "",
        )
        for place, (index, rows) in enumerate([(2, "".join(ROWS[20:])), (3, "".join(ROWS[:20]))])
    ]
    question = "Which boat has the highest mooring fee?"
    known = Known(beside=Beside(pages))
    sources = [make_source(1, "Harbour notes", PROSE)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed, known=known)
    assert draft.answer.startswith("Boat register: Boat B01 ")
    assert {citation["index"] for citation in draft.citations} == {3}
