"""Word documents beyond paragraphs and headings: notes, merged cells, text boxes, changes."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.enum.section import WD_SECTION
from docx.enum.style import WD_STYLE_TYPE
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.table import Table
from docx.text.paragraph import Paragraph

from app.reading.docx import read_docx
from app.reading.docx_numbers import W
from nodes.domain.documents import Page


def read(document: Document, tmp_path: Path) -> list[Page]:
    path = tmp_path / "a.docx"
    document.save(str(path))
    return read_docx(path)[0]


def add_notes(document: Document, kind: str, *texts: str) -> None:
    """The part of the notes as Word writes it, its two separators included."""
    written = "".join(
        f'<w:{kind} w:id="{number}"><w:p><w:r><w:{kind}Ref/></w:r><w:r><w:t>{text}</w:t></w:r></w:p></w:{kind}>'
        for number, text in enumerate(texts, start=1)
    )
    rule = f'<w:{kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:{kind}>'
    blob = f"<w:{kind}s {nsdecls('w')}>{rule}{written}</w:{kind}s>".encode()
    is_foot = kind == "footnote"
    content_type = CONTENT_TYPE.WML_FOOTNOTES if is_foot else CONTENT_TYPE.WML_ENDNOTES
    package = document.part.package
    assert package is not None
    part = Part(PackURI(f"/word/{kind}s.xml"), content_type, blob, package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES if is_foot else RELATIONSHIP_TYPE.ENDNOTES)


def refer(paragraph: Paragraph, kind: str, number: int, around: str = "{}") -> None:
    run = f'<w:r {nsdecls("w")}><w:{kind}Reference w:id="{number}"/></w:r>'
    paragraph._p.append(parse_xml(around.format(run)))


def test_notes_follow_what_refers_to_them(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    document = docx.Document()
    heading = document.add_heading("Results", level=1)
    revenue = document.add_paragraph("Revenue grew by 12%")
    refer(revenue, "footnote", 2)
    revenue.add_run(" in 2023.")
    refer(revenue, "endnote", 1)
    table = document.add_table(rows=2, cols=2)
    for row, cells in enumerate((("Item", "Value"), ("Costs", "5"))):
        for column, value in enumerate(cells):
            table.cell(row, column).text = value
    refer(table.cell(1, 1).paragraphs[0], "footnote", 1)
    document.add_paragraph("The end.")
    refer(heading, "footnote", 3, f'<w:del {nsdecls("w")} w:id="9">{{}}</w:del>')
    add_notes(document, "footnote", "Without leases.", "At constant exchange rates.", "No longer said.")
    add_notes(document, "endnote", "Annual report, page 7.")
    pages = read(document, tmp_path)
    check_pages(pages)
    assert pages[0]["text"] == (
        "Results\nRevenue grew by 12% in 2023.\nFootnote 1: At constant exchange rates.\n"
        "Endnote 1: Annual report, page 7.\nItem | Value\nCosts | 5\nFootnote 2: Without leases.\nThe end.\n"
    )


def add_table(document: Document, rows: Sequence[Sequence[str]], *merged: tuple[int, int, int, int]) -> Table:
    """A table with the cells of these first and last rows and columns merged; their text is that of the first."""
    table: Table = document.add_table(rows=len(rows), cols=max(map(len, rows)))
    for number, cells in enumerate(rows):
        for column, text in enumerate(cells):
            table.cell(number, column).text = text
    for top, left, bottom, right in merged:
        first = table.cell(top, left)
        text = first.text
        first.merge(table.cell(bottom, right)).text = text
    return table


def test_merged_cells_are_told_in_each_row(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    document = docx.Document()
    rows = [
        ["Results", "", "", "", ""],
        ["Region", "2023", "", "2022", ""],
        ["", "Revenue", "Costs", "Revenue", "Costs"],
        ["North", "10", "5", "9", "4"],
        ["", "11", "6", "8", "3"],
        ["South", "not reported", "", "7", "2"],
    ]
    add_table(document, rows, (0, 0, 0, 4), (1, 0, 2, 0), (1, 1, 1, 2), (1, 3, 1, 4), (3, 0, 4, 0), (5, 1, 5, 2))
    pages = read(document, tmp_path)
    check_pages(pages)
    header = "Region | 2023 Revenue | 2023 Costs | 2022 Revenue | 2022 Costs\n"
    assert pages[0]["text"] == (
        f"Results\n{header}North | 10 | 5 | 9 | 4\nNorth | 11 | 6 | 8 | 3\nSouth | not reported |  | 7 | 2\n"
    )
    (table,) = pages[0]["tables"]
    assert pages[0]["text"][table["start"] : table["header_end"]] == header


def test_header_rows_that_word_repeats_are_the_header(tmp_path: Path) -> None:
    document = docx.Document()
    table = add_table(document, [["Item", "Year"], ["of sale", "2023"], ["Frames", "10"], ["Wheels", "12"]])
    for row in table.rows[:2]:
        row._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))
    assert read(document, tmp_path)[0]["text"] == "Item of sale | Year 2023\nFrames | 10\nWheels | 12\n"


@pytest.mark.parametrize(
    ("start", "page_count"),
    [(WD_SECTION.NEW_PAGE, 2), (WD_SECTION.ODD_PAGE, 2), (WD_SECTION.CONTINUOUS, 1), (WD_SECTION.NEW_COLUMN, 1)],
)
def test_a_section_begins_a_page_unless_it_says_otherwise(
    tmp_path: Path, check_pages: Callable[[list[Page]], None], start: WD_SECTION, page_count: int
) -> None:
    document = docx.Document()
    document.add_paragraph("The lease begins in May.")
    document.add_section(start)
    document.add_paragraph("The annex lists the rooms.")
    pages = read(document, tmp_path)
    check_pages(pages)
    assert [page["number"] for page in pages] == [*range(1, page_count + 1)]
    assert "annex" in pages[-1]["text"]


def test_a_table_over_two_pages(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    document = docx.Document()
    table = add_table(document, [["Region", "Year"], ["North", "2022"], ["", "2023"]], (1, 0, 2, 0))
    run = table.cell(2, 1).paragraphs[0].runs[0]._r
    run.insert(0, parse_xml(f"<w:lastRenderedPageBreak {nsdecls('w')}/>"))
    pages = read(document, tmp_path)
    check_pages(pages)
    assert [page["text"] for page in pages] == ["Region | Year\nNorth | 2022\n", "North | 2023\n"]


def add(paragraph: Paragraph, *markup: str) -> None:
    for each in markup:
        name, _, rest = each.partition(">")
        paragraph._p.append(parse_xml(f"{name} {nsdecls('w')}>{rest}"))


BOX = (
    '<w:r><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>'
    "<w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></w:r>"
)


def test_what_was_deleted_is_not_read(tmp_path: Path) -> None:
    document = docx.Document()
    changed = document.add_paragraph("The term is ")
    add(changed, "<w:del><w:r><w:delText>two</w:delText></w:r></w:del>", "<w:ins><w:r><w:t>three</w:t></w:r></w:ins>")
    changed.add_run(" years.")
    table = add_table(document, [["Item", "Price"], ["Frames", "10"], ["Wheels", "12"]])
    table.rows[1]._tr.get_or_add_trPr().append(parse_xml(f"<w:del {nsdecls('w')}/>"))
    assert read(document, tmp_path)[0]["text"] == "The term is three years.\nItem | Price\nWheels | 12\n"


def test_hidden_text_is_not_read(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Shown.").add_run(" Hidden.").font.hidden = True
    document.paragraphs[0].add_run(" Shown again.").font.hidden = False
    assert read(document, tmp_path)[0]["text"] == "Shown. Shown again.\n"


def test_a_text_box_is_read_once(tmp_path: Path) -> None:
    document = docx.Document()
    add(document.add_paragraph("Above."), BOX)
    table = add_table(document, [["Item", "Note"], ["Frames", "See"]])
    add(table.cell(1, 1).paragraphs[0], BOX)
    assert read(document, tmp_path)[0]["text"] == "Above.\nIn a box.\nItem | Note\nFrames | See In a box.\n"


def test_formulas_and_raised_digits(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("It holds 10")
    paragraph.add_run("6").font.superscript = True
    paragraph.add_run(" m")
    paragraph.add_run("3").font.superscript = True
    paragraph.add_run(" where ")
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    paragraph._p.append(parse_xml(f'<m:oMath xmlns:m="{math}"><m:r><m:t>E=mc</m:t></m:r></m:oMath>'))
    assert read(document, tmp_path)[0]["text"] == "It holds 10^6 m3 where E=mc\n"


@pytest.mark.parametrize(
    ("core", "title"),
    [
        ("", "Lease of Unit 4, Harrow Yard"),
        ("Word Document", "Lease of Unit 4, Harrow Yard"),
        ("Lease of May", "Lease of May"),
    ],
)
def test_the_style_for_titles_tells_the_title_where_the_properties_do_not(
    tmp_path: Path, core: str, title: str
) -> None:
    document = docx.Document()
    document.core_properties.title = core
    document.add_paragraph("Harrow Estates")
    document.add_paragraph("Lease of Unit 4,", style="Title")
    document.add_paragraph("")
    own = document.styles.add_style("Cover", WD_STYLE_TYPE.PARAGRAPH)
    own.base_style = document.styles["Title"]
    document.add_paragraph("Harrow Yard", style="Cover")
    document.add_heading("Parties", 1)
    document.add_paragraph("Schedule", style="Title")
    path = tmp_path / "lease.docx"
    document.save(str(path))
    assert read_docx(path)[1].get("title") == title


def test_without_the_style_for_titles_there_is_none(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Parties", 1)
    path = tmp_path / "lease.docx"
    document.save(str(path))
    assert "title" not in read_docx(path)[1]


def test_text_goes_on_behind_a_text_box(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Above.")
    add(paragraph, BOX)
    paragraph.add_run("Below.")
    assert read(document, tmp_path)[0]["text"] == "Above.\nIn a box.\nBelow.\n"


def test_comments_follow_what_they_are_on_with_who_wrote_them(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The supplier delivers fifty pumps.")
    document.add_comment(paragraph.runs, text="Is this agreed?", author="Ilse Brandt")
    document.add_paragraph("The end.")
    assert read(document, tmp_path)[0]["text"] == (
        "The supplier delivers fifty pumps.\nComment by Ilse Brandt: Is this agreed?\nThe end.\n"
    )


SCHEME = """<w:abstractNum {names} w:abstractNumId="90">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Heading1"/>
    <w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
  <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>
  <w:lvl w:ilvl="3"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%4)"/></w:lvl>
  <w:lvl w:ilvl="4"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl>
