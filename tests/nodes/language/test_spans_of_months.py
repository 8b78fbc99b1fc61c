"""The months that a text speaks of."""

from __future__ import annotations

import pytest

from nodes.language.spans_of_months import is_open_ended, months_spanned


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("in June", {6}),
        ("April to June 2031", {4, 5, 6}),
        ("between Jan and March", {1, 2, 3}),
        ("June and August", {6, 8}),
        ("November to January", {11, 12, 1}),
        ("Q2", {4, 5, 6}),
        ("the third fiscal quarter", {7, 8, 9}),
        ("from Q1 to Q3 2031", set(range(1, 10))),
        ("Thursday 26 September 2031", {9}),
        ("2031-06-13", {6}),
        ("may I go", set()),
        ("three quarters of it", set()),
        ("", set()),
    ],
)
def test_they_are_named_spanned_or_dated(text: str, months: set[int]) -> None:
    assert months_spanned(text) == months


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("since May", True),
        ("by the end of June", True),
        ("after the second quarter", True),
        ("from May on", True),
        ("from May to July", False),
        ("in May", False),
    ],
)
def test_from_or_until_a_month(text: str, is_so: bool) -> None:
    assert is_open_ended(text) is is_so
