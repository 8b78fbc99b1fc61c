"""Reading on: the section around a hit, or as much of it as there is room for."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from nodes.documents.spans import text_of
from nodes.domain.chat import Hit
from nodes.domain.documents import Section, Span

READ = "the whole section was read"


def sections_to_read(hits: Sequence[Hit], most: int) -> list[Hit]:
    """The best hit of each of the first `most` sections, in the order of the hits."""
    found: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        found.setdefault((hit["revision_id"], hit["section_index"]), hit)
    return list(found.values())[: max(0, most)]


def read_section(
    hit: Hit, sections: Sequence[Section], pages: Mapping[int, str], room: int, count_tokens: Callable[[str], int]
) -> Hit | None:
    """The hit grown to its section, as full text.

    A section without text of its own is read with its subsections; a document whose only section is this is read
    whole. Where the section does not fit, a window around the hit is read.

    Args:
        hit: keeps its id, place and scores, so that citations of it still open it.
        sections: the tree of its revision.
        pages: stored page texts of that revision.
        room: tokens that the text may have, about.
        count_tokens: of a text.

    Returns:
        A copy with the content, spans and pages of what was read, completeness `full`; the content is made of the
        slices again. None where nothing could be read, or nothing more than the hit has.
    """
    spans = [span for span in _section_spans(hit["section_index"], sections) if span["page"] in pages]
    # Where a hit stands nowhere, its section is not known: only what has one alone is surely read.
    if not spans or (not hit["spans"] and len(sections) > 1):
        return None
    text = text_of(spans, pages)
    tokens = count_tokens(text)
    if tokens > room:
        spans = _window(spans, hit["spans"], max(1, math.floor(len(text) * room / tokens)))
        text = text_of(spans, pages)
    if not text.strip() or (hit["content_completeness"] == "full" and len(text) <= len(hit["content"])):
        return None
    return {
        **hit,
        "content": text,
        "table_header": "",
        "spans": spans,
        "pages": sorted({span["page"] for span in spans}),
        "token_count": count_tokens(text),
        "chunk_type": "content",
        "content_completeness": "full",
        "selected_because": f"{hit['selected_because']}; {READ}".lstrip("; "),
    }


def covers(outer: Hit, inner: Hit) -> bool:
    """Whether everything that one hit shows is in the other's spans."""
    if not inner["spans"]:
        return False
    return outer["revision_id"] == inner["revision_id"] and all(
        any(
            span["page"] == wide["page"] and wide["start"] <= span["start"] and span["end"] <= wide["end"]
            for wide in outer["spans"]
        )
        for span in inner["spans"]
    )


def _section_spans(section_index: int, sections: Sequence[Section]) -> list[Span]:
    """Own text, with that of the subsections where there is next to none; headings alone are next to none."""
    by_index = {section["section_index"]: section for section in sections}
    section = by_index.get(section_index)
    if section is None:
        return []
    own = sum(span["end"] - span["start"] for span in section["spans"])
    wanted = {section_index}
    if own <= 2 * len(section["title"]) + 2:
        for each in sorted(by_index):
            if by_index[each]["parent_index"] in wanted:
                wanted.add(each)
    return [span for each in sorted(wanted) for span in by_index[each]["spans"] if span["end"] > span["start"]]


def _window(spans: Sequence[Span], around: Sequence[Span], characters: int) -> list[Span]:
    """So many characters of the spans, with the passage in the middle where the ends allow it."""
    total = sum(span["end"] - span["start"] for span in spans)
    first, last = _position(spans, around)
    begin = max(0, min((first + last - characters) // 2, total - characters))
    end = begin + characters
    window: list[Span] = []
    offset = 0
    for span in spans:
        length = span["end"] - span["start"]
        low, high = max(begin - offset, 0), min(end - offset, length)
        if low < high:
            window.append({"page": span["page"], "start": span["start"] + low, "end": span["start"] + high})
        offset += length
    return window


def _position(spans: Sequence[Span], around: Sequence[Span]) -> tuple[int, int]:
    """Where the passage begins and ends, in characters from the section's start; (0, 0) where it is elsewhere."""
    found: list[int] = []
    offset = 0
    for span in spans:
        for passage in around:
            low, high = max(span["start"], passage["start"]), min(span["end"], passage["end"])
            if span["page"] == passage["page"] and low < high:
                found += [offset + low - span["start"], offset + high - span["start"]]
        offset += span["end"] - span["start"]
    return (min(found), max(found)) if found else (0, 0)
