"""What the tools give back: a structure for programs, and the same as text for a model to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from nodes.domain.chat import ModelPath
from nodes.trace import counted


class Passage(BaseModel):
    """A passage that was found."""

    chunk_id: str
    document_id: str = Field(description="for read_section")
    file_name: str
    title: str
    pages: list[int]
    section_path: list[str]
    content: str
    score: float


class Failure(BaseModel):
    """Something that Sheaf's language model was asked for and did not give, or not wholly."""

    path: ModelPath
    reason: str
    fallback: str = Field(description="what was done instead")


Failures = Annotated[
    list[Failure], Field(description="what the language model was asked for in vain; most often empty")
]


class SearchResult(BaseModel):
    """Passages, best first."""

    hits: list[Passage]
    model_failures: Failures

    def text(self) -> str:
        """For a model to read."""
        passages = [
            f"{number}. {_where(hit.title, hit.file_name, hit.pages, hit.section_path)} (document_id "
            f"{hit.document_id})\n{hit.content.strip()}"
            for number, hit in enumerate(self.hits, start=1)
        ]
        return "\n\n".join([*(passages or ["Nothing was found."]), *_without(self.model_failures)])


class Quotation(BaseModel):
    """One `[n]` of an answer."""

    index: int = Field(description="the n of `[n]`")
    document_id: str = Field(description="for read_section")
    file_name: str
    title: str
    pages: list[int]
    section_path: list[str]
    chunk_id: str
    quote: str = Field(description="stands word for word in the document")
    verified: bool = Field(description="whether the quote bears the statement out")


class AnswerResult(BaseModel):
    """A cited answer, or an honest refusal."""

    answer: str = Field(description="with `[n]` after each statement")
    status: Literal["answered", "no_evidence"]
    citations: list[Quotation]
    model_failures: Failures

    def text(self) -> str:
        """For a model to read."""
        sources = [
            f"[{each.index}] {_where(each.title, each.file_name, each.pages, each.section_path)} (document_id "
            f'{each.document_id}): "{each.quote.strip()}"' + ("" if each.verified else " (not verified)")
            for each in self.citations
        ]
        cited = ["Sources:\n" + "\n".join(sources)] if sources else []
        return "\n\n".join([self.answer, *cited, *_without(self.model_failures)])


class ListedDocument(BaseModel):
    """A document in any status."""

    document_id: str
    collection: str
    file_name: str
    title: str
    status: Literal["pending", "processing", "ready", "failed"]
    page_count: int
    created_at: str


class DocumentList(BaseModel):
    """Documents in the order they came, a page at a time."""

    documents: list[ListedDocument]
    total: int
    next: str | None = Field(description="give it as `after` for those that follow; null on the last page")

    def text(self) -> str:
        """For a model to read."""
        if not self.documents:
            return "There are no documents."
        lines = [
            f"{each.document_id}  {each.title} ({each.file_name}, {counted(each.page_count, 'page')}, "
            f"{each.status}, collection {each.collection})"
            for each in self.documents
        ]
        more = [f"More follow: give after={self.next!r}."] if self.next else []
        return "\n".join([f"{counted(self.total, 'document')}.", *lines, *more])


class SectionResult(BaseModel):
    """A section with everything that stands under it."""

    document_id: str
    file_name: str
    title: str
    section_index: int
    section_path: list[str]
    pages: list[int]
    text: str = Field(description="at most 20,000 characters")
    text_start: int = Field(description="where in the whole section this text begins")
    text_length: int = Field(description="of the whole section")
    next_offset: int | None = Field(description="give it as `offset` to read on; null at the end")
    previous: str | None = Field(description="path of the section before this one")
    next: str | None = Field(description="path of the section after this one")
    subsections: list[str] = Field(description="titles, at most 20")

    def readable(self) -> str:
        """For a model to read."""
        where = _where(self.title, self.file_name, self.pages, self.section_path)
        around = [
            f"Before it: {self.previous}" if self.previous else "",
            f"After it: {self.next}" if self.next else "",
            f"In it: {'; '.join(self.subsections)}" if self.subsections else "",
            f"It goes on: give offset={self.next_offset}." if self.next_offset else "",
        ]
        return "\n".join([f"{where} (section {self.section_index})", "", self.text.strip(), "", *filter(None, around)])


def passage(hit: dict[str, Any]) -> Passage:
    """A hit as the tools give it."""
    return Passage(**{name: hit[name] for name in Passage.model_fields})


def quotation(citation: dict[str, Any]) -> Quotation:
    """A citation as the tools give it."""
    return Quotation(**{name: citation[name] for name in Quotation.model_fields})


def failure(failed: dict[str, Any]) -> Failure:
    """What the language model did not give, as the tools tell it."""
    return Failure(**{name: failed[name] for name in Failure.model_fields})


def _without(failures: Sequence[Failure]) -> list[str]:
    """In one paragraph what was done without the language model; none where all went well."""
    told = [f"- {each.fallback}: {each.reason}" for each in failures]
    return ["Sheaf's language model did not give all that it was asked for:\n" + "\n".join(told)] if told else []


def _where(title: str, file_name: str, pages: list[int], section_path: list[str]) -> str:
    name = title if title == file_name else f"{title} ({file_name})"
    parts = [name]
    if pages:
        parts.append(f"{'page' if len(pages) == 1 else 'pages'} {', '.join(map(str, pages))}")
    if section_path:
        parts.append(" > ".join(section_path))
    return ", ".join(parts)
