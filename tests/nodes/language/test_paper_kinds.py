"""Kinds of papers, by what they call themselves."""

from __future__ import annotations

import pytest

from nodes.language.paper_kinds import paper_kinds


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Lease of Quay House", {"contract"}),
        ("Quotation 24-118", {"offer"}),
        ("We are looking for a fitter", {"post"}),
        ("Minutes of the safety committee", {"minutes"}),
        ("Boiler inspection report", {"inspection", "report"}),
        ("Curriculum vitae (Ada Holm)", {"curriculum"}),
        ("Rechnung 12", {"bill"}),
        ("Facilities Committee", {"minutes"}),
        ("Postcards from Quay House", set()),
        ("", set()),
    ],
)
def test_a_paper_says_what_it_is(text: str, kinds: set[str]) -> None:
    assert paper_kinds(text) == kinds
