"""Tables of PDF files that are drawn with rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib import colors
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

from app.reading.pdf import read_pdf
from nodes.domain.documents import Page
from tests.app.reading.conftest import tables
from tests.app.reading_limits import reading_limits

GRID = ("GRID", (0, 0), (-1, -1), 0.5, colors.grey)
SHADED = ("BACKGROUND", (0, 0), (-1, 0), colors.lightgrey)
PLAIN = getSampleStyleSheet()["BodyText"]
WIDTHS = (60, 110, 120)
FAULTS = [
    ["Code", "Meaning", "What to do"],
    ["F1", "No grain comes down", "Open the slide, and clean the sieve above the hopper of the mill"],
    ["F2", "Stone is hot", "Stop the mill"],
    ["F3", "The wheel stands still, or turns with a jerk", "Raise the weir, and look for driftwood at the rack"],
    ["F4", "Belt slips", "Tighten it, and put resin on the side that lies on the pulley, not on the other"],
]
ABOUT = ["Miller of the upper mill", "Anna Beck"], ["Number of stones", "4"], ["Built in", "1911, and again in 1954"]
Make = Callable[..., list[Page]]
Draw = Callable[[Callable[[Any], None]], Page]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """The pages of a document of paragraphs and tables."""

    def made(*parts: Any, height: float = 842) -> list[Page]:
        path = tmp_path / "made.pdf"
        story = [Paragraph(part, PLAIN) if isinstance(part, str) else part for part in parts]
        SimpleDocTemplate(str(path), pagesize=(595, height)).build(story)
        pages, _ = read_pdf(path, path.name, reading_limits())
        return pages

    return made


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """The page that is drawn."""

    def drawn(how: Callable[[Any], None]) -> Page:
        path = tmp_path / "drawn.pdf"
        drawing = canvas.Canvas(str(path))
        drawing.setFont("Helvetica", 10)
        how(drawing)
        drawing.save()
        (page,), _ = read_pdf(path, path.name, reading_limits())
        return page

    return drawn


def ruled(rows: Sequence[Sequence[str]], *style: Any, widths: Sequence[float] = WIDTHS, **options: Any) -> Table:
    cells = [[Paragraph(cell, PLAIN) if cell else "" for cell in row] for row in rows]
    return Table(cells, colWidths=widths, style=[GRID, *style], **options)


def told(rows: Sequence[Sequence[str]]) -> str:
    return "".join(" | ".join(row) + "\n" for row in rows)


@pytest.mark.parametrize("style", [[], [SHADED]])
@pytest.mark.parametrize("align", ["TOP", "MIDDLE"])
def test_what_wraps_in_a_cell_is_of_its_row(
    make: Make, check_pages: Callable[[list[Page]], None], style: list[Any], align: str
) -> None:
    pages = make("Faults of the mill.", ruled(FAULTS, *style, ("VALIGN", (0, 0), (-1, -1), align)), "Below it.")
    check_pages(pages)
    assert tables(pages[0]) == [(told(FAULTS[:1]), told(FAULTS[1:]))]
    assert pages[0]["text"].splitlines()[0] == "Faults of the mill."
    assert pages[0]["text"].splitlines()[-1] == "Below it."


def test_a_header_wraps(make: Make) -> None:
    rows = [["Code of the fault", "Meaning", "What the miller has to do about it"], *FAULTS[1:]]
    assert tables(make(ruled(rows))[0]) == [(told(rows[:1]), told(rows[1:]))]


def test_two_columns_of_names_and_what_they_stand_for_have_no_header(make: Make) -> None:
    assert tables(make(ruled(ABOUT, widths=(90, 120)))[0]) == [("", told(ABOUT))]


def test_two_columns_have_a_header_where_it_is_marked(make: Make) -> None:
    rows = [["Property", "Value"], *ABOUT]
    assert tables(make(ruled(rows, SHADED, widths=(90, 120)))[0]) == [(told(rows[:1]), told(ABOUT))]
    bold = [["<b>Property</b>", "<b>Value</b>"], *ABOUT]
    assert tables(make(ruled(bold, widths=(90, 120)))[0]) == [(told(rows[:1]), told(ABOUT))]


def test_the_labels_of_a_form_on_a_colour_are_no_header(make: Make) -> None:
    beside = ("BACKGROUND", (0, 0), (0, -1), colors.lightgrey)
    assert tables(make(ruled(ABOUT, beside, widths=(90, 120)))[0]) == [("", told(ABOUT))]


def test_two_columns_have_a_header_where_amounts_are_below_it(make: Make) -> None:
    rows = [["Age", "Charge"], ["Up to 35", ".05%"], ["36 and over", "1.2%"]]
    assert tables(make(ruled(rows, widths=(90, 90)))[0]) == [(told(rows[:1]), told(rows[1:]))]


def test_empty_cells_are_kept_and_numbers_are_told_from_one_another(make: Make) -> None:
    rows = [
        ["Grain", "Sacks", "Range", "Note"],
        ["Rye", "7", "4 - 10", ""],
        ["Oats", "12", "", "H"],
        ["", "3", "1", "L"],
    ]
    assert tables(make(ruled(rows, widths=(80, 60, 60, 60)))[0]) == [
        ("Grain | Sacks | Range | Note\n", "Rye | 7 | 4 - 10\nOats | 12 |  | H\n| | 3 | 1 | L\n")
    ]


def test_what_a_narrow_cell_breaks_stays_broken(make: Make) -> None:
    rows = [["Key", "Type", "Use"], ["a", "percentage", "of grain"], ["b", "list", "of mills"]]
    (_, body), *_ = tables(make(ruled(rows, widths=(60, 50, 90)))[0])
    assert body == "a | percent age | of grain\nb | list | of mills\n"


def test_a_merged_cell_names_all_its_columns_and_is_in_all_its_rows(make: Make) -> None:
    rows = [
        ["Mill", "Sacks", "", "Miller"],
        ["", "Rye", "Oats", ""],
        ["Upper", "1,200", "300", "Anna Beck"],
        ["Lower", "40", "7", "Ole Lund"],
        ["Old", "50", "9", ""],
    ]
    spans = [("SPAN", (1, 0), (2, 0)), ("SPAN", (0, 0), (0, 1)), ("SPAN", (3, 0), (3, 1)), ("SPAN", (3, 3), (3, 4))]
    assert tables(make(ruled(rows, *spans, widths=(60, 60, 60, 90)))[0]) == [
        (
            "Mill | Sacks Rye | Sacks Oats | Miller\n",
            "Upper | 1,200 | 300 | Anna Beck\nLower | 40 | 7 | Ole Lund\nOld | 50 | 9 | Ole Lund\n",
        )
    ]


def test_a_title_over_all_columns_stands_above_the_table(make: Make) -> None:
    rows = [["Faults of the mill, and what to do about them", "", ""], *FAULTS]
    (page,) = make(ruled(rows, ("SPAN", (0, 0), (-1, 0))))
    assert tables(page) == [(told(FAULTS[:1]), told(FAULTS[1:]))]
    assert page["text"].startswith("Faults of the mill, and what to do about them\nCode | ")


def test_a_table_goes_on_over_a_page_without_a_second_header(make: Make) -> None:
    rows = [FAULTS[0], *([f"F{number}", "Belt slips", "Tighten it"] for number in range(1, 31))]
    pages = make(ruled(rows), height=500)
    found = [table for page in pages for table in tables(page)]
    assert len(found) > 1
    assert [header for header, _ in found] == [told(rows[:1]), *[""] * (len(found) - 1)]
    assert "".join(body for _, body in found) == told(rows[1:])


def test_a_header_that_is_repeated_on_each_page_stays_one(make: Make) -> None:
    rows = [FAULTS[0], *([f"F{number}", "Belt slips", "Tighten it"] for number in range(1, 31))]
    found = [table for page in make(ruled(rows, repeatRows=1), height=500) for table in tables(page)]
    assert len(found) > 1
    assert {header for header, _ in found} == {told(rows[:1])}


def grid_of_rectangles(drawing: Any) -> None:
    for row, cells in enumerate(FAULTS):
        for column, cell in enumerate(cells):
            drawing.rect(60 + 150 * column, 700 - 30 * row, 150, 30)
            drawing.drawString(64 + 150 * column, 718 - 30 * row, cell[:24].strip())
            drawing.drawString(64 + 150 * column, 706 - 30 * row, cell[24:44].strip())


def thin_rectangles_in_a_form(drawing: Any) -> None:
    drawing.beginForm("grid")
    for row in range(6):
        drawing.rect(0, 30 * row, 450, 0.7, stroke=0, fill=1)
    for column in range(4):
        drawing.rect(150 * column, 0, 0.7, 150, stroke=0, fill=1)
    drawing.endForm()
    drawing.saveState()
    drawing.translate(60, 580)
    drawing.doForm("grid")
    drawing.restoreState()
    for row, cells in enumerate(FAULTS):
        for column, cell in enumerate(cells):
            drawing.drawString(64 + 150 * column, 718 - 30 * row, cell[:24].strip())
            drawing.drawString(64 + 150 * column, 706 - 30 * row, cell[24:44].strip())


def open_at_its_sides(drawing: Any) -> None:
    for row in range(6):
        drawing.line(60, 730 - 30 * row, 510, 730 - 30 * row)
    for column in (1, 2):
        drawing.line(60 + 150 * column, 730, 60 + 150 * column, 580)
    for row, cells in enumerate(FAULTS):
        for column, cell in enumerate(cells):
            drawing.drawString(64 + 150 * column, 718 - 30 * row, cell[:24].strip())
            drawing.drawString(64 + 150 * column, 706 - 30 * row, cell[24:44].strip())


@pytest.mark.parametrize("how", [grid_of_rectangles, thin_rectangles_in_a_form, open_at_its_sides])
def test_rules_are_found_however_they_are_drawn(draw: Draw, how: Callable[[Any], None]) -> None:
    rows = [[f"{cell[:24].strip()} {cell[24:44].strip()}".strip() for cell in row] for row in FAULTS]
    assert tables(draw(how)) == [(told(rows[:1]), told(rows[1:]))]


def a_frame_around_the_page(drawing: Any) -> None:
    drawing.rect(40, 40, 515, 760)
    drawing.drawString(60, 700, "Mills of the valley")
    drawing.drawRightString(540, 700, "of 1911")


def a_box_with_a_line_in_it(drawing: Any) -> None:
    drawing.rect(60, 600, 400, 100)
    drawing.line(60, 660, 460, 660)
    drawing.drawString(70, 670, "Note of the miller")
    drawing.drawString(70, 640, "The weir is raised")
    drawing.drawRightString(450, 640, "in March")


def a_chart(drawing: Any) -> None:
    for number in range(6):
        drawing.line(100, 500 + 30 * number, 400, 500 + 30 * number)
        drawing.line(100 + 60 * number, 500, 100 + 60 * number, 650)
        drawing.drawRightString(95, 497 + 30 * number, str(10 * number))
        drawing.drawString(90 + 60 * number, 485, str(2015 + number))
    for number in range(5):
        drawing.rect(110 + 60 * number, 500, 30, 20 + 25 * number, stroke=0, fill=1)
    drawing.drawString(170, 605, "Rye")
    drawing.drawString(290, 605, "Oats")


def columns_of_which_no_rule_parts_the_rows(drawing: Any) -> None:
    drawing.rect(60, 560, 300, 140)
    drawing.line(200, 560, 200, 700)
    drawing.line(60, 680, 360, 680)
    drawing.drawString(70, 685, "Mill")
    drawing.drawString(210, 685, "Sacks")
    for number, (mill, sacks) in enumerate([("Upper", "1,200"), ("Lower", "40"), ("Old", "50")]):
        drawing.drawString(70, 660 - 20 * number, mill)
        drawing.drawString(210, 660 - 20 * number, sacks)


def a_form_that_is_to_be_filled_in(drawing: Any) -> None:
    for row in range(5):
        for column in range(4):
            drawing.rect(60 + 100 * column, 600 - 30 * row, 100, 30)
    drawing.drawString(64, 610, "Miller")
    drawing.drawString(164, 610, "Mill")
    drawing.drawString(64, 580, "Sacks")


@pytest.mark.parametrize(
    "how", [a_frame_around_the_page, a_box_with_a_line_in_it, a_chart, a_form_that_is_to_be_filled_in]
)
def test_what_is_no_table(draw: Draw, how: Callable[[Any], None]) -> None:
    page = draw(how)
    assert page["tables"] == []
    assert "|" not in page["text"]


def test_rows_that_no_rule_parts_are_told_by_where_their_words_stand(draw: Draw) -> None:
    assert tables(draw(columns_of_which_no_rule_parts_the_rows)) == [
        ("Mill   Sacks\n", "Upper 1,200\nLower 40\nOld 50\n")
    ]


def test_cells_of_as_many_lines_are_rows_that_no_rule_parts(draw: Draw) -> None:
    def unparted(drawing: Any) -> None:
        for height in (700, 680, 630):
            drawing.line(60, height, 360, height)
        for left in (60, 160, 260, 360):
            drawing.line(left, 630, left, 700)
        rows = [["Share", "Sign", "Listed at"], ["Mill A", "MLA", "Bremen"], ["Mill B", "MLB", "Emden"]]
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                drawing.drawString(64 + 100 * column, 686 - 22 * row, cell)

    (_, body), *_ = tables(draw(unparted))
    assert "Mill A | MLA | Bremen\nMill B | MLB | Emden\n" in body


def test_cells_that_wrap_into_as_many_lines_are_one_row(make: Make) -> None:
    rows = [["Mill", "What is ground"], ["The mill below the weir", "Rye and oats for the cattle"], ["Old", "Malt"]]
    assert tables(make(ruled(rows, SHADED, widths=(80, 85)))[0]) == [(told(rows[:1]), told(rows[1:]))]


def test_a_frame_around_a_table_hides_nothing_of_it(draw: Draw) -> None:
    def framed(drawing: Any) -> None:
        grid_of_rectangles(drawing)
        drawing.rect(40, 40, 515, 760)
        drawing.line(40, 760, 555, 760)
        drawing.line(300, 760, 300, 800)
        drawing.drawString(60, 775, "Mills of the valley")
        drawing.drawString(320, 775, "Sheet 4")

    assert len(tables(draw(framed))) == 1


def test_a_turned_page_is_read_by_its_words(draw: Draw) -> None:
    def turned(drawing: Any) -> None:
        drawing.setPageRotation(90)
        grid_of_rectangles(drawing)

    assert "No grain comes down" in draw(turned)["text"]


def test_words_over_a_rule_are_of_the_cell_that_they_begin_in(draw: Draw) -> None:
    def overrun(drawing: Any) -> None:
        for row in range(4):
            drawing.line(60, 700 - 20 * row, 360, 700 - 20 * row)
        for column in range(4):
            drawing.line(60 + 100 * column, 640, 60 + 100 * column, 700)
        for row, cells in enumerate(
            [["Mill", "Miller", "Sacks"], ["The mill below the weir", "", "40"], ["Old", "Lund", "9"]]
        ):
            for column, cell in enumerate(cells):
                drawing.drawString(64 + 100 * column, 686 - 20 * row, cell)

    assert tables(draw(overrun)) == [("Mill | Miller | Sacks\n", "The mill below the weir |  | 40\nOld | Lund | 9\n")]
