"""The section tree: headings cut the text outside furniture into sections, each with its path and type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from nodes.documents.section_text import SectionText, section_title
from nodes.documents.section_types import section_type_of
from nodes.documents.spans import text_of
from nodes.domain.documents import Heading, Page, Section, Span
from nodes.domain.regexes import lazy_regex

_ABSTRACT_PAGES = 3
"""Pages from the first on in which an abstract may stand."""
_ABSTRACT_LINE = lazy_regex(
    r"^[ \t]*(?P<label>A(?:bstract|BSTRACT)|Z(?:usammenfassung|USAMMENFASSUNG)"
    r"|K(?:urzfassung|URZFASSUNG)|R(?:ésumé|ÉSUMÉ)|R(?:esumen|ESUMEN)|摘要|要旨)(?:[ \t]*$|[ \t]*[—–:.：-]\s*\S)",
    re.MULTILINE,
)


class _Mark(NamedTuple):
    """Where a section starts: the index of the page in the list, and its heading."""

    page_index: int
    heading: Heading


def build_sections(pages: Sequence[Page]) -> list[Section]:
    """The tree of sections, in reading order.

    The spans of all sections together hold every character outside furniture exactly once, in order. Text before the
    first heading is a section without a title, unless it is blank. A bookmark whose words are not on the page starts a
    section too. The words of a heading with no text below it, as of the first line of a title over two, are in the
    section that follows on its page, else in the one before it there. Where no heading is an abstract, a line
    "Abstract" that stands on one of the first three pages, not far before a heading, starts one. The type comes from
    the title, else from the parent; a single outermost heading over everything else is the document's title and hands
    no type down.

    Args:
        pages: In reading order.

    Returns:
        Sections by index, each parent before its children; none for no pages.
    """
    if not pages:
        return []
    marks = _marks(pages)
    sections = [_section(0, None, "")]
    ancestors: list[tuple[int, Section]] = []
    position = iter(marks)
    mark = next(position, None)
    for page_index, page in enumerate(pages):
        start = 0
        while mark is not None and mark.page_index == page_index:
            _extend(sections[-1], page, start, mark.heading["start"])
            start = max(start, mark.heading["start"])
            sections.append(_open(sections, ancestors, mark.heading, page["number"]))
            mark = next(position, None)
        _extend(sections[-1], page, start, len(page["text"]))
    if len(sections) > 1 and _is_blank(sections[0], pages):
        sections = _without_opening(sections)
    _set_types(sections)
    _set_pages(sections, pages)
    _share_bare_headings(sections, pages)
    return sections


def body_spans(page: Page, start: int, end: int) -> Iterator[Span]:
    """The parts of `text[start:end]` outside furniture, in order, none of them empty."""
    for furniture in page["furniture"]:
        if furniture["end"] <= start:
            continue
        if furniture["start"] >= end:
            break
        if start < furniture["start"]:
            yield {"page": page["number"], "start": start, "end": furniture["start"]}
        start = max(start, furniture["end"])
    if start < end:
        yield {"page": page["number"], "start": start, "end": end}


def _marks(pages: Sequence[Page]) -> list[_Mark]:
    marks = [
        _Mark(page_index, heading)
        for page_index, page in enumerate(pages)
        for heading in page["headings"]
        if heading["title"].strip() and not _in_furniture(page, heading)
    ]
    if any(section_type_of(mark.heading["title"]) == "abstract" for mark in marks):
        return marks
    abstract = _unmarked_abstract(pages, marks)
    return marks if abstract is None else sorted([*marks, abstract], key=lambda m: (m.page_index, m.heading["start"]))


def _in_furniture(page: Page, heading: Heading) -> bool:
    start, end = heading["start"], heading["end"]
    return start < end and any(span["start"] <= start < span["end"] for span in page["furniture"])


def _unmarked_abstract(pages: Sequence[Page], marks: Sequence[_Mark]) -> _Mark | None:
    """An abstract that is set as plain text. It needs a heading soon after it, or it would swallow the document."""
    for page_index, page in enumerate(pages[:_ABSTRACT_PAGES]):
        found = _ABSTRACT_LINE.search(page["text"])
        if found is None:
            continue
        start = found.start("label")
        heading: Heading = {"start": start, "end": found.end("label"), "level": 1, "title": found["label"]}
        following = [mark for mark in marks if (mark.page_index, mark.heading["start"]) > (page_index, start)]
        if not following or following[0].page_index > page_index + 1 or _in_furniture(page, heading):
            return None
        return _Mark(page_index, {**heading, "level": following[0].heading["level"]})
    return None


def _section(index: int, parent: Section | None, title: str) -> Section:
    path = [*parent["path"], title] if parent else [title] if title else []
    return {
        "section_index": index,
        "parent_index": parent["section_index"] if parent else None,
        "title": title,
        "path": path,
        "depth": len(path),
        "section_type": "content",
        "spans": [],
        "pages": [],
    }


def _open(sections: list[Section], ancestors: list[tuple[int, Section]], heading: Heading, page: int) -> Section:
    while ancestors and ancestors[-1][0] >= heading["level"]:
        ancestors.pop()
    parent = ancestors[-1][1] if ancestors else None
    section = _section(len(sections), parent, section_title(heading))
    # Kept where the section turns out to have no text of its own.
    section["pages"] = [page]
    ancestors.append((heading["level"], section))
    return section


def _extend(section: Section, page: Page, start: int, end: int) -> None:
    for span in body_spans(page, start, end):
        last = section["spans"][-1] if section["spans"] else None
        if last is not None and last["page"] == span["page"] and last["end"] == span["start"]:
            last["end"] = span["end"]
        else:
            section["spans"].append(span)


def _is_blank(section: Section, pages: Sequence[Page]) -> bool:
    texts = {page["number"]: page["text"] for page in pages}
    return not text_of(section["spans"], texts).strip()


def _without_opening(sections: list[Section]) -> list[Section]:
    """The sections without the untitled first one; its white space goes to the first heading's."""
    opening, first, *rest = sections
    first_page = first["spans"][0] if first["spans"] else None
    last = opening["spans"][-1] if opening["spans"] else None
    if first_page and last and last["page"] == first_page["page"] and last["end"] == first_page["start"]:
        opening["spans"].pop()
        first_page["start"] = last["start"]
    first["spans"] = [*opening["spans"], *first["spans"]]
    for section in (first, *rest):
        section["section_index"] -= 1
        if section["parent_index"] is not None:
            section["parent_index"] -= 1
    return [first, *rest]


