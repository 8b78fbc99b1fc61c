from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from app.reading import ocr
from app.reading.normalise import normalise_page_text
from app.reading.pdf import page_characters, read_pdf
from app.reading.pdf_properties import pdf_date
from nodes.domain.documents import Page
from nodes.domain.errors import EncryptedFileError, NoTextError, TooLargeError, UnreadableFileError
from tests.app.reading_limits import reading_limits

PdfLine = tuple[float, str, float, str]
BODY = "Helvetica"
BOLD = "Helvetica-Bold"
LIMITS = reading_limits()


def body(count: int, start: float = 640, about: str = "the river") -> list[PdfLine]:
    return [
        (start - 14 * i, BODY, 10, f"Sentence {i} tells at some length of {about} and its banks.") for i in range(count)
    ]


def read(path: Path) -> list[Page]:
    return read_pdf(path, path.name, LIMITS)[0]


def titles(pages: list[Page]) -> list[tuple[int, int, str]]:
    return [(page["number"], heading["level"], heading["title"]) for page in pages for heading in page["headings"]]


def test_headings_by_size_and_weight(make_pdf: Callable[..., Path], check_pages: Callable[[list[Page]], None]) -> None:
    first = [(700.0, BOLD, 18.0, "The Whole Report"), *body(12), (440.0, BOLD, 10.0, "Small but bold"), *body(8, 420)]
    second = [(700.0, BOLD, 14.0, "Second chapter"), *body(12, about="the sea")]
    pages = read(make_pdf([first, second]))
    check_pages(pages)
    assert titles(pages) == [(1, 1, "The Whole Report"), (1, 3, "Small but bold"), (2, 2, "Second chapter")]


def test_the_number_of_a_heading_tells_nothing_against_it(make_pdf: Callable[..., Path]) -> None:
    lines = [(700.0, BOLD, 10.0, "18.9.2.9 Geometric distribution"), *body(10)]
    more = [(480.0, BOLD, 14.0, "18.9.3 Use"), *body(10, 460, about="the sea")]
    assert [title for _, _, title in titles(read(make_pdf([[*lines, *more]])))] == [
        "18.9.2.9 Geometric distribution",
        "18.9.3 Use",
    ]


@pytest.mark.parametrize("numbered", ["{}. Care of gauge {}", "2.{} Care of gauge {}"])
def test_sections_from_the_hundredth_on_stand_beside_those_before(make_pdf: Callable[..., Path], numbered: str) -> None:
    pages = [[(700.0, BOLD, 14.0, numbered.format(number, number)), *body(10)] for number in range(96, 104)]
    assert {level for _, level, _ in titles(read(make_pdf(pages)))} == {1}


def test_a_large_line_does_not_run_on_into_smaller_ones(make_pdf: Callable[..., Path]) -> None:
    lines = [
        (700.0, BODY, 14.0, "The Getter"),
        (684.0, BODY, 10.0, "getenv (name) returns the value of a variable."),
        *body(6),
        (520.0, BOLD, 10.0, "What begins in bold"),
        (506.0, BODY, 10.0, "goes on in small letters here."),
        *body(6, 480),
    ]
    assert [title for _, _, title in titles(read(make_pdf([lines])))] == ["The Getter"]


def test_the_name_of_a_picture_that_could_not_be_printed_is_no_heading(make_pdf: Callable[..., Path]) -> None:
    lines = [
        (700.0, BOLD, 14.0, "Sales"),
        *body(6, 684),
        (584.0, BODY, 14.0, "Sales label (1).jpg"),
        *body(6, 560),
    ]
    assert [title for _, _, title in titles(read(make_pdf([lines])))] == ["Sales"]


