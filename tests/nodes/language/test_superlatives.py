"""Whether a question asks for the most, the least, the more, the first."""

from __future__ import annotations

import pytest

from nodes.language.superlatives import asks_extreme, asks_more_or_less, asks_of_time, asks_price, asks_quickest


@pytest.mark.parametrize(
    ("question", "extreme", "more"),
    [
        ("Which offer has the longest guarantee?", 1, 0),
        ("Which offer is the cheapest?", -1, 0),
        ("Which of the two is longer?", 0, 1),
        ("Which of the two is cheaper?", 0, -1),
        ("Is one longer and the other shorter?", 0, 0),
        ("What is the guarantee?", 0, 0),
    ],
)
def test_which_way_is_asked_for(question: str, extreme: int, more: int) -> None:
    assert (asks_extreme(question), asks_more_or_less(question)) == (extreme, more)


def test_what_is_fast_takes_the_least_time_and_what_is_earlier_is_a_date() -> None:
    assert asks_quickest("Who delivers fastest?")
    assert not asks_quickest("Who delivers first?")
    assert asks_of_time("Who can start earlier?")
    assert asks_of_time("Who can start first?")
    assert not asks_of_time("Which guarantee is longer?")
    assert asks_price("Which is cheaper?")
