"""The passes that give pieces their terms stand in an order that some of them need."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.near_words import Likeness
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.pieces import pieces_of
from nodes.domain.chat import Source
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


def pieces(question: str, source: Source, likeness: Likeness | None = None) -> list[Evidence]:
    facts = read_question(question, rule_plan(question), [source], None)
    return pieces_of(facts, [source], likeness)


def test_a_form_of_another_verb_does_not_come_back(make_source: MakeSource) -> None:
    (piece,) = pieces("Who founded the yard?", make_source(1, "Yard", "The foundation of the yard is of stone."))
    assert "found" not in piece.terms


def test_a_near_word_is_not_taken_where_another_piece_holds_the_word_in_another_form(
    make_source: MakeSource,
) -> None:
    def all_alike(words: Sequence[str], others: Sequence[str]) -> NDArray[np.float32]:
        return np.ones((len(words), len(others)), np.float32)

    source = make_source(1, "Kiln", "The kiln warrants care. It runs hot.")
    first, second = pieces("Which warranty does the kiln have?", source, all_alike)
    assert "warranti" in first.terms
    assert "warranti" not in second.terms
