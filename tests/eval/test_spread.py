"""Times as they spread: in milliseconds, and nothing where nothing was measured."""

from __future__ import annotations

from eval.spread import spread


def test_it_counts_in_milliseconds() -> None:
    found = spread([0.001 * number for number in range(1, 102)])
    assert found == {"n": 101, "mean": 51.0, "p50": 51.0, "p95": 96.0, "p99": 100.0, "max": 101.0}


def test_of_nothing_there_is_no_time() -> None:
    assert spread([]) == {"n": 0, "mean": None, "p50": None, "p95": None, "p99": None, "max": None}
