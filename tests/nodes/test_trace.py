from __future__ import annotations

from nodes.trace import counted, entry


def test_what_was_dropped_is_counted_whole_and_listed_up_to_twenty() -> None:
    dropped = [{"chunk_id": str(number), "reason": "weak"} for number in range(25)]
    made = entry("filter_threshold", "weak", {"kept": 3}, dropped)
    assert made["decided"] == {"kept": 3, "dropped": 25}
    assert made["dropped"] == dropped[:20]
    assert made["seconds"] == 0.0


def test_nothing_dropped_is_not_mentioned() -> None:
    assert entry("rerank", "no hits", {})["decided"] == {}


def test_one_thing_is_not_several() -> None:
    assert [counted(number, "new passage") for number in (0, 1, 2)] == [
        "0 new passages",
        "1 new passage",
        "2 new passages",
    ]
