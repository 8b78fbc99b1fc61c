"""Scanned pages of a PDF: which they are, what OCR reads on them, and what is told of pages that stay without text."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from app.reading import ocr
from app.reading.normalise import normalise_page_text
from app.reading.pdf_lines import Line, PageLines, Unread, line_ranges, plain_line
from nodes.domain.documents import Notice

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_LEAST_SHARE = 0.5
"""Of a page without text that pictures cover: the emblem on a cover covers less."""
_STAMPED_SHARE = 0.8
"""Of a page with a stamp. Pages that a picture only adorns have text in other places, too."""
_STAMP_MARGIN = 0.1
"""Of the page's height, above and below: where fax machines, archives and running headers put their lines."""
_STAMP_CHARACTERS = 150
"""Of all lines of a page together: with more it has a text of its own."""
_STAMP_SIZE = 14.0
"""Points. A larger line is a title, such as a slide has over its background."""
_MOST_OBJECTS = 5_000
"""Objects of one page that are looked at: a drawing has many more, a scan few."""
_MOST_RANGES = 20
"""Of page numbers that a notice names."""
_BLANK_SCALE = 0.5
"""Pixels a point: a hairline still leaves a trace."""

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top, in points of the page."""

_TOLD: dict[Unread, tuple[str, str, str]] = {
    "image": (
        "{} is an image without text and cannot be searched.",
        "{} are images without text and cannot be searched.",
        f"{ocr.HINT} Then delete the document and add it again.",
    ),
    "unrecognised": (
        "{} is an image whose text could not be recognised.",
        "{} are images whose text could not be recognised.",
        "Split the file, or raise SHEAF_INGEST__TIMEOUT_SECONDS; then delete the document and add it again.",
    ),
    "damaged": (
        "{} could not be read.",
        "{} could not be read.",
        "Open the file in its program, and print it to a new PDF.",
    ),
}
"""Of one page, of several, and how to mend it."""


def is_scan(page: PdfPage, lines: Sequence[Line]) -> bool:
    """Whether a page is a picture without text, or with no more text than a stamp at its upper or lower edge.

    Pictures are looked for only where there is so little text: other pages cost nothing.
    """
    if not lines:
        return _picture_share(page) >= _LEAST_SHARE
    return _is_stamp(page, lines) and _picture_share(page) >= _STAMPED_SHARE


def is_blank(document: PdfDocument, index: int) -> bool:
    """Whether a page shows nothing: drawn small, it is of one colour."""
    page = document[index]
    try:
        shown = page.render(scale=_BLANK_SCALE, grayscale=True).to_numpy()
        return bool(shown.min() == shown.max())
    finally:
        page.close()


def recognise(
    document: PdfDocument, pages: Iterable[tuple[int, PageLines]], page_seconds: float, until: float | None = None
) -> None:
    """Adds to pages what OCR reads on them. One that it fails on stays as it is, and is marked.

    Args:
        document: Theirs.
        pages: Each with its index.
        page_seconds: Longest time for one.
        until: Reading of `time.monotonic` from which on the others are left.
    """
    for index, page in pages:
        left = page_seconds if until is None else min(page_seconds, until - time.monotonic())
        text = _recognised(document, index, left) if left > 0 else None
        page.unread = "unrecognised" if text is None else None
        if text:
            add_below(page, text)


def add_below(page: PageLines, text: str) -> None:
    """Puts text that was recognised, or filled in, below what the page has; lines that it has already are left out."""
    if page.lines:
        own = {line.text.casefold() for line in page.lines}
        kept = [line for line in text.splitlines() if line.strip().casefold() not in own]
        text = "\n".join(kept).strip("\n")
        text = f"{text}\n" if text else ""
    offset = len(page.text)
    page.text += text
    page.lines = [*page.lines, *(plain_line(offset + start, text[start:end]) for start, end in line_ranges(text))]


def notice_of(pages: Sequence[PageLines]) -> Notice | None:
    """What a person must be told of pages that nothing is found on; None where there are none."""
    told: list[str] = []
    hints: list[str] = []
    for unread, (of_one, of_many, hint) in _TOLD.items():
        numbers = [number for number, page in enumerate(pages, start=1) if page.unread == unread]
        if numbers:
            told.append((of_one if len(numbers) == 1 else of_many).format(_named(numbers)))
            hints.append(hint)
    return {"message": " ".join(told), "hint": " ".join(hints)} if told else None


def _is_stamp(page: PdfPage, lines: Sequence[Line]) -> bool:
    if sum(len(line.text) for line in lines) > _STAMP_CHARACTERS:
        return False
    _, bottom, _, top = page.get_bbox()
    margin = _STAMP_MARGIN * (top - bottom)
    return all(line.size <= _STAMP_SIZE and not bottom + margin < line.y < top - margin for line in lines)


def _picture_share(page: PdfPage) -> float:
    """Share of the page that its pictures cover, 1 at most."""
    left, bottom, right, top = page.get_bbox()
    whole = (right - left) * (top - bottom)
    covered = 0.0
    # Strips of one scan lie side by side: their areas add up.
    for one_left, one_bottom, one_right, one_top in _pictures(page):
        width, height = min(right, one_right) - max(left, one_left), min(top, one_top) - max(bottom, one_bottom)
        covered += max(0.0, width) * max(0.0, height)
    return min(1.0, covered / whole) if whole > 0 else 0.0


def _pictures(page: PdfPage) -> Iterator[Rectangle]:
    """Where pictures are, those in form XObjects too. Straight through pdfium: a drawing has thousands of objects."""
    from pypdfium2 import PdfMatrix
    from pypdfium2 import raw as pdfium

    left = _MOST_OBJECTS
    within = [(page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, PdfMatrix())]
    while within:
        parent, count, get, matrix = within.pop()
        for index in range(min(left, count(parent))):
            left -= 1
            found = get(parent, index)
            kind = pdfium.FPDFPageObj_GetType(found)
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                sides = [ctypes.c_float() for _ in range(4)]
                if pdfium.FPDFPageObj_GetBounds(found, *sides):
                    # Those within a form are in its coordinates.
                    yield matrix.on_rect(*(side.value for side in sides))
            elif kind == pdfium.FPDF_PAGEOBJ_FORM:
                own = pdfium.FS_MATRIX()
                if pdfium.FPDFPageObj_GetMatrix(found, own):
                    inner = PdfMatrix.from_raw(own).multiply(matrix)
                    within.append((found, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, inner))


def _recognised(document: PdfDocument, index: int, seconds: float) -> str | None:
    """What OCR reads on a page, normalised; None where it fails."""
    try:
        page = document[index]
        try:
            return normalise_page_text(ocr.page_text(page, seconds))[0]
        finally:
            page.close()
    # Tesseract's errors and its timeout, pdfium's, and those of a program that does not start or of its output.
    except (RuntimeError, OSError, ValueError, MemoryError):
        return None


def _named(numbers: Sequence[int]) -> str:
    """`Page 3`, `Pages 3, 5-7`; many ranges are cut short."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    shown = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges[:_MOST_RANGES])
    more = sum(last - first + 1 for first, last in ranges[_MOST_RANGES:])
    return f"{'Page' if len(numbers) == 1 else 'Pages'} {shown}{f' and {more} more' if more else ''}"