def test_bold_totals_and_column_titles_are_no_headings(make_pdf: Callable[..., Path]) -> None:
    rows: list[PdfLine] = [
        (640, BOLD, 10, "Year ended June 30, 2021 2022"),
        (626, BODY, 10, "Water 1,200 1,300"),
        (612, BOLD, 10, "Liabilities"),
        (598, BODY, 10, "Loans 300 (40)"),
        (584, BODY, 10, "Bonds 310 (41)"),
        (570, BOLD, 10, "Total 1,810 1,219"),
    ]
    pages = read(make_pdf([[*rows, *body(20, 540)]]))
    assert titles(pages) == []
    (table,) = pages[0]["tables"]
    text = pages[0]["text"]
    assert text[table["start"] : table["header_end"]] == "Year ended June 30, 2021 2022\n"
    assert text[table["start"] : table["end"]].splitlines()[-1] == "Total 1,810 1,219"


def test_lines_of_a_table_of_contents_are_no_headings(make_pdf: Callable[..., Path]) -> None:
    contents: list[PdfLine] = [
        (700, BOLD, 14, "Table of Contents"),
        (680, BOLD, 10, "1 Springs and all that comes of them . . . . . 2"),
        (666, BOLD, 10, "2 Rivers and all that goes down them..... 3"),
    ]
    pages = read(
        make_pdf([contents, [(700, BOLD, 14, "1 Springs"), *body(20)], [(700, BOLD, 14, "2 Rivers"), *body(20)]])
    )
    assert titles(pages) == [(1, 1, "Table of Contents"), (2, 1, "1 Springs"), (3, 1, "2 Rivers")]


def test_bookmarks_win_and_fonts_refine_below(make_pdf: Callable[..., Path]) -> None:
    pages_of_lines = [
        [(700.0, BOLD, 16.0, "Chapter One: Water"), *body(10), (450.0, BOLD, 12.0, "A finer point"), *body(5, 430)],
        [(700.0, BOLD, 16.0, "Chapter Two: Air"), *body(10)],
        [*body(10, about="the end")],
    ]
    bookmarks = {0: [("Chapter One: Water", 0)], 1: [("CHAPTER TWO: AIR", 0)], 2: [("Not on the page", 1)]}
    pages = read(make_pdf(pages_of_lines, bookmarks=bookmarks))
    assert titles(pages) == [
        (1, 1, "Chapter One: Water"),
        (1, 2, "A finer point"),
        (2, 1, "CHAPTER TWO: AIR"),
        (3, 2, "Not on the page"),
    ]
    heading = pages[2]["headings"][0]
    assert heading["start"] == heading["end"] == 0
    assert pages[1]["headings"][0]["end"] > 0


_FIVE = ("Harbour", "Quarry", "Market", "Castle", "Garden")


def test_a_title_that_wraps_is_one_heading(make_pdf: Callable[..., Path]) -> None:
    wrapped = [(700.0, BOLD, 18.0, "The Clarity of Shallow"), (679.0, BOLD, 18.0, "Water on Sandy Shores")]
    apart = [(700.0, BOLD, 18.0, "The Clarity of Shallow"), (668.0, BOLD, 18.0, "Water on Sandy Shores")]
    many = [(740.0 - 20 * number, BOLD, 18.0, f"{word} of Orlin") for number, word in enumerate(_FIVE)]
    second = [(700.0, BOLD, 18.0, "Method"), (679.0, BOLD, 18.0, "Gauges"), *body(12)]
    assert titles(read(make_pdf([[*wrapped, *body(12)], second]))) == [
        (1, 1, "The Clarity of Shallow Water on Sandy Shores"),
        (2, 1, "Method"),
        (2, 1, "Gauges"),
    ]
    article = [(700.0, BOLD, 18.0, "Clear Water:"), (679.0, BOLD, 18.0, "A Study of Shores")]
    assert titles(read(make_pdf([[*article, *body(12)]]))) == [(1, 1, "Clear Water: A Study of Shores")]
    assert [title for _, _, title in titles(read(make_pdf([[*apart, *body(12)]])))] == [text for *_, text in apart]
    assert len(titles(read(make_pdf([[*many, *body(12)]])))) == 5


def test_a_title_may_begin_in_small_letters_and_end_in_a_mark(make_pdf: Callable[..., Path]) -> None:
    small = [(700.0, BOLD, 18.0, "tidal: Gauges on Shores")]
    assert titles(read(make_pdf([[*small, *body(12)], body(12)]))) == [(1, 1, "tidal: Gauges on Shores")]
    marked = [(700.0, BOLD, 18.0, "Gauges on the Shores"), (679.0, BODY, 18.0, "of Orlin§")]
    assert titles(read(make_pdf([[*marked, *body(12)]]))) == [(1, 1, "Gauges on the Shores of Orlin§")]


