"""Pages of documents: as they look, and as text, with the passage of a chunk marked."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Literal, TypeVar

from app.catalogue.catalogue import SqlCatalogue
from app.catalogue.records import DocumentRecord
from app.filing.files import FileStore
from app.library import CollectionLibrary
from app.pages.blocks import Block
from app.pages.cache import PageCache
from app.pages.excerpt import EXCERPT_CHARACTERS, excerpt_start, line_end
from app.pages.marks import Mark, Marks, page_marks
from app.pages.painting import MarkedBox
from app.pages.pdf_page import DrawnPage, draw_pdf_page
from app.pages.sections import section_at
from app.pages.setting import is_set, set_blocks
from app.pages.text_page import draw_text_page
from app.pages.unready import unready
from app.reading.sandbox import BROKEN, Sandbox
from nodes.documents.rows import revision_of
from nodes.domain.documents import Span
from nodes.domain.errors import NotFoundError
from nodes.domain.regexes import lazy_regex
from nodes.retrieval.placing import place_of
from nodes.retrieval.searching import read_rows

T = TypeVar("T")

DRAWING_VERSION = "3"
"""Part of the name of every picture: change it when pages are drawn otherwise."""
_PDF = "application/pdf"
_DRAWN_CHARACTERS = 12_000
"""Of a page without looks of its own."""
_PLACE = lazy_regex(r"[0-9]{5,9}")
"""How the id of a chunk ends; whatever else somebody sends is not asked for."""


@dataclass(frozen=True)
class PageView:
    """A page as text, with what is marked on it."""

    document_id: str
    file_name: str
    title: str
    page_number: int
    page_count: int
    kind: Literal["image", "text"]
    """`image` where the page has looks of its own."""
    text: str
    """Of the page; of a long one the part around the marks."""
    text_start: int
    """Where in the page's text the part begins, in code points."""
    text_length: int
    """Of the whole page."""
    marks: list[Mark]
    """Offsets in `text`."""
    quote_found: bool | None
    """None where no quote was asked for."""
    marked_pages: list[int]
    """Every page that the passage goes over."""
    section_path: list[str]
    boxes: list[MarkedBox] | None
    """Where the marks are on the picture; None where that was not asked for, or there is none."""
    blocks: list[Block] | None
    """How `text` is set; None where that was not asked for, or it is shown line by line."""


@dataclass(frozen=True)
class _Marked:
    """A page with its marks, on the way."""

    record: DocumentRecord
    revision_id: str
    number: int
    text: str
    marks: Marks
    spans: Sequence[Span]
    section_path: list[str] | None

    @property
    def is_picture(self) -> bool:
        return self.record.media_type == _PDF


