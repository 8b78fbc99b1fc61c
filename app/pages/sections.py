"""Sections as text: one of them with what stands under it, its pages, and the names of its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.catalogue.catalogue import SqlCatalogue
from app.pages.excerpt import EXCERPT_CHARACTERS, line_end
from app.pages.unready import unready
from nodes.documents.spans import text_of
from nodes.domain.documents import Section
from nodes.domain.errors import InvalidRequestError, NotFoundError
from nodes.language.terms import normalise_name

_MOST_NAMED = 20
"""Sections: of those below one, and of all where the one asked for is not there."""


@dataclass(frozen=True)
class SectionText:
    """A section with everything that stands under it."""

    document_id: str
    file_name: str
    title: str
    section_index: int
    section_path: list[str]
    pages: list[int]
    text: str
    """From the offset asked for, at most 20,000 characters."""
    text_start: int
    text_length: int
    """Of the whole section."""
    previous: str | None
    """Path of the section before it, its parts joined by ` > `."""
    next: str | None
    subsections: list[str]
    """Titles, at most 20."""


async def read_section(
    catalogue: SqlCatalogue,
    owner: str,
    document_id: str,
    *,
    index: int | None = None,
    path: str | None = None,
    page: int | None = None,
    offset: int = 0,
) -> SectionText:
    """A section by its index, its path, or a page that it stands on; without one of them the first that has text.

    Args:
        catalogue: knows the documents.
        owner: who asks.
        document_id: the document.
        index: of the section, from 0.
        path: its title, or titles from the outermost to it joined by ` > `; the end of the path is enough.
        page: its page; of several sections that one on which the page begins.
        offset: where in a long section to begin, in code points.

    Raises:
        InvalidRequestError: more than one of the three is given.
        NotFoundError: this owner has no such document, or it has no such section.
        ConflictError: the document is not ready.
    """
    if sum(each is not None for each in (index, path, page)) > 1:
        raise InvalidRequestError("section_index, section_path and page exclude each other.", hint="Give one of them.")
    record = await catalogue.document(owner, document_id)
    if record.live_revision_id is None:
        raise unready(record)
    sections = await catalogue.sections(owner, record.live_revision_id)
    chosen = _chosen(sections, document_id, index, path, page)
    whole = [chosen, *_below(sections, chosen)]
    spans = [span for section in whole for span in section["spans"]]
    texts = await catalogue.page_texts(owner, record.live_revision_id, sorted({span["page"] for span in spans}))
    text = text_of(spans, texts)
    start = min(offset, len(text))
    before = [section for section in sections if section["section_index"] < chosen["section_index"]]
    after = [section for section in sections if section["section_index"] > whole[-1]["section_index"]]
    return SectionText(
        document_id=document_id,
        file_name=record.file_name,
        title=record.title,
        section_index=chosen["section_index"],
        section_path=chosen["path"],
        pages=sorted({page for section in whole for page in section["pages"]}),
        text=text[start : line_end(text, start + EXCERPT_CHARACTERS)],
        text_start=start,
        text_length=len(text),
        previous=_name(before[-1]) if before else None,
        next=_name(after[0]) if after else None,
        subsections=[section["title"] for section in whole[1:] if section["parent_index"] == chosen["section_index"]][
            :_MOST_NAMED
        ],
    )


def section_at(sections: Sequence[Section], page: int, offset: int) -> list[str]:
    """The path of the section that a place on a page belongs to; empty where it belongs to none."""
    best: Section | None = None
    for section in sections:
        for span in section["spans"]:
            if span["page"] == page and span["start"] <= offset < span["end"]:
                return section["path"]
            if best is None and span["page"] == page and span["start"] > offset:
                best = section
    return best["path"] if best else []


def _chosen(
    sections: Sequence[Section], document_id: str, index: int | None, path: str | None, page: int | None
) -> Section:
    found: Section | None = None
    if index is not None:
        found = {section["section_index"]: section for section in sections}.get(index)
    elif path is not None:
        found = _by_path(sections, path)
    elif page is not None:
        found = _on_page(sections, page)
    elif sections:
        # The title of a file may be its first heading, without a word under it.
        with_text = (
            each for each in sections if each["spans"] or any(part["spans"] for part in _below(sections, each))
        )
        found = next(with_text, sections[0])
    if found is None:
        names = "; ".join(f"{section['section_index']}: {_name(section)}" for section in sections[:_MOST_NAMED])
        raise NotFoundError(f"Document {document_id} has no such section.", hint=f"It begins with these: {names}.")
    return found


def _by_path(sections: Sequence[Section], path: str) -> Section | None:
    wanted = [normalise_name(part) for part in path.split(">")]
    for section in sections:
        if [normalise_name(part) for part in section["path"]][-len(wanted) :] == wanted:
            return section
    return None


def _on_page(sections: Sequence[Section], page: int) -> Section | None:
    """The section that the first text of the page belongs to."""
    starts: Mapping[int, int] = {
        position: min((span["start"] for span in section["spans"] if span["page"] == page), default=-1)
        for position, section in enumerate(sections)
    }
    there = [position for position, start in starts.items() if start >= 0]
    return sections[min(there, key=lambda position: starts[position])] if there else None


def _below(sections: Sequence[Section], chosen: Section) -> list[Section]:
    """What stands under a section, in order: all that follows it until one as high as itself."""
    below: list[Section] = []
    for section in sections:
        if section["section_index"] > chosen["section_index"]:
            if section["depth"] <= chosen["depth"]:
                break
            below.append(section)
    return below


def _name(section: Section) -> str:
    return " > ".join(section["path"]) or "(before the first heading)"