def _set_types(sections: list[Section]) -> None:
    headed = [section for section in sections if section["depth"]]
    outermost = [section for section in headed if section["depth"] == 1]
    document_title = headed[0] if len(outermost) == 1 and len(headed) > 1 else None
    for place, section in enumerate(headed):
        own = section_type_of(section["title"], closing=2 * place > len(headed))
        parent = section["parent_index"]
        if section is document_title:
            section["section_type"] = "content"
        elif own is not None:
            section["section_type"] = own
        elif parent is not None:
            section["section_type"] = sections[parent]["section_type"]


def _set_pages(sections: list[Section], pages: Sequence[Page]) -> None:
    texts = {page["number"]: page["text"] for page in pages}
    for section in sections:
        spoken = [s["page"] for s in section["spans"] if texts[s["page"]][s["start"] : s["end"]].strip()]
        if spoken:
            section["pages"] = list(dict.fromkeys(spoken))


def _share_bare_headings(sections: Sequence[Section], pages: Sequence[Page]) -> None:
    by_number = {page["number"]: page for page in pages}
    texts = [SectionText(section, by_number) for section in sections]
    full = {text.section["section_index"] for text in texts if text.content and not text.is_bare_heading}
    above = _above(sections, full)
    home: Section | None = None
    bare: list[Section] = []
    for section in sections:
        if bare and bare[-1]["pages"][-1] != section["pages"][0]:
            _give(bare, above, home, first=False)
            bare = []
        if section["section_index"] in full:
            _give(bare, above, section, first=True)
            home, bare = section, []
        else:
            bare.append(section)
    _give(bare, above, home, first=False)


def _above(sections: Sequence[Section], full: Set[int]) -> set[int]:
    """Indices of the sections that have one of these below them."""
    above: set[int] = set()
    for section in reversed(sections):
        if section["parent_index"] is not None and section["section_index"] in full | above:
            above.add(section["parent_index"])
    return above


def _give(bare: Sequence[Section], above: Set[int], home: Section | None, *, first: bool) -> None:
    """Makes the words of headings the first or the last of a section on their page, if one of them has no text below.

    All of them, or they would not stand in order.
    """
    needy = any(section["section_index"] not in above for section in bare)
    if home is None or not needy or home["pages"][0 if first else -1] != bare[0]["pages"][0]:
        return
    given = [span for section in bare for span in section["spans"]]
    home["spans"] = [*given, *home["spans"]] if first else [*home["spans"], *given]
    for section in bare:
        section["spans"] = []
