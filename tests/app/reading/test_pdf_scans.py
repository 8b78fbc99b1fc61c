"""Scanned pages among others: told from blank ones, read by OCR where there is one, and else told of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfWriter
from reportlab.lib.utils import ImageReader

from app.reading import ocr, pdf_scans
from app.reading.limits import ReadingLimits
from app.reading.pdf import read_pdf
from app.reading.pdf_lines import PageLines
from app.reading.pdf_scans import notice_of
from nodes.documents.metadata import extract_metadata
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError, UnreadableFileError
from tests.app.reading_limits import reading_limits
from tests.app.scanned_pdfs import (
    HEIGHT,
    WIDTH,
    PageOf,
    blank,
    drawn,
    picture,
    text,
    together,
    vectors,
    with_broken_pages,
)

LIMITS = reading_limits()
TYPED = text("The river rises in spring and falls in autumn.", "Its banks are low.")
FAX = text("FAX 12 MAR 2024 09:14   FROM: HARBOUR OFFICE   P. 2/3", size=8, top=825)


def read(path: Path, limits: ReadingLimits = LIMITS) -> tuple[list[Page], FileProperties]:
    return read_pdf(path, path.name, limits)


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Path]:
    return lambda *pages: drawn(tmp_path / "made.pdf", pages)


@pytest.fixture
def no_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "is_available", lambda: False)


@dataclass
class Recognition:
    """Stands in for Tesseract."""

    says: str = "The annex tells of the weir."
    fails: bool = False
    takes: float = 0.0
    seconds: list[float] = field(default_factory=list)
    """That each page was given."""

    def page_text(self, page: Any, seconds: float) -> str:
        self.seconds.append(seconds)
        time.sleep(self.takes)
        if self.fails:
            raise RuntimeError("Tesseract process timeout")
        return self.says


@pytest.fixture
def recognition(monkeypatch: pytest.MonkeyPatch) -> Recognition:
    recognition = Recognition()
    monkeypatch.setattr(ocr, "is_available", lambda: True)
    monkeypatch.setattr(ocr, "page_text", recognition.page_text)
    return recognition


def texts(pages: list[Page]) -> list[str]:
    return [page["text"] for page in pages]


@pytest.mark.usefixtures("no_ocr")
def test_without_ocr_the_document_is_read_and_its_scanned_pages_are_told(make: Callable[..., Path]) -> None:
    pages, properties = read(make(TYPED, picture(), blank, vectors, picture(), picture()))
    assert [bool(words) for words in texts(pages)] == [True, False, False, False, False, False]
    assert properties["notice"]["message"] == "Pages 2, 5-6 are images without text and cannot be searched."
    assert "sheaf[ocr]" in properties["notice"]["hint"]
    assert "add it again" in properties["notice"]["hint"]


def test_with_ocr_the_scanned_pages_are_recognised_and_no_others(
    make: Callable[..., Path], recognition: Recognition, check_pages: Callable[[list[Page]], None]
) -> None:
    pages, properties = read(make(TYPED, picture(), blank, vectors))
    check_pages(pages)
    typed = "The river rises in spring and falls in autumn.\nIts banks are low.\n"
    assert texts(pages) == [typed, "The annex tells of the weir.\n", "", ""]
    assert len(recognition.seconds) == 1
    assert "notice" not in properties


def _in_a_form(drawing: Any) -> None:
    drawing.beginForm("scan")
    picture(0, 0, 10, 10)(drawing)
    drawing.endForm()
    drawing.saveState()
    drawing.translate(20, 20)
    drawing.scale(WIDTH / 12, HEIGHT / 12)
    drawing.doForm("scan")
    drawing.restoreState()


def _small_in_a_form(drawing: Any) -> None:
    drawing.beginForm("logo")
    picture(0, 0, WIDTH, HEIGHT)(drawing)
    drawing.endForm()
    drawing.scale(0.2, 0.2)
    drawing.doForm("logo")


def _turned(drawing: Any) -> None:
    picture()(drawing)
    drawing.setPageRotation(90)


@pytest.mark.usefixtures("no_ocr")
@pytest.mark.parametrize(
    ("page", "is_scan"),
    [
        pytest.param(picture(), True, id="a whole page"),
        pytest.param(picture(80, 100, 420, 650), True, id="a letter on the glass"),
        pytest.param(together(*(picture(0, 84 * n, WIDTH, 84) for n in range(10))), True, id="strips"),
        pytest.param(_in_a_form, True, id="in a form"),
        pytest.param(_turned, True, id="turned"),
        pytest.param(together(picture(), FAX), True, id="a fax with its header"),
        pytest.param(together(picture(), text("ABC-000123", size=8, top=20)), True, id="a stamped number"),
        pytest.param(picture(80, 200, 420, 520), False, id="an emblem on a cover"),
        pytest.param(_small_in_a_form, False, id="a logo in a form"),
        pytest.param(picture(WIDTH + 5, 0), False, id="outside of the page"),
        pytest.param(blank, False, id="blank"),
        pytest.param(vectors, False, id="vectors"),
        pytest.param(FAX, False, id="a header alone"),
        pytest.param(together(picture(0, 300, WIDTH, 300), FAX), False, id="an illustration under a header"),
        pytest.param(together(picture(), text("Questions?", size=40)), False, id="a slide"),
        pytest.param(together(picture(), text("Chapter Three", size=28, top=790)), False, id="a cover"),
        pytest.param(together(picture(), TYPED), False, id="text over a picture"),
    ],
)
def test_which_pages_are_scans(make: Callable[..., Path], page: PageOf, is_scan: bool) -> None:
    _, properties = read(make(TYPED, page))
    assert ("notice" in properties) == is_scan


def test_what_a_fax_machine_wrote_is_kept_beside_what_is_recognised(
    make: Callable[..., Path], recognition: Recognition, check_pages: Callable[[list[Page]], None]
) -> None:
    header = "FAX 12 MAR 2024 09:14 FROM: HARBOUR OFFICE P. 2/3"
    recognition.says = f"{header}\n\nThe annex tells of the weir.\n\nIt was built in 1901."
    pages, properties = read(make(TYPED, together(picture(), FAX)))
    check_pages(pages)
    assert pages[1]["text"] == f"{header}\nThe annex tells of the weir.\n\nIt was built in 1901.\n"
    assert "notice" not in properties


def test_a_page_that_ocr_fails_on_is_told(make: Callable[..., Path], recognition: Recognition) -> None:
    recognition.fails = True
    pages, properties = read(make(TYPED, picture()))
    assert texts(pages)[1] == ""
    assert properties["notice"]["message"] == "Page 2 is an image whose text could not be recognised."


def test_a_picture_that_ocr_finds_no_words_on_is_no_fault(make: Callable[..., Path], recognition: Recognition) -> None:
    recognition.says = " \n"
    pages, properties = read(make(TYPED, picture()))
    assert texts(pages)[1] == ""
    assert "notice" not in properties


def test_many_scanned_pages_do_not_cost_the_text_of_the_others(
    make: Callable[..., Path], recognition: Recognition
) -> None:
    recognition.takes = 0.6
    pages, properties = read(make(TYPED, picture(), picture(), picture()), reading_limits(timeout_seconds=1))
    assert texts(pages)[0].startswith("The river")
    assert properties["notice"]["message"].startswith("Page")
    assert "could not be recognised" in properties["notice"]["message"]
    assert texts(pages)[-1] == ""
    assert 0 < max(recognition.seconds) <= 0.8


def test_recognised_lines_do_not_make_headings_of_typed_ones(
    make: Callable[..., Path], recognition: Recognition
) -> None:
    recognition.says = "\n".join(f"Sentence {number} of the annex, which goes on at length." for number in range(40))
    cover = together(text("The Whole Report", size=18, top=750), text("A first sentence.", "And then a second one"))
    pages, _ = read(make(cover, picture(), picture()))
    assert [heading["title"] for page in pages for heading in page["headings"]] == ["The Whole Report"]


def test_lines_of_a_scan_are_no_headings(make: Callable[..., Path], recognition: Recognition) -> None:
    recognition.says = "The weir was built in 1901 by the people\nof the town and has stood since.\nIt is low."
    pages, _ = read(make(picture(), picture()))
    assert [heading["title"] for page in pages for heading in page["headings"]] == []


def test_a_page_that_does_not_open_is_told(make: Callable[..., Path]) -> None:
    pages, properties = read(with_broken_pages(make(TYPED, TYPED, TYPED), 2))
    assert [bool(words) for words in texts(pages)] == [True, False, True]
    assert properties["notice"]["message"] == "Page 2 could not be read."
    assert properties["notice"]["hint"]


def test_a_scan_with_a_page_that_does_not_open_is_read_all_the_same(
    make: Callable[..., Path], recognition: Recognition
) -> None:
    pages, properties = read(with_broken_pages(make(picture(), picture()), 2))
    assert texts(pages) == ["The annex tells of the weir.\n", ""]
    assert properties["notice"]["message"] == "Page 2 could not be read."
    assert recognition.seconds == [LIMITS.timeout_seconds]


@pytest.mark.usefixtures("no_ocr")
def test_pictures_alone_are_no_document(make: Callable[..., Path]) -> None:
    with pytest.raises(NoTextError, match="images"):
        read(make(picture(), blank))


@pytest.mark.usefixtures("no_ocr")
@pytest.mark.parametrize(("count", "told"), [(1, "only page is blank"), (3, "all of its pages are blank")])
def test_blank_pages_are_told_as_blank(count: int, told: str, make: Callable[..., Path]) -> None:
    with pytest.raises(NoTextError, match=told) as caught:
        read(make(*[blank] * count))
    assert "OCR" not in caught.value.hint


@pytest.mark.usefixtures("no_ocr")
def test_what_is_drawn_is_not_blank(make: Callable[..., Path]) -> None:
    with pytest.raises(NoTextError, match="images"):
        read(make(blank, vectors))


def test_a_document_none_of_whose_pages_opens(make: Callable[..., Path]) -> None:
    with pytest.raises(UnreadableFileError, match="damaged"):
        read(with_broken_pages(make(TYPED), 1))


def test_pages_with_text_are_not_searched_for_pictures(
    make: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Any] = []

    def pictures(page: Any) -> Iterator[Any]:
        looked.append(page)
        return iter(())

    monkeypatch.setattr(pdf_scans, "_pictures", pictures)
    read(make(TYPED, together(picture(), TYPED), text(*["Words upon words, all over the page."] * 40)))
    assert looked == []


def test_many_numbers_are_cut_short() -> None:
    pages = [PageLines("", [], unread=None if number % 2 else "image") for number in range(100)]
    notice = notice_of(pages)
    assert notice is not None
    assert notice["message"].startswith("Pages 1, 3, 5, ")
    assert " 39 and 30 more are images" in notice["message"]
    assert notice_of([PageLines("", [])]) is None


def test_the_notice_is_part_of_the_metadata(make: Callable[..., Path]) -> None:
    pages, properties = read(with_broken_pages(make(TYPED, TYPED), 1))
    metadata = extract_metadata(properties, pages, 1, "made.pdf", "application/pdf", "Made")
    assert metadata["notice"] == properties["notice"]


@pytest.mark.skipif(not ocr.is_available(), reason="needs sheaf[ocr] and Tesseract")
def test_tesseract_reads_the_scanned_page(tmp_path: Path, make: Callable[..., Path]) -> None:
    typed = pypdfium2.PdfDocument(drawn(tmp_path / "typed.pdf", [text("The weir was built in 1901", size=24)]))
    image = typed[0].render(scale=2).to_pil()
    typed.close()

    def scan(drawing: Any) -> None:
        drawing.drawImage(ImageReader(image), 0, 0, WIDTH, HEIGHT)

    pages, properties = read(make(TYPED, scan, blank))
    assert "weir was built in 1901" in texts(pages)[1]
    assert [bool(words) for words in texts(pages)] == [True, True, False]
    assert "notice" not in properties


def test_attached_files_are_named_and_not_read(make: Callable[..., Path], no_ocr: None) -> None:
    path = make(TYPED, picture())
    writer = PdfWriter(clone_from=path)
    writer.add_attachment("tides.csv", b"day,height")
    writer.write(path)
    pages, properties = read(path)
    assert "height" not in pages[0]["text"]
    assert properties["notice"]["message"] == (
        "Page 2 is an image without text and cannot be searched. Attached and not read: tides.csv."
    )
