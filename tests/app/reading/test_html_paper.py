"""HTML that was laid out for paper: its pages, their running lines, and headings that are bold lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.reading.html import html_page, read_html
from nodes.domain.documents import Page

BREAK = '<hr style="page-break-after:always"/>'
WORD = '<span lang="EN-US"><br clear="all" style="page-break-before:always"/></span>'


def bold(text: str, style: str = "") -> str:
    return f'<div><span style="{style};font-weight:700">{text}</span></div>'


def pages_of(markup: str, tmp_path: Path) -> list[Page]:
    path = tmp_path / "filing.html"
    path.write_text(f"<html><body><div>{markup}</div></body></html>")
    return read_html(path, "filing.html")[0]


def levels(page: Page) -> list[tuple[int, str]]:
    return [(heading["level"], heading["title"]) for heading in page["headings"]]


@pytest.mark.parametrize("mark", [BREAK, WORD, '<p style="break-before: page">&nbsp;</p>'])
def test_styles_break_a_text_into_pages(mark: str, tmp_path: Path) -> None:
    pages = pages_of(f"{mark}<p>The first.</p>{mark}<p>The second.</p>{mark}{mark}<p>The third.</p>", tmp_path)
    assert [(page["number"], page["text"].strip()) for page in pages] == [
        (1, "The first."),
        (2, "The second."),
        (3, "The third."),
    ]


def test_a_break_within_a_table_and_one_to_avoid_part_nothing(tmp_path: Path) -> None:
    row = '<tr style="page-break-after:always"><td>Sales</td><td>12</td></tr>'
    pages = pages_of(f'<table>{row}{row}</table><p style="page-break-after:avoid">One.</p><p>Two.</p>', tmp_path)
    assert len(pages) == 1
    assert "One." in html_page(f"<p>One.</p>{BREAK}<p>Two.</p>", "a.html")["text"]


def test_running_lines_of_the_pages_are_furniture(tmp_path: Path) -> None:
    parts = [f"<p>Acme Corporation</p><p>Of matter {n} there is much to say.</p><p>{n}</p>" for n in range(1, 7)]
    for page in pages_of(BREAK.join(parts), tmp_path):
        shown = [page["text"][span["start"] : span["end"]].strip() for span in page["furniture"]]
        assert shown == ["Acme Corporation", str(page["number"])]


def test_bold_lines_head_what_follows_them(tmp_path: Path) -> None:
    text = "<p>A sentence about it.</p>"
    (page,) = pages_of(
        bold("ACME CORPORATION", "font-size:24pt")
        + bold("(Exact name of registrant)", "font-size:8pt")
        + text
        + bold("PART I", "font-size:10pt")
        + bold("Item 1. Business", "font-size:10pt")
        + bold("Overview", "font-size:10pt")
        + text
        + bold("Rivals", "font-size:10pt;font-style:italic")
        + text
        + bold("Item 1A. Risk Factors", "font-size:10pt")
        + bold("We may lose money, and our shares may fall.", "font-size:10pt")
        + text,
        tmp_path,
    )
    assert levels(page) == [
        (5, "(Exact name of registrant)"),
        (1, "PART I"),
        (2, "Item 1. Business"),
        (3, "Overview"),
        (4, "Rivals"),
        (2, "Item 1A. Risk Factors"),
    ]


def test_an_item_whose_number_and_title_stand_in_cells_heads_what_follows(tmp_path: Path) -> None:
    text = "<p>A sentence about it.</p>"
    cells = "<td></td><td><b>Item 8.</b></td><td></td><td><b>Financial Statements</b></td>"
    contents = "<tr><td>Item 7.</td><td>Discussion</td></tr><tr><td>Item 8.</td><td>Financial Statements</td></tr>"
    (page,) = pages_of(
        f"<table>{contents}</table>{bold('Item 7. Discussion')}{text}"
        f"<table><tr><td>&nbsp;</td></tr><tr>{cells}</tr></table>{text}",
        tmp_path,
    )
    assert levels(page) == [(1, "Item 7. Discussion"), (1, "Item 8. Financial Statements")]
    assert "| Item 7. | Discussion |" in page["text"]


def test_bold_words_in_a_sentence_in_a_table_and_beside_headings_head_nothing(tmp_path: Path) -> None:
    sentence = "<p><b>Note</b> that it rains.</p><p>It does.</p>"
    table = f"<table><tr><td>{bold('Sales')}</td><td>12</td></tr><tr><td>Costs</td><td>4</td></tr></table>"
    assert pages_of(sentence + table, tmp_path)[0]["headings"] == []
    own = f"<h1>Report</h1><p>Of rain.</p><h2>Floods</h2>{bold('In short')}<p>It rained.</p>"
    assert levels(pages_of(own, tmp_path)[0]) == [(1, "Report"), (2, "Floods")]


def test_bold_lines_stand_below_the_only_heading_of_a_page_and_one_alone_heads_nothing(tmp_path: Path) -> None:
    line = "<p>It rained.</p>"
    report = "<h1>Report</h1>" + bold("Table of Contents") + line
    assert levels(pages_of(report + bold("Floods") + line + bold("Droughts") + line, tmp_path)[0]) == [
        (1, "Report"),
        (2, "Floods"),
        (2, "Droughts"),
    ]
    assert levels(pages_of(report + bold("Floods") + line, tmp_path)[0]) == [(1, "Report")]
