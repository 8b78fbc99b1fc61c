"""When something ends, told by what it is terminated to, or runs until."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.implied.ends import with_ends
from nodes.answering.quoting.quoting import Embed
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Wann endet der Mietvertrag?", "Hiermit kündigen wir den Mietvertrag vom 1. Mai 2020 zum 31. März 2026."),
        ("Wann endet der Mietvertrag?", "Der Mietvertrag läuft bis zum 31. März 2026."),
        ("When does the lease end?", "The lease of the boathouse runs until 31 March 2026."),
        ("When does the lease expire?", "The lease is hereby terminated with effect from 31 March 2026."),
    ],
)
def test_a_day_to_which_something_is_ended_answers(
    make_source: MakeSource, embed: Embed, question: str, line: str
) -> None:
    sources = [make_source(1, "The boathouse", f"{line}\n\nThe keys hang beside the door.")]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == [line]


@pytest.mark.parametrize("text", ["The lease runs until it is terminated.", "The lease began on 1 May 2020."])
def test_no_day_or_no_end_tells_nothing(make_source: MakeSource, text: str) -> None:
    (piece,) = with_ends(evidence_of([make_source(1, "Lease", text)]), "When does the lease end?")
    assert "end" not in piece.terms


def test_other_questions_are_left_alone(make_source: MakeSource) -> None:
    pieces = evidence_of([make_source(1, "Lease", "The lease runs until 31 March 2026.")])
    assert with_ends(pieces, "How high is the rent?") == pieces
