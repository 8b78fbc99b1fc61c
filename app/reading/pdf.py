"""PDF: text of each page through pdfium, headings, furniture and tables found on its lines."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.reading import ocr
from app.reading.furniture import furniture_lines, furniture_spans
from app.reading.hyphenation import BREAK, hyphenation_of
from app.reading.layout import attached_notice
from app.reading.limits import ReadingLimits
from app.reading.normalise import normalise_line, normalise_page_text
from app.reading.pdf_bookmarks import bookmark_headings, bookmarks_are_good, refine
from app.reading.pdf_fonts import Fonts
from app.reading.pdf_forms import Filled, filled_in, open_forms, put_in
from app.reading.pdf_glyphs import mend_glyphs
from app.reading.pdf_grids import find_tables
from app.reading.pdf_headings import font_candidates, font_headings
from app.reading.pdf_lines import (
    Bookmark,
    Line,
    PageLines,
    body_size,
    line_ranges,
    mark_anonymous_bold,
    plain_line,
    put_in_place,
)
from app.reading.pdf_margins import margin_lines
from app.reading.pdf_pieces import Word, ends_apart
from app.reading.pdf_properties import pdf_properties
from app.reading.pdf_ruled import mark_continued
from app.reading.pdf_rules import drawn_on
from app.reading.pdf_scans import is_blank, is_scan, notice_of, recognise
from app.reading.pdf_tables import table_regions
from nodes.domain.documents import FileProperties, Heading, Notice, Page
from nodes.domain.errors import EncryptedFileError, NoTextError, TooLargeError, UnreadableFileError
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

_BROKEN_WORD = lazy_regex(rf"((?<=[^\n]{{25}}){BREAK}[^\s{BREAK}]+) (?=\S)")
"""In a line of text; those of cells and of titles are shorter."""
_MOST_BOOKMARKS = 20_000
"""Of a document that are read."""
_MOST_ATTACHED = 50
"""Files that are named."""
_MOST_LABELS = 2
"""Slanted lines of the same words in a document that may still be labels of its figures."""
_LARGE = 1.2
"""Of the size that most of a document is set in: larger lines are titles."""
_MOST_FONT_LINES = 400
"""Lines of one page whose font is looked up; a page of more lines is a listing."""
_OCR_SHARE = 0.8
"""Of the time limit, where there is text without OCR: what is then not recognised must not cost the rest."""


def read_pdf(path: Path, file_name: str, limits: ReadingLimits) -> tuple[list[Page], FileProperties]:
    """All pages and the information dictionary. A page that cannot be read is empty; the others are not lost.

    Scanned pages are read by OCR where it is there. The properties have a notice of pages that stay without
    text, and of attached files.

    Raises:
        EncryptedFileError: It wants a password.
        UnreadableFileError: It is damaged beyond what pdfium repairs.
        TooLargeError: It has more pages than the limit.
        NoTextError: It has no text, and its pages are blank, or there is no OCR to read it from the images.
    """
    begin = time.monotonic()
    document = open_pdf(path, file_name)
    try:
        if len(document) > limits.max_pages:
            raise TooLargeError(
                f"{file_name!r} has {len(document):,} pages, over the limit of {limits.max_pages:,}.",
                hint="Split it, or raise SHEAF_INGEST__MAX_PAGES.",
            )
        if len(document) == 0:
            raise _damaged(file_name)
        pages = _read_pages(document)
        if not any(page.lines for page in pages):
            _recognise_all(document, pages, file_name, limits)
        elif any(page.unread == "image" for page in pages) and ocr.is_available():
            scans = [(index, page) for index, page in enumerate(pages) if page.unread == "image"]
            until = begin + _OCR_SHARE * limits.timeout_seconds
            recognise(document, scans, limits.timeout_seconds, until)
        properties = pdf_properties(document)
        notices = list(filter(None, (notice_of(pages), _attached(document))))
        if notices:
            message, hint = (" ".join(notice[told] for notice in notices) for told in ("message", "hint"))
            properties["notice"] = {"message": message, "hint": hint}
        return _structured(pages), properties
    finally:
        document.close()


def page_characters(textpage: PdfTextPage) -> tuple[str, Sequence[int]]:
    """The text of a page, and for each of its code points pdfium's index of the character.

    The indices are what `get_charbox` takes. They differ from those of the text where pdfium leaves characters out
    of it, beyond the basic plane, where it counts two for one, and where letters were mended.
    """
    raw = textpage.get_text_range()
    # pdfium leaves out the end of a line that breaks a word: the line would be as long as two.
    return mend_glyphs(_BROKEN_WORD.sub(r"\1\n", raw) if BREAK in raw else raw, _indices(textpage, raw))


def _indices(textpage: PdfTextPage, raw: str) -> Sequence[int]:
    if len(raw) == textpage.count_chars():
        return range(len(raw))
    from pypdfium2 import raw as pdfium

    indices: list[int] = []
    unit = 0
    for character in raw:
        indices.append(max(0, int(pdfium.FPDFText_GetCharIndexFromTextIndex(textpage.raw, unit))))
        unit += 2 if character > "\uffff" else 1
    return indices


def open_pdf(path: Path, file_name: str) -> PdfDocument:
    """The open document, which the caller closes.

    Raises:
        EncryptedFileError: It wants a password.
        UnreadableFileError: It is damaged beyond what pdfium repairs.
    """
    import pypdfium2
    from pypdfium2 import raw as pdfium

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if error.err_code in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}:
            raise EncryptedFileError(
                f"{file_name!r} is protected with a password.", hint="Save a copy without the password and add that."
            ) from error
        raise _damaged(file_name) from error
    open_forms(document)
    return document


def _damaged(file_name: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{file_name!r} is a damaged or truncated PDF.",
        hint="Copy or download the file again, or print it to a new PDF.",
    )


def _attached(document: PdfDocument) -> Notice | None:
    """What a person must be told of files that are attached, as all of a portfolio are: they are not read."""
    import pypdfium2

    try:
        found = [document.get_attachment(index) for index in range(min(_MOST_ATTACHED, document.count_attachments()))]
        names = [name for each in found if (name := normalise_line(each.get_name()))]
    except pypdfium2.PdfiumError:
        return None
    return attached_notice(names) if names else None


def _read_pages(document: PdfDocument) -> list[PageLines]:
    import pypdfium2

    pages: list[PageLines] = []
    raws: list[str] = []
    forms: list[list[Filled]] = []
    for number in range(len(document)):
        try:
            page = document[number]
            textpage = page.get_textpage()
        except pypdfium2.PdfiumError:
            pages.append(PageLines("", [], unread="damaged"))
            raws.append("")
            forms.append([])
            continue
        raw, lines = _page_lines(page, textpage)
        lines.edges = _edges(page)
        if is_scan(page, lines.lines):
            lines.unread = "image"
        raws.append(raw)
        forms.append(filled_in(document, page, textpage))
        pages.append(lines)
        textpage.close()
        page.close()
    _join_broken_words(pages, raws)
    mark_continued(pages)
    for lines, form in zip(pages, forms, strict=True):
        put_in_place(lines)
        put_in(lines, form)
    mark_anonymous_bold(pages)
    for number, bookmark in _bookmarks(document):
        pages[number].bookmarks.append(bookmark)
    return pages


def _page_lines(page: PdfPage, textpage: PdfTextPage) -> tuple[str, PageLines]:
    """The raw text of a page, and its lines."""
    raw, characters = page_characters(textpage)
    text, origins = normalise_page_text(raw)
    fonts = Fonts(textpage)
    lines: list[Line] = []
    words: list[list[Word]] = []
    for start, end in line_ranges(text):
        if len(lines) < _MOST_FONT_LINES:
            lines.append(fonts.line(start, text[start:end], characters[origins[start]], characters[origins[end - 1]]))
            words.append(fonts.words(lines[-1], characters, origins))
        else:
            lines.append(plain_line(start, text[start:end]))
    # The words of a page that is turned stand along its rules otherwise than they are read.
    found = find_tables(lines[: len(words)], words, None if page.get_rotation() else partial(drawn_on, page))
    for position, each in enumerate(words):
        if ends_apart(each, lines[position].size):
            lines[position] = replace(lines[position], ends_apart=True)
    return raw, PageLines(text, lines, found=found)


def _edges(page: PdfPage) -> tuple[float, float] | None:
    """The lower and the upper edge of a page; None where it is turned on its side."""
    if page.get_rotation() % 180:
        return None
    _, lower, _, upper = page.get_cropbox()
    return float(lower), float(upper)


def _join_broken_words(pages: Sequence[PageLines], raws: Sequence[str]) -> None:
    """Joins words that lines break by what the whole document tells of them; its lines stay the same otherwise."""
    if not any(BREAK in raw for raw in raws):
        return
    hyphenation = hyphenation_of(raws)
    for page, raw in zip(pages, raws, strict=True):
        if BREAK in raw:
            page.text = normalise_page_text(raw, hyphenation)[0]
            page.lines = [
                replace(line, start=start, end=end, text=page.text[start:end])
                for line, (start, end) in zip(page.lines, line_ranges(page.text), strict=True)
            ]


def _bookmarks(document: PdfDocument) -> Iterator[tuple[int, Bookmark]]:
    import pypdfium2

    try:
        for count, entry in enumerate(document.get_toc()):
            if count >= _MOST_BOOKMARKS:
                return
            title = normalise_line(entry.get_title())
            target = entry.get_dest()
            index = target.get_index() if target is not None else None
            if title and target is not None and index is not None and 0 <= index < len(document):
                yield index, Bookmark(title, entry.level + 1, _height(target))
    except pypdfium2.PdfiumError:
        # A damaged outline costs its headings, not the text.
        return


def _height(target: Any) -> float | None:
    """Where on its page a destination points: only views that name a height do."""
    from pypdfium2 import raw as pdfium

    mode, values = target.get_view()
    if mode == pdfium.PDFDEST_VIEW_XYZ and len(values) >= 2:
        return float(values[1]) or None
    if mode in {pdfium.PDFDEST_VIEW_FITH, pdfium.PDFDEST_VIEW_FITBH} and values:
        return float(values[0]) or None
    return None


def _structured(pages: list[PageLines]) -> list[Page]:
    least = _LARGE * body_size(pages)
    large = [{position for position, line in enumerate(page.lines) if line.size > least > 0} for page in pages]
    recurring = furniture_lines([[line.text for line in page.lines] for page in pages], large)
    across = _watermarks(pages, large)
    furniture = [set().union(*each) for each in zip(recurring, margin_lines(pages), across, strict=True)]
    candidates = font_candidates(pages, [out | page.rows for out, page in zip(furniture, pages, strict=True)])
    by_font = font_headings(pages, candidates)
    by_bookmark = [bookmark_headings(page, excluded) for page, excluded in zip(pages, furniture, strict=True)]
    if bookmarks_are_good(pages, by_bookmark):
        headings = refine(by_bookmark, by_font)
    else:
        headings = by_font if any(by_font) else by_bookmark
    return [
        _page(number, page, excluded, found)
        for number, (page, excluded, found) in enumerate(zip(pages, furniture, headings, strict=True), start=1)
    ]


def _watermarks(pages: Sequence[PageLines], large: Sequence[Set[int]]) -> list[set[int]]:
    """For each page the positions of what is set across its text: "DRAFT" is no heading, and stands in no sentence.

    It is large, or the same again and again; and a page has more that is not slanted, or it is a poster.
    """
    slanted = [[position for position, line in enumerate(page.lines) if line.is_slanted] for page in pages]
    counts = Counter(
        page.lines[position].text for page, found in zip(pages, slanted, strict=True) for position in found
    )
    return [
        {each for each in found if each in larger or counts[page.lines[each].text] > _MOST_LABELS}
        if 2 * len(found) < len(page.lines)
        else set()
        for page, found, larger in zip(pages, slanted, large, strict=True)
    ]


def _page(number: int, page: PageLines, furniture: set[int], headings: list[Heading]) -> Page:
    running = [page.lines[position] for position in sorted(furniture)]
    kept_out = furniture | {
        position
        for position, line in enumerate(page.lines)
        if any(heading["start"] < line.end and line.start < heading["end"] for heading in headings)
    }
    return {
        "number": number,
        "text": page.text,
        "headings": headings,
        "tables": sorted(
            [*page.tables, *table_regions(page.lines, page.text, kept_out | page.rows)], key=lambda each: each["start"]
        ),
        "furniture": furniture_spans(number, page.text, [(line.start, line.end) for line in running]),
    }


def _recognise_all(document: PdfDocument, pages: list[PageLines], file_name: str, limits: ReadingLimits) -> None:
    """Fills the pages of a document without text by OCR."""
    there = [(index, page) for index, page in enumerate(pages) if page.unread != "damaged"]
    if not there:
        raise _damaged(file_name)
    if all(page.unread is None and is_blank(document, index) for index, page in there):
        shown = "its only page is blank" if len(pages) == 1 else "all of its pages are blank"
        raise NoTextError(f"{file_name!r} has no text: {shown}.", hint="Print or export it to PDF again.")
    if not ocr.is_available():
        raise NoTextError(f"{file_name!r} has no text: its pages are images, as a scan's are.", hint=ocr.HINT)
    recognise(document, there, limits.timeout_seconds)
    if not any(page.lines for page in pages):
        raise NoTextError(f"{file_name!r} has no text, and OCR found none.", hint="Check that its pages are not blank.")
