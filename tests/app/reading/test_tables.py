"""Tables of every format: rows keep their labels, columns their names."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pptx.util import Inches

from app.reading.delimited import read_csv
from app.reading.html import html_page
from app.reading.layout import row_line
from app.reading.sheets import _is_uncalculated, read_workbook
from app.reading.slides import read_slides
from app.reading.tables import Grid, Merged, unfolded
from nodes.answering.tables.table_rows import row_cells
from nodes.domain.documents import Page


def csv_page(text: str, tmp_path: Path, name: str = "a.csv") -> Page:
    path = tmp_path / name
    path.write_bytes(text.encode())
    return read_csv(path, name)


def sheet_page(rows: list[list[object]], tmp_path: Path) -> Page:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    path = tmp_path / "a.xlsx"
    book.save(path)
    return read_workbook(path)[0][0]


def cells_of(page: Page) -> list[tuple[str, list[str]]]:
    """Label and values of the rows of the first table, as answers read them."""
    table = page["tables"][0]
    lines = page["text"][table["start"] : table["end"]].splitlines()
    return [row_cells(line) for line in lines if not line.startswith("| ---")]


REVENUE = [("", ["2022", "2023"]), ("Revenue", ["10", "12"]), ("Costs", ["5", "6"])]


@pytest.mark.parametrize(("delimiter", "name"), [(",", "a.csv"), (";", "a.csv"), ("\t", "a.tsv")])
def test_an_empty_corner_is_no_border(delimiter: str, name: str, tmp_path: Path) -> None:
    rows = [("", "2022", "2023"), ("Revenue", "10", "12"), ("Costs", "5", "6")]
    page = csv_page("\n".join(map(delimiter.join, rows)), tmp_path, name)
    assert cells_of(page) == REVENUE
    table = page["tables"][0]
    assert page["text"][: table["header_end"]] == "| | 2022 | 2023\n"


def test_an_empty_corner_of_a_sheet_and_of_a_page(tmp_path: Path) -> None:
    rows: list[list[object]] = [[None, "2022", "2023"], ["Revenue", 10, 12], ["Costs", 5, 6]]
    assert cells_of(sheet_page(rows, tmp_path)) == REVENUE
    shown = "".join("<tr>" + "".join(f"<td>{cell or ''}</td>" for cell in row) + "</tr>" for row in rows)
    assert cells_of(html_page(f"<table>{shown}</table>", "a.html")) == REVENUE


def test_the_name_of_the_only_column_is_no_title(tmp_path: Path) -> None:
    page = sheet_page([["Results"], [None, "2023"], ["Revenue", 10], ["Costs", 5]], tmp_path)
    assert page["text"] == "Sheet\nResults\n| | 2023\nRevenue | 10\nCosts | 5\n"
    table = page["tables"][0]
    assert page["text"][table["start"] : table["header_end"]] == "| | 2023\n"


def test_a_row_without_label_keeps_its_columns(tmp_path: Path) -> None:
    page = csv_page("Name,Length,Mouth\n,652,Adria\nElbe,1094,Cuxhaven\n", tmp_path)
    assert cells_of(page)[1] == ("", ["652", "Adria"])


def test_margins_and_gaps_of_a_sheet_are_no_cells(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    rows: list[list[object]] = [
        [None, "Results"],
        [None, "Item", None, "2022", None, "2023"],
        [None, "Revenue", None, 10, None, 12],
    ]
    page = sheet_page(rows, tmp_path)
    check_pages([page])
    assert page["text"] == "Sheet\nResults\nItem | 2022 | 2023\nRevenue | 10 | 12\n"


def html_cells(rows: str) -> list[tuple[str, list[str]]]:
    return cells_of(html_page(f"<p>Above.</p><table>{rows}</table>", "a.html"))


def test_a_cell_over_several_rows_is_told_in_each() -> None:
    rows = (
        "<tr><th>Region</th><th>Year</th><th>Revenue</th></tr>"
        "<tr><td rowspan='2'>North</td><td>2022</td><td rowspan='0'>10</td></tr><tr><td>2023</td></tr>"
        "<tr><td>South</td><td>2023</td></tr>"
    )
    expected = [("North", ["2022", "10"]), ("North", ["2023", "10"]), ("South", ["2023", "10"])]
    assert html_cells(rows)[1:] == expected


def test_a_cell_over_several_columns_keeps_the_places_of_those_after_it() -> None:
    rows = (
        "<tr><th>Item</th><th>2022</th><th>2023</th></tr>"
        "<tr><td colspan='3'>Products</td></tr><tr><td>Frames</td><td colspan='2'>none</td></tr>"
        "<tr><td>Wheels</td><td>5</td><td>6</td></tr>"
    )
    expected = [("Products", []), ("Frames", ["none"]), ("Wheels", ["5", "6"])]
    assert [(label, [value for value in values if value]) for label, values in html_cells(rows)[1:]] == expected


GROUPS = "<tr><th rowspan=2>Item<th colspan=2>2023<th colspan=2>2022</tr>"
CORNERED = "<tr><td><td colspan=2>2023<td colspan=2>2022</tr>"
NAMES = "<th>Revenue<th>Costs<th>Revenue<th>Costs</tr>"
NORTH = "<tr><td>North<td>10<td>5<td>9<td>4</tr><tr><td>South<td>8<td>3<td>7<td>2</tr>"


@pytest.mark.parametrize(
    "rows",
    [
        f"<thead>{GROUPS}<tr>{NAMES}</thead><tbody>{NORTH}</tbody>",
        f"{GROUPS}<tr>{NAMES}{NORTH}",
        f"{CORNERED}<tr><td>Item{NAMES.replace('th', 'td')}{NORTH}",
        f"<tfoot>{NORTH}</tfoot><thead><tr><th colspan=5>Results</tr>{GROUPS}<tr>{NAMES}</thead>",
    ],
)
def test_lines_of_a_header_are_joined(rows: str) -> None:
    assert html_cells(rows) == [
        ("Item", ["2023 Revenue", "2023 Costs", "2022 Revenue", "2022 Costs"]),
        ("North", ["10", "5", "9", "4"]),
        ("South", ["8", "3", "7", "2"]),
    ]


def test_a_row_below_a_wide_heading_is_none_itself() -> None:
    rows = (
        "<tr><th>Person<th colspan=2>Contact</tr>"
        "<tr><td>Ada<td>ada@example.com<td>London</tr><tr><td>Bo<td>bo@example.com<td>Rome</tr>"
    )
    assert html_cells(rows)[:2] == [("Person", ["Contact", "Contact"]), ("Ada", ["ada@example.com", "London"])]


def test_a_title_over_the_whole_table_is_above_it(check_pages: Callable[[list[Page]], None]) -> None:
    rows = "<tr><th colspan=2>Results</tr><tr><th>Item<th>2023</tr><tr><td>Revenue<td>10</tr>"
    page = html_page(f"<table>{rows}</table>", "a.html")
    check_pages([page])
    assert page["text"] == "Results\n\n| Item | 2023 |\n| --- | --- |\n| Revenue | 10 |\n"


def test_a_foot_is_the_last_row_of_its_table() -> None:
    rows = "<tfoot><tr><td>Sum<td>3</tr></tfoot><tbody><tr><td>Item<td>Count</tr><tr><td>Frames<td>3</tr></tbody>"
    assert html_cells(rows) == [("Item", ["Count"]), ("Frames", ["3"]), ("Sum", ["3"])]


def test_long_text_beside_rows_is_told_once() -> None:
    text = "The committee asked for a word on every one of these. " * 4
    rows = f"<tr><th>Note<th>Item<th>2023</tr><tr><td rowspan=2>{text}<td>Frames<td>3</tr><tr><td>Wheels<td>6</tr>"
    assert html_cells(rows)[2] == ("", ["Wheels", "6"])


def test_a_table_within_a_cell(check_pages: Callable[[list[Page]], None]) -> None:
    inner = "<table><tr><th>Item<th>2023</tr><tr><td>Revenue<td>10</tr></table>"
    page = html_page(f"<table><tr><td>Menu<td>{inner}</tr></table>", "a.html")
    check_pages([page])
    assert page["text"] == "Menu\n\n| Item | 2023 |\n| --- | --- |\n| Revenue | 10 |\n"
    rows = f"<tr><th>Company<th>Figures</tr><tr><td>{'Halvorsen Frames of Bergen'}<td>{inner}</tr>"
    assert html_cells(rows)[1] == ("Halvorsen Frames of Bergen", ["Item  2023  Revenue  10"])


def test_merged_cells_of_a_sheet_are_told_in_each_row(
    tmp_path: Path, check_pages: Callable[[list[Page]], None]
) -> None:
    rows: list[list[object]] = [
        [None, "Results of the group"],
        [None, "Region", "2023", None, "2022", None],
        [None, None, "Revenue", "Costs", "Revenue", "Costs"],
        [None, "North", 10, 5, 9, 4],
        [None, None, 11, 6, 8, 3],
        [None, "South", "not reported", None, 7, 2],
        [],
        [None, "Name", "Length"],
        [None, "Po", 652],
    ]
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for merged in ("B1:D1", "B2:B3", "C2:D2", "E2:F2", "B4:B5", "C6:D6"):
        book.active.merge_cells(merged)
    path = tmp_path / "a.xlsx"
    book.save(path)
    pages = read_workbook(path)[0]
    check_pages(pages)
    header = "Region | 2023 Revenue | 2023 Costs | 2022 Revenue | 2022 Costs\n"
    body = "North | 10 | 5 | 9 | 4\nNorth | 11 | 6 | 8 | 3\nSouth | not reported |  | 7 | 2\n"
    assert pages[0]["text"] == f"Sheet\nResults of the group\n{header}{body}Name | Length\nPo | 652\n"
    table = pages[0]["tables"][0]
    assert pages[0]["text"][table["start"] : table["header_end"]] == header


def test_a_merged_cell_over_the_names_of_columns_is_no_title(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in ([None, "2023", None], ["Item", "Revenue", "Costs"], ["Frames", 10, 5]):
        book.active.append(row)
    book.active.merge_cells("B1:C1")
    path = tmp_path / "a.xlsx"
    book.save(path)
    page = read_workbook(path)[0][0]
    assert page["text"] == "Sheet\nItem | 2023 Revenue | 2023 Costs\nFrames | 10 | 5\n"


def test_numbers_of_a_sheet_read_as_it_shows_them(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    rows: list[list[object]] = [
        ["Item", datetime.date(2022, 12, 1), datetime.date(2023, 12, 1)],
        ["Revenue", 1200, 1350.4],
        ["Margin", 0.125, 0.1],
        ["Code", 7, 12.25],
    ]
    for row, number_format in zip(rows, ("mmm yyyy", "[$€-2] #,##0", "0.0%", "General"), strict=True):
        book.active.append(row)
        for cell in book.active[book.active.max_row]:
            cell.number_format = number_format
    path = tmp_path / "a.xlsx"
    book.save(path)
    page = read_workbook(path)[0][0]
    assert page["text"] == (
        "Sheet\nItem | Dec 2022 | Dec 2023\nRevenue | € 1,200 | € 1,350\nMargin | 12.5% | 10.0%\nCode | 7 | 12.25\n"
    )
    assert page["tables"][0]["header_end"] == page["text"].index("Revenue")


def test_rows_of_amounts_are_no_header(tmp_path: Path) -> None:
    page = sheet_page([["€ 1,200", "12.5%", "(3.0)"], ["€ 1,300", "13%", "1.200,50"]], tmp_path)
    assert page["tables"][0]["header_end"] == page["tables"][0]["start"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("7;a\n;1,5\n1.200,50;b\n", "7 | a\n| | 1,5\n1.200,50 | b\n", id="decimal commas"),
        pytest.param("Item\tCity\na, b\tc, d\n", "Item | City\na, b | c, d\n", id="commas between tabs"),
        pytest.param('a,b\n"x ""y""",1\n"z, ""w""",2\n', 'a | b\nx "y" | 1\nz, "w" | 2\n', id="quotes in quotes"),
        pytest.param('a,b\n"x\n\ny",1\n', "a | b\nx y | 1\n", id="lines in quotes"),
        pytest.param("a,b\n1,it's\n2,'tis\n", "a | b\n1 | it's\n2 | 'tis\n", id="apostrophes"),
        pytest.param("sep=;\na;b\n1;2,5\n", "a | b\n1 | 2,5\n", id="told to Excel"),
        pytest.param(
            "Sales of 2023\n\nItem,Price\nFrame,10\n", "Sales of 2023\nItem | Price\nFrame | 10\n", id="title"
        ),
        pytest.param("name\nPo\nElbe\n", "name\nPo\nElbe\n", id="one column"),
        pytest.param("a,b\n1,x | y\n", "a | b\n1 | x ¦ y\n", id="a bar in a cell"),
    ],
)
def test_files_of_separated_values(text: str, shown: str, tmp_path: Path) -> None:
    page = csv_page(text, tmp_path)
    assert page["text"] == shown
    header = page["text"][page["tables"][0]["start"] : page["tables"][0]["header_end"]]
    assert header == shown.removeprefix("Sales of 2023\n").splitlines(keepends=True)[0]


