"""What was founded is not what was found."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.homographs import without_homographs
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("The gauge was found in the mud.", "Who founded the yard?", False),
        ("The yard was founded by Ada Berg.", "Who founded the yard?", True),
        ("Ada Berg, its co-founder, left.", "Who founded the yard?", True),
        ("The founding of the yard is told below.", "Who is the founder of the yard?", True),
        ("The gauge was found in the mud.", "Where was the gauge found?", True),
        ("The rope is wound by hand.", "Who was wounded at the yard?", False),
        ("Connect the mast to the ground.", "How is the mast grounded?", True),
    ],
)
def test_a_verb_is_told_from_another(make_source: MakeSource, text: str, question: str, expected: bool) -> None:
    (piece,) = without_homographs(evidence_of([make_source(1, "Yard", text)]), question)
    assert bool({"found", "founder", "ground", "wound"} & piece.terms) is expected


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("The day of payment is put back to 15 May.", "When do they get back?", False),
        ("They are back at six.", "When do they get back?", True),
        ("The fair was put back, and they are back at six.", "When do they get back?", True),
        ("The day of payment is put back to 15 May.", "What was put back?", True),
    ],
)
def test_what_is_put_back_does_not_come_back(make_source: MakeSource, text: str, question: str, expected: bool) -> None:
    (piece,) = without_homographs(evidence_of([make_source(1, "Trip", text)]), question)
    assert ("back" in piece.terms) is expected


def test_what_was_found_does_not_tell_who_founded(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Mud", "If you have found a gauge of Hask Marine, bring it to Hask Marine."),
        make_source(2, "Yard", "Hask Marine is a yard. It was founded by Ada Berg, a shipwright."),
    ]
    question = "Who founded Hask Marine?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert draft.citations[0]["quote"] == "It was founded by Ada Berg, a shipwright."


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("Production has a new oven.", "Which product has a lid?", False),
        ("Production of the product began.", "Which product has a lid?", True),
        ("Production has a new oven.", "What does the production have?", True),
    ],
)
def test_production_is_no_product(make_source: MakeSource, text: str, question: str, expected: bool) -> None:
    (piece,) = without_homographs(evidence_of([make_source(1, "Bakery", text)]), question)
    assert ("product" in piece.terms) is expected


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("The form is called FP-3.", "Who do I call?", False),
        ("Funder: Hask Fund, call 2031-B.", "Whom should I call?", False),
        ("The call for papers ends in May.", "Who do I call?", False),
        ("The harbour vet is called, and nobody touches it.", "Who do I call?", True),
        ("The form is called FP-3; call the office.", "Who do I call?", True),
        ("The form is called FP-3.", "What is the form called?", True),
    ],
)
def test_what_something_is_called_is_no_call(make_source: MakeSource, text: str, question: str, expected: bool) -> None:
    (piece,) = without_homographs(evidence_of([make_source(1, "Otters", text)]), question)
    assert ("call" in piece.terms) is expected


@pytest.mark.parametrize(
    ("text", "question", "term", "expected"),
    [
        ("The officer in charge is Mrs Abernethy.", "Is there an office?", "offic", False),
        ("The office is in Mill Lane.", "Is there an office?", "offic", True),
        ("The officer has an office.", "Is there an office?", "offic", True),
        ("The officer in charge is Mrs Abernethy.", "Who is the officer?", "offic", True),
        ("The chief engineer is Mr Brekke.", "Where is the engine?", "engin", False),
        ("The port authority decides.", "Who is the author?", "author", False),
        ("It is important to rinse.", "Who may import them?", "import", False),
    ],
)
def test_an_officer_is_no_office(make_source: MakeSource, text: str, question: str, term: str, expected: bool) -> None:
    (piece,) = without_homographs(evidence_of([make_source(1, "Town", text)]), question)
    assert (term in piece.terms) is expected