def test_running_lines_and_page_numbers_are_furniture(make_pdf: Callable[..., Path]) -> None:
    pages_of_lines = [
        [
            (800.0, BOLD, 9.0, "Rivers of the North"),
            *body(10, about=f"river {chr(97 + number)}"),
            (60.0, BODY, 9.0, "(in thousands of litres)"),
            (40.0, BODY, 9.0, f"Annual report - {number + 5}"),
            (25.0, BODY, 9.0, f"F-{number + 1}"),
        ]
        for number in range(8)
    ]
    pages = read(make_pdf(pages_of_lines))
    for number, page in enumerate(pages):
        cut = "".join(page["text"][span["start"] : span["end"]] for span in page["furniture"])
        assert cut.splitlines() == ["Rivers of the North", f"Annual report - {number + 5}", f"F-{number + 1}"]
        assert page["headings"] == []


def test_a_brace_at_the_edge_of_page_after_page_is_code(make_pdf: Callable[..., Path]) -> None:
    pages = read(make_pdf([[*body(10, about=name), (60.0, BODY, 10.0, "}")] for name in ("a", "b", "c", "d", "e")]))
    assert [page["furniture"] for page in pages] == [[]] * 5
    assert all(page["text"].rstrip().endswith("}") for page in pages)


def test_a_line_that_counts_all_pages_is_furniture_on_two_pages_too(make_pdf: Callable[..., Path]) -> None:
    pages = read(
        make_pdf(
            [
                [*body(10), (40.0, BODY, 9.0, f"CONFIDENTIAL Page {number} of {count}")]
                for number, count in ((1, 2), (2, 2))
            ]
        )
    )
    assert [len(page["furniture"]) for page in pages] == [1, 1]
    spoken = read(make_pdf([[*body(10), (40.0, BODY, 9.0, "The tide is told on page 7 of 9.")], body(10)]))
    assert [page["furniture"] for page in spoken] == [[], []]


def test_a_footer_with_the_number_of_pages_is_furniture(make_pdf: Callable[..., Path]) -> None:
    footers = [f"Tide Reference {number} / 8" for number in range(1, 9)]
    pages = read(make_pdf([[*body(10, about=footer), (40.0, BODY, 9.0, footer)] for footer in footers]))
    for page, footer in zip(pages, footers, strict=True):
        assert [page["text"][span["start"] : span["end"]] for span in page["furniture"]] == [f"{footer}\n"]


def test_page_numbers_beside_the_names_of_chapters_are_furniture(make_pdf: Callable[..., Path]) -> None:
    names = ["Springs", "Springs", "Lakes", "Lakes", "Rivers", "Rivers", "Seas", "Seas"]
    footers = [
        f"{number + 5} Chapter {number // 2 + 1}. {name}" if number % 2 else f"1.{number // 2}. On {name} {number + 5}"
        for number, name in enumerate(names)
    ]
    pages = read(
        make_pdf(
            [[*body(10, about=name), (40.0, BOLD, 9.0, footer)] for name, footer in zip(names, footers, strict=True)]
        )
    )
    for page, footer in zip(pages, footers, strict=True):
        assert [page["text"][span["start"] : span["end"]] for span in page["furniture"]] == [f"{footer}\n"]
        assert page["headings"] == []


def test_titles_of_chapters_that_count_with_the_pages_are_headings(make_pdf: Callable[..., Path]) -> None:
    names = ["Safety", "Programmes", "Care", "Faults", "Data", "Index"]
    chapters = [[(700.0, BOLD, 18.0, f"{number} {name}"), *body(12)] for number, name in enumerate(names, start=1)]
    pages = read(make_pdf(chapters))
    assert titles(pages) == [(number, 1, f"{number} {name}") for number, name in enumerate(names, start=1)]


