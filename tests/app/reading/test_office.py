from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import docx
import openpyxl
import pptx
import pytest
from docx.enum.text import WD_BREAK
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import XmlPart
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.util import Inches

from app.reading.delimited import read_csv
from app.reading.doc import read_doc
from app.reading.docx import read_docx
from app.reading.kinds import detect_kind
from app.reading.ooxml import core_properties
from app.reading.reader import SandboxedReader
from app.reading.sandbox import Sandbox
from app.reading.sheets import read_workbook
from app.reading.slides import read_slides
from nodes.domain.documents import Page
from nodes.domain.errors import EncryptedFileError, UnreadableFileError, UnsupportedTypeError
from tests.app.reading_limits import reading_limits

needs_libreoffice = pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")


def made_docx(path: Path) -> Path:
    document = docx.Document()
    document.core_properties.title = "On rivers"
    document.core_properties.author = "Ada Byron and Grace Hopper"
    document.core_properties.created = datetime.datetime(2023, 5, 5, 20, 24, 35)
    document.add_paragraph("Rivers", style="Title")
    document.add_heading("Lengths", level=2)
    document.add_paragraph("The Po is long.")
    table = document.add_table(rows=3, cols=3)
    for row, cells in enumerate((("Name", "Length", ""), ("Po", "652", "km"), ("Elbe", "1094", "km"))):
        for column, value in enumerate(cells):
            table.cell(row, column).text = value
    table.cell(0, 1).merge(table.cell(0, 2))
    document.add_paragraph("A point", style="List Bullet")
    document.add_paragraph("After the table.").add_run().add_break(WD_BREAK.PAGE)
    own = document.add_paragraph("By outline level")
    level = OxmlElement("w:outlineLvl")
    level.set(qn("w:val"), "2")
    own._p.get_or_add_pPr().append(level)
    wrapped = document.add_paragraph("In a content control.")
    control, content = OxmlElement("w:sdt"), OxmlElement("w:sdtContent")
    wrapped._p.addprevious(control)
    control.append(content)
    content.append(wrapped._p)
    document.save(str(path))
    return path


