"""Who holds a post, and who held it before."""

from __future__ import annotations

import pytest

from nodes.language.tenures import asked_tenure, says_left


@pytest.mark.parametrize(
    ("question", "tenure"),
    [
        ("Who is the chair of the board?", "now"),
        ("Who chairs the board?", "now"),
        ("Who was chair before Ada Holm?", "before"),
        ("Who was the previous treasurer?", "before"),
        ("Who is leaving the board?", ""),
        ("Who stood down as chair?", ""),
        ("What is a chair?", ""),
    ],
)
def test_asked_tenure(question: str, tenure: str) -> None:
    assert asked_tenure(question) == tenure


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ada Holm stood down as chair after five years.", True),
        ("I became chair when Bo Lind retired after nine years in the chair.", True),
        ("Bo Lind left the board in May.", True),
        ("Ada Holm was elected chair.", False),
        ("The boat left Halm at noon.", False),
    ],
)
def test_who_left(text: str, left: bool) -> None:
    assert says_left(text) is left
