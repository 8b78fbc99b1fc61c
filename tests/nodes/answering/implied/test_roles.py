"""Parties of contracts and courts, which are called by their role."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.implied.roles import with_roles
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

LEASE = 'Made between Vik Estates LLP (the "Landlord") and Holm Gardens Ltd (the "Tenant").'
COURT = "Case 12 of 2031\n\nClaimant: Vik Pumps AB\n\nDefendant: Holm Gardens Ltd"


@pytest.mark.parametrize(
    ("question", "opening", "told", "other"),
    [
        ("What does Vik repair?", LEASE, "The Landlord repairs the roof.", "The Tenant repairs the windows."),
        ("What does Holm repair?", LEASE, "The Tenant repairs the windows.", "The Landlord repairs the roof."),
        ("How much does Vik claim?", COURT, "The claimant claims £3,400.", "The defendant claims £200 of costs."),
        ("How much does Holm claim?", COURT, "The defendant claims £200 of costs.", "The claimant claims £3,400."),
    ],
)
def test_what_is_said_of_a_role_is_said_of_who_has_it(
    make_source: MakeSource, embed: Embed, question: str, opening: str, told: str, other: str
) -> None:
    sources = [make_source(1, "Letter", f"{opening}\n\n{other}\n\n{told}")]
    said = answer(question, sources, embed)
    assert told in said
    assert other not in said


def test_the_role_in_another_document_is_of_another(make_source: MakeSource) -> None:
    sources = [make_source(1, "Lease", LEASE), make_source(2, "Another lease", "The Landlord repairs the doors.")]
    pieces = with_roles(evidence_of(sources), sources, ("vik",))
    assert "vik" not in pieces[-1].terms
