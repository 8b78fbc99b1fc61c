"""What a worker process does with one page of a PDF: find the marked passage, draw the page, paint the marks."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.pages.alignment import raw_places
from app.pages.boxes import Box, line_boxes
from app.pages.marks import Mark
from app.pages.painting import MarkedBox, paint, png_bytes
from app.reading.pdf import open_pdf, page_characters
from app.reading.pdf_forms import FieldBox, Filled, filled_in
from nodes.domain.errors import FileError, UnreadableFileError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_MOST_PIXELS = 20_000_000
"""Of a picture: larger pages, as of plans, are drawn more coarsely."""
_FINENESS = 10
"""Pixels for each point of the canvas on which places are measured; nothing is drawn on it."""


class DrawnPage(NamedTuple):
    """A page as it looks."""

    png: bytes
    """Empty where only the places of the marks were asked for."""
    boxes: list[MarkedBox]
    """In reading order; none for a page without characters, as of a scan."""


def draw_pdf_page(
    path: str, file_name: str, number: int, stored: str, marks: Sequence[Mark], scale: float | None
) -> DrawnPage:
    """Draws a page with its marks.

    Args:
        path: Where the bytes are.
        file_name: The name its owner knows it by.
        number: Page number, from 1.
        stored: Text of the page as the catalogue keeps it; the marks count in it.
        marks: What to mark.
        scale: Pixels for each point (1/72 inch), less on a page so large that the image would be; None to find the
            places of the marks and draw nothing.

    Raises:
        FileError: The file or the page cannot be read.
    """
    import pypdfium2

    try:
        with closing(open_pdf(Path(path), file_name)) as document, closing(document[number - 1]) as page:
            boxes = _marked_boxes(document, page, stored, marks)
            if scale is None:
                return DrawnPage(b"", boxes)
            width, height = page.get_size()
            scale = min(scale, (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
            image = page.render(scale=scale, rev_byteorder=True).to_pil()
            return DrawnPage(png_bytes(paint(image, boxes)), boxes)
    except FileError:
        raise
    except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
        raise UnreadableFileError(
            f"Page {number} of {file_name!r} cannot be drawn.", hint="Open the file itself; its text can still be read."
        ) from error


def _marked_boxes(document: PdfDocument, page: PdfPage, stored: str, marks: Sequence[Mark]) -> list[MarkedBox]:
    if not marks:
        return []
    width, height = (max(1, round(side * _FINENESS)) for side in page.get_size())
    with closing(page.get_textpage()) as textpage:
        raw, characters = page_characters(textpage)
        fields = _fields(stored, filled_in(document, page, textpage))
        found: list[MarkedBox] = []
        for mark in marks:
            charboxes: list[tuple[float, float, float, float]] = []
            for part in _parted(mark, fields):
                if isinstance(part, FieldBox):
                    charboxes.append(part)
                elif stored[slice(*part)].strip():
                    places = raw_places(stored, raw, *part)
                    charboxes += [textpage.get_charbox(characters[place], loose=True) for place in places]
            lines = line_boxes([_shown(page, (width, height), charbox) for charbox in charboxes])
            found.extend(MarkedBox(box, mark.strong) for box in lines)
    return [
        MarkedBox(clipped, strong)
        for (left, top, right, bottom), strong in found
        if (clipped := _clipped(Box(left / width, top / height, right / width, bottom / height))) is not None
    ]


def _fields(stored: str, filled: Sequence[Filled]) -> list[tuple[int, int, FieldBox]]:
    """What was filled in: where its line begins and ends in the stored text, and where it is on the page."""
    found: list[tuple[int, int, FieldBox]] = []
    passed: dict[str, int] = {}
    for each in filled:
        start = stored.find(each.line, passed.get(each.line, 0)) if each.value else -1
        if start >= 0:
            passed[each.line] = start + len(each.line)
            found.append((start, start + len(each.line), each.box))
    return sorted(found)


def _parted(mark: Mark, fields: Sequence[tuple[int, int, FieldBox]]) -> Iterator[tuple[int, int] | FieldBox]:
    """A mark in parts, in order: where text of the page begins and ends, and the places of what was filled in."""
    start = mark.start
    for begin, end, box in fields:
        if begin < mark.end and mark.start < end:
            if begin > start:
                yield start, begin
            yield box
            start = end
    if start < mark.end:
        yield start, mark.end


def _clipped(box: Box) -> Box | None:
    """What the crop box of the page leaves of the box."""
    inside = Box(*(min(1.0, max(0.0, side)) for side in box))
    return inside if inside.left < inside.right and inside.top < inside.bottom else None


def _shown(page: PdfPage, canvas: tuple[int, int], charbox: tuple[float, float, float, float]) -> Box:
    """Where a character is on the page as it is shown: turned and cropped. In pixels of the canvas."""
    left, bottom, right, top = charbox
    one_x, one_y = _on_canvas(page, canvas, left, bottom)
    other_x, other_y = _on_canvas(page, canvas, right, top)
    return Box(min(one_x, other_x), min(one_y, other_y), max(one_x, other_x), max(one_y, other_y))


def _on_canvas(page: PdfPage, canvas: tuple[int, int], x: float, y: float) -> tuple[int, int]:
    from pypdfium2 import raw as pdfium

    canvas_x, canvas_y = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page.raw, 0, 0, *canvas, 0, x, y, canvas_x, canvas_y)
    return canvas_x.value, canvas_y.value
