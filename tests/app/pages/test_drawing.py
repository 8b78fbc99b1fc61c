"""Pages of PDFs as they are shown (turned, cropped, in columns), and pages that are set from text."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from reportlab.pdfgen import canvas

from app.pages.marks import Mark
from app.pages.pdf_page import draw_pdf_page
from app.pages.text_page import draw_text_page
from app.reading.pdf import read_pdf
from nodes.domain.errors import UnreadableFileError
from tests.app.reading_limits import reading_limits

LEFT = ["The first column begins here", "and goes on to its last line", "where it ends in the middle"]
RIGHT = ["of a sentence that the second", "column takes up and finishes.", "Nothing of this is wanted."]
PASSAGE = "where it ends in the middle\nof a sentence that the second\ncolumn takes up and finishes."
Draw = Callable[[canvas.Canvas], None]


def columns(drawing: canvas.Canvas) -> None:
    drawing.setFont("Helvetica", 11)
    for x, lines in ((72, LEFT), (320, RIGHT)):
        for number, line in enumerate(lines):
            drawing.drawString(x, 700 - 14 * number, line)


def turned(drawing: canvas.Canvas) -> None:
    """A landscape page as printers make it: upright paper, its print turned, and shown turned back."""
    drawing.setPageRotation(90)
    drawing.translate(0, 0)
    drawing.rotate(90)
    drawing.translate(0, -842)
    columns(drawing)


def cropped(drawing: canvas.Canvas) -> None:
    drawing.setCropBox((50, 400, 560, 760))
    columns(drawing)


def upside_down(drawing: canvas.Canvas) -> None:
    drawing.setPageRotation(180)
    columns(drawing)


@pytest.fixture
def make(tmp_path: Path) -> Callable[[Draw], Path]:
    def make_file(draw: Draw) -> Path:
        path = tmp_path / "made.pdf"
        drawing = canvas.Canvas(str(path))
        draw(drawing)
        drawing.showPage()
        drawing.save()
        return path

    return make_file


def strong_pixels(image: Image.Image) -> int:
    colours = image.convert("RGB").getcolors(maxcolors=1 << 24) or []
    return sum(count for count, colour in colours if colour == (255, 214, 64))


@pytest.mark.parametrize("draw", [columns, turned, cropped, upside_down])
def test_the_boxes_hold_the_words_of_the_passage_and_no_others(make: Callable[[Draw], Path], draw: Draw) -> None:
    path = make(draw)
    [page], _ = read_pdf(path, path.name, reading_limits())
    start = page["text"].index("where it ends")
    end = page["text"].index("finishes.") + len("finishes.")
    assert page["text"][start:end] == PASSAGE

    drawn = draw_pdf_page(str(path), path.name, 1, page["text"], [Mark(start, end, strong=True)], 2)

    assert len(drawn.boxes) == 3
    assert words_inside(path, [marked.box for marked in drawn.boxes]) == PASSAGE.split()
    image = Image.open(io.BytesIO(drawn.png))
    with pypdfium2.PdfDocument(path) as document:
        size = document[0].get_size()
    assert image.size == pytest.approx([2 * side for side in size], abs=2)
    covered = sum((box.right - box.left) * (box.bottom - box.top) for box, _ in drawn.boxes)
    assert strong_pixels(image) > 0.4 * covered * image.size[0] * image.size[1]


def words_inside(path: Path, boxes: list[tuple[float, float, float, float]]) -> list[str]:
    """What can be read in the boxes: pdfium's own way from the picture back to the page, then its text."""
    words: list[str] = []
    with pypdfium2.PdfDocument(path) as document:
        page = document[0]
        bitmap = page.render(scale=4)
        converter = bitmap.get_posconv(page)
        textpage = page.get_textpage()
        for left, top, right, bottom in boxes:
            corners = [
                converter.to_page(round(x * bitmap.width), round(y * bitmap.height))
                for x, y in ((left, top), (right, bottom))
            ]
            xs, ys = zip(*corners, strict=True)
            words += textpage.get_text_bounded(min(xs), min(ys), max(xs), max(ys)).split()
    return words


def test_light_and_strong_marks_look_different(make: Callable[[Draw], Path]) -> None:
    path = make(columns)
    [page], _ = read_pdf(path, path.name, reading_limits())
    marks = [Mark(0, 28, strong=False), Mark(29, 57, strong=True)]
    drawn = draw_pdf_page(str(path), path.name, 1, page["text"], marks, 1)
    pixels = {colour for _, colour in Image.open(io.BytesIO(drawn.png)).getcolors(1 << 24) or []}
    assert {(255, 214, 64), (255, 244, 196), (150, 90, 0)} <= pixels
    assert [marked.strong for marked in drawn.boxes] == [False, True]


def test_a_poster_is_drawn_smaller_rather_than_not(make: Callable[[Draw], Path]) -> None:
    def poster(drawing: canvas.Canvas) -> None:
        drawing.setPageSize((14_000, 9_000))
        columns(drawing)

    path = make(poster)
    image = Image.open(io.BytesIO(draw_pdf_page(str(path), path.name, 1, "", [], 3).png))
    assert image.size[0] * image.size[1] <= 20_100_000


def test_a_page_that_is_not_there_or_a_file_that_is_none_is_said_in_words(
    make: Callable[[Draw], Path], tmp_path: Path
) -> None:
    with pytest.raises(UnreadableFileError, match=r"Page 2 of 'made\.pdf'"):
        draw_pdf_page(str(make(columns)), "made.pdf", 2, "", [], 1)
    (tmp_path / "none.pdf").write_bytes(b"%PDF-1.7 nothing else")
    with pytest.raises(UnreadableFileError, match=r"none\.pdf"):
        draw_pdf_page(str(tmp_path / "none.pdf"), "none.pdf", 1, "", [], 1)


def test_text_is_set_with_its_marks() -> None:
    text = "Einführung\n" + "a rather long line " * 12 + "\nКонец → 漢字\n"
    start = text.index("rather")
    image = Image.open(io.BytesIO(draw_text_page(text, [Mark(start, start + 60, strong=True)], 1)))
    assert image.format == "PNG"
    assert strong_pixels(image) > 1000
    plain = Image.open(io.BytesIO(draw_text_page(text, [], 1)))
    assert plain.size == image.size
    assert strong_pixels(plain) == 0


@pytest.mark.parametrize("text", ["", "\n", "x" * 5000, "word " * 20_000])
def test_any_text_can_be_set_within_bounds(text: str) -> None:
    image = Image.open(io.BytesIO(draw_text_page(text, [Mark(len(text) - 1, len(text), strong=True)], 1)))
    assert image.size[0] == 620
    assert image.size[1] <= 120 * 18 + 80


def test_of_a_long_text_the_marked_lines_are_drawn() -> None:
    text = "\n".join(f"line {number}" for number in range(1000))
    start = text.index("line 900")
    image = Image.open(io.BytesIO(draw_text_page(text, [Mark(start, start + 8, strong=True)], 1)))
    assert strong_pixels(image) > 100