CELLS = st.text("ab1,;|'\"\n é", min_size=1, max_size=6).filter(lambda cell: cell.strip("' |\n\";,"))


@given(
    st.integers(2, 4).flatmap(
        lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=3, max_size=6)
    ),
    st.sampled_from(",;\t"),
)
def test_what_is_quoted_in_full_is_read_in_full(rows: list[list[str]], delimiter: str) -> None:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    with TemporaryDirectory() as folder:
        page = csv_page(written.getvalue(), Path(folder))
    assert page["text"] == "".join(f"{row_line(row)}\n" for row in rows)


def test_merged_cells_of_a_slide_are_told_in_each_row(tmp_path: Path) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    table = slide.shapes.add_table(4, 3, Inches(1), Inches(1), Inches(4), Inches(2)).table
    rows = (("Region", "2023", ""), ("", "Revenue", "Costs"), ("North", "10", "5"), ("", "11", "6"))
    for number, cells in enumerate(rows):
        for column, text in enumerate(cells):
            table.cell(number, column).text = text
    for first, last in (((0, 0), (1, 0)), ((0, 1), (0, 2)), ((2, 0), (3, 0))):
        table.cell(*first).merge(table.cell(*last))
    presentation.save(str(tmp_path / "a.pptx"))
    (page,) = read_slides(tmp_path / "a.pptx")[0]
    assert page["text"] == "Region | 2023 Revenue | 2023 Costs\nNorth | 10 | 5\nNorth | 11 | 6\n"
    assert page["tables"][0]["header_end"] == page["text"].index("North")


