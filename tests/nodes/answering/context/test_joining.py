from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.answering.context.joining import join_neighbours
from nodes.domain.chat import Hit, Source

PAGES = {
    1: "The array has three turbines. Each makes 1.2 MW at spring tide. Cables run to the harbour.\n",
    2: "Maintenance is done at neap tide. Two crews share the boat. Spare blades are kept on the pier.\n",
}


def sliced(spans: list[dict[str, int]] | Any) -> str:
    return "".join(PAGES[span["page"]][span["start"] : span["end"]] for span in spans)


def chunk(make_hit: Callable[..., Hit], index: int, *spans: tuple[int, int, int], **changes: Any) -> Hit:
    listed = [{"page": page, "start": start, "end": end} for page, start, end in spans]
    pages = sorted({page for page, _, _ in spans})
    return make_hit(f"r1-{index}", sliced(listed), chunk_index=index, spans=listed, pages=pages, **changes)


def contents(sources: list[Source]) -> list[str]:
    return [source["content"] for source in sources]


def test_neighbours_become_one_source_without_their_overlap(make_hit: Callable[..., Hit]) -> None:
    hits = [
        chunk(make_hit, 2, (1, 30, 91), (2, 0, 34), scores={"final": 0.9}, selected_because="top-1 by words"),
        chunk(make_hit, 1, (1, 0, 64), scores={"final": 0.5}),
    ]
    (source,) = join_neighbours(hits)
    assert source["content"] == PAGES[1] + PAGES[2][:34] == sliced(source["spans"])
    assert source["spans"] == [{"page": 1, "start": 0, "end": 91}, {"page": 2, "start": 0, "end": 34}]
    assert source["hits"] == ["r1-1", "r1-2"]
    assert source["pages"] == [1, 2]
    assert source["score"] == 0.9
    assert source["selected_because"] == "top-1 by words; joined with 1 neighbouring passages"


def test_an_overlap_that_reaches_over_a_page_break_is_counted_once(make_hit: Callable[..., Hit]) -> None:
    hits = [chunk(make_hit, 1, (1, 0, 91), (2, 0, 34)), chunk(make_hit, 2, (1, 64, 91), (2, 0, 60))]
    (source,) = join_neighbours(hits)
    assert source["spans"] == [{"page": 1, "start": 0, "end": 91}, {"page": 2, "start": 0, "end": 60}]
    assert source["content"] == sliced(source["spans"])


def test_what_is_not_a_neighbour_stays_apart(make_hit: Callable[..., Hit]) -> None:
    first = chunk(make_hit, 1, (1, 0, 64))
    for other in (
        chunk(make_hit, 3, (1, 30, 91)),
        chunk(make_hit, 2, (1, 30, 91), section_index=1),
        chunk(make_hit, 2, (1, 30, 91), revision_id="r2"),
        chunk(make_hit, 2, (1, 30, 91), content_completeness="highlight"),
        chunk(make_hit, 2, (1, 67, 91), chunk_type="strategic_extract"),
    ):
        assert contents(join_neighbours([first, other])) == [first["content"], other["content"]]


def test_chunks_that_only_white_space_parts_are_joined(make_hit: Callable[..., Hit]) -> None:
    hits = [chunk(make_hit, 1, (1, 0, 91)), chunk(make_hit, 2, (2, 0, 34))]
    (source,) = join_neighbours(hits)
    assert source["content"] == sliced(source["spans"])


def test_summaries_have_no_slices_and_stay_alone(make_hit: Callable[..., Hit]) -> None:
    summary = make_hit("r1-s", "A summary.", chunk_type="summary", chunk_index=1, spans=[])
    first = chunk(make_hit, 0, (1, 0, 64))
    assert contents(join_neighbours([summary, first])) == ["A summary.", first["content"]]


def test_a_run_ends_at_its_longest(make_hit: Callable[..., Hit]) -> None:
    hits = [chunk(make_hit, index, (1, index * 10, index * 10 + 15)) for index in range(6)]
    assert [source["hits"] for source in join_neighbours(hits)] == [
        ["r1-0", "r1-1", "r1-2", "r1-3"],
        ["r1-4", "r1-5"],
    ]


def test_scores_over_one_are_divided_by_the_largest(make_hit: Callable[..., Hit]) -> None:
    hits = [
        chunk(make_hit, 1, (1, 0, 20), scores={"final": 1.5}),
        chunk(make_hit, 5, (2, 0, 20), scores={"final": 0.75}),
    ]
    assert [source["score"] for source in join_neighbours(hits)] == [1.0, 0.5]


@given(
    st.lists(st.tuples(st.integers(0, 85), st.integers(5, 40)), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60)
def test_every_source_is_its_slices_and_no_character_is_lost(
    make_hit: Callable[..., Hit], drawn: list[tuple[int, int]], shuffled: Any
) -> None:
    ranges = sorted({(start, min(91, start + length)) for start, length in drawn})
    hits = [chunk(make_hit, index, (1, start, end)) for index, (start, end) in enumerate(ranges)]
    shuffled.shuffle(hits)
    sources = join_neighbours(hits)
    assert [source["index"] for source in sources] == list(range(1, len(sources) + 1))
    assert sorted(each for source in sources for each in source["hits"]) == sorted(hit["chunk_id"] for hit in hits)
    assert all(source["content"] == sliced(source["spans"]) for source in sources)
    shown = {place for source in sources for span in source["spans"] for place in range(span["start"], span["end"])}
    assert shown == {place for start, end in ranges for place in range(start, end)}
