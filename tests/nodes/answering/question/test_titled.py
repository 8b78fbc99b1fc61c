"""What another document says of its own subject is no answer about the one that a question names."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

CAKE = ("Walnut cake", "Bake for 50 minutes at 170 °C. Let it cool in the tin.")
SOUP = ("Lentil soup", "Simmer for 40 minutes. It keeps for 3 months in the freezer.")
SEARCH = ("Post-mortem: slow search", "Search took more than 8 seconds for 3 hours. No data was lost.")
CHECKOUT = ("Post-mortem: checkout unavailable", "The checkout was down for 40 minutes. 4,318 orders failed.")
FREEZER = ("What keeps in the freezer", "A walnut cake keeps for 2 months. Bread keeps for 6 months in the freezer.")


def answer_of(
    question: str, documents: list[tuple[str, str]], make_source: MakeSource, embed: Embed
) -> tuple[str, str]:
    sources = [make_source(place, title, text) for place, (title, text) in enumerate(documents, start=1)]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    return draft.status, draft.answer


@pytest.mark.parametrize(
    ("question", "documents"),
    [
        ("How long does the walnut cake keep in the freezer?", [CAKE, SOUP]),
        ("How long does the walnut cake keep in the freezer?", [SOUP, CAKE]),
        ("How many orders failed during the slow search?", [SEARCH, CHECKOUT]),
    ],
)
def test_what_is_said_of_another_subject_is_refused(
    question: str, documents: list[tuple[str, str]], make_source: MakeSource, embed: Embed
) -> None:
    assert answer_of(question, documents, make_source, embed)[0] == "no_evidence"


@pytest.mark.parametrize(
    ("question", "documents", "answer"),
    [
        ("How long does the lentil soup keep in the freezer?", [CAKE, SOUP], "3 months"),
        ("How long must the walnut cake bake?", [CAKE, SOUP], "50 minutes"),
        ("How long does the walnut cake keep?", [CAKE, FREEZER], "2 months"),
        ("How many orders failed while the checkout was unavailable?", [SEARCH, CHECKOUT], "4,318 orders"),
        ("How long does soup keep in the freezer?", [CAKE, SOUP], "3 months"),
    ],
)
def test_what_is_said_of_the_subject_is_quoted_wherever_it_stands(
    question: str, documents: list[tuple[str, str]], answer: str, make_source: MakeSource, embed: Embed
) -> None:
    status, text = answer_of(question, documents, make_source, embed)

    assert status == "answered"
    assert answer in text
