"""Sample documents as PDF: a report with running header and footer, a paper and a patent in two columns."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import patch

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.shapes import Drawing
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from tests.samples.markdown_source import Block, Run, Source

WIDTH, HEIGHT = A4
SEA = colors.HexColor("#12507a")
MIST = colors.HexColor("#e8f0f5")
GREY = colors.HexColor("#5a6670")
MARGIN = 22 * mm
GUTTER = 7 * mm
COLUMN = (WIDTH - 2 * MARGIN - GUTTER) / 2


class _Pages(BaseDocTemplate):  # type: ignore[misc]  # reportlab ships no types
    """A template that makes a bookmark of every heading."""

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  # reportlab's name for the hook
        level = getattr(flowable, "outline_level", None)
        if level is None:
            return
        text = flowable.getPlainText()
        key = f"{self.page}-{text}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(text, key, level=level, closed=False)


def render_pdf(source: Source, path: Path) -> None:
    """Writes one PDF in the layout that the source asks for. The same source gives the same bytes."""
    layout = source.properties["layout"]
    build: Callable[[Source, Path], None] = {"report": _report, "paper": _paper, "patent": _patent}[layout]
    # What reportlab takes for now, in the file's own dates.
    moment = datetime.datetime.fromisoformat(f"{source.properties['date']}T09:00:00+00:00")
    with patch.dict(os.environ, {"SOURCE_DATE_EPOCH": str(int(moment.timestamp()))}):
        build(source, path)


def _template(source: Source, path: Path) -> _Pages:
    properties = source.properties
    name = properties.get("subtitle")
    return _Pages(
        str(path),
        pagesize=A4,
        title=f"{properties['title']} - {name}" if name else properties["title"],
        author=", ".join(source.authors),
        keywords=properties.get("keywords", ""),
        lang="en-GB",
        invariant=1,
    )


def _furniture(header: str, *, rule: bool) -> Callable[[Any, Any], None]:
    def draw(canvas: Any, document: Any) -> None:
        canvas.saveState()
        canvas.setFont("Helvetica", 8)
        canvas.setFillColor(GREY)
        left, _, right = header.partition(" | ")
        canvas.drawString(MARGIN, HEIGHT - 14 * mm, left)
        canvas.drawRightString(WIDTH - MARGIN, HEIGHT - 14 * mm, right)
        canvas.drawCentredString(WIDTH / 2, 11 * mm, str(document.page))
        if rule:
            canvas.setStrokeColor(SEA)
            canvas.setLineWidth(0.6)
            canvas.line(MARGIN, HEIGHT - 16 * mm, WIDTH - MARGIN, HEIGHT - 16 * mm)
        canvas.restoreState()

    return draw


def _report(source: Source, path: Path) -> None:
    properties = source.properties
    document = _template(source, path)

    def cover(canvas: Any, _: Any) -> None:
        canvas.setFillColor(SEA)
        canvas.rect(0, HEIGHT * 0.42, WIDTH, HEIGHT * 0.58, stroke=0, fill=1)
        canvas.setStrokeColor(colors.HexColor("#7fb2d0"))
        for wave in range(9):
            base = HEIGHT * 0.46 + wave * 7 * mm
            canvas.setLineWidth(0.5 + wave * 0.25)
            canvas.bezier(0, base, WIDTH * 0.3, base + 22 * mm, WIDTH * 0.6, base - 22 * mm, WIDTH, base + 6 * mm)

    frame = Frame(MARGIN, 20 * mm, WIDTH - 2 * MARGIN, HEIGHT - 42 * mm, id="body", leftPadding=0, rightPadding=0)
    document.addPageTemplates(
        [
            PageTemplate("cover", [frame], onPage=cover),
            PageTemplate("body", [frame], onPage=_furniture(properties["header"], rule=True)),
        ]
    )
    white = ParagraphStyle("white", fontName="Helvetica", fontSize=15, leading=20, textColor=colors.white)
    title = ParagraphStyle("title", parent=white, fontName="Helvetica-Bold", fontSize=34, leading=42)
    story: list[Flowable] = [
        Spacer(1, 12 * mm),
        Paragraph(escape(properties["subtitle"]), white),
        Spacer(1, 4 * mm),
        Paragraph(escape(properties["title"]), title),
        Spacer(1, 145 * mm),
        Paragraph(
            f"Published at Ommer Harbour on {_day(properties['date'])}",
            ParagraphStyle("published", parent=white, fontSize=11, textColor=GREY),
        ),
        NextPageTemplate("body"),
        PageBreak(),
    ]
    fresh_page = {"Operations", "Financial statements"}
    for block in source.blocks:
        if block.kind == "heading" and block.text in fresh_page:
            story.append(PageBreak())
        story.extend(_flow(block, _styles("Helvetica", 10, 14.5, justified=False), WIDTH - 2 * MARGIN))
    document.build(_kept(story))


def _paper(source: Source, path: Path) -> None:
    properties = source.properties
    centre = ParagraphStyle("centre", fontName="Times-Roman", fontSize=10.5, leading=14, alignment=TA_CENTER)
    title = ParagraphStyle("title", parent=centre, fontName="Times-Bold", fontSize=17, leading=21)
    head = [
        Paragraph(escape(properties["title"]), title),
        Spacer(1, 3 * mm),
        Paragraph(escape(" and ".join(source.authors)), centre),
        Paragraph(f"<i>{escape(properties['affiliation'])}</i>", centre),
        Paragraph(
            f"Published {_day(properties['date'])}. doi:{properties['doi']}",
            ParagraphStyle("doi", parent=centre, fontSize=9),
        ),
    ]
    _two_columns(source, path, head, 40 * mm)


def _patent(source: Source, path: Path) -> None:
    properties = source.properties
    plain = ParagraphStyle("plain", fontName="Times-Roman", fontSize=10.5, leading=14.5)
    strong = ParagraphStyle("strong", parent=plain, fontName="Times-Bold", fontSize=13, leading=17)
    fields = [
        ("(10) Patent No.:", properties["number"]),
        ("(45) Date of Patent:", _day(properties["date"])),
        ("(54) Title:", properties["title"]),
        ("(75) Inventors:", ", ".join(source.authors)),
        ("(73) Assignee:", properties["affiliation"]),
        ("(21) Appl. No.:", properties["application"]),
        ("(22) Filed:", properties["filed"]),
    ]
    head = [Paragraph("United States Patent", strong), Spacer(1, 2 * mm)]
    head += [Paragraph(f"{label} <b>{escape(value)}</b>", plain) for label, value in fields]
    _two_columns(source, path, head, 55 * mm)


def _two_columns(source: Source, path: Path, head: list[Flowable], head_height: float) -> None:
    document = _template(source, path)
    top, bottom = HEIGHT - 20 * mm, 18 * mm
    left, right = MARGIN, MARGIN + COLUMN + GUTTER

    def columns(upper: float) -> list[Frame]:
        return [Frame(x, bottom, COLUMN, upper - bottom, leftPadding=0, rightPadding=0) for x in (left, right)]

    title = Frame(MARGIN, top - head_height, WIDTH - 2 * MARGIN, head_height, leftPadding=0, rightPadding=0)
    furniture = _furniture(source.properties["header"], rule=False)
    document.addPageTemplates(
        [
            PageTemplate("first", [title, *columns(top - head_height)], onPage=furniture),
            PageTemplate("later", columns(top), onPage=furniture),
        ]
    )
    story = [*head, NextPageTemplate("later"), FrameBreak()]
    for block in source.blocks:
        if block.kind == "heading" and block.text == "Claims":
            story.append(PageBreak())
        story.extend(_flow(block, _styles("Times-Roman", 10, 12.6, justified=True), COLUMN))
    document.build(_kept(story))


def _styles(font: str, size: float, leading: float, *, justified: bool) -> dict[str, ParagraphStyle]:
    bold = {"Helvetica": "Helvetica-Bold", "Times-Roman": "Times-Bold"}[font]
    body = ParagraphStyle("body", fontName=font, fontSize=size, leading=leading, spaceAfter=leading * 0.55)
    if justified:
        body.alignment = TA_JUSTIFY
    heading = ParagraphStyle("h", fontName=bold, textColor=SEA if font == "Helvetica" else colors.black)
    heading.keepWithNext = True
    return {
        "body": body,
        "caption": ParagraphStyle("caption", parent=body, fontName=bold, fontSize=size - 1, keepWithNext=True),
        "h1": ParagraphStyle(
            "h1",
            parent=heading,
            fontSize=size * (1.9 if font == "Helvetica" else 1.15),
            leading=leading * 1.8,
            spaceBefore=leading * 0.4,
        ),
        "h2": ParagraphStyle("h2", parent=heading, fontSize=size * 1.3, leading=leading * 1.5),
        "cell": ParagraphStyle("cell", parent=body, fontSize=size - 1, leading=leading - 2, spaceAfter=0, alignment=0),
    }


def _flow(block: Block, styles: dict[str, ParagraphStyle], width: float) -> list[Flowable]:
    if block.kind == "heading":
        heading = Paragraph(_markup(block.runs), styles[f"h{min(block.level, 2)}"])
        heading.outline_level = block.level - 1
        return [heading]
    if block.kind == "paragraph":
        caption = block.text.startswith("Table ") and block.text[6:7].isdigit() and len(block.text) < 80
        return [Paragraph(_markup(block.runs), styles["caption" if caption else "body"])]
    if block.kind in ("bullets", "numbers"):
        indented = ParagraphStyle("item", parent=styles["body"], leftIndent=14, bulletIndent=2)
        indented.bulletFontName, indented.bulletFontSize = indented.fontName, indented.fontSize
        marks = ["\u2022" if block.kind == "bullets" else f"{n}." for n in range(1, len(block.items) + 1)]
        return [
            Paragraph(_markup(item), indented, bulletText=mark) for item, mark in zip(block.items, marks, strict=True)
        ]
    if block.kind == "table":
        return [_table(block, styles["cell"], width), Spacer(1, 10)]
    return [Paragraph(escape(block.text), styles["caption"]), _chart(block, width), Spacer(1, 8)]


def _markup(runs: list[Run]) -> str:
    parts = []
    for run in runs:
        text = escape(run.text)
        text = f"<b>{text}</b>" if run.bold else text
        parts.append(f"<i>{text}</i>" if run.italic else text)
    return "".join(parts)


def _table(block: Block, cell: ParagraphStyle, width: float) -> Table:
    count = len(block.right)
    first = 0.44 if count <= 4 and not block.right[0] else 1 / count
    widths = [width * first] + [width * (1 - first) / max(count - 1, 1)] * (count - 1)
    rows = []
    for number, row in enumerate(block.rows):
        important = number == 0 or row[0].startswith(("Total", "Operating result", "Net result"))
        rows.append(
            [
                Paragraph(
                    f"<b>{escape(text)}</b>" if important else escape(text),
                    ParagraphStyle("c", parent=cell, alignment=2 if right else 0),
                )
                for text, right in zip(row, block.right, strict=True)
            ]
        )
    style = [
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("BACKGROUND", (0, 0), (-1, 0), MIST),
        ("LINEABOVE", (0, 0), (-1, 0), 0.8, SEA),
        ("LINEBELOW", (0, 0), (-1, 0), 0.4, SEA),
        ("LINEBELOW", (0, -1), (-1, -1), 0.8, SEA),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ]
    return Table(rows, colWidths=widths, style=style, repeatRows=1)


def _chart(block: Block, width: float) -> Drawing:
    drawing = Drawing(width, 48 * mm)
    chart = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 34, 14, width - 60, 40 * mm
    chart.data = [[float(value) for _, value in block.rows]]
    chart.categoryAxis.categoryNames = [label for label, _ in block.rows]
    chart.valueAxis.valueMin, chart.valueAxis.valueMax, chart.valueAxis.valueStep = 0, 10_000, 2_500
    chart.valueAxis.labelTextFormat = "{:,.0f}".format
    chart.bars[0].fillColor = SEA
    chart.bars[0].strokeColor = None
    chart.barWidth, chart.groupSpacing = 10, 14
    for axis in (chart.categoryAxis, chart.valueAxis):
        axis.labels.fontName, axis.labels.fontSize = "Helvetica", 8
    drawing.add(chart)
    return drawing


def _kept(story: list[Flowable]) -> list[Flowable]:
    """Captions stay with what they caption: reportlab keeps a paragraph with the next one, but not with a table."""
    result: list[Flowable] = []
    for flowable in story:
        if result and isinstance(flowable, Table | Drawing) and result[-1].style.name == "caption":
            result.append(KeepTogether([result.pop(), flowable]))
        else:
            result.append(flowable)
    return result


def _day(date: str) -> str:
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {day:%B %Y}"
