"""Rows that leave out what is asked for."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.left_out import without_what_is_left_out
from nodes.language.terms import analyse
from tests.nodes.answering.quoted import MakeSource


@pytest.mark.parametrize(
    ("question", "label", "says"),
    [
        ("How much tax was paid?", "Profit before tax", False),
        ("How much VAT was paid?", "Total (excluding VAT)", False),
        ("What was the profit before tax?", "Profit before tax", True),
        ("How much tax was paid?", "Trade tax", True),
    ],
)
def test_a_row_does_not_say_what_it_leaves_out(make_source: MakeSource, question: str, label: str, says: bool) -> None:
    pieces = evidence_of([make_source(1, "Report", f"Item | 2030 | 2031\n{label} | 318 | 357")])
    asked = frozenset(analyse(question))
    row = without_what_is_left_out(pieces, asked)[-1]
    assert bool(row.terms & asked & {"tax", "vat"}) is says
