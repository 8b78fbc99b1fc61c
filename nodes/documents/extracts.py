"""Strategic extracts: the chunks that stand for a very long document in the index."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.documents.chunks import chunk_id, chunk_place
from nodes.documents.citing import cites
from nodes.documents.section_types import KEY_SECTIONS
from nodes.documents.spans import text_of
from nodes.domain.documents import Chunk, Page, Section


def strategic_extracts(pages: Sequence[Page], sections: Sequence[Section], chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks worth indexing of a very long document; its full text stays with its pages.

    Taken are abstract and conclusion, the first chunk of every section, the first of every page of a section that is
    longer than that page (so that a document without headings has its leads too), and passages that cite.

    Args:
        pages: The document's pages.
        sections: Its sections, by index.
        chunks: Its content chunks, in order; what is enriched already stays so.

    Returns:
        Copies in reading order, numbered anew, as highlights, with the length of their section in characters.
    """
    chosen: list[Chunk] = []
    leads: set[tuple[int, int]] = set()
    for chunk in chunks:
        lead = (chunk["section_index"], chunk["pages"][0])
        if chunk["section_type"] in KEY_SECTIONS or lead not in leads or cites(chunk["content"]):
            chosen.append(chunk)
        leads.update((chunk["section_index"], page) for page in chunk["pages"])
    lengths = _section_lengths(pages, sections)
    return [
        {
            **chunk,
            "chunk_id": chunk_id(chunk_place(chunk["chunk_id"])[0], index),
            "chunk_index": index,
            "total_chunks": len(chosen),
            "chunk_type": "strategic_extract",
            "extraction_strategy": "strategic",
            "content_completeness": "highlight",
            "original_section_length": lengths[chunk["section_index"]],
        }
        for index, chunk in enumerate(chosen)
    ]


def _section_lengths(pages: Sequence[Page], sections: Sequence[Section]) -> dict[int, int]:
    texts = {page["number"]: page["text"] for page in pages}
    return {section["section_index"]: len(text_of(section["spans"], texts).strip()) for section in sections}
