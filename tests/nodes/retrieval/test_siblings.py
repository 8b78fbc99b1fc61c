from collections.abc import Callable
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from nodes.domain.chat import CandidateList, Hit
from nodes.retrieval.siblings import MOST_FIRST, MOST_IN_WORDS, best_in_words, rows_of_tables, with_siblings
from tests.nodes.conftest import build_hit

MakeHit = Callable[..., Hit]


def test_the_rest_of_the_best_passages_stands_before_the_next_hits(make_hit: MakeHit) -> None:
    hits = [make_hit(name) for name in ("a", "b", "c", "d")]
    siblings = {name: [make_hit(f"{name}1"), make_hit(f"{name}2")] for name in ("a", "c")}
    found = [hit["chunk_id"] for hit in with_siblings(hits, siblings, {})]
    assert found == ["a", "a1", "a2", "b", "c", "d", "c1", "c2"]


def test_what_says_most_of_the_question_comes_first_where_there_is_not_room_for_all(make_hit: MakeHit) -> None:
    hits = [make_hit(name) for name in ("a", "b", "c", "d")]
    siblings = {
        name: [make_hit(f"{name}{place}", content="The harvest of barley") for place in range(MOST_FIRST + 2)]
        for name in ("a", "c", "d")
    }
    siblings["a"][5]["content"] = "The yield of 2019"
    siblings["d"][1]["content"] = "The yield of wheat in 2019"
    weights = {"yield": 1.0, "wheat": 1.0, "2019": 1.0}

    found = [hit["chunk_id"] for hit in with_siblings(hits, siblings, weights)]

    assert found[: MOST_FIRST + 5] == ["a", "a5", "a0", "a1", "a2", "b", "c", "d", "d1"]


@given(st.lists(st.integers(0, 3), max_size=6))
def test_every_hit_and_sibling_is_kept_once(counts: list[int]) -> None:
    hits = [build_hit(str(place)) for place in range(len(counts))]
    siblings = {
        str(place): [build_hit(f"{place}.{number}") for number in range(count)] for place, count in enumerate(counts)
    }
    given_ids = [hit["chunk_id"] for hit in [*hits, *(each for those in siblings.values() for each in those)]]
    found = [hit["chunk_id"] for hit in with_siblings(hits, siblings, {})]
    assert sorted(found) == sorted(given_ids)
    assert [each for each in found if "." not in each] == [hit["chunk_id"] for hit in hits]


def test_the_first_of_full_text_search_are_those_of_the_question_itself() -> None:
    def found(kind: str, query: str, *chunks: str) -> CandidateList:
        return cast(CandidateList, {"kind": kind, "query": query, "chunks": [{"chunk_id": each} for each in chunks]})

    lists = [
        found("dense", "fee", "r-00009"),
        found("bm25", "fee", *(f"r-{place:05}" for place in range(MOST_IN_WORDS + 3))),
        found("bm25", "charge", "r-00042"),
        found("bm25", "fee", "q-00001"),
    ]
    assert best_in_words(lists) == [*(f"r-{place:05}" for place in range(MOST_IN_WORDS)), "q-00001"]
    assert best_in_words(lists[:1]) == []


def test_rows_of_tables_are_told_from_other_passages(make_hit: MakeHit) -> None:
    table = make_hit("t", content="Boat | Sails\nTern | 2\nSkua | 3")
    assert rows_of_tables({"a": [make_hit("p", content="The fee is 3.")], "b": [table]}) == [table]
