from __future__ import annotations

from collections.abc import Sequence

import pytest

from nodes.documents.chunks import split_document
from nodes.documents.extracts import strategic_extracts
from nodes.documents.packing import ChunkLimits
from nodes.documents.rebuilding import Splitting, StoredText, rebuilt_chunks
from nodes.documents.sections import build_sections
from nodes.domain.documents import Chunk, Heading, Page

LIMITS = ChunkLimits(400, 40, 40)
BODY = "The harbour was closed in winter, and boats lay on land until the ice had gone [3]. "


def page(number: int) -> Page:
    heading = f"Chapter {number}"
    text = f"{heading}\n" + "".join(f"{BODY}It was year {number}{line}.\n" for line in range(9))
    mark: Heading = {"start": 0, "end": len(heading), "level": 1, "title": heading}
    return {"number": number, "text": text, "headings": [mark], "tables": [], "furniture": []}


PAGES = [page(number) for number in range(1, 5)]
SECTIONS = build_sections(PAGES)
FULL = split_document("r", PAGES, SECTIONS, len, LIMITS)


def rebuilt(stored: Sequence[Chunk], limits: ChunkLimits = LIMITS, extract_pages: int | None = None) -> list[Chunk]:
    texts = [StoredText(each["chunk_id"], each["chunk_index"], each["content"]) for each in stored]
    return rebuilt_chunks(texts, PAGES, SECTIONS, "Title", ["ice"], Splitting(len, limits, extract_pages))


def without_prefix(chunks: Sequence[Chunk]) -> list[Chunk]:
    return [{**chunk, "enriched_content": ""} for chunk in chunks]


def test_what_is_split_as_today_is_what_splitting_gives() -> None:
    chunks = rebuilt(FULL)
    assert without_prefix(chunks) == FULL
    assert chunks[0]["enriched_content"].startswith("[Document: Title]\n[Section: Chapter 1]\n[Keywords: ice]\n\n")


@pytest.mark.parametrize("extract_pages", [None, 1])
def test_extracts_are_known_by_their_texts(extract_pages: int | None) -> None:
    leads = [page | {"text": page["text"].replace("[3]", "")} for page in PAGES]
    full = split_document("r", leads, SECTIONS, len, LIMITS)
    extracts = strategic_extracts(leads, SECTIONS, full)
    assert len(extracts) < len(full)
    texts = [StoredText(each["chunk_id"], each["chunk_index"], each["content"]) for each in extracts]
    splitting = Splitting(len, LIMITS, extract_pages)
    found = rebuilt_chunks(texts, leads, SECTIONS, "Title", [], splitting)
    assert without_prefix(found) == extracts


@pytest.mark.parametrize(("extract_pages", "kind"), [(None, "content"), (4, "content"), (3, "strategic_extract")])
def test_where_every_chunk_is_an_extract_the_setting_tells(extract_pages: int | None, kind: str) -> None:
    assert len(strategic_extracts(PAGES, SECTIONS, FULL)) == len(FULL)
    assert {chunk["chunk_type"] for chunk in rebuilt(FULL, extract_pages=extract_pages)} == {kind}


def test_other_limits_and_missing_rows_leave_every_text_in_its_place() -> None:
    for stored in (FULL, FULL[1::2]):
        chunks = rebuilt(stored, ChunkLimits(1000, 0, 10))
        for chunk, old in zip(chunks, stored, strict=True):
            for name in ("chunk_id", "chunk_index", "content", "spans", "pages", "section_path", "section_type"):
                assert chunk[name] == old[name]
            assert chunk["total_chunks"] == len(stored)


def test_without_pages_there_are_defaults() -> None:
    texts = [StoredText("r-00000", 0, "Ice.")]
    [chunk] = rebuilt_chunks(texts, [], [], "Title", [], Splitting(len, LIMITS, None))
    assert (chunk["pages"], chunk["spans"], chunk["section_path"], chunk["token_count"]) == ([1], [], [], 4)
    assert chunk["enriched_content"] == "[Document: Title]\n\nIce."
