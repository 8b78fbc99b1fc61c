"""Sentences that go on about what the one before them names."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.subjects import subject_of, with_subjects
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource

FLEET = (
    "The Aurelia was launched in 1998 in Gdansk. She carries 420 passengers. The vessel was refitted in 2016.\n\n"
    "The Borealis was launched in 2004 in Turku. She carries 610 passengers. The vessel was refitted in 2019."
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was the Aurelia refitted?", "The vessel was refitted in 2016."),
        ("When was the Borealis refitted?", "The vessel was refitted in 2019."),
    ],
)
def test_a_sentence_answers_for_what_its_paragraph_names(
    make_source: MakeSource, embed: Embed, question: str, answer: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Fleet notes", FLEET)], embed)
    assert draft.citations[0]["quote"] == answer
    assert draft.answer.startswith(("Aurelia: The vessel", "Borealis: The vessel")), "who reads it is told which vessel"


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("The Aurelia is old. The vessel was refitted.", True),
        ("The Aurelia is old.\n\nThe vessel was refitted.", False),
        ("The Aurelia is old. The Borealis was refitted.", False),
        ("The Aurelia is old. One. Two is few. Three is many. The vessel was refitted.", False),
        ("Aurelia\n\nAll cabins are new.\n\nThe vessel was refitted.", True),
        ("Aurelia\n\nAll cabins are new.\n\nBorealis\n\nThe vessel was refitted.", False),
    ],
)
def test_how_far_a_subject_reaches(make_source: MakeSource, text: str, goes_on: bool) -> None:
    sources = [make_source(1, "Notes", text)]
    last = with_subjects(evidence_of(sources), sources, ["aurelia"])[-1]
    assert last.text.endswith("refitted.")
    assert bool(last.about) is goes_on


def test_of_two_names_before_it_none_is_said_to_be_the_subject(make_source: MakeSource, embed: Embed) -> None:
    text = "The R7 replaces the R5. It draws 11 W at most."
    question = "How much power do the R5 and the R7 draw?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Router notes", text)], embed)
    assert "It draws 11 W at most." in draft.answer
    assert "R5: It" not in draft.answer
    assert "R7: It" not in draft.answer


@pytest.mark.parametrize(
    ("title", "text", "subject"),
    [
        ("Notes", "Ada Holm was a glazier. She was born in Vik.", "Ada Holm"),
        ("Notes", "Ada Holm was a glazier. In 1931 she moved to Vik.", "Ada Holm"),
        ("Notes", "Ada Holm was a glazier. She had two sons. Born in Vik, she died in Lund.", "Ada Holm"),
        ("Ada Holm", "Ada Holm was a glazier. A niece of the potter Karl Berg, she studied at Lund.", "Ada Holm"),
        ("Ada Holm", "Ada Holm was a glazier. Having no sons, she left the shop to Vik.", "Ada Holm"),
        (
            "Notes",
            "Holm Glass Ltd makes panes. The company employs 90. Since 1988 it has belonged to Nor.",
            "Holm Glass Ltd",
        ),
        ("Ada Holm", "Her shop stood in Vik.", "Ada Holm"),
        ("Ada Holm", "Ada Holm was a glazier. The shop stood in Vik. Her sister was a potter.", "Ada Holm"),
        ("Notes", "Nor cannot deliver the Lark 4. The board chose the Rook 5 of Berg. It costs 90 francs.", ""),
        ("Notes", "Nor sells the Lark 4. It was therefore decided to buy the Rook 5. It costs 90 francs.", ""),
        ("Notes", "Holm Works was founded by Ada Holm. She was born in Vik.", ""),
        ("Notes", "The Lender keeps the ring in a safe. It is handed back in May.", ""),
        ("Notes", "The Lender lives in Vik. It rains there.", ""),
        ("Notes", "The Aurelia carries the mail of Vik. It was refitted in May.", ""),
        ("Notes", "The Aurelia was built in Vik. It was refitted in May.", "Aurelia"),
        ("The Lark", "It was decided to buy the Rook 5.", ""),
        ("Ada Holm", "Ada Holm was a glazier. Holm died in Lund.", ""),
        ("Ada Holm", "Ada Holm was a glazier. The windows were made by Berg.", ""),
        ("Ada Holm", "Ada Holm was a glazier. I have met her.", ""),
        ("Skarnes", "Ada Holm was born here. The ferry takes an hour. The mayor is Karl Berg.", ""),
        ("Fees of 2024", "They are paid in May.", ""),
        ("Ada Holm", "Karl Berg was a potter.\n\nHe was born in Vik.", ""),
    ],
)
def test_who_reads_a_sentence_is_told_what_its_subject_stands_for(
    make_source: MakeSource, title: str, text: str, subject: str
) -> None:
    source = make_source(1, title, text)
    pieces = evidence_of([source])
    assert subject_of(pieces[-1], pieces, source, ["lark 4"]) == subject


def test_a_name_that_stands_before_it_is_not_what_it_stands_for(make_source: MakeSource, embed: Embed) -> None:
    text = (
        "Nor cannot deliver the Lark 40 before June. It was decided to use the Rook 55 of Berg instead. It costs 9 EUR."
    )
    question = "How much does the Lark 40 cost?"
    answer = answer_by_quoting(question, rule_plan(question), [make_source(1, "Minutes", text)], embed).answer
    assert "Lark 40: It" not in answer


def test_who_a_letter_is_written_to_is_not_what_it_is_about(make_source: MakeSource) -> None:
    sources = [make_source(1, "Letter", "Dear Ada Holt,\nYou can cancel until 7 November. The room is paid.")]
    assert not any(piece.about for piece in with_subjects(evidence_of(sources), sources, ["ada holt"]))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The Aurelia was built in Vik. Weight: 900 tons.", "Aurelia: Weight: 900 tons. [1]"),
        ("Our ship is lighter than that of the firm of Aurelia. Weight: 900 tons.", "Weight: 900 tons. [1]"),
        (
            "The Aurelia is heavy for two reasons. First, the weight: oak is heavy.",
            "First, the weight: oak is heavy. [1]",
        ),
    ],
)
def test_a_value_is_told_of_a_name_that_is_surely_its_subject(
    make_source: MakeSource, embed: Embed, text: str, answer: str
) -> None:
    question = "What is the weight of the Aurelia?"
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Notes", text)], embed)
    assert answer in draft.answer.split("\n")


@pytest.mark.parametrize(
    ("heading", "before", "subject"),
    [
        ("Dr Ada Holm, Surgeon", "Ada qualified in Lisbon and took over Quay Town in 2016. ", "Ada Holm"),
        ("Ada Holm (Surgeon)", "", "Ada Holm"),
        ("Ada Holm, Surgeon", "Carla Hill joined in 2019. ", "Carla Hill"),
        ("Our surgeons", "Ada qualified in Lisbon. ", ""),
    ],
)
def test_she_is_who_heads_the_section(make_source: MakeSource, heading: str, before: str, subject: str) -> None:
    source = make_source(1, "Meet the team", f"{before}She speaks Portuguese.", section_path=["Team", heading])
    pieces = evidence_of([source])
    assert subject_of(pieces[-1], pieces, source, []) == subject