</w:abstractNum>"""


@pytest.fixture
def numbered() -> Document:
    """A document with a scheme of numbers, and two lists that count by it: 90, and 91 from 7."""
    document = docx.Document()
    numbering = document.part.numbering_part.element
    numbering.insert(0, parse_xml(SCHEME.format(names=nsdecls("w"))))
    for number, restart in ((90, ""), (91, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>')):
        item = f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="90"/>{restart}</w:num>'
        numbering.append(parse_xml(item))
    return document


def number(paragraph: Paragraph, level: int, of_list: int = 90) -> Paragraph:
    told = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{of_list}"/></w:numPr>'
    paragraph._p.get_or_add_pPr().append(parse_xml(told))
    return paragraph


def test_headings_and_items_have_the_numbers_that_word_shows(numbered: Document, tmp_path: Path) -> None:
    numbered.styles["Heading 1"].element.get_or_add_pPr().append(
        parse_xml(f'<w:numPr {nsdecls("w")}><w:numId w:val="90"/></w:numPr>')
    )
    numbered.add_heading("Scope", 1)
    for level, text in (
        (1, "Pumps."),
        (2, "Large."),
        (2, "Small."),
        (4, "Red."),
        (3, "Old."),
        (3, "New."),
        (1, "Oil."),
    ):
        number(numbered.add_paragraph(text), level)
    deleted = number(numbered.add_paragraph(), 1)
    deleted._p.get_or_add_pPr().append(parse_xml(f'<w:rPr {nsdecls("w")}><w:del w:id="8"/></w:rPr>'))
    numbered.add_heading("Term", 1)
    number(numbered.add_paragraph("Two years."), 1)
    number(numbered.add_paragraph("Not counted."), 0, 0)
    number(numbered.add_paragraph("Law."), 0, 91)
    number(numbered.add_paragraph("Of no list that is there."), 0, 92)
    (page,) = read(numbered, tmp_path)
    assert page["text"].splitlines() == [
        *("1. Scope", "1.1 Pumps.", "(a) Large.", "(b) Small.", "- Red.", "IV) Old.", "V) New.", "1.2 Oil."),
        *("2. Term", "2.1 Two years.", "Not counted.", "7. Law.", "- Of no list that is there."),
    ]
    assert [heading["title"] for heading in page["headings"]] == ["1. Scope", "2. Term"]


def test_numbers_in_the_cells_of_a_table(numbered: Document, tmp_path: Path) -> None:
    table = add_table(numbered, [["No.", "Item"], ["", "Frames"], ["", "Wheels"]])
    for row in (1, 2):
        number(table.cell(row, 0).paragraphs[0], 0)
        number(table.cell(row, 1).paragraphs[0], 4)
    assert read(numbered, tmp_path)[0]["text"] == "No. | Item\n1. | Frames\n2. | Wheels\n"


@pytest.mark.parametrize(
    ("form", "shown"), [("lowerLetter", "bb"), ("upperRoman", "XXVIII"), ("decimalZero", "28"), ("chicago", "28")]
)
def test_formats_of_numbers(numbered: Document, tmp_path: Path, form: str, shown: str) -> None:
    (level, *_) = numbered.part.numbering_part.element[0]
    level.find(f"{W}numFmt").set(f"{W}val", form)
    level.find(f"{W}start").set(f"{W}val", "28")
    number(numbered.add_paragraph("Tides."), 0)
    assert read(numbered, tmp_path)[0]["text"] == f"{shown}. Tides.\n"


def test_a_picture_that_is_not_there_costs_nothing_else(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("The sea rose.")
    whole, path = tmp_path / "whole.docx", tmp_path / "a.docx"
    document.save(str(whole))
    lost = '<Relationship Id="rId99" Type="http://schemas/image" Target="NULL"/></Relationships>'
    with zipfile.ZipFile(whole) as archive, zipfile.ZipFile(path, "w") as written:
        for name in archive.namelist():
            part = archive.read(name)
            if name == "word/_rels/document.xml.rels":
                part = part.replace(b"</Relationships>", lost.encode())
            written.writestr(name, part)
    assert read_docx(path)[0][0]["text"] == "The sea rose.\n"
