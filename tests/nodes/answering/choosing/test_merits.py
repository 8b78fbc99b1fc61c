"""Each weight speaks for, or against, what its docstring says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from nodes.answering.choosing.material import Weighed
from nodes.answering.choosing.merits import merit_of
from nodes.answering.choosing.weights import EXPLANATION, LOOK_UP, Weights
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.pieces import pieces_of
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

TABLE = "(in thousands of euros)\n2023 2022\nElectricity sales $ 1,741 $ 1,262\nTotal revenue 1,867 1,371\n"
SALES = "What were electricity sales in 2023?"
ALARMS = "Code | Meaning | What to do\nA05 | Pump off | Stop\nA06 | Chart recorder off | Note the values by hand\n"
RELEASE = "Release: a batch may leave after a result for cheeses. It applies to Vik Blue and Holm Soft, a release."
STEPS = "Resetting the pump:\n\n1. Close the valve.\n2. Press the red button.\n3. Open the valve.\n"


@pytest.mark.parametrize(
    ("name", "question", "content", "begins", "weights", "speaks_for"),
    [
        ("row_amount", SALES, TABLE, "Electricity", LOOK_UP, True),
        ("label", SALES, TABLE, "Electricity", LOOK_UP, True),
        ("whole_label", SALES, TABLE, "Electricity", LOOK_UP, True),
        ("whole_label", "What to do when the chart recorder is off", ALARMS, "A06", LOOK_UP, True),
        ("subject", "Which cheeses need a release?", RELEASE, "It applies", LOOK_UP, True),
        ("phrase", SALES, TABLE, "Electricity", LOOK_UP, True),
        ("year", SALES, "Electricity sales grew in 2023.", "Electricity", LOOK_UP, True),
        ("other_year", SALES, "Electricity sales fell in 2019.", "Electricity", LOOK_UP, False),
        (
            "row_in_prose",
            "How does the ferry run?",
            "| Line | Ports |\n|---|---|\n| Ferry | Hask |\n",
            "| Ferry",
            EXPLANATION,
            False,
        ),
        ("count", "How many members does the club have?", "The club has 447 members.", "The", LOOK_UP, True),
        (
            "count",
            "How many rafts does the Petrel have?",
            "| Boat | Rafts |\n|---|---|\n| Petrel | 6 |\n",
            "| Petrel",
            LOOK_UP,
            True,
        ),
        ("possible", "When does the lease end?", "The tenant may end the lease on 25 May.", "The", LOOK_UP, False),
        (
            "role",
            "Who is the tap room manager?",
            "| Name | Post |\n|---|---|\n| Ada Berg | Tap room manager |\n",
            "| Ada",
            LOOK_UP,
            True,
        ),
        ("subject", "What is the charter fee?", "The charter fee is 780 euros.", "The", LOOK_UP, True),
        ("subject", "When is the fair now?", "The fair will now be held on 15 June.", "The", LOOK_UP, True),
        ("tenure", "Who was chair before Bo Lind?", "Ada Holm stood down as chair.", "Ada", LOOK_UP, True),
        ("tenure", "Who is the chair?", "Ada Holm stood down as chair.", "Ada", LOOK_UP, False),
        ("denial", "What if I have no receipt?", "Without a receipt we ask for the day.", "Without", LOOK_UP, True),
        ("fragment", "When was the harbour opened?", "of the harbour, which was opened in 1911.", "of", LOOK_UP, False),
        ("steps", "How do I reset the pump?", STEPS, "1. Close", EXPLANATION, True),
        ("reason", "Why was the ferry late?", "The ferry was late because of fog.", "The", EXPLANATION, True),
        ("denial", "Who must not use the lift?", "Children must not use the lift.", "Children", LOOK_UP, True),
        ("first", "When was the harbour opened?", "The harbour was opened in 1911.", "The", LOOK_UP, True),
        ("whole_name", "What did the Sea Thrift cost?", "The Sea Thrift was sold in May.", "The", LOOK_UP, True),
        (
            "whole_name",
            "What was the yield at Molo Road?",
            "| Site | Yield |\n|---|---|\n| Molo Road | 39.5 |\n",
            "| Molo",
            LOOK_UP,
            True,
        ),
        ("length", "When was the harbour opened?", "The harbour was opened in 1911.", "The", LOOK_UP, False),
    ],
)
def test_a_weight_speaks_for_or_against_what_it_is_for(
    make_source: Callable[..., Source],
    name: str,
    question: str,
    content: str,
    begins: str,
    weights: Weights,
    speaks_for: bool,
) -> None:
    sources = [make_source(1, "Annual Report", content)]
    facts = read_question(question, rule_plan(question), sources, None)
    pieces = [each for each in pieces_of(facts, sources, None) if each.text.startswith(begins)]
    piece = max(pieces, key=lambda each: len(each.text))

    with_it, without = (merit_of(Weighed(piece), facts, each) for each in (weights, replace(weights, **{name: 0.0})))

    assert (with_it > without) if speaks_for else (with_it < without)


@pytest.mark.parametrize(
    ("text", "is_lifted"),
    [
        ("Bring a cup. May I take a passenger? Only with a permit.", False),
        ("May I take a passenger? Only with a permit.", True),
        ("May I take my phone and a radio? Only with a permit.", False),
        ("May I take a passenger?", False),
    ],
)
def test_the_answer_to_nearly_the_same_question_counts_as_one_below_it(
    make_source: Callable[..., Source], text: str, is_lifted: bool
) -> None:
    question = "Can I take a passenger in the cab?"
    facts = read_question(question, rule_plan(question), [make_source(1, "FAQ", text)], None)
    piece = replace(evidence_of([make_source(1, "FAQ", text)])[0], text=text, is_first=False)
    without = merit_of(Weighed(piece), facts, replace(LOOK_UP, heading=0.0))
    assert (merit_of(Weighed(piece), facts, LOOK_UP) > without) == is_lifted


def test_when_something_is_so_of_any_of_its_kind_is_told_by_a_condition(make_source: MakeSource, embed: Embed) -> None:
    found = "In 2031 some 17 per cent of them were energy-poor, a household of one most often."
    means = "A household is energy-poor if it spends more than a tenth of its income on energy."
    sources = [make_source(1, "Risks", found), make_source(2, "Terms", means)]
    assert answer("When is a household energy-poor?", sources, embed).startswith("A household is energy-poor if")
