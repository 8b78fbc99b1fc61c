"""Chunks: sections cut into the units that are embedded and searched, with exact spans into the page texts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from nodes.documents.packing import ChunkLimits, Stretch, skip_blank, strip_blank
from nodes.documents.section_text import SectionText
from nodes.domain.documents import Chunk, Page, Section, Span

__all__ = ["ChunkLimits", "content_chunk", "split_document"]


def split_document(
    revision_id: str,
    pages: Sequence[Page],
    sections: Sequence[Section],
    count_tokens: Callable[[str], int],
    limits: ChunkLimits,
) -> list[Chunk]:
    """The chunks of a document in reading order, `enriched_content` still empty.

    No chunk crosses a section. A chunk stays on one page, unless a paragraph runs on to the next, or the section's part
    of a page is too short for a chunk of its own. Every character of a section that is not white space is in a chunk,
    but for headings with nothing under them but other headings and their text: their words are in the section paths
    below.

    Args:
        revision_id: Names the revision; chunk ids derive from it.
        pages: In reading order.
        sections: As `build_sections` makes them from these pages.
        count_tokens: Counts the tokens of a text; asked once for each chunk's content.
        limits: Sizes in characters.

    Returns:
        Chunks by `chunk_index`; later parts of a table carry its header row in `table_header`.
    """
    by_number = {page["number"]: page for page in pages}
    texts = _with_words([SectionText(section, by_number) for section in sections])
    chunks = [_chunk(text, piece, count_tokens, limits) for text in texts for piece in _pieces(text, limits)]
    for index, chunk in enumerate(chunks):
        chunk["chunk_id"], chunk["chunk_index"] = chunk_id(revision_id, index), index
        chunk["total_chunks"] = len(chunks)
    return chunks


def _with_words(texts: Sequence[SectionText]) -> list[SectionText]:
    """The sections that get chunks."""
    parents = {text.section["section_index"]: text.section["parent_index"] for text in texts}
    above: set[int] = set()
    for text in texts:
        parent = text.section["parent_index"]
        while text.content and not text.is_bare_heading and parent is not None and parent not in above:
            above.add(parent)
            parent = parents[parent]
    return [
        text for text in texts if text.content and not (text.is_bare_heading and text.section["section_index"] in above)
    ]


def _pieces(text: SectionText, limits: ChunkLimits) -> Iterator[tuple[int, int]]:
    """Ranges of the section's chunks in its text."""
    parts, edges = _parts(text, limits)
    for start, end in parts:
        inner = edges[bisect_right(edges, start) : bisect_left(edges, end)]
        tables = text.tables_in(start, end)
        yield from Stretch(text.content, start, end, tables=tables, edges=inner, limits=limits).pieces()


def _parts(text: SectionText, limits: ChunkLimits) -> tuple[list[tuple[int, int]], list[int]]:
    """The parts of a section that are packed apart, and the seams inside them that are good places to cut.

    A part ends with its page unless it would be shorter than a chunk may be: then the next page joins it, and what is
    left over at the end joins the part before.
    """
    next_page, edges = text.seams()
    content, parts, start = text.content, list[tuple[int, int]](), 0
    for end in [*next_page, len(content)]:
        first = skip_blank(content, start, end)
        if strip_blank(content, first, end) - first >= limits.min_characters:
            parts.append((start, end))
            start = end
        else:
            edges.append(end)
    if start < len(content):
        if parts:
            edges.append(start)
            start = parts.pop()[0]
        parts.append((start, len(content)))
    return parts, sorted(edges)


def _chunk(text: SectionText, piece: tuple[int, int], count_tokens: Callable[[str], int], limits: ChunkLimits) -> Chunk:
    """The chunk of a piece of a section, not numbered yet."""
    chunk = content_chunk(text.section, text.content[slice(*piece)], text.spans_of(*piece), count_tokens)
    header = text.header_for(piece[0])
    # A header as long as half a chunk is a mistaken one, and would drown the rows.
    if header and len(header) <= limits.max_characters // 2:
        chunk["table_header"] = header
    return chunk


def content_chunk(
    section: Section | None, content: str, spans: Sequence[Span], count_tokens: Callable[[str], int]
) -> Chunk:
    """The chunk of a text, not numbered and not enriched yet.

    Args:
        section: in which it stands; None where that is not known.
        content: the text.
        spans: where it stands; without any it is given to the first page.
        count_tokens: counts the tokens of a text.
    """
    section_type = section["section_type"] if section else "content"
    return {
        "chunk_id": "",
        "chunk_index": 0,
        "total_chunks": 0,
        "section_index": section["section_index"] if section else 0,
        "section_title": section["title"] if section else "",
        "section_path": list(section["path"]) if section else [],
        "section_depth": section["depth"] if section else 0,
        "section_type": section_type,
        "is_abstract": section_type == "abstract",
        "is_conclusion": section_type == "conclusion",
        "is_methodology": section_type == "methods",
        "spans": list(spans),
        "pages": list(dict.fromkeys(span["page"] for span in spans)) or [1],
        "content": content,
        "enriched_content": "",
        "token_count": count_tokens(content),
        "chunk_type": "content",
        "extraction_strategy": "complete",
        "content_completeness": "full",
    }


def chunk_place(chunk_id: str) -> tuple[str, int]:
    """Revision id and index of a chunk.

    Raises:
        ValueError: not the id of a chunk.
    """
    revision_id, _, index = chunk_id.rpartition("-")
    return revision_id, int(index)


def chunk_id(revision_id: str, index: int) -> str:
    """The id of a revision's chunk: the index in five digits or more."""
    return f"{revision_id}-{index:05d}"
