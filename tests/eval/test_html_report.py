from __future__ import annotations

import base64
import io
import re
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from PIL import Image

from eval.html_report import ChartBlock, NotesBlock, Report, TableBlock, render_report, write_report
from eval.plots import BarChart, Series
from nodes.domain.errors import UnavailableError

TABLE = TableBlock(
    "Figures",
    ["feature", "questions", "difference", "pays"],
    [["links <b>", 1200, 0.0123, True], ["rerank", None, -0.2, False], ["nothing", 1, 0.0001, None]],
    signed=["difference"],
)
REPORT = Report(
    "Ablation of a & b",
    "What each <i>feature</i> is worth.",
    {"questions": "40"},
    [
        ChartBlock(BarChart("Worth", ["links"], [Series("recall", [0.1])], "difference"), "To the right pays."),
        TABLE,
        NotesBlock("Failed", ["q1 <script>alert(1)</script>"], warning=True),
        TableBlock("Questions", ["id"], [["q1"]], folded=True),
    ],
)


def test_the_page_holds_every_block_in_order_and_escapes_its_text() -> None:
    page = render_report(REPORT)
    soup = BeautifulSoup(page, "html.parser")

    assert not soup.find_all(["script", "i", "b"])
    assert [each.get_text() for each in soup.find_all(["h1", "h2", "summary"])] == [
        "Ablation of a & b",
        "Figures",
        "Failed",
        "Questions (1)",
    ]
    rows = [[cell.get_text() for cell in row.find_all("td")] for row in soup.find_all("table")[0].find_all("tr")]
    assert rows[1:] == [
        ["links <b>", "1,200", "+0.012", "yes"],
        ["rerank", "–", "-0.200", "no"],
        ["nothing", "1", "+0.000", "–"],
    ]
    signs = [cell["class"] for cell in soup.select("td.better, td.worse")]
    assert signs == [["number", "better"], ["number", "worse"]]


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = render_report(REPORT)

    assert not re.search(r"(?:src|href|srcset)=\"(?!data:)", page)
    assert "url(" not in page
    assert "default-src 'none'" in page


def test_a_chart_is_there_for_light_and_for_dark() -> None:
    soup = BeautifulSoup(render_report(REPORT), "html.parser")

    [picture] = soup.find_all("picture")
    [image], [source] = picture.find_all("img"), picture.find_all("source")
    light, dark = str(image["src"]), str(source["srcset"])
    papers = [
        Image.open(io.BytesIO(base64.b64decode(each.partition(",")[2]))).convert("RGB").getpixel((0, 0))
        for each in (light, dark)
    ]
    assert papers == [(255, 255, 255), (22, 25, 29)]
    assert image["alt"] == "Worth"


def test_it_is_written_as_utf_8(tmp_path: Path) -> None:
    write_report(Report("漢字", "–"), tmp_path / "report.html")

    assert "漢字" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_row_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="1 cells for 2 columns"):
        render_report(Report("t", "s", blocks=[TableBlock("T", ["a", "b"], [["x"]])]))


@pytest.mark.parametrize("missing", ["matplotlib", "jinja2"])
def test_without_the_extra_it_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)

    with pytest.raises(UnavailableError) as caught:
        render_report(REPORT)

    assert "sheaf[eval]" in caught.value.hint