def test_docx(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    pages, properties = read_docx(made_docx(tmp_path / "a.docx"))
    check_pages(pages)
    assert pages[0]["text"] == (
        "Rivers\nLengths\nThe Po is long.\nName | Length | Length\nPo | 652 | km\nElbe | 1094 | km\n"
        "- A point\nAfter the table.\n"
    )
    assert pages[1]["text"] == "By outline level\nIn a content control.\n"
    headings = [(heading["level"], heading["title"]) for page in pages for heading in page["headings"]]
    assert headings == [(1, "Rivers"), (2, "Lengths"), (3, "By outline level")]
    (table,) = pages[0]["tables"]
    assert pages[0]["text"][table["start"] : table["header_end"]] == "Name | Length | Length\n"
    assert pages[0]["text"][table["start"] : table["end"]].endswith("Elbe | 1094 | km\n")
    assert properties["title"] == "On rivers"
    assert properties["authors"] == ["Ada Byron", "Grace Hopper"]
    assert properties["created_at"] == "2023-05-05T20:24:35Z"


@needs_libreoffice
@pytest.mark.slow
def test_doc_through_libreoffice(tmp_path: Path) -> None:
    made_docx(tmp_path / "a.docx")
    profile = (tmp_path / "profile").as_uri()
    command = ["soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", "doc", "a.docx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    path = tmp_path / "a.doc"
    assert detect_kind(path, "a.doc").media_type == "application/msword"
    pages, properties = read_doc(path, "a.doc", ".doc", 60)
    text = "".join(page["text"] for page in pages)
    assert "The Po is long.\nName | Length" in text
    assert (2, "Lengths") in [(heading["level"], heading["title"]) for page in pages for heading in page["headings"]]
    assert properties["title"] == "On rivers"


@needs_libreoffice
@pytest.mark.slow
def test_doc_that_libreoffice_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "a.doc"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le") + bytes(600))
    with pytest.raises(UnreadableFileError):
        read_doc(path, "a.doc", ".doc", 60)


def test_doc_without_libreoffice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnsupportedTypeError) as caught:
        read_doc(tmp_path / "a.doc", "a.doc", ".doc", 5)
    assert "LibreOffice" in caught.value.message
    assert "install" in caught.value.hint


def test_old_office_files(tmp_path: Path) -> None:
    path = tmp_path / "old"
    mark = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    path.write_bytes(mark + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(EncryptedFileError):
        detect_kind(path, "a.docx")
    path.write_bytes(mark + "Workbook".encode("utf-16-le"))
    with pytest.raises(UnsupportedTypeError, match="XLS") as caught:
        detect_kind(path, "a.xls")
    assert "XLSX" in caught.value.hint


def test_the_date_of_a_template_is_none_of_the_document(tmp_path: Path) -> None:
    word, slides = docx.Document(), pptx.Presentation()
    word.add_paragraph("A letter.")
    for name, document in (("a.docx", word), ("a.pptx", slides)):
        document.save(str(tmp_path / name))
        properties = core_properties(tmp_path / name)
        assert "created_at" not in properties
        assert "modified_at" not in properties


def test_slides(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "Lengths"
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row, cells in enumerate((("Name", "Length"), ("Po", "652"))):
        for column, value in enumerate(cells):
            table.cell(row, column).text = value
    data = CategoryChartData()
    data.categories = ["2021", "2022"]
    data.add_series("Flow", (1.5, 2))
    slide.shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, Inches(1), Inches(4), Inches(4), Inches(2), data)
    slide.notes_slide.notes_text_frame.text = "Say it slowly."
    presentation.slides.add_slide(presentation.slide_layouts[6])
    path = tmp_path / "a.pptx"
    presentation.save(str(path))
    pages, _ = read_slides(path)
    check_pages(pages)
    expected = [
        "Lengths",
        "Name | Length",
        "Po | 652",
        "| | Flow",
        "2021 | 1.5",
        "2022 | 2",
        "",
        "Notes: Say it slowly.",
    ]
    assert pages[0]["text"].splitlines() == expected
    assert pages[0]["headings"][0]["title"] == "Lengths"
    assert len(pages[0]["tables"]) == 2
    assert pages[1]["text"] == ""


@pytest.mark.parametrize("kind", ["barChart", "bar3DChart", "stockChart", "ofPieChart"])
def test_a_chart_of_any_kind_is_a_table(tmp_path: Path, kind: str) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    data = CategoryChartData()
    data.categories = ["2021", "2022"]
    data.add_series("Flow", (1234567.25, None))
    data.add_series("Loss", (0.1 + 0.2, 4))
    frame = slide.shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, Inches(1), Inches(4), Inches(4), Inches(2), data)
    frame.chart.chart_title.text_frame.text = "Litres a day"
    [plot] = frame.chart.element.findall(f".//{qn('c:barChart')}")
    plot.tag = qn(f"c:{kind}")
    path = tmp_path / "a.pptx"
    presentation.save(str(path))
    assert read_slides(path)[0][0]["text"] == "Litres a day\n| | Flow | Loss\n2021 | 1234567.25 | 0.3\n2022 |  | 4\n"


def test_the_series_of_a_chart_may_have_points_of_their_own(tmp_path: Path) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    data = XyChartData()
    for name, points in (("Ebb", [(1, 2.5), (2, 3)]), ("Flood", [(5, 7)])):
        series = data.add_series(name)
        for x, y in points:
            series.add_data_point(x, y)
    slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, Inches(1), Inches(4), Inches(4), Inches(2), data)
    path = tmp_path / "a.pptx"
    presentation.save(str(path))
    assert read_slides(path)[0][0]["text"] == "| | Ebb\n1 | 2.5\n2 | 3\n| | Flood\n5 | 7\n"


