"""Lists are numbered behind the sources; what these have whole, or what is too long, is told by its section."""

from __future__ import annotations

from collections.abc import Callable

from nodes.answering.context.joining import join_list
from nodes.answering.context.lists import beside_sources
from nodes.domain.chat import Hit, Source

MakeHit = Callable[..., Hit]
ROWS = ("Boat | Sails\nTern | 2", "Skua | 3\nRail | 1")


def chunks_of(make_hit: MakeHit, page: int = 1) -> list[Hit]:
    """Two chunks that a line break parts, which neither has."""
    first, second = ROWS
    begin = len(first) + 1
    return [
        make_hit("r1-00000", first, spans=[{"page": 1, "start": 0, "end": len(first)}]),
        make_hit("r1-00001", second, chunk_index=1, spans=[{"page": page, "start": begin, "end": begin + len(second)}]),
    ]


def test_chunks_become_one_source_with_the_line_break_that_parts_them(make_hit: MakeHit) -> None:
    (source,) = join_list(chunks_of(make_hit), 7)
    assert source["index"] == 7
    assert source["content"] == "\n".join(ROWS)
    assert source["spans"] == [{"page": 1, "start": 0, "end": len(source["content"])}]
    assert source["hits"] == ["r1-00000", "r1-00001"]


def test_each_page_is_one_of_its_own_of_one_table(make_hit: MakeHit) -> None:
    hits = chunks_of(make_hit, page=2)
    hits[1]["pages"] = [2]
    joined = join_list(hits, 1)
    assert [source["content"] for source in joined] == [*ROWS]
    assert [source["pages"] for source in joined] == [[1, 2], [1, 2]]


def test_they_are_numbered_behind_the_sources(make_hit: MakeHit, make_source: Callable[..., Source]) -> None:
    beside = beside_sources([{"hits": chunks_of(make_hit), "is_whole": True}], [make_source(1, "Crew", "Ada leads.")])
    assert [source["index"] for source in beside.lists] == [2]
    assert not beside.whole
    assert not beside.unread
    assert beside.of_documents(["d1"]) == beside
    assert beside.of_documents(["other"]).lists == []


def test_what_the_sources_have_whole_is_read_there(make_hit: MakeHit) -> None:
    hits = chunks_of(make_hit)
    beside = beside_sources([{"hits": hits, "is_whole": True}], join_list(hits, 1))
    assert beside.lists == []
    assert beside.whole == {("d1", ())}


def test_one_that_is_too_long_is_unread(make_hit: MakeHit) -> None:
    beside = beside_sources([{"hits": chunks_of(make_hit), "is_whole": False}], [])
    assert beside.lists == []
    assert beside.unread == {("d1", ())}
