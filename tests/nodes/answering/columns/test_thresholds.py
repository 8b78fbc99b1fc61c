"""Rows of a table over or under a limit."""

from __future__ import annotations

import pytest

from nodes.answering.columns.extremes import with_extremes
from nodes.answering.columns.thresholds import limit_terms, with_rows_within
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, material_of

DIVES = (
    "Dive | Pilot | Depth m | Visibility m | Finding\n"
    "D-101 | Lund | 18 | 3.5 | none\n"
    "D-102 | Lund | 22 | 2.8 | scour\n"
    "D-103 | Berg | 27 | 1.6 | aborted\n"
    "D-104 | Berg | 31 | 2.0 | rope"
)
PARTS = "part | price | bin\npump | 1,212.50 EUR | A3\nfilter | 11.20 EUR | A1\nlamp | 74 EUR | B1"
TAUCHGAENGE = "Tauchgänge | Sicht m | Kosten in Euro\nD-101 | 3,5 | 1.200,00\nD-102 | 2,8 | 900,00\nD-103 | 1,6 | 20,00"
BALANCES = "Customer | Balance in EUR\nAldo | -250\nBerta | 12 000\nCarl | (3,000)\nDora | 5000"
BUDGETS = "Department | Budget\nHarbour | $1.2 million\nSurvey | $900 thousand\nArchive | $85 thousand"
SIZES = "File | Size\nalpha | 2 GB\nbeta | 900 MB\ngamma | 15 KB"
DOSES = "Weight | Loading dose | Rate\nunder 50 kg | 100 mg | 12 mg/h\nover 80 kg | 200 mg | 24 mg/h"


@pytest.mark.parametrize(
    ("question", "content", "labels"),
    [
        ("Which dives had a visibility below 2 m?", DIVES, ["D-103"]),
        ("Which dives had a visibility of at most 2 m?", DIVES, ["D-103", "D-104"]),
        ("List dives with a depth of more than 20 m.", DIVES, ["D-102", "D-103", "D-104"]),
        ("Which dives had a depth of at least 27 m?", DIVES, ["D-103", "D-104"]),
        ("Which dives had a depth above 90 m?", DIVES, []),
        ("Which dives had a depth above 20 kg?", DIVES, []),
        ("How many dives had a depth above 20 m?", DIVES, []),
        ("Which customers have a balance below -1000?", BALANCES, ["Carl"]),
        ("Which customers have a balance below 0?", BALANCES, ["Aldo", "Carl"]),
        ("Which customers have a balance above 5 500 EUR?", BALANCES, ["Berta"]),
        ("Which customers have a balance above 5'500 EUR?", BALANCES, ["Berta"]),
        ("Which customers have a balance of at least 5 thousand EUR?", BALANCES, ["Berta", "Dora"]),
        ("Which departments have a budget over $1 million?", BUDGETS, ["Harbour"]),
        ("Which departments have a budget over $100,000?", BUDGETS, ["Harbour", "Survey"]),
        ("Which files have a size over 1 GB?", SIZES, ["alpha"]),
        ("Which parts have a price under EUR 100?", PARTS, ["filter", "lamp"]),
        ("Which parts have a price over 1,000 euros?", PARTS, ["pump"]),
        ("Which parts have a price over 1k?", PARTS, ["pump"]),
        ("Which parts lie above 20?", PARTS, []),
        ("Welche Tauchgänge hatten eine Sicht unter 2,5 m?", TAUCHGAENGE, ["D-103"]),
        ("Welche Tauchgänge hatten Kosten über 1.000 Euro?", TAUCHGAENGE, ["D-101"]),
        ("What is the loading dose for someone over 80 kg?", DOSES, []),
    ],
)
def test_rows_within_the_limit_come_first(
    make_source: MakeSource, question: str, content: str, labels: list[str]
) -> None:
    sources = [make_source(1, "Log", content)]
    found = with_rows_within([], material_of(question, sources))
    assert [piece.label for piece, _ in found] == labels


def test_what_else_was_chosen_stays_behind_them(make_source: MakeSource) -> None:
    question = "Which dives had a visibility below 2 m?"
    sources = [make_source(1, "Log", DIVES), make_source(2, "Report", "Dive D-103 was aborted.")]
    material = material_of(question, sources)
    chosen = [one for one in material.weighed if one.piece.label == "D-101" or one.piece.position == 1]
    found = with_rows_within(chosen, material)
    assert [piece.label or piece.text for piece, _ in found] == ["D-103", "Dive D-103 was aborted."]


def test_the_answer_cites_them(make_source: MakeSource, embed: Embed) -> None:
    question = "Which dives had a visibility below 2 m?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Dive log", DIVES)], embed)
    assert [citation["quote"] for citation in draft.citations] == ["D-103 | Berg | 27 | 1.6 | aborted"]


def test_the_words_of_a_limit_are_no_words_of_its_rows() -> None:
    assert limit_terms("Which dives had a visibility below 2 metres?") == {"2", "metr"}
    assert limit_terms("How deep is dive 2?") == frozenset()


@pytest.mark.parametrize(("question", "place"), [("2021", 0), ("2022", 1), ("2022 parts", 1), ("list of", 0)])
@pytest.mark.parametrize("asks", ["have a price under EUR 100", "has the highest price"])
def test_of_two_alike_tables_that_of_the_document_which_is_named(
    make_source: MakeSource, embed: Embed, question: str, place: int, asks: str
) -> None:
    """The first of them where none is."""
    question = f"Which parts of the {question} list {asks}?"
    sources = [make_source(1, "Parts 2021", PARTS), make_source(2, "Parts 2022", PARTS)]
    material = material_of(question, sources)
    order = with_rows_within if "under" in asks else with_extremes
    assert {piece.position for piece, _ in order([material.weighed[1]], material)} == {place}
