"""Forms that were filled in: what stands in their fields is text of the page, and is seen on its picture."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image
from pypdf.annotations import FreeText, Highlight, Text
from pypdf.constants import AnnotationFlag
from pypdf.generic import ArrayObject, FloatObject, NameObject, TextStringObject
from reportlab.pdfgen import canvas

from app.pages.marks import Mark
from app.pages.pdf_page import draw_pdf_page
from app.reading.pdf import read_pdf
from nodes.domain.documents import Page
from tests.app.reading_limits import reading_limits

HEIGHT = 842


@pytest.fixture
def form(tmp_path: Path) -> Path:
    """Two fields on a line, one below its label, one that its author names, empty ones, boxes to tick, and a table."""
    path = tmp_path / "form.pdf"
    drawing = canvas.Canvas(str(path), pagesize=(595, HEIGHT))
    fields: Any = drawing.acroForm
    drawing.drawString(60, 700, "First name ____")
    fields.textfield(name="f[0].1", x=150, y=695, width=100, height=18, value="Ottilie")
    drawing.drawString(270, 700, "Last name:")
    fields.textfield(name="f[0].2", x=340, y=695, width=100, height=18, value="Krause")
    drawing.drawString(60, 665, "Street and number")
    fields.textfield(name="f[0].3", x=60, y=640, width=300, height=18, value="Hafenweg 7")
    fields.textfield(name="f[0].4", tooltip="Length of the boat", x=60, y=600, width=90, height=18, value="9.4 m")
    drawing.drawString(60, 570, "Mooring:")
    fields.textfield(name="f[0].5", x=150, y=565, width=100, height=18, value="")
    fields.textfield(name="f[0].6", x=300, y=565, width=90, height=18, value="hunter2", fieldFlags="password")
    drawing.drawString(60, 532, "Boat:")
    for x, label, is_ticked in ((100, "Sail", True), (170, "Motor", False)):
        fields.checkbox(name=label, x=x, y=530, size=12, checked=is_ticked)
        drawing.drawString(x + 16, 532, label)
    for height, cells in (
        (480, ("Part", "Stock", "Price")),
        (466, ("Frame", "3", "1.50")),
        (452, ("Oar", "6", "3.00")),
    ):
        for x, cell in zip((60, 200, 300), cells, strict=True):
            drawing.drawString(x, height, cell)
    drawing.showPage()
    drawing.drawString(60, 700, "The second page has no fields.")
    drawing.showPage()
    drawing.save()
    return path


def test_what_was_filled_in_stands_where_its_label_is(form: Path, check_pages: Callable[[list[Page]], None]) -> None:
    pages, _ = read_pdf(form, form.name, reading_limits())
    check_pages(pages)
    first, second = pages
    assert first["text"].splitlines()[:8] == [
        "First name: Ottilie",
        "Last name: Krause",
        "Street and number: Hafenweg 7",
        "Mooring:",
        "Boat: Sail Motor",
        "Sail: [x]",
        "Part   Stock   Price",
        "Frame 3 1.50",
    ]
    assert first["text"].endswith("Oar 6 3.00\nLength of the boat: 9.4 m\n")
    (table,) = first["tables"]
    assert first["text"][table["start"] : table["header_end"]] == "Part   Stock   Price\n"
    assert "hunter2" not in first["text"]
    assert second["text"] == "The second page has no fields.\n"


def test_text_that_was_typed_upon_a_page(form: Path) -> None:
    writer = pypdf.PdfWriter(clone_from=form)
    writer.add_annotation(1, FreeText(text="Paid on 4 May.\nIlse Brandt", rect=(60, 500, 300, 530)))
    hidden = FreeText(text="Nobody sees it.", rect=(60, 400, 300, 430))
    hidden.flags = AnnotationFlag.HIDDEN
    writer.add_annotation(1, hidden)
    writer.write(form)
    pages, _ = read_pdf(form, form.name, reading_limits())
    assert pages[1]["text"] == "The second page has no fields.\nPaid on 4 May. Ilse Brandt\n"


def test_comments_come_last_with_who_wrote_them(form: Path) -> None:
    writer = pypdf.PdfWriter(clone_from=form)
    note = Text(text="Is this so?", rect=(60, 690, 80, 710))
    note[NameObject("/T")] = TextStringObject("Ilse Brandt")
    for each in (note, Highlight(rect=(60, 690, 300, 712), quad_points=ArrayObject(map(FloatObject, [60] * 8)))):
        writer.add_annotation(1, each)
    writer.write(form)
    pages, _ = read_pdf(form, form.name, reading_limits())
    assert pages[1]["text"] == "The second page has no fields.\nComment by Ilse Brandt: Is this so?\n"


def test_the_picture_shows_what_was_filled_in_and_marks_other_words_where_they_are(form: Path) -> None:
    [first, _], _ = read_pdf(form, form.name, reading_limits())
    start = first["text"].index("Frame")
    drawn = draw_pdf_page(str(form), form.name, 1, first["text"], [Mark(start, start + 5, strong=True)], 1)
    image = Image.open(io.BytesIO(drawn.png)).convert("L")
    dark = image.crop((152, HEIGHT - 711, 248, HEIGHT - 697)).histogram()
    assert sum(dark[:80]) > 20
    [marked] = drawn.boxes
    assert marked.box.top * HEIGHT == pytest.approx(HEIGHT - 476, abs=6)


@pytest.mark.parametrize(
    ("quote", "places"),
    [
        ("Krause", [(340, 695)]),
        ("First name: Ottilie\nLast name: Krause", [(150, 695), (340, 695)]),
        ("Hafenweg 7\nMooring", [(60, 640), (60, 570)]),
        ("Length of the boat: 9.4 m", [(60, 600)]),
    ],
)
def test_what_was_filled_in_is_marked_where_it_is(form: Path, quote: str, places: list[tuple[int, int]]) -> None:
    [first, _], _ = read_pdf(form, form.name, reading_limits())
    start = first["text"].index(quote)
    mark = Mark(start, start + len(quote), strong=True)
    boxes = [marked.box for marked in draw_pdf_page(str(form), form.name, 1, first["text"], [mark], None).boxes]
    found = [(box.left * 595, HEIGHT - box.bottom * HEIGHT) for box in boxes]
    assert len(found) == len(places)
    assert all(near == pytest.approx(there, abs=4) for near, there in zip(found, places, strict=True))