def test_a_shape_that_stands_beside_its_alternative_is_read_once(tmp_path: Path) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    shapes = [slide.shapes.add_textbox(Inches(1), Inches(1), Inches(3), Inches(1)) for _ in range(2)]
    for shape, text in zip(shapes, ("Height of the tide", "Not available in this version"), strict=True):
        shape.text_frame.text = text
    names = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    parts = "<mc:Choice Requires='a14'/><mc:Fallback/>"
    alternatives = parse_xml(f"<mc:AlternateContent {names}>{parts}</mc:AlternateContent>")
    shapes[0]._element.addprevious(alternatives)
    for place, shape in zip(alternatives, shapes, strict=True):
        place.append(shape._element)
    path = tmp_path / "a.pptx"
    presentation.save(str(path))
    assert read_slides(path)[0][0]["text"] == "Height of the tide\n"


def test_points_on_a_slide_are_items_of_a_list(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Decisions"
    slide.placeholders[1].text = "The meeting moves to Thursday\nMolasses instead of acetate\n\nOne folder a project"
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.placeholders[1].text = "One sentence is no list."
    path = tmp_path / "a.pptx"
    presentation.save(str(path))
    pages, _ = read_slides(path)
    check_pages(pages)
    points = ["- The meeting moves to Thursday", "- Molasses instead of acetate", "- One folder a project"]
    assert pages[0]["text"].splitlines() == ["Decisions", *points]
    assert pages[1]["text"].splitlines() == ["One sentence is no list."]


def test_the_points_of_a_diagram_are_read(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    drawing = "http://schemas.openxmlformats.org/drawingml/2006"
    kinds = ("doc", "node", "parTrans", "node", "pres")
    points = "".join(
        f'<d:pt modelId="{number}" type="{kind}"><d:t><a:p><a:r><a:t>Step </a:t></a:r><a:r><a:t>{number}</a:t></a:r>'
        "</a:p></d:t></d:pt>"
        for number, kind in enumerate(kinds)
    )
    data = (
        f'<d:dataModel xmlns:d="{drawing}/diagram" xmlns:a="{drawing}/main"><d:ptLst>{points}</d:ptLst></d:dataModel>'
    )
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "Plan"
    part = XmlPart(PackURI("/ppt/diagrams/data1.xml"), "application/xml", slide.part.package, parse_xml(data))
    related = slide.part.relate_to(
        part, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData"
    )
    table = slide.shapes.add_table(1, 1, Inches(1), Inches(2), Inches(4), Inches(1))
    graphic = table._element.graphic.graphicData
    graphic.clear()
    graphic.set("uri", f"{drawing}/diagram")
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    graphic.append(parse_xml(f'<d:relIds xmlns:d="{drawing}/diagram" xmlns:r="{relations}" r:dm="{related}"/>'))
    path = tmp_path / "a.pptx"
    presentation.save(str(path))
    pages, _ = read_slides(path)
    check_pages(pages)
    assert pages[0]["text"] == "Plan\n- Step 1\n- Step 3\n"


def test_workbook(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Rivers"
    for row in (
        ["Rivers of Europe"],
        ["Name", "Length", "Seen"],
        ["Po", 652.0, datetime.date(2023, 5, 5)],
        [],
        ["Note"],
    ):
        sheet.append(row)
    workbook.create_sheet("Empty")
    path = tmp_path / "a.xlsx"
    workbook.save(path)
    pages, _ = read_workbook(path)
    check_pages(pages)
    assert pages[0]["text"] == "Rivers\nRivers of Europe\nName | Length | Seen\nPo | 652 | 2023-05-05\nNote\n"
    (table,) = pages[0]["tables"]
    assert pages[0]["text"][table["start"] : table["header_end"]] == "Name | Length | Seen\n"
    assert pages[1]["text"] == ""


def test_comments_on_cells_follow_their_sheet(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["Item", "Price"])
    sheet.append(["Frame", 10])
    sheet["B2"].comment = Comment("Agreed in May,\nby telephone.", "Ilse Brandt")
    thread = "[Threaded comment]\n\nYour version of Excel shows it.\n\nComment:\n    Is this so?"
    sheet["A2"].comment = Comment(thread, "tc={6A-1}")
    path = tmp_path / "prices.xlsx"
    workbook.save(path)
    pages, _ = read_workbook(path)
    check_pages(pages)
    assert sorted(pages[0]["text"].splitlines()[-2:]) == [
        "Comment on A2: Is this so?",
        "Comment on B2 by Ilse Brandt: Agreed in May, by telephone.",
    ]

    damaged = tmp_path / "damaged.xlsx"
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(damaged, "w") as part:
        for name in whole.namelist():
            part.writestr(name, b"<comments" if "comments/" in name else whole.read(name))
    assert read_workbook(damaged)[0][0]["text"] == "Sheet\nItem | Price\nFrame | 10\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "a.csv"
    rows = [("name", "note", "length"), ("Po", '"two\nlines"', "652"), ("Elbe", "one", "1094")]
    path.write_text("\n".join(delimiter.join(row) for row in rows))
    page = read_csv(path, "a.csv")
    assert page["text"] == "name | note | length\nPo | two lines | 652\nElbe | one | 1094\n"
    assert page["tables"] == [{"start": 0, "end": len(page["text"]), "header_end": 21}]


async def test_a_stored_copy_has_no_suffix_and_every_office_format_is_read(
    tmp_path: Path, reader: SandboxedReader
) -> None:
    word, slides, book = docx.Document(), pptx.Presentation(), openpyxl.Workbook()
    word.add_paragraph("A paragraph.")
    slides.slides.add_slide(slides.slide_layouts[5]).shapes.title.text = "A slide."
    book.active.append(["A cell."])
    for name, file, text in (
        ("a.docx", word, "A paragraph."),
        ("a.pptx", slides, "A slide."),
        ("a.xlsx", book, "A cell."),
    ):
        stored = tmp_path / name.replace(".", "")
        file.save(str(stored))
        [page] = await reader.aload_data(str(stored), name)
        assert text in page.text


def test_libreoffice_finds_no_secret_and_is_told_to_follow_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "soffice"
    program.write_text(
        f"""#!/bin/sh
env > {tmp_path}/environment
profile=$(echo "$1" | sed 's#.*=file://##')
cp "$profile/user/registrymodifications.xcu" {tmp_path}/settings
cp {made_docx(tmp_path / "a.docx")} "$(dirname "$profile")/source.docx"
"""
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setenv("SHEAF_OPENAI_API_KEY", "a-secret")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "a-secret")
    source = tmp_path / "a.doc"
    source.write_bytes(b"whatever")
    pages, _ = read_doc(source, "a.doc", ".doc", 60)
    assert "The Po is long." in pages[0]["text"]
    found = (tmp_path / "environment").read_text()
    assert "a-secret" not in found
    assert f"HOME={Path.home()}\n" not in found
    blocked = ElementTree.parse(tmp_path / "settings").find(".//*[@{http://openoffice.org/2001/registry}name]")
    assert blocked is not None
    assert blocked.attrib["{http://openoffice.org/2001/registry}name"] == "BlockUntrustedRefererLinks"
    assert blocked.findtext("value") == "true"


def test_reading_workers_have_no_secret_in_their_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_OPENAI_API_KEY", "a-secret")
    assert "PYTEST_VERSION" in os.environ
    sandbox = Sandbox(reading_limits(workers=1))
    try:
        # The latter is set in every test: also where another has started the server that workers are forked from.
        found = [sandbox.schedule(os.getenv, name).result() for name in ("SHEAF_OPENAI_API_KEY", "PYTEST_VERSION")]
        path = sandbox.schedule(os.getenv, "PATH").result()
    finally:
        sandbox.close()
    assert found == [None, None]
    assert path
