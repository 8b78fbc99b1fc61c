"""Who wrote a document, which it says in a line of names."""

from __future__ import annotations

import pytest

from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.authorship import asks_author
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Who wrote the study?", {"wrote"}),
        ("who is the author of the pilot", {"author"}),
        ("Who are the authors?", {"author"}),
        ("Who has prepared the budget?", {"prepar"}),
        ("Who sent the mail about the roof?", {"sent"}),
        ("Who is in charge of the author's fee?", set()),
        ("What did the author find?", set()),
    ],
)
def test_questions_for_the_author(question: str, terms: set[str]) -> None:
    assert asks_author(question) == terms


@pytest.mark.parametrize(
    "line",
    [
        "M. Torvik, L. Adeyemi and S. Brandl",
        "R. Hale, Calder University, 2014",
        "By Lena van der Berg",
        "Authors: Mara Torvik, Sven Brandl",
        "From: Dana Whitlock <dana@brackenfold.example>",
        'author: "Mara Torvik"',
        "authors: [Mara Torvik, Sven Brandl]",
        "authors:\n- Mara Torvik\n- Sven Brandl",
    ],
)
def test_the_line_of_names_answers(make_source: MakeSource, embed: Embed, line: str) -> None:
    text = f"{line}\n\nWe studied whether evening light changes sleep. Dimmed light lengthened sleep by 38 minutes."
    sources = [
        make_source(1, "Effects of evening light", text),
        make_source(2, "Noise at work", "Kari Vold\n\nNoise makes tired."),
    ]
    question = "Who wrote the study on evening light?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert line in {citation["quote"] for citation in draft.citations}
    assert "Kari Vold" not in draft.answer


def test_names_far_down_are_no_authors(make_source: MakeSource, embed: Embed) -> None:
    text = f"We studied whether evening light changes sleep.{' It was dark.' * 40}\n\nKari Vold\n\nThe end of it."
    question = "Who wrote the study on evening light?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Evening light", text)], embed)
    assert "Kari Vold" not in draft.answer


def test_the_title_did_not_write_the_document(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Annual Report", "Annual Report\n\nMira Holt\n\nThe year was dry. The harbour silted up.")
    question = "Who wrote the annual report?"
    draft = answer_by_quoting(question, rule_plan(question), [source], embed)
    assert {citation["quote"] for citation in draft.citations} == {"Mira Holt"}
