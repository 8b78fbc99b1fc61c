"""What is counted, and which texts tell its number."""

from __future__ import annotations

import pytest

from nodes.language.counted import counted_term, tells_count


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("How many employees does Costco have?", "employe"),
        ("How many full-time members of staff are there?", "member"),
        ("In how many countries?", "countri"),
        ("How many ships sank?", "ship"),
        ("How many old ships sank in the storm?", "ship"),
        ("How many members own boats?", "member"),
        ("How many sales orders came?", "order"),
        ("How many times a day does it run?", "time"),
        ("How many people work in sales?", "peopl"),
        ("How many call-outs were there in 2031?", "callout"),
        ("How many of them are there?", "them"),
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
        ("It employs 1.2 million employees.", True),
        ("10.10 2005 Employee Equity Program", False),
        ("After attaining age 55, such employees retire.", False),
        ("Borealis has 2000 employees.", True),
        ("At the end of 2019 employees were asked.", False),
        ("Since 1950 union employees have been insured.", False),
        ("It has three full-time employees.", True),
        ("On two of its days off, employees met.", False),
        ("The fee is 12 euros an employee.", False),
        ("It pays 30 euros per employee.", False),
    ],
)
def test_a_number_stands_before_what_it_counts(text: str, tells: bool) -> None:
    assert tells_count(text, "employe") is tells
