from __future__ import annotations

from collections.abc import Callable

import pytest

from nodes.domain.chat import Hit
from nodes.ranking.linking import as_good_as, calls_for_links, with_walked

MakeHit = Callable[..., Hit]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [([True], True), ([True, False], True), ([True, False, False], False), ([False], False), ([], False)],
)
def test_links_are_followed_where_half_of_the_documents_are_entries(
    make_hit: MakeHit, entries: list[bool], expected: bool
) -> None:
    hits = [make_hit(str(place), revision_id=str(place), is_entry=each) for place, each in enumerate(entries)]
    assert calls_for_links(hits) is expected


def test_a_manual_that_opens_with_its_name_is_one_document_however_many_hits_it_has(make_hit: MakeHit) -> None:
    hits = [make_hit(str(place), revision_id="manual", is_entry=True) for place in range(5)]
    others = [make_hit(name, revision_id=name, is_entry=False) for name in ("minutes", "policy")]
    assert not calls_for_links([*hits, *others])


def test_what_the_walk_met_stands_above_what_it_did_not_and_in_its_order(make_hit: MakeHit) -> None:
    hits = [
        make_hit("a1", revision_id="a", scores={"final": 1.0}),
        make_hit("b1", revision_id="b", scores={"final": 0.9}),
        make_hit("a2", revision_id="a", scores={"final": 0.8}),
        make_hit("c1", revision_id="c", scores={"final": 0.1}),
    ]
    found = [make_hit("d1", revision_id="d", scores={"dense": 0.2})]
    merged = with_walked(hits, found, {"d": 1.0, "c": 0.5, "a": 0.1})
    assert [hit["chunk_id"] for hit in merged] == ["d1", "c1", "a1", "b1", "a2"]
    scores = {hit["chunk_id"]: hit["scores"] for hit in merged}
    assert scores["d1"] == {"dense": 0.2, "link": 1.0, "final": 1.0}
    assert "link" not in scores["a2"], "only the best hit of a document stands for it"
    assert "link" not in scores["b1"]
    assert 0 < scores["a2"]["final"] < scores["b1"]["final"]
    assert hits[0]["scores"] == {"final": 1.0}, "hits are copied, not changed"


def test_a_walk_that_led_nowhere_keeps_the_order(make_hit: MakeHit) -> None:
    hits = [make_hit(name, revision_id=name, scores={"final": final}) for name, final in (("a", 0.7), ("b", 0.6))]
    assert [hit["chunk_id"] for hit in with_walked(hits, [], {})] == ["a", "b"]


def test_a_walk_makes_a_collection_no_better_than_it_was(make_hit: MakeHit) -> None:
    before = [make_hit("a", scores={"final": 0.6})]
    after = [make_hit("b", scores={"final": 1.0}), make_hit("a", scores={"final": 0.5})]
    assert [hit["scores"]["final"] for hit in as_good_as(before, after)] == pytest.approx([0.6, 0.3])
    assert as_good_as([], []) == []
