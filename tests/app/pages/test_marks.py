"""What is marked: the passage, and in it the words that are quoted."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.pages.marks import find_loosely, page_marks
from nodes.domain.documents import Span

TEXTS = {1: "Header\nThe tide rose.\nIt fell at\n", 2: "Header\nnoon, long-\nterm gauges say.\nAfter.\n"}
PASSAGE: list[Span] = [{"page": 1, "start": 7, "end": 33}, {"page": 2, "start": 7, "end": 35}]


def marked(number: int, quote: str = "") -> list[tuple[str, bool]]:
    marks = page_marks(number, PASSAGE, TEXTS, quote).marks
    return [(TEXTS[number][mark.start : mark.end], mark.strong) for mark in marks]


def test_without_a_quote_the_whole_passage_is_marked() -> None:
    assert marked(1) == [("The tide rose.\nIt fell at\n", True)]
    assert page_marks(1, PASSAGE, TEXTS).quote_found is None


def test_a_quote_is_marked_most_strongly() -> None:
    assert marked(1, "tide rose.") == [("The ", False), ("tide rose.", True), ("\nIt fell at\n", False)]


def test_a_quote_may_go_over_lines_pages_and_hyphens() -> None:
    quote = "It fell at noon, longterm gauges"
    assert marked(1, quote)[-1] == ("It fell at\n", True)
    assert marked(2, quote)[0] == ("noon, long-\nterm gauges", True)


def test_a_quote_beside_the_passage_is_found_on_the_page() -> None:
    found = page_marks(2, PASSAGE, TEXTS, "After.")
    assert found.quote_found
    assert TEXTS[2][found.marks[-1].start : found.marks[-1].end] == "After."


def test_a_quote_that_stands_nowhere_leaves_the_passage_light_and_says_so() -> None:
    found = page_marks(1, PASSAGE, TEXTS, "never written")
    assert found.quote_found is False
    assert [mark.strong for mark in found.marks] == [False]


def test_of_several_places_the_nearest_counts() -> None:
    assert find_loosely("tide and tide", "tide", near=8) == (9, 13)
    assert find_loosely("tide", " - ") is None


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_marks_cover_the_passage_once_and_keep_their_order(data: st.DataObject) -> None:
    text = data.draw(st.text(alphabet="ab \n-", min_size=1, max_size=40))
    edges = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=6)))
    spans: list[Span] = [
        {"page": 1, "start": start, "end": end} for start, end in zip(edges[::2], edges[1::2], strict=False)
    ]
    marks = page_marks(1, spans, {1: text}, data.draw(st.text(alphabet="ab ", max_size=4))).marks
    covered = [place for mark in marks for place in range(mark.start, mark.end)]
    assert covered == sorted(set(covered))
    assert {place for span in spans for place in range(span["start"], span["end"])} <= set(covered)
    assert all(mark.start < mark.end for mark in marks)
