"""A row whose label is an amount is meant by that amount, however it is written."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.implied.numbered_rows import with_numbered_rows
from tests.nodes.answering.quoted import MakeSource

TABLE = "Dose (mg) | Response (%)\n2.5 | 41\n5.0 | 58\n10 | 60\n\nAt 2.5 mg nothing was seen. At 5 mg it was."


def holders(make_source: MakeSource, question: str, term: str) -> list[str]:
    pieces = evidence_of([make_source(1, "Trial", TABLE)])
    return [
        piece.text for piece in with_numbered_rows(pieces, question) if term in piece.terms and not piece.is_heading
    ]


@pytest.mark.parametrize("question", ["What was seen at 5 mg?", "What was seen at 5.0 mg?", "What did 5mg do?"])
def test_the_row_of_the_amount_holds_its_unit(make_source: MakeSource, question: str) -> None:
    assert holders(make_source, question, "mg") == ["5.0 | 58", "At 5 mg it was."]


@pytest.mark.parametrize("question", ["What was seen at 5 kg?", "What was seen at 7 mg?", "What was seen in mg?"])
def test_another_unit_or_amount_changes_nothing(make_source: MakeSource, question: str) -> None:
    pieces = evidence_of([make_source(1, "Trial", TABLE)])
    assert with_numbered_rows(pieces, question) == pieces
