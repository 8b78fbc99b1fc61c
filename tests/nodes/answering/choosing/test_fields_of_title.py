"""All of a form is about whom it names, and the field that does so tells nothing else."""

from __future__ import annotations

import pytest

from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

TITLE = "Inspection report (Quay House)"
TOP = "Site: Quay House\nInspector: Bo Lind\nDate: 11 March 2031"
GRADE = "Overall grade D. The next inspection is due in 2 years."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What grade did Quay House get?", "Overall grade D."),
        ("Who inspected Quay House?", "Inspector: Bo Lind"),
        ("When was Quay House inspected?", "Date: 11 March 2031"),
    ],
)
def test_the_form_answers_and_not_its_name(make_source: MakeSource, embed: Embed, question: str, told: str) -> None:
    sources = [make_source(1, TITLE, TOP), make_source(2, TITLE, GRADE, section_path=["Grade"])]
    said = answer(question, sources, embed)
    assert told in said
    assert "Site: Quay House" not in said


def test_a_field_that_says_what_is_asked_is_kept(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, TITLE, TOP), make_source(2, TITLE, GRADE, section_path=["Grade"])]
    assert "Site: Quay House" in answer("Which site was inspected by Bo Lind?", sources, embed)


def test_a_label_may_be_what_is_asked_for(make_source: MakeSource, embed: Embed) -> None:
    text = "Not covered: voyages of more than 56 days. The premium is 129."
    said = answer("What is not covered?", [make_source(1, "Insurance of voyages: what is covered", text)], embed)
    assert "56 days" in said
