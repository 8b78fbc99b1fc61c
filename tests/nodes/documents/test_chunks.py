"""Chunks: where they break, what they overlap, and how tables, pages and headings behave."""

from __future__ import annotations

from itertools import pairwise

import pytest

from nodes.documents.chunks import ChunkLimits, split_document
from nodes.documents.sections import build_sections
from nodes.domain.documents import Chunk, Heading, Page, TableRegion

LIMITS = ChunkLimits(1024, 128, 100)


def page(
    number: int, text: str, headings: list[Heading] | None = None, tables: list[TableRegion] | None = None
) -> Page:
    return {"number": number, "text": text, "headings": headings or [], "tables": tables or [], "furniture": []}


def heading(text: str, title: str, level: int = 1, skip: int = 0) -> Heading:
    start = text.index(title, skip)
    return {"start": start, "end": start + len(title), "level": level, "title": title}


def split(*pages: Page, limits: ChunkLimits = LIMITS) -> list[Chunk]:
    return split_document("rev", list(pages), build_sections(pages), lambda text: len(text.split()), limits)


def sentence(index: int, words: int = 12) -> str:
    return f"Sentence {index} " + "word " * (words - 3) + "ends."


def prose(sentences: int, words: int = 12) -> str:
    return " ".join(sentence(index, words) for index in range(sentences))


def test_a_short_text_is_one_chunk_with_every_field() -> None:
    text = "Methods\n\nWe measured the pump.\n"
    (chunk,) = split(page(1, text, [heading(text, "Methods")]))
    assert chunk == {
        "chunk_id": "rev-00000",
        "chunk_index": 0,
        "total_chunks": 1,
        "section_index": 0,
        "section_title": "Methods",
        "section_path": ["Methods"],
        "section_depth": 1,
        "section_type": "methods",
        "is_abstract": False,
        "is_conclusion": False,
        "is_methodology": True,
        "spans": [{"page": 1, "start": 0, "end": len(text) - 1}],
        "pages": [1],
        "content": text.strip(),
        "enriched_content": "",
        "token_count": 5,
        "chunk_type": "content",
        "extraction_strategy": "complete",
        "content_completeness": "full",
    }


def test_nothing_gives_no_chunks() -> None:
    assert split() == []
    assert split(page(1, ""), page(2, " \n\n")) == []


def test_paragraphs_come_before_sentences() -> None:
    first, second = prose(7), prose(11)
    chunks = split(page(1, f"{first}\n\n{second}\n"))
    assert len(first) + len(second) > LIMITS.max_characters
    assert chunks[0]["content"] == first
    assert chunks[1]["content"].endswith(second)


def test_sentences_come_before_lines_and_are_repeated_whole() -> None:
    text = prose(40, 8).replace(" word word ", "\nword ")
    chunks = split(page(1, text))
    assert len(chunks) > 1
    for before, after in pairwise(chunks):
        assert before["content"].endswith("ends.")
        assert after["content"].startswith("Sentence")
        overlap = before["spans"][0]["end"] - after["spans"][0]["start"]
        assert 0 < overlap <= LIMITS.overlap


def test_lines_come_before_words_and_words_before_a_hard_cut() -> None:
    lines = split(page(1, "\n".join(f"line {index} without an end" for index in range(100))))
    assert all(chunk["content"].endswith("end") for chunk in lines)
    words = split(page(1, "alpha beta gamma " * 200))
    assert {chunk["content"].split()[-1] for chunk in words} <= {"alpha", "beta", "gamma"}
    assert {chunk["content"].split()[0] for chunk in words} <= {"alpha", "beta", "gamma"}
    hard = split(page(1, "x" * 3000))
    assert [len(chunk["content"]) for chunk in hard] == [1024, 1024, 952]


def test_a_hard_cut_leaves_accents_on_their_letters() -> None:
    chunks = split(page(1, "e\u0301" * 1500))
    assert all(chunk["content"].startswith("e") for chunk in chunks)
    assert "".join(chunk["content"] for chunk in chunks) == "e\u0301" * 1500


def test_chinese_and_japanese_break_at_their_sentences() -> None:
    chunks = split(page(1, "第三季度的收入增长了百分之十二。" * 200))
    assert all(chunk["content"].endswith("。") and chunk["content"].startswith("第") for chunk in chunks)
    assert all(len(chunk["content"]) <= 1024 for chunk in chunks)


def test_a_tail_under_the_minimum_is_balanced_not_left_over() -> None:
    chunks = split(page(1, "w " * 520 + "the end"))
    assert len(chunks) == 2
    assert min(len(chunk["content"]) for chunk in chunks) >= LIMITS.min_characters


def test_tiny_sections_stay_apart() -> None:
    text = "A\none\nB\ntwo\nC\nthree\n"
    chunks = split(page(1, text, [heading(text, title) for title in "ABC"]))
    assert [chunk["content"] for chunk in chunks] == ["A\none", "B\ntwo", "C\nthree"]


def test_a_heading_alone_is_only_in_the_paths_below_it() -> None:
    text = "Part\nChapter\nIt begins.\n"
    chunks = split(page(1, text, [heading(text, "Part"), heading(text, "Chapter", 2)]))
    assert [(chunk["content"], chunk["section_path"]) for chunk in chunks] == [
        ("Chapter\nIt begins.", ["Part", "Chapter"])
    ]


