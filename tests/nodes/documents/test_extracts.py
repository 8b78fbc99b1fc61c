"""Strategic extracts: what stands for a very long document."""

from __future__ import annotations

import pytest

from nodes.documents.chunks import ChunkLimits, split_document
from nodes.documents.extracts import strategic_extracts
from nodes.documents.sections import build_sections
from nodes.domain.documents import Chunk, Heading, Page

LIMITS = ChunkLimits(max_characters=100, overlap=0, min_characters=20)


def document(*sections: tuple[str, list[str]]) -> Page:
    text = ""
    headings: list[Heading] = []
    for title, paragraphs in sections:
        if title:
            headings.append({"start": len(text), "end": len(text) + len(title), "level": 1, "title": title})
        text += "\n\n".join(filter(None, [title, *paragraphs])) + "\n\n"
    return {"number": 1, "text": text, "headings": headings, "tables": [], "furniture": []}


def extract(*pages: Page) -> tuple[list[Chunk], list[Chunk]]:
    sections = build_sections(pages)
    chunks = split_document("r-1", pages, sections, len, LIMITS)
    return chunks, strategic_extracts(pages, sections, chunks)


def paragraph(name: str) -> str:
    return f"The paragraph {name} tells of pumps and valves at some length, and then it stops."


def test_abstract_conclusion_and_leads_are_taken_the_rest_is_not() -> None:
    pages = [
        document(
            ("Abstract", [paragraph("a1"), paragraph("a2")]),
            ("Pumps", [paragraph("p1"), paragraph("p2"), paragraph("p3")]),
            ("Conclusion", [paragraph("c1"), paragraph("c2")]),
        )
    ]
    chunks, extracts = extract(*pages)
    assert len(chunks) == 7
    assert [
        name for name in ("a1", "a2", "p1", "p2", "p3", "c1", "c2") if any(name in e["content"] for e in extracts)
    ] == [
        "a1",
        "a2",
        "p1",
        "c1",
        "c2",
    ]
    first = extracts[2]
    assert first["chunk_id"] == "r-1-00002"
    assert (first["chunk_index"], first["total_chunks"]) == (2, 5)
    assert (first["chunk_type"], first["extraction_strategy"]) == ("strategic_extract", "strategic")
    assert first["content_completeness"] == "highlight"
    assert first["original_section_length"] == len("Pumps") + 3 * (len(paragraph("p1")) + 2)
    assert chunks[2]["chunk_type"] == "content"


@pytest.mark.parametrize(
    "cited",
    [
        "as shown before [12]",
        "as in [3, 4] and [5–7]",
        "(Smith, 2019)",
        "(see Smith and Jones, 2019a; Lee, 2020)",
        "by Smith et al. (2019)",
        "by Smith (2019)",
    ],
)
def test_passages_that_cite_are_taken(cited: str) -> None:
    _, extracts = extract(document(("Pumps", [paragraph("p1"), paragraph("p2"), f"Valves leak {cited}, it is said."])))
    assert any(cited in chunk["content"] for chunk in extracts)


@pytest.mark.parametrize("plain", ["a[i] and b[0x1f]", "(in 2019)", "(12)", "(about 300 euros)", "metal"])
def test_passages_that_do_not_cite_are_not(plain: str) -> None:
    _, extracts = extract(document(("Pumps", [paragraph("p1"), paragraph("p2"), f"Valves leak {plain}, as is said."])))
    assert not any(plain in chunk["content"] for chunk in extracts)


def test_without_headings_every_page_has_its_lead() -> None:
    pages: list[Page] = [
        {**document(("", [paragraph(f"{number}a"), paragraph(f"{number}b")])), "number": number} for number in (1, 2, 3)
    ]
    _, extracts = extract(*pages)
    assert [chunk["pages"] for chunk in extracts] == [[1], [2], [3]]
    assert all("a tells" in chunk["content"] for chunk in extracts)
