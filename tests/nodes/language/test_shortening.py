from __future__ import annotations

import pytest

from nodes.language.shortening import shortened


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two …"),
        ("unbroken", 4, "unbr …"),
        ("", 4, ""),
    ],
)
def test_text_is_cut_at_a_word(text: str, longest: int, expected: str) -> None:
    assert shortened(text, longest) == expected
