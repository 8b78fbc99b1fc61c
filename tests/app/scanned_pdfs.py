"""PDFs with pages that are pictures, or that do not open."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import NumberObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

WIDTH, HEIGHT = 595, 842
PageOf = Callable[[Any], None]
"""Draws a page on a canvas."""


def drawn(path: Path, pages: Sequence[PageOf]) -> Path:
    """A PDF of these pages."""
    drawing = canvas.Canvas(str(path), pagesize=(WIDTH, HEIGHT))
    for page in pages:
        page(drawing)
        drawing.showPage()
    drawing.save()
    return path


def text(*lines: str, size: float = 10, top: float = 640) -> PageOf:
    """Lines of text, one below the other."""

    def page(drawing: Any) -> None:
        drawing.setFont("Helvetica", size)
        for number, line in enumerate(lines):
            drawing.drawString(72, top - 1.4 * size * number, line)

    return page


def picture(left: float = 0, bottom: float = 0, width: float = WIDTH, height: float = HEIGHT) -> PageOf:
    """A picture on the page; all over it, unless told where."""

    def page(drawing: Any) -> None:
        stream = io.BytesIO()
        Image.new("L", (60, 80), 190).save(stream, "PNG")
        drawing.drawImage(ImageReader(io.BytesIO(stream.getvalue())), left, bottom, width, height)

    return page


def vectors(drawing: Any) -> None:
    """A drawing that fills the page, without any picture."""
    for number in range(200):
        drawing.rect(10 + number, 10 + number, 300, 400, fill=1)


def blank(drawing: Any) -> None:
    """Nothing."""


def together(*parts: PageOf) -> PageOf:
    """All of these on one page."""

    def page(drawing: Any) -> None:
        for part in parts:
            part(drawing)

    return page


def with_broken_pages(path: Path, *numbers: int) -> Path:
    """The PDF with pages, from 1, that do not open any more."""
    writer = PdfWriter(clone_from=path)
    pages: Any = writer.root_object["/Pages"]
    for number in numbers:
        pages["/Kids"][number - 1] = writer._add_object(NumberObject(number))
    writer.write(path)
    return path
