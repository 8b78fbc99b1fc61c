"""Dates that a document writes otherwise than a question."""

from __future__ import annotations

import re

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.dated import date_terms, terms_of_dates, without_other_months
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed
from nodes.language.asked_terms import asked_terms
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

ASKED = ("27 September 2023", "27.09.2023", "2023-09-27", "September 27th, 2023", "9/27/2023")


@pytest.mark.parametrize("said", ["27.09.2023", "27 September 2023", "2023-09-27", "September 27, 2023"])
@pytest.mark.parametrize("asked", ASKED)
def test_a_date_is_found_in_any_notation(make_source: MakeSource, embed: Embed, asked: str, said: str) -> None:
    text = f"Object: lift 4.\nInspected on {said} by Ruth Adler.\nThe next inspection is due in two years."
    question = f"Who inspected lift 4 on {asked}?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Certificate", text)], embed)
    assert draft.status == "answered"
    assert draft.citations[0]["quote"] == f"Inspected on {said} by Ruth Adler."


def test_another_date_gives_no_terms() -> None:
    spelled = date_terms(["lift", "4", "27", "septemb", "2023"], ["2023-09-27"])
    assert spelled == {"2023-09-27": frozenset({"27", "septemb", "2023"})}
    assert terms_of_dates("Inspected on 27.09.2023.", spelled) == {"27", "septemb", "2023"}
    assert terms_of_dates("Inspected on 28.09.2023.", spelled) == frozenset()


@pytest.mark.parametrize("day", ["September 27th", "27th September", "the 27th of September", "September the 27th"])
def test_an_ordinal_beside_a_month_is_its_number(day: str) -> None:
    terms = asked_terms(f"What is planned for {day}?")
    assert "27" in terms
    assert not {"th", "27th"} & set(terms)


def test_other_ordinals_stay() -> None:
    assert "27th" in asked_terms("Who has the office on the 27th floor?")


SHIPMENTS = "shipments\nshipment | day | carrier\nS-1 | 2031-06-12 | Oster Line\nS-2 | 2031-02-27 | Oster Line\n"


def test_a_row_of_another_day_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    question = "Which shipment did Oster Line take on 2031-06-27?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "shipments", SHIPMENTS)], embed)
    assert draft.status == "no_evidence"
    assert "2031-06-27" in draft.answer


def test_the_row_of_the_day_is(make_source: MakeSource, embed: Embed) -> None:
    question = "Which shipment did Oster Line take on 27 February 2031?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "shipments", SHIPMENTS)], embed)
    assert "S-2" in draft.answer
    assert "S-1" not in draft.answer


def _trips(months: list[int]) -> str:
    rows = [
        f"T-{number} | 2031-{month:02}-{number % 28 + 1:02} | Oster Line | {40 + number}"
        for number, month in enumerate(months)
    ]
    return "\n".join(["trips", "trip | day | carrier | crates", *rows])


def test_of_many_rows_of_a_month_some_are_told_and_how_many_more_there_are(
    make_source: MakeSource, embed: Embed
) -> None:
    source = make_source(1, "trips", _trips([2, 3, 2, 3, 3, 3, 2, 3, 3, 3, 3, 4, 3]))
    question = "How many trips of Oster Line were there in March 2031?"
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert len(draft.citations) == 6
    assert all("2031-03-" in citation["quote"] for citation in draft.citations)
    assert draft.lines[-1] == "At least 3 more rows match; they are not counted or added up here."


def test_rows_of_another_month_are_no_answer(make_source: MakeSource, embed: Embed) -> None:
    question = "How many trips of Oster Line were there in May 2031?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "trips", _trips([2, 3, 2]))], embed)
    assert draft.status == "no_evidence"
    assert "May" in draft.answer


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("What did Oster Line carry in March 2031?", ["2031-03"]),
        ("What did Oster Line carry in March?", ["2031-03"]),
        ("What did Oster Line carry since March 2031?", ["2031-02", "2031-03", "2031-04"]),
        ("What did Oster Line carry in 2031?", ["2031-02", "2031-03", "2031-04"]),
    ],
)
def test_rows_of_other_months_are_left_out(make_source: MakeSource, question: str, days: list[str]) -> None:
    source = make_source(1, "trips", _trips([2, 3, 4]))
    facts = read_question(question, rule_plan(question), [source], None)
    rows = [piece for piece in evidence_of([source]) if piece.is_row and "2031" in piece.text]
    assert len(rows) == 3
    told = without_other_months(rows, facts.wording.months, question)
    assert [day[0] for piece in told if (day := re.findall(r"2031-\d\d", piece.text))] == days


ROTA = "Date | Pilot | On call\n2025-06-03 | Mara Lind | Ben Moss\n2025-06-04 | Edda Imrie | Jonas Veld"


@pytest.mark.parametrize("day", ["4 June", "June 4th", "the 4th of June"])
def test_a_day_without_its_year_is_that_of_the_rows(make_source: MakeSource, embed: Embed, day: str) -> None:
    question = f"Who is on call on {day}?"
    said = answer_by_quoting(question, rule_plan(question), [make_source(1, "Rota", ROTA)], embed).answer
    assert "Jonas Veld" in said
    assert "Ben Moss" not in said


def test_another_day_of_the_month_is_no_answer(make_source: MakeSource, embed: Embed) -> None:
    question = "Who is on call on 9 June?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Rota", ROTA)], embed)
    assert draft.status == "no_evidence"
