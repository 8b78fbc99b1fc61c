"""What is counted, and which texts tell its number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nodes.answering.counted import counted_term, tells_count
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("How many employees does Costco have?", "employe"),
        ("How many full-time members of staff are there?", "member"),
        ("In how many countries?", "countri"),
        ("How much is the rent?", ""),
    ],
)
def test_what_is_counted(question: str, term: str) -> None:
    assert counted_term(question) == term


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("We employed 288,000 employees worldwide.", True),
        ("There were approximately 35,000 full- and part-time employees.", True),
        ("On May 31, employees left; in 2022 employees came back.", False),
        ("The plan for union employees (65+) was divided.", False),
    ],
)
def test_a_number_stands_before_what_it_counts(text: str, tells: bool) -> None:
    assert tells_count(text, "employe") is tells


def test_what_tells_the_number_goes_before_what_speaks_of_them(
    make_source: Callable[..., Source], embed: Embed
) -> None:
    plan = "The health plan for employees of Acme and for employees of Bolt covers those aged 65 and over."
    sources = [make_source(1, "Plan", plan), make_source(2, "People", "Acme has some 1,200 people and 900 employees.")]
    question = "How many employees does Acme have?"
    assert "900 employees" in answer_by_quoting(question, rule_plan(question), sources, embed).lines[0]


def test_the_number_of_a_file_is_no_amount(make_source: Callable[..., Source], embed: Embed) -> None:
    question = "How many stores does Acme have?"
    source = make_source(1, "Exhibits", "Acme Stores, Inc. Stock Plan, Form S-8 File No. 333-88501, Exhibit 10.3.")
    assert not answer_by_quoting(question, rule_plan(question), [source], embed).citations
