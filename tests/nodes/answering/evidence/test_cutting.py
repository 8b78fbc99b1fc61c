"""Texts in pieces."""

from __future__ import annotations

from nodes.answering.evidence.cutting import cut


def test_items_with_a_letter_and_a_number() -> None:
    text = "A1. Section 7. The pack is\n    replaced yearly.\n\nA2. Section 5. The run takes\n    an hour.\n"
    pieces = [text[start:end] for start, end in cut(text)]
    assert not any(piece.strip() in {"A1.", "A2."} for piece in pieces)
    assert any(piece.startswith("A1. Section 7.") for piece in pieces)
