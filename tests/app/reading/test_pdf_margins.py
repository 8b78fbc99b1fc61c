"""Running headers and footers of short PDF files, wherever in the file they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

from app.reading.pdf import read_pdf
from tests.app.reading_limits import reading_limits

Placed = tuple[float, float, float, str]
"""Points from the left and from below, size, and a text."""
Draw = Callable[..., Path]
TITLE: Placed = (72, 740, 18, "The tides of Orlin Bay")
TEXT: list[Placed] = [
    (72, 700 - 14 * number, 11, f"The {word} rises in the hills and takes in three brooks before the mill.")
    for number, word in enumerate(["Orl", "Tarn", "Weir", "Brine", "Kelp"])
]


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    def drawn(*pages: Sequence[Placed], turned: int = 0) -> Path:
        path = tmp_path / "drawn.pdf"
        drawing = canvas.Canvas(str(path), pagesize=A4)
        for texts in pages:
            drawing.setPageRotation(turned)
            for left, height, size, text in texts:
                drawing.setFont("Helvetica", size)
                drawing.drawString(left, height, text)
            drawing.showPage()
        drawing.save()
        return path

    return drawn


def furniture(path: Path) -> list[str]:
    """What of each page is furniture."""
    pages, _ = read_pdf(path, path.name, reading_limits())
    return ["".join(page["text"][each["start"] : each["end"]] for each in page["furniture"]) for page in pages]


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("height", [30, 808])
@pytest.mark.parametrize(
    ("running", "shown"),
    [
        ([(72, "Orlin Freight annual report 2023"), (520, "1")], "Orlin Freight annual report 2023 1\n"),
        ([(72, "Orlin Freight annual report 2023 | 1")], "Orlin Freight annual report 2023 | 1\n"),
        ([(72, "Soil Journal 12 (2021)   Page 1")], "Soil Journal 12 (2021) Page 1\n"),
    ],
)
def test_a_line_in_the_margin_that_ends_in_the_number_of_its_page(
    draw: Draw, running: list[tuple[float, str]], shown: str, height: float, *, is_first: bool
) -> None:
    margin = [(left, height, 8.0, text) for left, text in running]
    page = [*margin, TITLE, *TEXT] if is_first else [TITLE, *TEXT, *margin]
    assert furniture(draw(page)) == [shown]


def test_what_comes_before_all_that_stands_above_it_may_be_as_large_as_the_text(draw: Draw) -> None:
    footer: list[Placed] = [(72, 30, 11, "Orlin Freight"), (520, 30, 11, "1")]
    assert furniture(draw([*footer, *TEXT])) == ["Orlin Freight 1\n"]
    assert furniture(draw([*TEXT, *footer])) == [""]


def test_a_line_at_one_height_of_both_pages_that_counts_them(draw: Draw) -> None:
    pages = [
        [TITLE, *TEXT, (72.0, 30.0, 11.0, "Orlin Freight - page four")],
        [*TEXT, (72.0, 30.0, 11.0, "Orlin Freight - page five")],
    ]
    assert furniture(draw(*pages)) == ["", ""]
    numbered = [[(72.0, 30.0, 11.0, f"{n + 4} Orlin Freight"), *TEXT] for n in range(2)]
    assert furniture(draw(*numbered)) == ["4 Orlin Freight\n", "5 Orlin Freight\n"]


def test_a_small_line_at_one_height_of_both_pages(draw: Draw) -> None:
    small, same = [
        [
            [(72.0, 808.0, size, "Orlin Freight annual report"), TITLE, *TEXT],
            [(72.0, 808.0, size, "Orlin Freight annual report"), *TEXT],
        ]
        for size in (8.0, 11.0)
    ]
    assert furniture(draw(*small)) == ["Orlin Freight annual report\n"] * 2
    assert furniture(draw(*same)) == ["", ""]


@pytest.mark.parametrize(
    "line",
    [
        (72, 60, 8, "1 Department of Tides, Orlin Bay"),
        (72, 60, 8, "The gauge stood on quay 1"),
        (72, 60, 8, "Reprinted by the harbour office in 2021"),
        (72, 60, 11, "Enclosures: 1"),
        (72, 630, 8, "Table   1"),
        (72, 800, 20, "Lesson   1"),
    ],
)
def test_what_is_no_running_line(draw: Draw, line: Placed) -> None:
    at_top = line[1] > 700
    assert furniture(draw([line, TITLE, *TEXT] if at_top else [TITLE, *TEXT, line])) == [""]


def test_a_page_on_its_side_has_no_known_margins(draw: Draw) -> None:
    assert furniture(draw([*TEXT, (72, 30, 8, "Orlin Freight | 1")], turned=90)) == [""]


def test_a_page_of_nothing_else_keeps_its_lines(draw: Draw) -> None:
    assert furniture(draw([(72, 30, 8, "Orlin Freight | 1")])) == [""]


@pytest.mark.parametrize(
    ("size", "pages", "shown"),
    [(60.0, 1, "DRAFT COPY\n"), (11.0, 3, "DRAFT COPY\n"), (11.0, 1, "")],
)
@pytest.mark.parametrize("angle", [30, 45, -55])
def test_what_is_set_across_the_text_is_no_heading_and_no_part_of_it(
    tmp_path: Path, size: float, pages: int, shown: str, angle: float
) -> None:
    path = tmp_path / "drawn.pdf"
    drawing = canvas.Canvas(str(path), pagesize=A4)
    for _ in range(pages):
        drawing.saveState()
        drawing.setFont("Helvetica", size)
        drawing.translate(150, 500)
        drawing.rotate(angle)
        drawing.drawString(0, 0, "DRAFT COPY")
        drawing.restoreState()
        for left, height, text_size, text in TEXT:
            drawing.setFont("Helvetica", text_size)
            drawing.drawString(left, height, text)
        drawing.showPage()
    drawing.save()
    assert furniture(path) == [shown] * pages
    assert [page["headings"] for page in read_pdf(path, path.name, reading_limits())[0]] == [[]] * pages


def test_a_slanted_title_stays(tmp_path: Path) -> None:
    path = tmp_path / "drawn.pdf"
    drawing = canvas.Canvas(str(path), pagesize=A4)
    drawing.setFont("Helvetica", 40)
    drawing.rotate(20)
    drawing.drawString(200, 300, "The tides of Orlin Bay")
    drawing.save()
    assert furniture(path) == [""]
