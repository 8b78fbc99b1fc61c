"""Lines that are but a number by which somebody is filed."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.identifiers import without_identifiers
from tests.nodes.answering.quoted import MakeSource

ASKED = "Can customers get a refund?"


@pytest.mark.parametrize(
    "line", ["Customer no. 20817", "Kundennummer: 4711", "Order number 88-120", "Ticket ID: AB-201"]
)
def test_they_are_told_to_who_asks_for_a_number(make_source: MakeSource, line: str) -> None:
    pieces = evidence_of([make_source(1, "Mail", f"I want a refund of my fee.\n\n{line}")])
    assert line in {piece.text for piece in pieces}
    assert line not in {piece.text for piece in without_identifiers(pieces, ASKED)}
    assert without_identifiers(pieces, "What is the number of the customer?") == pieces


@pytest.mark.parametrize("line", ["There is no refund after 30 days.", "No. 7 is closed.", "Number of seats: 120"])
def test_what_says_more_stays(make_source: MakeSource, line: str) -> None:
    pieces = evidence_of([make_source(1, "Mail", f"I want a refund of my fee.\n\n{line}")])
    assert without_identifiers(pieces, ASKED) == pieces


@pytest.mark.parametrize(
    ("question", "is_told"),
    [(ASKED, False), ("How do I reach the office?", True), ("Whom can customers call?", True)],
)
def test_a_telephone_number_is_told_to_who_wants_to_call(
    make_source: MakeSource, question: str, *, is_told: bool
) -> None:
    line = "Tel. 0441 120 36"
    pieces = evidence_of([make_source(1, "Mail", f"{line}\n\nI want a refund of my fee.")])
    assert (line in {piece.text for piece in without_identifiers(pieces, question)}) is is_told
