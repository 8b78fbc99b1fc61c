"""How many rows match, and what they come to: only where all rows of the table were read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodes.answering.extractive import Known, answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.answering.reckoning.tallies import wholly_read
from nodes.documents.chunks import chunk_id
from nodes.domain.chat import Hit, Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import TICKETS, MakeSource


def source_of(make_source: MakeSource, content: str, chunks: list[int], section: str = "") -> Source:
    source = make_source(1, "Support tickets", content)
    return {**source, "hits": [chunk_id("r1", each) for each in chunks], "section_path": [section] if section else []}


def hit_of(make_hit: Callable[..., Hit], source: Source, total: int) -> Any:
    return {**make_hit(source["hits"][0]), "document_id": source["document_id"], "total_chunks": total}


@pytest.fixture
def told(make_source: MakeSource, make_hit: Callable[..., Hit], embed: Embed) -> Callable[..., str]:
    def ask(question: str, *, total: int = 1, content: str = TICKETS) -> str:
        source = source_of(make_source, content, [0])
        known = Known(hits=[hit_of(make_hit, source, total)])
        return answer_by_quoting(question, rule_plan(question), [source], embed, known=known).answer.splitlines()[0]

    return ask


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How many P1 tickets are there?", "2 rows with Priority “P1” [1]"),
        ("How many P1 tickets are open?", "1 row with Priority “P1” and Status “Open” [1]"),
        ("How many tickets did Vik Ltd open?", "2 rows with Customer “Vik Ltd” [1]"),
        (
            "How many hours were spent on P1 tickets?",
            "Hours spent, total of 2 rows with Priority “P1”: 2.5 + 4 = 6.5 [1]",
        ),
        (
            "What is the total of hours spent on closed tickets?",
            "Hours spent, total of 3 rows with Status “Closed”: 2.5 + 0.5 + 3 = 6.0 [1]",
        ),
        (
            "What is the average of the hours spent on tickets of Quay Trust?",
            "Hours spent, mean of 2 rows with Customer “Quay Trust”: 2 [1]",
        ),
    ],
)
def test_they_are_told_with_what_they_have(told: Callable[..., str], question: str, line: str) -> None:
    assert told(question) == line


@pytest.mark.parametrize("question", ["How many P1 tickets are there?", "How many hours were spent on P1 tickets?"])
def test_nothing_is_told_of_a_table_that_goes_on_unread(told: Callable[..., str], question: str) -> None:
    assert " with Priority" not in told(question, total=2)


def test_values_in_different_units_are_not_summed(told: Callable[..., str]) -> None:
    content = TICKETS.replace("| 2.5\n", "| 2.5 h\n").replace("| 4\n", "| 40 min\n")
    assert "total of" not in told("How many hours were spent on P1 tickets?", content=content)


def test_values_with_a_comma_before_decimals_are_summed_by_what_they_are(told: Callable[..., str]) -> None:
    content = TICKETS.replace("| 2.5\n", "| 1.234,50\n").replace("| 4\n", "| 10,25\n").replace("| 0.5\n", "| 0,5\n")
    line = told("How many hours were spent on P1 tickets?", content=content)
    assert line.endswith("1.234,50 + 10,25 = 1,244.75 [1]")


def test_which_ones_is_no_question_of_how_many(told: Callable[..., str]) -> None:
    assert " with Priority" not in told("Which P1 tickets are open?")


def test_a_section_is_whole_where_its_neighbours_tell_that_it_ends(
    make_source: MakeSource, make_hit: Callable[..., Hit]
) -> None:
    first, rest, other = (
        source_of(make_source, "Boat | Sails\nTern | 2\n", chunks, section)
        for chunks, section in (([0, 1], "Boats"), ([2], "Boats"), ([3], "Crew"))
    )
    hits = [hit_of(make_hit, first, 6)]
    document = first["document_id"]
    assert wholly_read([first, rest, other], hits) == {(document, ("Boats",))}
    assert wholly_read([first, other], hits) == frozenset()
    assert wholly_read([first, rest], hits) == frozenset()
    assert (document, ("Crew",)) in wholly_read([first, rest, other], [hit_of(make_hit, first, 4)])


def test_rows_of_a_time_are_counted_and_told_so(told: Callable[..., str]) -> None:
    content = (
        "Date | Van | Fault | Cost (£)\n2031-01-08 | V1 | Door | 140\n2031-02-11 | V2 | Brakes | 300\n"
        "2031-03-02 | V1 | Mirror | 60\n2031-05-20 | V1 | Clutch | 900\n"
    )
    question = "What did the faults on V1 cost in total in the first quarter of 2031?"
    line = "Cost (£), total of 2 rows with Van “V1” in that time: 140 + 60 = 200 [1]"
    assert told(question, content=content) == line
    assert told("What did the faults on V1 cost in total in 2031?", content=content).startswith(
        "Cost (£), total of 3 rows with Van “V1”: "
    )
    assert " in that time" not in told(question, content=content, total=2)


def test_people_are_counted_by_a_list_of_their_names(told: Callable[..., str]) -> None:
    content = "No. | Name | Office\n1 | Ada Holm | Oban\n2 | Bo Vik | Lerwick\n3 | Cy Moe | Oban\n4 | Di Lund | Oban\n"
    assert told("How many people work in the Oban office?", content=content) == "3 rows with Office “Oban” [1]"
