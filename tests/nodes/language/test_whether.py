"""Questions for a yes or a no, and troubles that are told."""

from __future__ import annotations

import pytest

from nodes.language.whether import asks_whether, tells_trouble


@pytest.mark.parametrize(
    ("question", "whether"),
    [
        ("Can I paint the pump?", True),
        ("The lamp blinks. Is it broken?", True),
        ("If I move, do I pay twice?", True),
        ("We lost the key. Any chance to open the door?", True),
        ("Can't the door be opened?", True),
        ("Who can paint the pump?", False),
        ("How do I paint the pump?", False),
        ("What is to be done?", False),
    ],
)
def test_whether(question: str, whether: bool) -> None:
    assert asks_whether(question) == whether


@pytest.mark.parametrize(
    ("question", "trouble"),
    [
        ("I cleaned it but my pump still leaks", True),
        ("I cleaned it, why does it leak", False),
        ("warranty of the pump", False),
    ],
)
def test_trouble(question: str, trouble: bool) -> None:
    assert tells_trouble(question) == trouble
