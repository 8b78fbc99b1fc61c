"""Invariants of the section tree, the chunks and the extracts over generated documents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.chunks import ChunkLimits, split_document
from nodes.documents.extracts import strategic_extracts
from nodes.documents.sections import build_sections
from nodes.domain.documents import Chunk, Heading, Page, Section, Span, TableRegion

LIMITS = ChunkLimits(max_characters=120, overlap=24, min_characters=20)

SENTENCES = st.sampled_from(
    [
        "The pump was replaced in March. ",
        "and nobody noticed it, ",
        "Dr. Weber disagreed (see Fig. 3)!\n",
        "Was it worth it? Perhaps.\n\n",
        "第三季度的收入增长了百分之十二。利润下降。",
        "売上高は前年同期比で増加した、しかし利益は減少した。\n",
        "x" * 150 + " ",
        "- a list item\n",
        "1. Fasten the bolt\n",
        "e\u0301" * 70,
        "Привет, мир. ",
        "short\n",
        "\n\n",
        "\u00a0\u2003 ",
    ]
)
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=8).map("".join)
TABLES = st.lists(
    st.sampled_from(["Revenue | 1 | 2", "Net income | 3 | 4", "y" * 130 + " | 5"]), min_size=2, max_size=12
)
HEADINGS = st.tuples(
    st.integers(1, 3), st.sampled_from(["Methods", "2.1 Results", "Item 7. Risks", "Abstract", "概要"])
)
BLOCKS = st.one_of(
    PARAGRAPHS.map(lambda text: ("text", text)),
    TABLES.map(lambda rows: ("table", rows)),
    HEADINGS.map(lambda heading: ("heading", heading)),
    HEADINGS.map(lambda heading: ("bookmark", heading)),
    st.just(("furniture", "Annual Report 2020\n")),
)


def build_page(number: int, blocks: Sequence[tuple[str, object]]) -> Page:
    text = ""
    headings: list[Heading] = []
    tables: list[TableRegion] = []
    furniture: list[Span] = []
    for kind, value in blocks:
        if kind != "text" and text and not text.endswith("\n"):
            text += "\n"
        start = len(text)
        if kind == "text":
            text += str(value)
        elif kind == "furniture":
            text += str(value)
            furniture.append({"page": number, "start": start, "end": len(text)})
        elif kind == "table":
            assert isinstance(value, list)
            text += "\n".join(value) + "\n"
            tables.append({"start": start, "end": len(text), "header_end": start + len(value[0]) + 1})
        else:
            assert isinstance(value, tuple)
            level, title = value
            text += f"{title}\n" if kind == "heading" else ""
            end = start + len(title) if kind == "heading" else start
            headings.append({"start": start, "end": end, "level": level, "title": title})
    if text and not text.endswith("\n"):
        text += "\n"
    return {"number": number, "text": text, "headings": headings, "tables": tables, "furniture": furniture}


DOCUMENTS = st.lists(st.lists(BLOCKS, max_size=7), max_size=5).map(
    lambda pages: [build_page(number, blocks) for number, blocks in enumerate(pages, start=1)]
)


def cut(pages: list[Page], spans: list[Span]) -> str:
    return "".join(pages[span["page"] - 1]["text"][span["start"] : span["end"]] for span in spans)


def split(pages: list[Page], limits: ChunkLimits = LIMITS) -> tuple[list[Section], list[Chunk]]:
    sections = build_sections(pages)
    return sections, split_document("r1", pages, sections, len, limits)


def positions(spans: list[Span]) -> list[tuple[int, int]]:
    return [(span["page"], offset) for span in spans for offset in range(span["start"], span["end"])]


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS)
def test_sections_and_furniture_partition_the_text_in_reading_order(pages: list[Page]) -> None:
    sections = build_sections(pages)
    covered = [place for section in sections for place in positions(section["spans"])]
    everything = [(page["number"], offset) for page in pages for offset in range(len(page["text"]))]
    furniture = {place for page in pages for place in positions(page["furniture"])}
    assert covered == [place for place in everything if place not in furniture]


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS)
def test_the_section_tree_hangs_together(pages: list[Page]) -> None:
    sections = build_sections(pages)
    assert [section["section_index"] for section in sections] == list(range(len(sections)))
    for section in sections:
        parent = section["parent_index"]
        assert section["depth"] == len(section["path"])
        assert section["path"][-1:] == ([section["title"]] if section["title"] else [])
        assert section["pages"] == sorted(set(section["pages"]))
        if parent is None:
            assert section["depth"] <= 1
        else:
            assert parent < section["section_index"]
            assert sections[parent]["path"] == section["path"][:-1]


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS)
def test_chunks_are_exact_slices_within_limits(pages: list[Page]) -> None:
    sections, chunks = split(pages)
    counts = [sum(chunk["section_index"] == section["section_index"] for chunk in chunks) for section in sections]
    for chunk in chunks:
        assert cut(pages, chunk["spans"]) == chunk["content"]
        assert chunk["content"] == chunk["content"].strip()
        assert 0 < len(chunk["content"]) <= LIMITS.max_characters
        assert len(chunk["content"]) >= LIMITS.min_characters or counts[chunk["section_index"]] == 1
        assert chunk["pages"] == sorted({span["page"] for span in chunk["spans"]})
        assert chunk["token_count"] == len(chunk["content"])
        assert all(span["start"] < span["end"] for span in chunk["spans"])


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS)
def test_chunks_lose_nothing_and_cross_no_section(pages: list[Page]) -> None:
    sections, chunks = split(pages)
    in_chunks = {place for chunk in chunks for place in positions(chunk["spans"])}
    for section in sections:
        own = set(positions(section["spans"]))
        for chunk in chunks:
            if chunk["section_index"] == section["section_index"]:
                assert own.issuperset(positions(chunk["spans"]))
        text = cut(pages, section["spans"]).strip()
        if text and (
            text != section["title"] or not any(section["title"] in chunk["section_path"] for chunk in chunks)
        ):
            lost = [p for p in own - in_chunks if not pages[p[0] - 1]["text"][p[1]].isspace()]
            assert not lost
    if any(section["spans"] and cut(pages, section["spans"]).strip() for section in sections):
        assert chunks


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS)
def test_chunks_are_numbered_in_reading_order_and_overlap_little(pages: list[Page]) -> None:
    _, chunks = split(pages)
    assert [chunk["chunk_index"] for chunk in chunks] == list(range(len(chunks)))
    assert [chunk["chunk_id"] for chunk in chunks] == [f"r1-{index:05d}" for index in range(len(chunks))]
    assert {chunk["total_chunks"] for chunk in chunks} <= {len(chunks)}
    in_tables = {(p["number"], o) for p in pages for t in p["tables"] for o in range(t["start"], t["end"])}
    for before, after in pairwise(chunks):
        assert positions(before["spans"])[0] < positions(after["spans"])[0]
        assert positions(before["spans"])[-1] < positions(after["spans"])[-1]
        shared = set(positions(before["spans"])) & set(positions(after["spans"]))
        assert len(shared) <= LIMITS.overlap
        assert not shared & in_tables


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS, st.sampled_from([(2, 0, 0), (7, 3, 3), (50, 25, 25), (64, 0, 10), (200, 100, 0), (1024, 128, 100)]))
def test_any_limits_that_fit_are_kept(pages: list[Page], sizes: tuple[int, int, int]) -> None:
    limits = ChunkLimits(*sizes)
    sections, chunks = split(pages, limits)
    assert (sections, chunks) == split(pages, limits)
    for chunk in chunks:
        assert cut(pages, chunk["spans"]) == chunk["content"]
        assert len(chunk["content"]) <= limits.max_characters


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS)
def test_extracts_are_some_of_the_chunks_numbered_anew(pages: list[Page]) -> None:
    sections, chunks = split(pages)
    extracts = strategic_extracts(pages, sections, chunks)
    contents = [chunk["spans"] for chunk in chunks]
    assert [extract["chunk_index"] for extract in extracts] == list(range(len(extracts)))
    assert all(extract["spans"] in contents for extract in extracts)
    assert all(extract["original_section_length"] >= len(extract["content"]) for extract in extracts)
    assert {e["section_index"] for e in extracts} == {c["section_index"] for c in chunks}
    assert {chunk["chunk_type"] for chunk in chunks} <= {"content"}
