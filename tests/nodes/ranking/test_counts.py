"""Hits that tell how many there are go before those that speak of them."""

from __future__ import annotations

from collections.abc import Callable

from nodes.domain.chat import Hit
from nodes.ranking.counts import lifted_by_counts, telling_counts

TEXTS = {"a": "The plan for union employees (65+).", "b": "We employed 288,000 employees.", "c": "Of 2021 employees."}


def hits(make_hit: Callable[..., Hit]) -> list[Hit]:
    finals = {"a": 0.9, "b": 0.8, "c": 0.7}
    return [make_hit(name, text, scores={"final": finals[name]}) for name, text in TEXTS.items()]


def test_what_tells_the_count_is_lifted(make_hit: Callable[..., Hit]) -> None:
    given = hits(make_hit)
    telling = telling_counts(given, "How many employees does Costco have?")
    assert telling == {given[1]["chunk_id"]}
    lifted = lifted_by_counts(given, telling)
    assert [hit["content"] for hit in lifted] == [TEXTS["b"], TEXTS["a"], TEXTS["c"]]
    assert lifted[0]["scores"]["final"] == 1.0


def test_where_nothing_is_counted_nothing_is_lifted(make_hit: Callable[..., Hit]) -> None:
    assert telling_counts(hits(make_hit), "Who are the employees of Costco?") == frozenset()
