"""Bounded views of long documents."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.excerpts import body_pieces, cover_text, head_text, spread_text
from nodes.domain.documents import Page
from tests.nodes.documents.plain_pages import page, pages


def test_head_and_cover_skip_nothing_but_what_is_too_much() -> None:
    made = [page("\n", 1), page("cover page\n", 2), page("second\n", 3)]
    assert head_text(made, 8) == "\ncover p"
    assert cover_text(made, 5) == "cover"
    assert cover_text([]) == ""


def test_spread_text_reaches_the_end_of_a_long_document() -> None:
    made = [page(f"page {number} " * 400 + "\n", number) for number in range(1, 101)]
    text = spread_text(made, 12_000)
    assert len(text) <= 12_000 + 12
    assert text.startswith("page 1 ")
    assert "page 92 " in text
    assert any(f"page {number} " in text for number in range(45, 55))


def test_spread_text_reaches_into_one_long_line() -> None:
    text = "".join(f"word{number} " for number in range(5000))
    assert "word46" in spread_text([page(text, 1)], 6000)


def test_body_leaves_out_headings_tables_and_furniture() -> None:
    text = "Running header\nTitle\nProse here.\n1 2\n3 4\nMore prose.\n"
    marked: Page = {
        "number": 1,
        "text": text,
        "furniture": [{"page": 1, "start": 0, "end": 15}],
        "headings": [{"start": 15, "end": 20, "level": 1, "title": "Title"}],
        "tables": [{"start": 33, "end": 41, "header_end": 33}],
    }
    assert "".join(body_pieces(marked)).split("\n") == ["", "Prose here.", "More prose.", ""]


@given(st.lists(st.text(max_size=40), max_size=6), st.integers(12, 100))
@settings(max_examples=60)
def test_views_are_bounded(texts: list[str], characters: int) -> None:
    made = pages(*texts)
    assert len(head_text(made, characters)) <= characters
    assert len(spread_text(made, characters)) <= characters + 12
    if sum(map(len, texts)) <= characters:
        assert spread_text(made, characters) == "".join(texts)
