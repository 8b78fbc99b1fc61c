from __future__ import annotations

from collections.abc import Callable

import pytest

from nodes.domain.chat import Hit
from nodes.ranking.relevance import combine, relevance_key


def test_four_tenths_of_the_score_and_six_of_the_relevance(make_hit: Callable[..., Hit]) -> None:
    hits = [make_hit(name, scores={"final": score}) for name, score in (("a", 0.8), ("b", 0.6), ("c", 0.4), ("d", 0.4))]
    ordered = combine(hits, {"a": 0.1, "b": 0.9}, ["a", "b", "c"])
    finals = {hit["chunk_id"]: hit["scores"]["final"] for hit in ordered}
    assert finals == pytest.approx({"b": 0.3 + 0.54, "c": 0.5, "a": 0.4 + 0.06, "d": 0.2})
    assert [hit["chunk_id"] for hit in ordered] == ["b", "c", "a", "d"]
    assert ordered[0]["scores"]["rerank"] == 0.9
    assert "rerank" not in ordered[1]["scores"]
    assert hits[0]["scores"] == {"final": 0.8}, "hits are copied, not changed"


def test_a_key_depends_on_question_text_and_model() -> None:
    key = relevance_key("Who pays?", "Report", "Members pay.", "m")
    assert relevance_key(" who  pays? ", "Report", "Members pay.", "m") == key
    others = [("Who votes?", "Report", "Members pay.", "m"), ("Who pays?", "Report", "Members vote.", "m")]
    others += [("Who pays?", "Minutes", "Members pay.", "m"), ("Who pays?", "Report", "Members pay.", "n")]
    assert len({key, *(relevance_key(*other) for other in others)}) == 5
