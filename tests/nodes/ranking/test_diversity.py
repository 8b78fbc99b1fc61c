from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.ranking.diversity import all_heard, round_robin, second_opinions

ITEMS = st.lists(st.tuples(st.sampled_from("ABCD"), st.booleans()), max_size=20)


def spread(items: str, top_k: int, minimum: int = 2, weak: str = "") -> str:
    names = items.split()
    return " ".join(
        round_robin(
            names,
            document_of=lambda name: name[0],
            top_k=top_k,
            minimum=minimum,
            is_weak=lambda name: name in weak.split(),
        )
    )


@pytest.mark.parametrize(
    ("items", "top_k", "expected"),
    [
        ("A1 B2 A3 B4 A5 C6 A7", 6, "A1 B2 C6 A3 B4 A5"),
        ("A1 B2 A3 B4 A5 C6 A7", 8, "A1 B2 C6 A3 B4 A5 A7"),
        ("A1 A2 A3", 2, "A1 A2"),
        ("B1 A2 B3", 3, "B1 A2 B3"),
        ("A1 A2 A3 A4 B5 B6 B7", 6, "A1 B5 A2 B6 A3 B7"),
        ("A1", 0, ""),
        ("", 5, ""),
    ],
)
def test_documents_take_turns_in_the_order_of_their_best(items: str, top_k: int, expected: str) -> None:
    assert spread(items, top_k) == expected


def test_after_its_minimum_a_document_leaves_with_its_first_weak_item() -> None:
    assert spread("A1 B2 A3 A4 B5 B6 A7", 7, minimum=1, weak="B5 B6") == "A1 B2 A3 A4 A7 B5 B6"
    assert spread("A1 B2 A3 A4 B5 B6 A7", 7, minimum=2, weak="B5 B6") == "A1 B2 A3 B5 A4 A7 B6"


@given(ITEMS, st.integers(0, 25), st.integers(1, 4))
@settings(max_examples=80)
def test_it_ends_loses_nothing_and_is_stable(items: list[tuple[str, bool]], top_k: int, minimum: int) -> None:
    numbered = [(document, weak, place) for place, (document, weak) in enumerate(items)]
    chosen = round_robin(
        numbered, document_of=lambda item: item[0], top_k=top_k, minimum=minimum, is_weak=lambda item: item[1]
    )
    assert len(chosen) == len(set(chosen)) == min(top_k, len(items))
    for document in "ABCD":
        places = [place for name, _, place in chosen if name == document]
        assert places == sorted(places)
    documents = list(dict.fromkeys(document for document, _, _ in numbered))
    assert [document for document, _, _ in chosen[: len(documents)]] == documents[:top_k]


def document(item: str) -> str:
    return item[0]


def test_other_documents_that_speak_of_the_question_get_the_last_places() -> None:
    items = ["A1", "A2", "A3", "A4", "A5", "B1", "C1", "D1"]
    coverage = {"B1": 0.3, "C1": 0.5, "D1": 0.8}
    chosen = second_opinions(items, document, lambda item: coverage.get(item, 1.0), top_k=5)
    assert chosen == ["A1", "A2", "A3", "D1", "C1"]


def test_without_other_voices_the_order_stays() -> None:
    items = ["A1", "A2", "B1", "A3"]
    assert second_opinions(items, document, lambda _: 1.0, top_k=4) == ["A1", "A2", "B1", "A3"]
    assert second_opinions(items, document, lambda _: 0.0, top_k=3) == ["A1", "A2", "B1"]


@settings(max_examples=100)
@given(
    st.lists(st.sampled_from(["A1", "A2", "B1", "B2", "C1", "D1"]), unique=True),
    st.integers(0, 8),
    st.floats(0, 1),
)
def test_second_opinions_lose_and_double_nothing(items: list[str], top_k: int, coverage: float) -> None:
    chosen = second_opinions(items, document, lambda _: coverage, top_k)
    assert len(chosen) == min(top_k, len(items)) == len(set(chosen))
    assert set(chosen) <= set(items)
    assert chosen[:1] == items[: min(1, top_k)]


SIDES = [frozenset[int](), frozenset({0}), frozenset({1}), frozenset({0, 1})]


@given(st.lists(st.tuples(st.sampled_from(SIDES), st.floats(0, 1)), max_size=30), st.integers(0, 12))
def test_each_side_is_heard_and_the_order_stays(items: list[tuple[frozenset[int], float]], top_k: int) -> None:
    numbered = list(enumerate(items))
    heard = all_heard(numbered, lambda item: item[1][0], lambda item: item[1][1], top_k)
    assert heard == sorted(heard, key=lambda item: item[0])
    assert len(set(heard)) == len(heard) == min(top_k, len(items))
    for side in (0, 1):
        own = [item for item in numbered if side in item[1][0]]
        assert sum(side in item[1][0] for item in heard) >= min(2, top_k // 2, len(own))


def test_without_sides_the_best_are_heard() -> None:
    assert all_heard("abcde", lambda _: frozenset(), lambda _: 0.0, 3) == ["a", "b", "c"]