FORM = [["Owner:", "Lund Shipping"], ["Built:", "1991"], ["Length:", "140 m"]]
LINES = "Owner: Lund Shipping\nBuilt: 1991\nLength: 140 m\n"


def test_a_form_is_no_table_with_a_header(tmp_path: Path) -> None:
    book = sheet_page([[*row] for row in FORM], tmp_path)
    assert (book["text"], book["tables"]) == (f"Sheet\n{LINES}", [])
    assert csv_page("\n".join(map(",".join, FORM)), tmp_path)["text"] == LINES
    shown = "".join(f"<tr><td>{label}</td><td>{value}</td></tr>" for label, value in FORM)
    page = html_page(f"<table>{shown}</table>", "a.html")
    assert (page["text"].replace("\n\n", "\n"), page["tables"]) == (LINES, [])


def test_rows_that_each_have_a_heading_have_none_above_them(check_pages: Callable[[list[Page]], None]) -> None:
    rows = (
        "<tr><th colspan=2>MV Aurora</tr><tr><th>Owner<td>Lund Shipping</tr><tr><th>Built<td>1987</tr>"
        "<tr><td colspan=2>Sizes</tr><tr><th>Length<td>120 m</tr>"
    )
    page = html_page(f"<table>{rows}</table>", "a.html")
    check_pages([page])
    shown = "| Owner | Lund Shipping |\n| Built | 1987 |\n| Sizes |  |\n| Length | 120 m |\n"
    assert page["text"] == f"MV Aurora\n\n|  |  |\n| --- | --- |\n{shown}"
    assert page["tables"][0]["header_end"] == page["text"].index("| Owner")


