from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodes.answering.context.sections import covers, read_section, sections_to_read
from nodes.domain.chat import Hit
from nodes.domain.documents import Section, Span

BODY = " ".join(f"word{number}" for number in range(200))
PAGES = {1: f"Methods\n{BODY}\n", 2: f"Depth\n{BODY}\n"}


def section(index: int, parent: int | None, title: str, *spans: Span) -> Section:
    return {
        "section_index": index,
        "parent_index": parent,
        "title": title,
        "path": [title],
        "depth": 1,
        "section_type": "methods",
        "spans": list(spans),
        "pages": [span["page"] for span in spans],
    }


def whole(page: int) -> Span:
    return {"page": page, "start": 0, "end": len(PAGES[page])}


def words(text: str) -> int:
    return len(text.split())


@pytest.fixture
def extract(make_hit: Callable[..., Hit]) -> Hit:
    start = PAGES[1].index("word100")
    spans = [{"page": 1, "start": start, "end": start + 7}]
    return make_hit("a", "word100", spans=spans, content_completeness="highlight", chunk_type="strategic_extract")


def test_an_extract_grows_to_its_section(extract: Hit) -> None:
    read = read_section(extract, [section(0, None, "Methods", whole(1))], PAGES, 1000, words)
    assert read is not None
    assert read["content"] == PAGES[1]
    assert (read["chunk_id"], read["content_completeness"], read["spans"]) == ("a", "full", [whole(1)])
    assert covers(read, extract)
    assert not covers(extract, read)
    assert extract["content"] == "word100", "hits are copied, not changed"


def test_a_window_around_the_hit_where_the_section_does_not_fit(extract: Hit) -> None:
    read = read_section(extract, [section(0, None, "Methods", whole(1))], PAGES, 40, words)
    assert read is not None
    (span,) = read["spans"]
    assert read["content"] == PAGES[1][span["start"] : span["end"]]
    assert "word95 " in read["content"]
    assert "word105 " in read["content"]
    assert words(read["content"]) <= 44


def test_a_section_of_headings_is_read_with_its_subsections(extract: Hit) -> None:
    heading: Span = {"page": 1, "start": 0, "end": 8}
    tree = [
        section(0, None, "Methods", heading),
        section(1, 0, "Depth", whole(2)),
        section(2, None, "Results", whole(1)),
    ]
    read = read_section(extract, tree, PAGES, 1000, words)
    assert read is not None
    assert read["content"] == "Methods\n" + PAGES[2]
    assert read["pages"] == [1, 2]


def test_nothing_more_to_read(extract: Hit, make_hit: Callable[..., Hit]) -> None:
    tree = [section(0, None, "Methods", whole(1))]
    full = make_hit("b", PAGES[1], spans=[whole(1)])
    assert read_section(full, tree, PAGES, 1000, words) is None
    assert read_section(extract, [], PAGES, 1000, words) is None
    assert read_section(extract, tree, {}, 1000, words) is None


def test_one_hit_of_each_of_the_first_sections(make_hit: Callable[..., Hit]) -> None:
    places: list[tuple[str, dict[str, Any]]] = [
        ("a", {"section_index": 1}),
        ("b", {"section_index": 1}),
        ("c", {"section_index": 2}),
        ("d", {"section_index": 1, "revision_id": "r2"}),
    ]
    hits = [make_hit(name, **changes) for name, changes in places]
    assert [hit["chunk_id"] for hit in sections_to_read(hits, 3)] == ["a", "c", "d"]
    assert [hit["chunk_id"] for hit in sections_to_read(hits, 1)] == ["a"]
