from __future__ import annotations

from typing import Any, cast

from nodes.domain.chat import Hit
from nodes.domain.documents import Link
from nodes.ranking.linking import calls_for_links, linked_documents, with_linked_hits


def link(source: str, target: str, weight: float) -> Link:
    return {"source_id": source, "target_id": target, "kind": "cites", "weight": weight, "context": ""}


def hit(chunk_id: str, document_id: str, total_chunks: int = 1, **scores: float) -> Hit:
    fields: dict[str, Any] = {
        "chunk_id": chunk_id,
        "document_id": document_id,
        "total_chunks": total_chunks,
        "scores": scores,
    }
    return cast("Hit", fields)


def test_links_are_walked_both_ways_and_the_best_path_counts() -> None:
    links = [link("a", "b", 0.5), link("c", "a", 0.8), link("d", "b", 0.9)]
    assert linked_documents({"a": 1.0, "d": 0.1}, links, 10) == {"c": 0.8, "b": 0.5}


def test_only_the_strongest_are_kept_with_ties_by_id() -> None:
    links = [link("a", name, 0.5) for name in "dcb"]
    assert list(linked_documents({"a": 1.0}, links, 2)) == ["b", "c"]


def test_a_linked_passage_joins_the_hits_and_a_hit_that_is_linked_gains() -> None:
    hits = [hit("1", "a", final=0.9), hit("2", "b", final=0.4)]
    found = [hit("2", "b", dense=0.5, bm25=4.0), hit("3", "b", dense=0.25, bm25=2.0)]
    merged = with_linked_hits(hits, found, {"b": 1.0})
    assert [each["chunk_id"] for each in merged] == ["1", "2", "3"]
    assert merged[1]["scores"] == {"final": 1.0, "link": 1.0}, "0.4 and half of the link, over the largest"
    assert merged[2]["scores"]["link"] == 0.5
    assert hits[1]["scores"] == {"final": 0.4}, "hits are copied, not changed"


def test_scores_stay_within_one_after_links() -> None:
    merged = with_linked_hits([hit("1", "a", final=1.0)], [hit("1", "a", dense=0.5, bm25=4.0)], {"a": 1.0})
    assert merged[0]["scores"]["final"] == 1.0


def test_links_are_for_entries_and_for_relational_questions() -> None:
    entries = [hit("1", "a"), hit("2", "b", total_chunks=300)]
    book = [hit("1", "a", total_chunks=300), hit("2", "b", total_chunks=300), hit("3", "c")]
    assert calls_for_links(entries, "factual")
    assert not calls_for_links(book, "factual")
    assert calls_for_links(book, "relational")
    assert not calls_for_links([], "factual")