class Pages:
    """Draws and reads pages, for one owner at a time.

    Args:
        catalogue: knows the documents and their text.
        library: opens the collection that holds a chunk.
        files: holds what was uploaded.
        cache: keeps pictures.
        sandbox: where files are opened and pictures drawn.
    """

    def __init__(
        self,
        catalogue: SqlCatalogue,
        library: CollectionLibrary,
        files: FileStore,
        cache: PageCache,
        sandbox: Sandbox,
    ) -> None:
        self._catalogue = catalogue
        self._library = library
        self._files = files
        self._cache = cache
        self._sandbox = sandbox

    async def view(
        self,
        owner: str,
        document_id: str,
        number: int,
        *,
        highlight: str | None = None,
        quote: str = "",
        offset: int | None = None,
        with_boxes: bool = False,
        with_blocks: bool = False,
    ) -> PageView:
        """A page as text.

        Args:
            owner: who asks.
            document_id: the document.
            number: page number, from 1.
            highlight: id of the chunk whose passage is marked.
            quote: words of the passage to mark most strongly.
            offset: where in a long page to begin reading; around the marks if None.
            with_boxes: whether to find the places of the marks on the picture as well.
            with_blocks: whether to find headings, lists, tables and code in the text as well.

        Raises:
            NotFoundError: this owner has no such document, or it has no such page or chunk.
            ConflictError: the document is not ready.
            FileError: the boxes were asked for, and the file cannot be read.
        """
        marked = await self._marked(owner, document_id, number, highlight, quote)
        start = excerpt_start(marked.text, [mark.start for mark in marked.marks.marks], offset)
        end = line_end(marked.text, start + EXCERPT_CHARACTERS)
        boxes = (await self._drawn(marked, None)).boxes if with_boxes and marked.is_picture else None
        blocks = await self._blocks(owner, marked, start, end) if with_blocks else None
        path = marked.section_path
        if path is None:
            path = section_at(await self._catalogue.sections(owner, marked.revision_id), number, start)
        return PageView(
            document_id=document_id,
            file_name=marked.record.file_name,
            title=marked.record.title,
            page_number=number,
            page_count=marked.record.page_count,
            kind="image" if marked.is_picture else "text",
            text=marked.text[start:end],
            text_start=start,
            text_length=len(marked.text),
            marks=_moved(marked.marks.marks, start, end),
            quote_found=marked.marks.quote_found,
            marked_pages=sorted({span["page"] for span in marked.spans}),
            section_path=path,
            boxes=boxes,
            blocks=blocks,
        )

    async def picture(
        self,
        owner: str,
        document_id: str,
        number: int,
        *,
        highlight: str | None = None,
        quote: str = "",
        scale: float = 2,
        known: str | None = None,
    ) -> tuple[str, bytes | None]:
        """A page as it looks (PNG), and a name that changes with its content.

        Args:
            owner: who asks.
            document_id: the document.
            number: page number, from 1.
            highlight: id of the chunk whose passage is marked.
            quote: words of the passage to mark most strongly.
            scale: pixels for each point, 1..3.
            known: the name of a picture that the caller has; where it is the same, None comes instead of the picture.

        Raises:
            NotFoundError: this owner has no such document, or it has no such page or chunk.
            ConflictError: the document is not ready.
            FileError: the file cannot be read or drawn.
        """
        marked = await self._marked(owner, document_id, number, highlight, quote)
        name = _picture_name(marked, scale)
        if known == name:
            return name, None
        kept = await asyncio.to_thread(self._cache.get, marked.revision_id, name)
        if kept is not None:
            return name, kept
        png = (await self._drawn(marked, scale)).png if marked.is_picture else await self._set(marked, scale)
        await asyncio.to_thread(self._cache.put, marked.revision_id, name, png)
        if not await self._catalogue.visible(owner, [marked.revision_id]):
            # Deleted while it was drawn, and perhaps after the cache was cleaned.
            await asyncio.to_thread(self._cache.forget, [marked.revision_id])
        return name, png

    def close(self) -> None:
        """Ends the worker."""
        self._sandbox.close()

    async def _marked(self, owner: str, document_id: str, number: int, highlight: str | None, quote: str) -> _Marked:
        record = await self._catalogue.document(owner, document_id)
        revision_id = record.live_revision_id
        if revision_id is None:
            raise unready(record)
        spans: Sequence[Span] = []
        section_path: list[str] | None = None
        if highlight:
            spans, section_path = await self._passage(owner, record, revision_id, highlight)
        wanted = {number, *(span["page"] for span in spans)}
        texts = await self._catalogue.page_texts(owner, revision_id, sorted(wanted))
        if number not in texts:
            there = "1 page" if record.page_count == 1 else f"{record.page_count:,} pages"
            raise NotFoundError(f"{record.file_name!r} has no page {number}.", hint=f"It has {there}.")
        marks = page_marks(number, spans, texts, quote)
        return _Marked(record, revision_id, number, texts[number], marks, spans, section_path)

    async def _passage(
        self, owner: str, record: DocumentRecord, revision_id: str, chunk_id: str
    ) -> tuple[Sequence[Span], list[str]]:
        row = None
        if revision_of(chunk_id) == revision_id and _PLACE.fullmatch(chunk_id.rpartition("-")[2]):
            collection = await self._library.open(owner, record.collection_id)
            row = (await read_rows(collection, [chunk_id])).get(chunk_id)
        if row is None:
            raise NotFoundError(
                f"Document {record.document_id} has no chunk {chunk_id}.",
                hint="It belongs to another document, or to content that was replaced since: ask again.",
            )
        if "spans" in row.metadata:
            return row.metadata["spans"], list(row.metadata["section_path"])
        place = await place_of(self._catalogue, owner, revision_id, row.get_content())
        if place is None:
            return [], []
        return place.spans, [] if place.section is None else place.section["path"]

    async def _blocks(self, owner: str, marked: _Marked, start: int, end: int) -> list[Block] | None:
        media_type = marked.record.media_type
        if media_type is None or not is_set(media_type):
            return None
        pages = await self._catalogue.pages(owner, marked.revision_id, [marked.number])
        if not pages:
            return None
        return await asyncio.to_thread(set_blocks, media_type, pages[0], start, end) or None

    async def _drawn(self, marked: _Marked, scale: float | None) -> DrawnPage:
        with ExitStack() as copies:
            path = await asyncio.to_thread(copies.enter_context, self._files.local_copy(marked.record.file_key))
            future = await self._sandbox.scheduled(
                draw_pdf_page,
                str(path),
                marked.record.file_name,
                marked.number,
                marked.text,
                marked.marks.marks,
                scale,
            )
            return await self._done(future, marked.record.file_name)

    async def _set(self, marked: _Marked, scale: float) -> bytes:
        start = excerpt_start(marked.text, [mark.start for mark in marked.marks.marks], None)
        end = line_end(marked.text, start + _DRAWN_CHARACTERS)
        marks = _moved(marked.marks.marks, start, end)
        future = await self._sandbox.scheduled(draw_text_page, marked.text[start:end], marks, scale)
        return await self._done(future, marked.record.file_name)

    async def _done(self, future: Future[T], file_name: str) -> T:
        try:
            return await asyncio.wrap_future(future)
        except BROKEN as error:
            raise self._sandbox.explained(error, file_name) from error


def _moved(marks: Sequence[Mark], start: int, end: int) -> list[Mark]:
    """The marks inside `start..end`, counted from `start`."""
    return [
        Mark(max(mark.start, start) - start, min(mark.end, end) - start, mark.strong)
        for mark in marks
        if mark.start < end and mark.end > start
    ]


def _picture_name(marked: _Marked, scale: float) -> str:
    parts = (DRAWING_VERSION, marked.revision_id, marked.number, scale, [tuple(mark) for mark in marked.marks.marks])
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()
