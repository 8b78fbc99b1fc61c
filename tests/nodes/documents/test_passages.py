from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.chunks import ChunkLimits, split_document
from nodes.documents.passages import passages_of, row_label
from nodes.documents.sections import build_sections
from nodes.domain.documents import Chunk, IngestDocument, Page

LIMITS = ChunkLimits(max_characters=300, overlap=40, min_characters=40)
PARAGRAPH = "The turbine of the north quay was lifted at slack water and set down on the barge. "


def page(number: int, text: str, headings: Sequence[tuple[str, int]] = (), furniture: Sequence[str] = ()) -> Page:
    found = [
        {"start": text.index(title), "end": text.index(title) + len(title), "level": level, "title": title}
        for title, level in headings
    ]
    spans = [{"page": number, "start": text.index(each), "end": text.index(each) + len(each)} for each in furniture]
    return cast("Page", {"number": number, "text": text, "headings": found, "tables": [], "furniture": spans})


def document(*pages: Page) -> IngestDocument:
    sections = build_sections(list(pages))
    chunks = split_document("r1", pages, sections, lambda text: len(text.split()), LIMITS)
    return cast("IngestDocument", {"pages": list(pages), "sections": sections, "chunks": chunks})


def test_each_of_several_pages_is_a_passage_with_its_first_lines_as_titles() -> None:
    found = passages_of(
        document(
            page(1, "Harbour plan\nof the island\n\n" + PARAGRAPH * 5 + "\n"),
            page(2, PARAGRAPH * 5 + "\n"),
            page(3, "Notes\n" + PARAGRAPH * 5 + "\n"),
        )
    )
    assert [each.page for each in found] == [1, 2, 3]
    assert found[0].titles.splitlines() == ["Harbour plan", "of the island"]
    assert found[1].titles == "", "a long line is no title"
    assert found[2].titles == "Notes"
    assert [each.first_chunk for each in found] == sorted({each.first_chunk for each in found})


def test_running_heads_are_no_words_of_a_passage() -> None:
    head = "Ayrline Cooperative 2023\n"
    found = passages_of(
        document(
            page(1, head + PARAGRAPH * 4 + "\n", furniture=[head]),
            page(2, head + PARAGRAPH * 4 + "\n", furniture=[head]),
        )
    )
    assert all("Ayrline" not in each.body and "Ayrline" not in each.titles for each in found)


def test_a_text_without_pages_is_ranked_by_its_sections_under_their_headings() -> None:
    text = "Pumps\n" + PARAGRAPH * 2 + "\nValves\n" + PARAGRAPH * 2 + "\n"
    found = passages_of(document(page(1, text, headings=[("Pumps", 1), ("Valves", 1)])))
    assert [each.titles.split() for each in found] == [["Pumps"], ["Valves"]]
    assert [each.page for each in found] == [1, 1]


def test_the_title_of_a_document_stands_above_its_sections_and_not_above_its_pages() -> None:
    sections = document(page(1, "Pumps\n" + PARAGRAPH * 2 + "\n", headings=[("Pumps", 1)]))
    assert passages_of(sections, "Harbour handbook")[0].titles.split() == ["Harbour", "handbook", "Pumps"]
    pages = document(page(1, "Pumps\n" + PARAGRAPH * 4 + "\n"), page(2, "Valves\n" + PARAGRAPH * 4 + "\n"))
    assert [each.titles for each in passages_of(pages, "Harbour handbook")] == ["Pumps", "Valves"]


def test_a_long_section_is_ranked_in_parts() -> None:
    whole = document(page(1, "Pumps\n" + (PARAGRAPH * 2 + "\n\n") * 12, headings=[("Pumps", 1)]))
    found = passages_of(whole)
    assert len(whole["chunks"]) > len(found) > 1
    assert {each.titles.strip() for each in found} == {"Pumps"}


CODE = "def lift(turbine):\n    barge = find(turbine)\n    barge.lift();\n    return barge\n\nimport crane\n"


def test_the_first_lines_of_code_are_no_titles() -> None:
    by_page = passages_of(document(page(1, "Listing\n" + CODE * 3), page(2, "Prose\n" + PARAGRAPH * 4 + "\n")))
    assert [each.titles for each in by_page] == ["", "Prose"]
    in_sections = passages_of(document(page(1, "Listing\n" + CODE * 3, headings=[("Listing", 1)])))
    assert in_sections[0].titles == ""