@pytest.mark.parametrize(
    ("text", "levels", "expected"),
    [
        ("Tides of Om\nSound in 1990\nBy Ada.\n", (1, 1), [("Tides of Om\nSound in 1990\nBy Ada.", 1)]),
        ("Desk 0417\nLine\nShop\nOpen daily.\n", (2, 1, 1), [("Desk 0417\nLine\nShop\nOpen daily.", 2)]),
        ("Part\nAnnex\nChapter\nIt begins.\n", (1, 3, 2), [("Part\nAnnex\nChapter\nIt begins.", 2)]),
        ("Chapter\nIt begins.\nNotes\nEnd\n", (1, 1, 1), [("Chapter\nIt begins.\nNotes\nEnd", 0)]),
        ("Notes\nEnd\n", (1, 2), [("Notes", 0), ("End", 1)]),
    ],
)
def test_a_heading_without_text_below_stands_with_the_text_beside_it(
    text: str, levels: tuple[int, ...], expected: list[tuple[str, int]]
) -> None:
    lines = [line for line in text.splitlines() if not line.endswith(".")]
    headings = [heading(text, line, level) for line, level in zip(lines, levels, strict=True)]
    chunks = split(page(1, text, headings))
    assert [(chunk["content"], chunk["section_index"]) for chunk in chunks] == expected


def test_a_heading_stays_on_its_page() -> None:
    first, second, third = "Notes\nShort.\nRates\n", "Fees\n", "Dues\nTen.\n"
    pages = [
        page(1, first, [heading(first, "Notes"), heading(first, "Rates")]),
        page(2, second, [heading(second, "Fees")]),
        page(3, third, [heading(third, "Dues")]),
    ]
    assert [chunk["content"] for chunk in split(*pages)] == ["Notes\nShort.\nRates", "Fees", "Dues\nTen."]


def test_a_page_with_a_heading_and_nothing_else_can_still_be_found() -> None:
    pages = [page(1, "Roadmap\n", [heading("Roadmap\n", "Roadmap")]), page(2, "Plan\nx\n", [heading("Plan\n", "Plan")])]
    assert [chunk["content"] for chunk in split(*pages)] == ["Roadmap", "Plan\nx"]


def test_pages_part_chunks_unless_the_paragraph_runs_on() -> None:
    first, second = prose(4), prose(5)
    apart = split(page(1, f"{first}\n"), page(2, f"{second}\n"))
    assert [chunk["pages"] for chunk in apart] == [[1], [2]]
    running = split(page(1, f"{first} and then\n"), page(2, f"it went on. {second}\n"))
    assert [chunk["pages"] for chunk in running] == [[1, 2]]
    assert running[0]["spans"] == [
        {"page": 1, "start": 0, "end": len(first) + 10},
        {"page": 2, "start": 0, "end": len(second) + 12},
    ]
    assert running[0]["content"] == f"{first} and then\nit went on. {second}"


def test_a_few_words_on_a_page_join_the_section_next_door() -> None:
    last = split(page(1, prose(5) + "\n"), page(2, "The end.\n"))
    assert [chunk["pages"] for chunk in last] == [[1, 2]]
    first = split(page(1, "It begins.\n"), page(2, prose(5) + "\n"))
    assert [chunk["pages"] for chunk in first] == [[1, 2]]


def test_furniture_is_in_no_chunk() -> None:
    text = f"Header\n{prose(3)}\nFooter\n"
    made: Page = {
        **page(1, text),
        "furniture": [
            {"page": 1, "start": 0, "end": 7},
            {"page": 1, "start": len(text) - 7, "end": len(text)},
        ],
    }
    assert [chunk["content"] for chunk in split(made)] == [prose(3)]


def table_page(before: str, rows: int, after: str = "") -> Page:
    header = "Item | 2022 | 2021\n"
    table = header + "".join(f"Row number {index} | {index} | {index + 1}\n" for index in range(rows))
    start = len(before)
    region: TableRegion = {"start": start, "end": start + len(table), "header_end": start + len(header)}
    return page(1, before + table + after, tables=[region])


def test_a_table_that_fits_stays_whole() -> None:
    chunks = split(table_page(prose(9) + "\n", 20, prose(9) + "\n"))
    with_rows = [chunk for chunk in chunks if "Row number" in chunk["content"]]
    assert len(with_rows) == 1
    assert with_rows[0]["content"].count("Row number") == 20
    assert "table_header" not in with_rows[0]


def test_a_long_table_is_cut_between_rows_and_its_parts_know_their_header() -> None:
    chunks = split(table_page("", 200))
    assert len(chunks) > 2
    rows = [line for chunk in chunks for line in chunk["content"].split("\n")]
    assert rows == ["Item | 2022 | 2021", *(f"Row number {i} | {i} | {i + 1}" for i in range(200))]
    assert "table_header" not in chunks[0]
    assert all(chunk["table_header"] == "Item | 2022 | 2021" for chunk in chunks[1:])


def test_text_after_a_table_repeats_no_rows() -> None:
    chunks = split(table_page("", 30, prose(12) + "\n"))
    assert chunks[-1]["content"].startswith("Sentence")


@pytest.mark.parametrize("sizes", [(1, 0, 0), (100, 60, 10), (100, 10, 60), (100, -1, 10), (100, 10, -1)])
def test_limits_that_contradict_each_other_are_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="must be 0 to half of max_characters"):
        ChunkLimits(*sizes)
