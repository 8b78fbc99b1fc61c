"""Tables of every format: rows keep their labels, columns their names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import openpyxl  # type: ignore[import-untyped]  # it ships no types
import pytest

from app.reading.html import html_page
from app.reading.sheets import read_csv, read_workbook
from nodes.answering.table_rows import row_cells
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
    assert cells_of(html_page(f"<table>{shown}</table>", "a.html")[0]) == REVENUE


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