def test_source_code_is_labelled_by_what_it_defines_and_has_no_rows() -> None:
    values = "GAUGES = [\n" + "    depth 4.1 4.2\n" * 3 + "]\n"
    (found,) = passages_of(document(page(1, CODE + values)))
    assert (found.labels, found.row_count) == ("lift\nGAUGES", 0)


def test_what_is_known_to_be_source_code_needs_no_lines_that_tell_it() -> None:
    text = "'use strict'\n\nconst quay = 1\n\nQUAY_FULL: createError(\n  'QUAY_FULL',\n  'No berth is free'\n)\n"
    errors = document(page(1, text))
    assert [each.labels for each in passages_of(errors)] == [""]
    assert [each.labels for each in passages_of(errors, is_source=True)] == ["QUAY_FULL"]


def test_a_sample_in_a_manual_says_nothing_of_what_the_manual_is_about() -> None:
    manual = page(
        1,
        "Lifting\n" + PARAGRAPH * 5 + "\nMooring\n" + PARAGRAPH * 5 + "\nSample\n" + CODE * 3,
        headings=[("Lifting", 1), ("Mooring", 1), ("Sample", 1)],
    )
    found = passages_of(document(manual))
    assert "def lift" in found[-1].body
    assert [each.labels for each in found] == [""] * 3


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("Net sales 1,204 998", "Net sales"),
        ("Cost of goods $ (12.5) $ 13.1", "Cost of goods"),
        ("Share of wind 12% — 14%", "Share of wind"),
        ("Founded in 1987", ""),
        ("Chapter 3", ""),
        ("12 14 16", ""),
        ("The quay was built in 1987 and 1988 by members", ""),
        ("", ""),
    ],
)
def test_a_row_is_what_stands_before_two_values(line: str, label: str) -> None:
    assert row_label(line) == label


def test_rows_of_a_table_are_counted_and_their_labels_kept() -> None:
    [found] = passages_of(document(page(1, "Results\nNet sales 1,204 998\nOrders 12 14\nAll in thousands.\n")))
    assert found.row_count == 2
    assert found.labels.splitlines() == ["Net sales", "Orders"]


lines = st.sampled_from([PARAGRAPH, "Quay", "Net sales 1 2", "", "    return x;", PARAGRAPH * 3])


@given(st.lists(st.lists(lines, min_size=1, max_size=6), min_size=1, max_size=4), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_chunk_stands_in_exactly_one_passage(texts: list[list[str]], headed: bool) -> None:
    pages = []
    for number, parts in enumerate(texts, 1):
        title = f"Part {number}"
        text = "\n".join([title, *parts]) + "\n"
        pages.append(page(number, text, headings=[(title, 1)] if headed else []))
    whole = document(*pages)
    found = passages_of(whole)
    starts = [each.first_chunk for each in found]
    assert starts == sorted(set(starts))
    assert bool(starts) == bool(whole["chunks"])
    if starts:
        assert starts[0] == 0
        assert starts[-1] < len(whole["chunks"])
    ends = [*starts[1:], len(whole["chunks"])]
    for each, start, end in zip(found, starts, ends, strict=True):
        assert each.chunk_pages == tuple(len(chunk["pages"]) for chunk in whole["chunks"][start:end])
    words = " ".join(each.body for each in found).split()
    for chunk in whole["chunks"]:
        assert set(chunk["content"].split()) <= set(words)
    assert found == passages_of(whole)


def test_a_chunk_over_two_pages_belongs_to_the_one_that_has_most_of_it() -> None:
    pages = [page(1, "a" * 100 + "\n"), page(2, "b" * 100 + "\n"), page(3, "c" * 100 + "\n")]

    def chunk(index: int, *spans: tuple[int, int, int]) -> Chunk:
        fields: dict[str, Any] = {
            "chunk_index": index,
            "spans": [{"page": number, "start": start, "end": end} for number, start, end in spans],
            "pages": [number for number, _, _ in spans],
        }
        return cast("Chunk", fields)

    chunks = [chunk(0, (1, 0, 60)), chunk(1, (1, 60, 80), (2, 0, 50)), chunk(2, (2, 50, 70), (3, 0, 20))]
    found = passages_of(cast("IngestDocument", {"pages": pages, "chunks": chunks}))
    assert [(each.page, each.first_chunk) for each in found] == [(1, 0), (2, 1)]
    assert "c" * 100 in found[1].body, "a page without a chunk of its own is read with the one that took it"
