from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.context.joining import join_neighbours
from nodes.answering.context.packing import order_for_reading, order_of_documents, pack, shorten
from nodes.domain.chat import Hit, Source
from tests.nodes.answering.quoted import MakeSource


@pytest.fixture(scope="session")
def make_source(make_hit: Callable[..., Hit]) -> MakeSource:
    def build(name: str, content: str = "words", **changes: Any) -> Source:
        (source,) = join_neighbours([make_hit(name, content, **changes)])
        return source

    return build


def words(source: Source) -> int:
    return len(source["content"].split())


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([], []),
        ([1], [1]),
        ([1, 2], [2, 1]),
        ([3, 2, 1], [3, 1, 2]),
        ([5, 4, 3, 2, 1], [5, 3, 2, 1, 4]),
        ([1, 2, 3, 4], [4, 2, 1, 3]),
    ],
)
def test_best_first_second_best_last(scores: list[int], expected: list[int]) -> None:
    assert order_for_reading(scores, float) == expected


@given(st.lists(st.tuples(st.integers(0, 5), st.integers())))
@settings(max_examples=60)
def test_reading_order_loses_nothing(items: list[tuple[int, int]]) -> None:
    ordered = order_for_reading(items, lambda item: float(item[0]))
    assert sorted(ordered) == sorted(items)
    if len(ordered) > 2:
        middle = [score for score, _ in ordered[1:-1]]
        assert middle == sorted(middle, reverse=True)
        assert ordered[0][0] >= ordered[-1][0] >= max(middle)


def test_steps_are_read_in_their_order_document_by_document(make_source: MakeSource) -> None:
    sources = [
        make_source("b2", revision_id="rb", spans=[{"page": 2, "start": 0, "end": 5}]),
        make_source("a1", revision_id="ra", spans=[{"page": 1, "start": 0, "end": 5}]),
        make_source("b9", revision_id="rb", spans=[{"page": 1, "start": 90, "end": 95}]),
        make_source("b1", revision_id="rb", spans=[{"page": 1, "start": 7, "end": 12}]),
    ]
    assert [source["hits"][0] for source in order_of_documents(sources)] == ["b1", "b9", "b2", "a1"]


def test_a_source_that_does_not_fit_makes_room_for_smaller_ones(make_source: MakeSource) -> None:
    sources = [make_source(str(size), "word " * size) for size in (5, 9, 3, 4, 2)]
    kept, dropped = pack(sources, 10, words)
    assert [source["hits"][0] for source in kept] == ["5", "3", "2"]
    assert [source["hits"][0] for source in dropped] == ["9", "4"]


def test_there_is_room_for_what_is_wanted_before_what_stands_before_it(make_source: MakeSource) -> None:
    sources = [make_source(str(size), "word " * size) for size in (5, 3, 2, 4)]
    kept, dropped = pack(sources, 10, words, {"4", "elsewhere"})
    assert [source["hits"][0] for source in kept] == ["5", "4"]
    assert [source["hits"][0] for source in dropped] == ["3", "2"]
    # Not for more than there is room, and never in place of the best.
    assert [source["hits"][0] for source in pack(sources, 8, words, {"4"})[0]] == ["5", "3"]


def test_the_best_is_cut_at_a_sentence_and_its_spans_with_it(make_source: MakeSource) -> None:
    content = "One two three. Four five six. Seven eight nine."
    spans = [{"page": 3, "start": 10, "end": 30}, {"page": 4, "start": 0, "end": len(content) - 20}]
    source = make_source("a", content, spans=spans, pages=[3, 4], selected_because="top-1 by words")
    kept, dropped = pack([source, make_source("b", "no room")], 7, words)
    assert [each["content"] for each in kept] == ["One two three. Four five six."]
    assert kept[0]["spans"] == [{"page": 3, "start": 10, "end": 30}, {"page": 4, "start": 0, "end": 9}]
    assert kept[0]["selected_because"] == "top-1 by words; shortened to fit"
    assert [each["hits"] for each in dropped] == [["b"]]
    assert shorten(source, 3, words)["pages"] == [3]


def test_where_no_sentence_fits_it_is_cut_at_a_word_and_one_word_always_stays(
    make_source: MakeSource,
) -> None:
    source = make_source("a", "One two three four.")
    assert shorten(source, 2, words)["content"] == "One two"
    assert shorten(source, 0, words)["content"] == "One"
    assert shorten(source, 4, words) is source


@given(st.lists(st.integers(1, 30), max_size=8), st.integers(1, 60), st.sets(st.integers(0, 7)))
@settings(max_examples=60)
def test_packing_keeps_the_budget_and_loses_nothing(
    make_source: MakeSource, sizes: list[int], budget: int, wanted: set[int]
) -> None:
    sources = [make_source(f"{place}", "word " * size) for place, size in enumerate(sizes)]
    kept, dropped = pack(sources, budget, words, set(map(str, wanted)))
    assert sum(map(words, kept)) <= budget
    assert sorted(each["hits"][0] for each in [*kept, *dropped]) == sorted(each["hits"][0] for each in sources)
    assert not sources or kept[0]["hits"] == sources[0]["hits"]
    room = budget - sum(map(words, kept))
    assert all(words(source) > room for source in dropped)
