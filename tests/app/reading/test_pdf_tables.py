"""Rows of tables of PDF files, told from prose by how they end."""

from __future__ import annotations

from time import process_time

import pytest

from app.reading.pdf_tables import is_row


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Revenue 1,200 1,100", True),
        ("Revenue $ 1,200 $ 1,100", True),
        ("Change $ - $ (5) (3.5) %", True),
        ("Growth 12 % 8 x", True),
        ("Growth NM 8.5", True),
        ("Rate 8.5 n/a", True),
        ("Revenue 1,200", True),
        ("In the year 2023", False),
        ("Growth NM NM", False),
        ("See note 5.", False),
        ("Revenue 1,200 1,100 (a)", False),
        ("The pump weighs 5 kg and 12 are in Bergen (a)", False),
    ],
)
def test_rows_are_told_by_how_they_end(line: str, expected: bool) -> None:
    assert is_row(line) is expected


@pytest.mark.parametrize(
    "unit", ["$ 1,207 ", "$ - ", "- ", "NM ", "1 % ", "410 nm ", "( 5 ) % ", "$-1 ) ", "-- 1 x ", "n/a 1 "]
)
@pytest.mark.parametrize("end", ["(a)", "m", "x-", "$1", ""])
def test_no_line_takes_long(unit: str, end: str) -> None:
    line = f"Revenue {unit * 100}{end}".strip()
    start = process_time()
    is_row(line)
    assert process_time() - start < 0.2
