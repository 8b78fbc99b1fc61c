"""Tables of filings: signs and gaps in cells of their own, headers of several rows, none of them marked."""

from __future__ import annotations

from pathlib import Path

import docx
import openpyxl
from hypothesis import given
from hypothesis import strategies as st

from app.reading.delimited import read_csv
from app.reading.docx import read_docx
from app.reading.header_rows import looking_like_headers, with_groups_named
from app.reading.html import html_page
from app.reading.sheets import read_workbook
from app.reading.split_cells import closed_up
from app.reading.tables import Grid, Merged

FILING = """
<div style="display:none"><ix:header><ix:hidden>Not shown</ix:hidden></ix:header></div>
<p>Sales were $<ix:nonFraction name="a">5,563.7</ix:nonFraction> million.</p>
<table>
<tr><td style="width:1%"></td><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td></td></tr>
<tr><td colspan="3"></td><td colspan="7">Years ended December 31,</td></tr>
<tr><td colspan="3">(in millions)</td><td colspan="3">2023</td><td></td><td colspan="3">2022</td></tr>
<tr><td colspan="3">Costs and sales:</td><td colspan="3"></td><td></td><td colspan="3"></td></tr>
<tr><td colspan="3">Net sales</td><td>$</td><td><ix:nonFraction>5,563.7</ix:nonFraction></td><td></td><td></td>
    <td>$</td><td>5,875.0</td><td></td></tr>
<tr><td colspan="3">Net loss</td><td colspan="2">(<span>12.0</span></td><td>)</td><td></td>
    <td colspan="2">(13.0</td><td>)</td></tr>
<tr><td colspan="3">Margin</td><td colspan="2">—</td><td>%</td><td></td><td colspan="2">4.1</td><td>%</td></tr>
</table>"""
HEADED = "(in millions) | Years ended December 31, 2023 | Years ended December 31, 2022"


def lines_of(markup: str) -> list[str]:
    return [line.strip("| ") for line in html_page(markup, "a.html")["text"].splitlines() if line and "---" not in line]


def test_a_table_of_a_filing_is_read_as_it_is_seen() -> None:
    assert lines_of(FILING) == [
        "Sales were $5,563.7 million.",
        HEADED,
        "Costs and sales:",
        "Net sales | $5,563.7 | $5,875.0",
        "Net loss | (12.0) | (13.0)",
        "Margin | —% | 4.1%",
    ]


def test_a_currency_is_one_whatever_its_code() -> None:
    for code in ("INR", "SGD", "USD"):
        assert (
            lines_of(FILING.replace("<td>$</td>", f"<td>{code}</td>"))[3]
            == f"Net sales | {code} 5,563.7 | {code} 5,875.0"
        )


def test_a_header_of_several_rows_needs_no_marks() -> None:
    rows = [["($ in billions)", "", ""], ["", "Years ended", ""], ["", "2023", "2022"], ["Sales", "1", "2"]]
    table = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in [*rows, ["Costs", "3", "4"]]
    )
    assert lines_of(f"<table>{table}</table>") == [
        "($ in billions)",
        "Years ended 2023 | Years ended 2022",
        "Sales | 1 | 2",
        "Costs | 3 | 4",
    ]


def test_rows_of_text_are_no_header() -> None:
    rows = [["Name", "Ada"], ["Role", "Clerk"], ["Age", "35"], ["Room", "4"]]
    assert looking_like_headers(rows) == 1
    assert looking_like_headers([["Sales", "10", "12"], ["Costs", "5", "6"]]) == 0


def test_a_unit_below_the_name_of_the_labels_is_of_the_header() -> None:
    rows = [["Market", "Year ended", "Year ended"], ["($ in millions)", "2019", "2018"], ["Medical", "205", "175"]]
    assert looking_like_headers([*rows, ["Energy", "181", "146"]]) == 2


def test_a_group_names_all_its_columns() -> None:
    header = [["", "", "Year ended", "", ""], ["", "2023", "2022", "Change", ""], ["", "(in millions)", "", "", ""]]
    assert with_groups_named(header) == [
        ["", "Year ended", "Year ended", "Year ended", ""],
        ["", "2023", "2022", "Change", ""],
        ["", "(in millions)", "(in millions)", "(in millions)", ""],
    ]


def test_a_sheet_a_list_of_values_and_a_letter_are_read_alike(tmp_path: Path) -> None:
    rows = [
        ["", "Years ended December 31,", ""],
        ["(in millions)", "2023", "2022"],
        ["Net sales", "5563.7", "5875"],
        ["Costs", "12", "13"],
    ]
    told = [HEADED, "Net sales | 5563.7 | 5875", "Costs | 12 | 13"]
    (tmp_path / "a.csv").write_text("\n".join(",".join(f'"{cell}"' for cell in row) for row in rows))
    assert read_csv(tmp_path / "a.csv", "a.csv")["text"].splitlines() == told
    document = docx.Document()
    table = document.add_table(len(rows), 3)
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            table.cell(number, column).text = cell
    document.save(str(tmp_path / "a.docx"))
    assert read_docx(tmp_path / "a.docx")[0][0]["text"].splitlines() == told
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([cell or None for cell in row])
    book.active.merge_cells("B1:C1")
    book.save(tmp_path / "a.xlsx")
    assert read_workbook(tmp_path / "a.xlsx")[0][0]["text"].splitlines() == ["Sheet", *told]


def test_a_currency_is_a_label_or_goes_with_its_amount() -> None:
    grid = Grid(
        [["Currency", "", "Sold", ""], ["GBP", "13.9", "EUR", "5"], ["USA", "7", "", "6"]], [Merged(0, 2, 1, 2)]
    )
    assert closed_up(grid).grid.rows == [["Currency", "", "Sold"], ["GBP", "13.9", "EUR 5"], ["USA", "7", "6"]]


def test_two_cells_of_a_row_never_become_one() -> None:
    grid = Grid([["a", "b", "c"], ["d", "", "e"], ["f", "g", ""]], [Merged(1, 0, 1, 2), Merged(2, 1, 1, 2)])
    assert closed_up(grid).grid.rows == grid.rows


@given(
    rows=st.lists(
        st.lists(st.sampled_from(["", "", "$", ")", "%", "(12", "5,563", "2023", "Net sales", "—", "a"]), max_size=6),
        max_size=5,
    ),
    spans=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5), st.integers(1, 3), st.integers(1, 4)), max_size=4),
)
def test_nothing_that_a_table_says_is_lost(rows: list[list[str]], spans: list[tuple[int, int, int, int]]) -> None:
    width = max(map(len, rows), default=0)
    texts = [row + [""] * (width - len(row)) for row in rows]
    places = {(row, column): (height, count) for row, column, height, count in spans}
    merged = [
        Merged(row, column, min(height, len(texts) - row), min(count, width - column))
        for (row, column), (height, count) in places.items()
        if row < len(texts) and column < width
    ]
    for each in merged:
        for below in range(each.row, each.row + each.rows):
            for beside in range(each.column, each.column + each.columns):
                if (below, beside) != (each.row, each.column):
                    texts[below][beside] = ""
    merged = [each for each in merged if texts[each.row][each.column]]
    closed = closed_up(Grid(texts, merged))

    def said(some: list[list[str]]) -> list[str]:
        return ["".join(row).replace(" ", "") for row in some if any(row)]

    assert said(closed.grid.rows) == said(texts)
    assert len({len(row) for row in closed.grid.rows}) <= 1
    for row, origin in zip(closed.grid.rows, closed.columns, strict=True):
        assert all(column < len(row) for column in origin)
