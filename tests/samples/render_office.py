"""Sample documents as DOCX, PPTX, XLSX and HTML."""

from __future__ import annotations

import csv
import datetime
from html import escape
from pathlib import Path

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor
from docx.text.paragraph import Paragraph
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from pptx import Presentation
from pptx.util import Inches
from pptx.util import Pt as SlidePt

from tests.samples.markdown_source import Block, Run, Source


def render_docx(source: Source, path: Path) -> None:
    """Writes a Word document with real headings, lists, tables and a page header."""
    document = Document()
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = "Calibri", Pt(11)
    header = document.sections[0].header.paragraphs[0]
    header.text = source.properties["header"]
    header.runs[0].font.size, header.runs[0].font.color.rgb = Pt(8), RGBColor(0x5A, 0x66, 0x70)
    for block in source.blocks:
        if block.kind == "heading":
            document.add_heading(block.text, level=block.level)
        elif block.kind == "paragraph":
            _write(document.add_paragraph(), block.runs)
        elif block.kind == "table":
            table = document.add_table(rows=0, cols=len(block.right), style="Light Grid Accent 1")
            for row in block.rows:
                for cell, text, right in zip(table.add_row().cells, row, block.right, strict=True):
                    cell.text = text
                    if right:
                        cell.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.RIGHT
            document.add_paragraph()
        else:
            style = "List Bullet" if block.kind == "bullets" else "List Number"
            for number, item in enumerate(block.items, start=1):
                # Word would go on counting from the list before; the steps of each procedure start at 1.
                paragraph = document.add_paragraph(style=style if block.kind == "bullets" else "List")
                _write(paragraph, item if block.kind == "bullets" else [Run(f"{number}. "), *item])
    properties = document.core_properties
    properties.title = source.properties["title"]
    properties.author = "; ".join(source.authors)
    properties.comments = ""
    properties.created = properties.modified = _moment(source)
    properties.last_modified_by = source.authors[0]
    document.save(str(path))


def render_pptx(source: Source, path: Path) -> None:
    """Writes a presentation: one slide for each heading, the first of them the title slide."""
    presentation = Presentation()
    slides: list[list[Block]] = []
    for block in source.blocks:
        if block.kind == "heading":
            slides.append([])
        slides[-1].append(block)
    for number, (heading, *blocks) in enumerate(slides):
        slide = presentation.slides.add_slide(presentation.slide_layouts[1 if number else 0])
        slide.shapes.title.text = heading.text
        body = slide.placeholders[1]
        lines = [line for block in blocks for line in _lines(block)]
        body.text_frame.text = "\n".join(lines)
        table = next((block for block in blocks if block.kind == "table"), None)
        if table is not None:
            body.element.getparent().remove(body.element)
            _slide_table(slide, table)
    properties = presentation.core_properties
    properties.title = source.properties["title"]
    properties.author = "; ".join(source.authors)
    properties.created = properties.modified = _moment(source)
    properties.last_modified_by = source.authors[0]
    presentation.save(str(path))


def render_xlsx(sheets: dict[str, Path], path: Path, *, title: str, author: str, date: datetime.datetime) -> None:
    """Writes a workbook with one sheet for each CSV file: a bold header row, numbers as numbers."""
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, file in sheets.items():
        sheet = workbook.create_sheet(name)
        with file.open(encoding="utf-8", newline="") as stream:
            for row in csv.reader(stream):
                sheet.append([int(cell) if cell.lstrip("-").isdigit() else cell for cell in row])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
            cell.fill = PatternFill("solid", fgColor="E8F0F5")
        sheet.freeze_panes = "B2"
        sheet.column_dimensions["A"].width = 34
        for column in "BCDE":
            sheet.column_dimensions[column].width = 20
    workbook.properties.title, workbook.properties.creator = title, author
    workbook.properties.created = workbook.properties.modified = date
    workbook.save(path)


def render_html(source: Source, path: Path) -> None:
    """Writes a small web page with a menu and a footer around the article."""
    properties = source.properties
    body = "\n".join(_html(block) for block in source.blocks)
    path.write_text(
        f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{escape(properties["title"])}</title>
<meta name="author" content="{escape(", ".join(source.authors))}">
<meta name="date" content="{properties["date"]}">
<style>body {{ font-family: Georgia, serif; max-width: 42em; margin: 2em auto; line-height: 1.5 }}
table {{ border-collapse: collapse }} td, th {{ border: 1px solid #9ab; padding: .2em .6em }}</style>
</head>
<body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/contact">Contact</a></nav>
<article>
{body}
</article>
<footer>{escape(properties.get("header", source.authors[0]))}</footer>
</body>
</html>
""",
        encoding="utf-8",
    )


def _write(paragraph: Paragraph, runs: list[Run]) -> None:
    for piece in runs:
        run = paragraph.add_run(piece.text)
        run.bold, run.italic = piece.bold or None, piece.italic or None


def _lines(block: Block) -> list[str]:
    return ["".join(run.text for run in item) for item in block.items] or ([block.text] if block.runs else [])


def _slide_table(slide: object, block: Block) -> None:
    shapes = slide.shapes  # type: ignore[attr-defined]  # python-pptx exports no slide type
    frame = shapes.add_table(len(block.rows), len(block.right), Inches(1), Inches(2), Inches(8), Inches(2.4))
    for row, cells in zip(frame.table.rows, block.rows, strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
            cell.text_frame.paragraphs[0].font.size = SlidePt(20)


def _html(block: Block) -> str:
    if block.kind == "heading":
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if block.kind == "paragraph":
        return f"<p>{_inline(block.runs)}</p>"
    if block.kind == "table":
        rows = [
            "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
            for row, tag in zip(block.rows, ["th", *["td"] * len(block.rows)], strict=False)
        ]
        return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in rows) + "\n</table>"
    tag = "ul" if block.kind == "bullets" else "ol"
    return f"<{tag}>" + "".join(f"<li>{_inline(item)}</li>" for item in block.items) + f"</{tag}>"


def _inline(runs: list[Run]) -> str:
    parts = []
    for run in runs:
        text = escape(run.text, quote=False)
        text = f"<strong>{text}</strong>" if run.bold else text
        parts.append(f"<em>{text}</em>" if run.italic else text)
    return "".join(parts)


def _moment(source: Source) -> datetime.datetime:
    return datetime.datetime.fromisoformat(f"{source.properties['date']}T09:00:00")
