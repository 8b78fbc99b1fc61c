"""A verdict goes with the sentence that it opens."""

from __future__ import annotations

import pytest

from nodes.answering.evidence.cutting import cut


@pytest.mark.parametrize("verdict", ["Yes.", "No!", "Nein."])
def test_a_verdict_is_one_piece_with_what_follows(verdict: str) -> None:
    text = f"{verdict} Enter it under Alerts. Up to three are possible."
    assert text[slice(*cut(text)[0])] == f"{verdict} Enter it under Alerts."
