"""Answers that say how many there are."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.question.kinds import answers_kind
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed
from nodes.language.abbreviations import USUAL
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


def test_what_tells_the_number_goes_before_what_speaks_of_them(make_source: MakeSource, embed: Embed) -> None:
    plan = "The health plan for employees of Acme and for employees of Bolt covers those aged 65 and over."
    sources = [make_source(1, "Plan", plan), make_source(2, "People", "Acme has some 1,200 people and 900 employees.")]
    question = "How many employees does Acme have?"
    assert "900 employees" in answer_by_quoting(question, rule_plan(question), sources, embed).lines[0]


def test_the_number_of_a_file_is_no_amount(make_source: MakeSource, embed: Embed) -> None:
    question = "How many stores does Acme have?"
    source = make_source(1, "Exhibits", "Acme Stores, Inc. Stock Plan, Form S-8 File No. 333-88501, Exhibit 10.3.")
    assert not answer_by_quoting(question, rule_plan(question), [source], embed).citations


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many people attended the fair?", "The fair was attended by {} people."),
        ("How many litres does the tank hold?", "The tank of the boiler holds {} litres."),
        ("How much did the repair of the roof cost?", "The repair of the roof cost {} euros."),
        ("How deep is the shaft?", "The shaft is {} metres deep."),
    ],
)
@pytest.mark.parametrize("number", [1899, 1900, 1950, 2000, 2026, 2099, 2100])
def test_an_amount_may_look_like_a_year(
    make_source: MakeSource, embed: Embed, question: str, text: str, number: int
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", text.format(number))], embed)
    assert [citation["quote"] for citation in draft.citations] == [text.format(number)]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many dogs may a tenant keep?", "A tenant may keep one dog."),
        ("How many members does the board have?", "The board has thirteen members."),
        ("How many men were saved?", "Seventeen men were saved."),
        ("How many bikes were stolen?", "Zero bikes were stolen."),
        ("How many children did Ada have?", "Ada had no children."),
        ("How many ships were lost?", "Both ships were lost."),
        ("How many seats are in the hall?", "The hall has eighty seats."),
    ],
)
def test_a_number_may_be_a_word(make_source: MakeSource, embed: Embed, question: str, text: str) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", text)], embed)
    assert [citation["quote"] for citation in draft.citations] == [text]


def test_small_words_elsewhere_are_no_number(make_source: MakeSource, embed: Embed) -> None:
    question = "How many dogs may a tenant keep?"
    source = make_source(1, "Notes", "No tenant may let one of the dogs in the yard, but may keep dogs.")
    assert not answer_by_quoting(question, rule_plan(question), [source], embed).citations


def test_a_year_is_no_amount(make_source: MakeSource, embed: Embed) -> None:
    question = "How many people attended the fair?"
    source = make_source(1, "Notes", "People attended the fair in 2019 and in 2020.")
    assert not answer_by_quoting(question, rule_plan(question), [source], embed).citations


def test_a_row_tells_a_count_only_where_it_is_for_one(make_source: MakeSource) -> None:
    wells = "Well | Depth (m) | Status\nW-101 | 64 | destroyed by flood"
    sources = [make_source(1, "Wells", wells), make_source(2, "Pumps", "Part | Quantity\npump | 14")]
    question = "How many wells were destroyed by floods?"
    facts = read_question(question, rule_plan(question), sources, None)
    rows = [piece for piece in evidence_of(sources) if not piece.is_heading]
    assert [answers_kind(row, facts) for row in rows] == [0.5, 1.0]


@pytest.mark.parametrize("told", ["Both ships sank in the storm.", "The storm came, and three ships sank."])
def test_a_number_of_what_is_counted_answers_and_not_of_what_it_did(
    make_source: MakeSource, embed: Embed, told: str
) -> None:
    content = f"The brig Aldis and the schooner Maren left the harbour.\n\n{told}\n\nFour sailors were saved."
    question = "How many ships sank?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "The storm of 1911", content)], embed)
    assert [citation["quote"] for citation in draft.citations] == [told]


@pytest.mark.parametrize("heading", ["Headcount", "Employees", "Staff"])
def test_people_who_work_somewhere_are_its_employees(make_source: MakeSource, heading: str) -> None:
    question = "How many people work in HR?"
    sources = [make_source(1, "Departments", f"Department | Head | {heading}\nIT | Priya Ram | 4\nHR | Kai Eken | 3")]
    facts = read_question(question, rule_plan(question), sources, None)
    assert answers_kind(evidence_of(sources)[-1], facts) == 1.0


def test_they_are_searched_as_such() -> None:
    assert USUAL.expansions("How many people work in HR?") == ["employees", "headcount"]


def test_rows_of_what_is_not_counted_do_not_stand_for_many(make_source: MakeSource, embed: Embed) -> None:
    bills = "\n".join(f"B-{number} | IT services | {300 + number}" for number in range(12))
    question = "How many people work in IT?"
    sources = [make_source(1, "Bills", f"Bill | For | Amount\n{bills}")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "more rows" not in draft.answer


@pytest.mark.parametrize("number", ["thirteen", "nineteen", "twenty", "forty-two"])
def test_a_number_that_is_written_out_counts(make_source: MakeSource, number: str) -> None:
    question = "How many goats did Holm lose?"
    sources = [make_source(1, "Letter", f"Holm lost {number} goats.")]
    facts = read_question(question, rule_plan(question), sources, None)
    assert answers_kind(evidence_of(sources)[0], facts) == 1.0
