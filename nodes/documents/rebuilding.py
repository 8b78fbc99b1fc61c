"""Rebuilding: the chunks of a document again, from texts that were stored without what is known of chunks today."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from nodes.documents.chunks import content_chunk, split_document
from nodes.documents.extracts import strategic_extracts
from nodes.documents.packing import ChunkLimits
from nodes.documents.placing import Placing
from nodes.documents.prefix import enriched_content
from nodes.domain.documents import Chunk, Page, Section


class StoredText(NamedTuple):
    """A chunk as old stores keep it."""

    chunk_id: str
    chunk_index: int
    content: str


class Splitting(NamedTuple):
    """How documents are split."""

    count_tokens: Callable[[str], int]
    limits: ChunkLimits
    strategic_extract_pages: int | None
    """Documents of more pages are indexed by strategic extracts; None for never."""


def rebuilt_chunks(
    stored: Sequence[StoredText],
    pages: Sequence[Page],
    sections: Sequence[Section],
    title: str,
    keywords: Sequence[str],
    splitting: Splitting,
) -> list[Chunk]:
    """Chunks with the ids, places and contents that are stored, and everything else as ingestion makes it.

    Where splitting the pages again gives the very same texts, the chunks are those. Where it does not (the limits were
    others then), each text is looked for among the new chunks, then in the pages themselves. A text that stands
    nowhere is given to the first page.

    Args:
        stored: by index.
        pages: of the document; none where they are not kept.
        sections: as `build_sections` makes them of these pages.
        title: of the document, for the text that is embedded and searched.
        keywords: of the document, likewise.
        splitting: how documents are split now.

    Returns:
        One chunk for each stored text, in the same order.
    """
    full = split_document("", pages, sections, splitting.count_tokens, splitting.limits) if pages else []
    chunks = _split_as_then([each.content for each in stored], full, pages, sections, splitting)
    if chunks is None:
        chunks = _one_by_one(stored, full, pages, sections, splitting.count_tokens)
    rebuilt: list[Chunk] = []
    for text, found in zip(stored, chunks, strict=True):
        chunk: Chunk = {
            **found,
            "chunk_id": text.chunk_id,
            "chunk_index": text.chunk_index,
            "total_chunks": len(stored),
        }
        header = chunk.get("table_header", "")
        chunk["enriched_content"] = enriched_content(title, chunk["section_path"], keywords, text.content, header)
        rebuilt.append(chunk)
    return rebuilt


def _split_as_then(
    contents: Sequence[str],
    full: list[Chunk],
    pages: Sequence[Page],
    sections: Sequence[Section],
    splitting: Splitting,
) -> list[Chunk] | None:
    """The chunks of today's splitting, whole or as extracts, if their contents are these."""
    if len(contents) > len(full):
        return None
    limit = splitting.strategic_extract_pages
    ways: list[Callable[[], list[Chunk]]] = [lambda: full, lambda: strategic_extracts(pages, sections, full)]
    if limit is not None and len(pages) > limit:
        # A short document is its own extract: then what is set tells.
        ways.reverse()
    for way in ways:
        chunks = way()
        if [chunk["content"] for chunk in chunks] == contents:
            return chunks
    return None


def _one_by_one(
    stored: Sequence[StoredText],
    full: Sequence[Chunk],
    pages: Sequence[Page],
    sections: Sequence[Section],
    count_tokens: Callable[[str], int],
) -> list[Chunk]:
    same: dict[str, deque[Chunk]] = defaultdict(deque)
    for chunk in full:
        same[chunk["content"]].append(chunk)
    placing = Placing({page["number"]: page["text"] for page in pages}, sections)
    found: list[Chunk] = []
    after = 0
    for text in stored:
        if same[text.content]:
            found.append(same[text.content].popleft())
            continue
        place = placing.place(text.content, after)
        if place is not None:
            # Chunks overlap: the next one may begin before this one ends.
            after = place.start + 1
        section = place.section if place is not None else (sections[0] if sections else None)
        chunk = content_chunk(section, text.content, place.spans if place else [], count_tokens)
        if place is not None:
            # Known also where what stands there is interrupted, and has no spans.
            chunk["pages"] = place.pages
        found.append(chunk)
    return found