def test_content_that_counts_with_the_pages_is_no_furniture(make_pdf: Callable[..., Path]) -> None:
    pages_of_lines = [
        [(700.0, BODY, 10.0, f"Page {n + 1}"), (680.0, BODY, 10.0, f"The code word of page {n + 1} is number {7 * n}.")]
        for n in range(12)
    ]
    for number, page in enumerate(read(make_pdf(pages_of_lines)), start=1):
        kept = page["text"]
        for span in reversed(page["furniture"]):
            kept = kept[: span["start"]] + kept[span["end"] :]
        assert f"The code word of page {number} is" in kept


def test_a_year_at_a_page_end_is_no_page_number(make_pdf: Callable[..., Path]) -> None:
    pages = read(make_pdf([[*body(5), (500.0, BODY, 10.0, "2020.")]]))
    assert pages[0]["furniture"] == []


def test_properties(make_pdf: Callable[..., Path]) -> None:
    path = make_pdf([body(3)], title="On Rivers", author="Ada Byron; Grace Hopper and Alan Turing")
    properties = read_pdf(path, "x.pdf", LIMITS)[1]
    assert properties["title"] == "On Rivers"
    assert properties["authors"] == ["Ada Byron", "Grace Hopper", "Alan Turing"]
    assert properties["created_at"].endswith("Z")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("D:20230815234220-05'00'", "2023-08-16T04:42:20Z"),
        ("D:20230815234220Z", "2023-08-15T23:42:20Z"),
        ("D:20230815", "2023-08-15"),
        ("D:2023", "2023-01-01"),
        ("D:20231399", None),
        ("yesterday", None),
    ],
)
def test_dates(value: str, expected: str | None) -> None:
    assert pdf_date(value) == expected


def test_passwords(make_pdf: Callable[..., Path]) -> None:
    with pytest.raises(EncryptedFileError) as caught:
        read(make_pdf([body(3)], user_password="secret", name="locked.pdf"))
    assert caught.value.hint
    assert "the river" in read(make_pdf([body(3)], user_password="", name="owner.pdf"))[0]["text"]


def test_damage(make_pdf: Callable[..., Path]) -> None:
    path = make_pdf([body(3)])
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(UnreadableFileError):
        read(path)


def test_page_limit(make_pdf: Callable[..., Path]) -> None:
    with pytest.raises(TooLargeError):
        read_pdf(make_pdf([body(1)] * 4), "x.pdf", reading_limits(max_pages=3))


def scan(path: Path) -> Path:
    picture = Image.new("L", (400, 200), 90)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    drawing = canvas.Canvas(str(path))
    drawing.drawImage(ImageReader(io.BytesIO(buffer.getvalue())), 72, 400)
    drawing.save()
    return path


def test_a_scan_has_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoTextError, match="images") as caught:
        read(scan(tmp_path / "scan.pdf"))
    assert "sheaf[ocr]" in caught.value.hint
    assert "Tesseract" in caught.value.hint


@pytest.mark.skipif(not ocr.is_available(), reason="needs sheaf[ocr] and Tesseract")
def test_a_scan_is_read_by_ocr(tmp_path: Path, make_pdf: Callable[..., Path]) -> None:
    typed = pypdfium2.PdfDocument(make_pdf([[(700.0, BODY, 24.0, "The river rises in spring")]]))
    picture = typed[0].render(scale=2).to_pil()
    typed.close()
    path = tmp_path / "scan.pdf"
    drawing = canvas.Canvas(str(path))
    drawing.drawImage(ImageReader(picture), 0, 0, 595, 842)
    drawing.save()
    assert "river rises in spring" in read(path)[0]["text"]


def test_text_leads_back_to_the_boxes_of_its_characters(make_pdf: Callable[..., Path]) -> None:
    document = pypdfium2.PdfDocument(
        make_pdf([[(700.0, BODY, 10.0, "First line"), (600.0, BODY, 10.0, "Second  line")]])
    )
    textpage = document[0].get_textpage()
    raw, characters = page_characters(textpage)
    text, origins = normalise_page_text(raw)
    _, bottom, _, top = textpage.get_charbox(characters[origins[text.index("Second")]])
    assert 590 < bottom < top < 612
    document.close()