def test_one_wide_row_makes_no_titles_of_the_rows_above_it(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Rivers"], ["Name", "Length"], ["Po", 652], ["Elbe", 1094], ["a", "b", "c", "d", "e"]]
    page = sheet_page(rows, tmp_path)
    assert page["text"] == "Sheet\nRivers\nName | Length\nPo | 652\nElbe | 1094\na | b | c | d | e\n"


def test_durations_of_more_than_a_day(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Task", "Time"], ["Dredging", datetime.timedelta(hours=26, minutes=5)]]
    assert sheet_page(rows, tmp_path)["text"].endswith("Dredging | 26:05:00\n")


def test_an_empty_merged_cell_takes_the_place_of_no_value() -> None:
    grid = Grid([["Item", "2023"], ["", "10"], ["Frames", "12"]], [Merged(1, 0, 2, 1)])
    assert unfolded(grid, 1) == ([], [["Item", "2023"], ["", "10"], ["Frames", "12"]])


def test_formulas_that_nobody_has_calculated_are_told(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Costs"
    for row in (["Item", "Price", "Double"], ["Pump", 4, "=B2*2"], ["Total", "=SUM(B2:B2)", None]):
        book.active.append(row)
    book.create_sheet("Plain").append(["Item", "=no formula"[1:]])
    path = tmp_path / "costs.xlsx"
    book.save(path)
    _, properties = read_workbook(path)
    assert properties["notice"]["message"] == "Formulas without values, which are left out, in: Costs."


@pytest.mark.parametrize(
    ("cell", "is_told"),
    [
        ('<c r="A1"><f>1+1</f><v>2</v></c>', False),
        ('<c r="A1" t="str"><f>IF(B1,"a","")</f><v></v></c>', False),
        ('<c r="A1"><f t="shared" si="0"/><v/></c>', True),
        ('<c r="A1"><f>1+1</f></c>', True),
        ('<c r="A1" s="3"/>', False),
    ],
)
def test_which_formulas_have_no_value(cell: str, is_told: bool) -> None:
    class Sheet:
        def _get_source(self) -> io.BytesIO:
            return io.BytesIO(f"<sheetData><row>{cell}</row></sheetData>".encode())

    assert _is_uncalculated(Sheet()) == is_told
