"""May the month and may the verb."""

from __future__ import annotations

import pytest

from nodes.language.asked_terms import asked_terms
from nodes.language.periods import months_named
from nodes.language.query_terms import query_terms
from nodes.language.terms import analyse

MONTH = [
    "Were more units sold in May than in April?",
    "What was decided in May 2024?",
    "What are May's figures for units sold?",
    "What happened on 3 May?",
    "What happened on the 3rd of May?",
    "How many units were sold this May in Kiel?",
    "Did sales fall from May to June?",
    "How many units were sold in April and May?",
    "the minutes of may 2024",
    "how many units were sold in may?",
    "May 2024",
    "Newsletter, May 2024",
    "Figures for mid-May",
    "May/June figures",
    "| May | 163 |",
    "2024\nMay\n163",
    "MINUTES OF 3RD MAY 2024",
    "Is it open until 31 May or longer?",
    "The May figures are better.",
    "12-May-2024",
    "Were May sales higher than April sales?",
    "Compare May with the month before.",
    "Why did more ships come than May had seen?",
]
VERB = [
    "What may guests do?",
    "May dogs enter the kitchen?",
    "How many boats may members borrow?",
    "Article 3 may be amended.",
    "In 2024 members may borrow two boats.",
    "Up to 12 may borrow one.",
    "What may be brought in may be taken out.",
    "The client MAY cancel the order.",
    "May I bring a dog?",
    "Costs that May Arise",
    "Which Boats Members May Borrow",
    "It may, or may not, rain.",
    "may 3 members borrow a boat?",
]


@pytest.mark.parametrize("text", MONTH)
def test_the_month_is_a_term(text: str) -> None:
    assert "may" in analyse(text)
    assert "may" in query_terms(text)
    assert "may" in asked_terms(text)


@pytest.mark.parametrize("text", VERB)
def test_the_verb_is_none(text: str) -> None:
    assert "may" not in analyse(text)
    assert "may" not in query_terms(text)


def test_it_stands_where_the_text_has_it() -> None:
    assert analyse("units sold in May 2024 or April") == ["unit", "sold", "may", "2024", "april"]
    assert sorted(query_terms("What may members borrow in May?")) == ["borrow", "may", "member"]


def test_of_months_a_text_names_it_among_the_others() -> None:
    assert months_named("Sold in April and in May, members may order.") == {"april", "may"}
    assert months_named("Members may order in April.") == {"april"}
