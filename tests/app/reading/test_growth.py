"""No file holds its reader up: more text takes longer to read in proportion, whatever it is made of."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.reading.delimited import read_csv
from app.reading.furniture import furniture_lines
from app.reading.html import read_html
from app.reading.mail import read_mail
from app.reading.markdown import read_markdown
from app.reading.normalise import normalise_page_text
from app.reading.pdf_headings import font_candidates, font_headings
from app.reading.pdf_lines import PageLines, line_ranges, plain_line
from app.reading.pdf_tables import table_regions
from app.reading.text import read_text
from nodes.domain.errors import FileError
from tests.growth import assert_grows_in_proportion, repeated

UNITS = (
    *(
        "a",
        "A ",
        "Aa",
        "中",
        "1 ",
        "1.",
        "1,",
        ".",
        ". ",
        "-",
        "- ",
        "=",
        ": ",
        "a: ",
        ";",
        "#",
        "*",
        "**a",
        "_",
        "`",
        "\\",
    ),
    *("[", "[[a](", "![", "(", '"', '"",', '"a" ', "'", "|", "| a ", "<", "&", "> ", "\t", " ", "\ufffe", "a@", "/"),
    *("\n", "\r\n", "1\n", "\n# a\n", "\n- a", "---\n", "a: b\n", "A\n=\n", "a\n\f", "a\ufffe\nb", "Page 1 of 2\n"),
    *("$ 1 ", "$ 1,207 ", "$ - ", "NM ", "410 nm ", "1 % ", "(1) ", "1 - ", "i. ", "1.1 ", "n/a 1 ", "CH 1. A "),
    *("<b>a</b> ", "<p>a</p>", "<br>", "<td>1", "<tr><td>1", "<div>", "<!--", "\n|a|b|\n|-|-|\n"),
)
ENDS = ("end", "(a)")
LINE = 150
"""Characters: short enough for any line of a table, long enough for what is tried in every combination."""


def in_one_line(end: str, unit: str, characters: int, number: int) -> str:
    return f"Report {number}\n\n{repeated(unit, characters)}{end}"


def in_lines(end: str, unit: str, characters: int, number: int) -> str:
    """As many lines as it takes, all of which end alike."""
    line = f"{repeated(unit, LINE)}{end}\n"
    return f"Report {number}\n\n{line * (characters // len(line) + 1)}"


def lines_of_pdf(text: str) -> None:
    """What is worked out of the lines of a page, some of them larger and some bold, in a file of five such pages."""
    shown = normalise_page_text(text)[0]
    lines = [
        replace(plain_line(start, shown[start:end]), size=14.0 if number % 2 else 9.0, bold=number % 3 == 0)
        for number, (start, end) in enumerate(line_ranges(shown))
    ]
    pages = [PageLines(shown, lines) for _ in range(5)]
    furniture = furniture_lines([[line.text for line in page.lines] for page in pages])
    font_headings(pages, font_candidates(pages, furniture))
    table_regions(lines, shown, furniture[0])


def cells(text: str) -> str:
    rows = "".join(f"<tr><td>{cell}</td><td>1</td></tr>" for cell in re.findall(rf".{{1,{LINE}}}", text, re.DOTALL))
    return f"<p>Report</p><table>{rows}</table>"


def of_file(read: Callable[[Path, str], Any], path: Path, before: str = "") -> Callable[[str], None]:
    def use(text: str) -> None:
        path.write_bytes((before + text).encode())
        # To refuse a file is as good as to read it, and elements within elements within elements are refused.
        with contextlib.suppress(FileError, RecursionError):
            read(path, path.name)

    return use


def readers(path: Path) -> dict[str, Callable[[str], Any]]:
    html = of_file(read_html, path)
    return {
        "pdf": lines_of_pdf,
        "text": of_file(read_text, path),
        "csv": of_file(read_csv, path),
        "markdown": of_file(read_markdown, path),
        "html": html,
        "html_tables": lambda text: html(cells(text)),
        "mail": of_file(read_mail, path, "From: a@example.com\nTo: b@example.com\nSubject: Report\n\n"),
    }


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("reader", readers(Path()))
def test_one_long_line(reader: str, unit: str, tmp_path: Path) -> None:
    use = readers(tmp_path / "report")[reader]
    assert_grows_in_proportion(use, unit, 6_000, lambda *given: in_one_line("end", *given))


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("reader", ["pdf", "text", "html_tables"])
@pytest.mark.timeout(30)
def test_many_lines(reader: str, unit: str, end: str, tmp_path: Path) -> None:
    use = readers(tmp_path / "report")[reader]
    assert_grows_in_proportion(use, unit, 3_000, lambda *given: in_lines(end, *given))
