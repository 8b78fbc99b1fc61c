"""Pauses before what failed is tried again."""

from __future__ import annotations

from app.pausing import Rests, pause_seconds


def test_pauses_grow_and_have_an_end() -> None:
    assert [pause_seconds(failures, 5.0, 300.0) for failures in (0, 1, 2, 6, 7, 10_000)] == [5, 10, 20, 300, 300, 300]


def test_what_failed_rests_by_itself_for_longer_each_time() -> None:
    now = [0.0]
    rests = Rests(5.0, 15.0, lambda: now[0])
    assert not rests.is_resting("a")
    assert rests.begin("a") == 5.0
    assert rests.is_resting("a")
    assert not rests.is_resting("b")
    now[0] = 5.0
    assert not rests.is_resting("a")
    assert [rests.begin("a"), rests.begin("a")] == [10.0, 15.0]
    rests.forget("a")
    assert not rests.is_resting("a")
    assert rests.begin("a") == 5.0


def test_what_is_gone_is_not_remembered() -> None:
    rests = Rests(5.0, 15.0, lambda: 0.0)
    for name in ("a", "b"):
        rests.begin(name)
    rests.forget_others(["b", "c"])
    assert not rests.is_resting("a")
    assert rests.is_resting("b")
    assert [rests.begin(name) for name in ("a", "b", "c")] == [5.0, 10.0, 5.0]
