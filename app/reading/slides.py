"""PPTX: one page a slide, its title as heading, then its text, tables, charts, diagrams and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from app.reading.layout import PageBuilder
from app.reading.normalise import normalise_line
from app.reading.ooxml import core_properties
from app.reading.tables import Grid, Merged, unfolded
from nodes.domain.documents import FileProperties, Page

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_DATA = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm"
_LINE = f"{_DRAWING}p"
_SLIDE = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_TREES = frozenset({f"{_SLIDE}spTree", f"{_SLIDE}grpSp"})
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_MOST_POINTS = 10_000
"""Of one series; what shows more is no chart to be read."""


def read_slides(path: Path) -> tuple[list[Page], FileProperties]:
    """All slides in order, hidden ones included, and the core properties."""
    import pptx

    presentation = pptx.Presentation(str(path))
    pages = [_page(slide, number) for number, slide in enumerate(presentation.slides, start=1)]
    return pages, core_properties(path)


def _page(slide: Any, number: int) -> Page:
    builder = PageBuilder()
    _choose(slide)
    title = slide.shapes.title
    if title is not None and title.has_text_frame:
        builder.add_heading(title.text_frame.text, 1)
    title_id = title.shape_id if title is not None else None
    for shape in _reading_order(slide.shapes):
        if shape.shape_id == title_id:
            continue
        if getattr(shape, "has_table", False):
            header_rows = 1 if shape.table.first_row else 0
            titles, rows = unfolded(_grid(shape.table), header_rows)
            builder.add_text("\n".join(titles))
            builder.add_table(rows, header_rows)
        elif getattr(shape, "has_chart", False):
            builder.add_text(_chart_title(shape.chart))
            builder.add_table(list(_chart_rows(shape.chart)), 1)
        elif points := list(_diagram_points(shape, slide.part)):
            builder.add_text("\n".join(points))
        elif shape.has_text_frame:
            builder.add_text("\n".join(_lines(shape)))
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = slide.notes_slide.notes_text_frame.text
        # Parted from what stands on the slide, whose last line has no full stop.
        builder.add_text(f"\nNotes: {notes}" if notes.strip() else "")
    return builder.build(number)


def _choose(slide: Any) -> None:
    """Puts shapes that newer programs show in the place of their alternatives, which python-pptx passes over.

    A text with a formula in it is one of them.
    """
    for alternatives in list(slide.element.iter(f"{_COMPATIBILITY}AlternateContent")):
        chosen, parent = alternatives.find(f"{_COMPATIBILITY}Choice"), alternatives.getparent()
        if chosen is not None and parent.tag in _TREES:
            for shape in list(chosen):
                alternatives.addprevious(shape)
            parent.remove(alternatives)


def _lines(shape: Any) -> list[str]:
    """The paragraphs of a shape, those of a list marked as its items: what parts them is a bullet, not a full stop."""
    paragraphs = [paragraph for paragraph in shape.text_frame.paragraphs if paragraph.text.strip()]
    listed = shape.is_placeholder and len(paragraphs) > 1
    return [f"- {each.text}" if listed or each.level else each.text for each in paragraphs]


def _grid(table: Any) -> Grid:
    """The cells of a table where they stand; python-pptx says of which others each is the first."""
    rows = [list(row.cells) for row in table.rows]
    texts = [["" if cell.is_spanned else cell.text for cell in cells] for cells in rows]
    merged = [
        Merged(number, column, cell.span_height, cell.span_width)
        for number, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell.is_merge_origin
    ]
    return Grid(texts, merged)


def _diagram_points(shape: Any, part: Any) -> Iterator[str]:
    """The texts of a diagram (SmartArt), which python-pptx does not read: they are in a part of their own."""
    from pptx.oxml import parse_xml

    names = [related.get(_DATA) for related in shape.element.iter(f"{_DIAGRAM}relIds")]
    for data in (part.related_part(name) for name in names if name in part.rels):
        for point in parse_xml(data.blob).iter(f"{_DIAGRAM}pt"):
            if point.get("type", "node") in {"node", "asst"}:
                lines = ("".join(text.text or "" for text in line.iter(f"{_DRAWING}t")) for line in point.iter(_LINE))
                if text := normalise_line(" ".join(lines)):
                    yield f"- {text}"


def _reading_order(shapes: Iterable[Any]) -> Iterator[Any]:
    """Shapes from top to bottom, then from left to right; groups are opened. Those without a place keep theirs."""
    for shape in sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0, shape.shape_id)):
        if hasattr(shape, "shapes"):
            yield from _reading_order(shape.shapes)
        else:
            yield shape


def _chart_title(chart: Any) -> str:
    title = chart.element.find(f"{_CHART}chart/{_CHART}title")
    return "" if title is None else "".join(text.text or "" for text in title.iter(f"{_DRAWING}t"))


def _chart_rows(chart: Any) -> Iterator[list[str]]:
    """The series of a chart that have the same categories, as the columns of a table.

    From its XML: python-pptx raises on kinds of charts that it does not know, as those in three dimensions.
    """
    columns: dict[tuple[str, ...], list[list[str]]] = {}
    for series in chart.element.iter(f"{_CHART}ser"):
        name = " ".join(value.text or "" for value in series.iterfind(f"{_CHART}tx//{_CHART}v"))
        categories, values = _points(series, "cat", "xVal"), _points(series, "val", "yVal")
        count = max([*categories, *values], default=-1) + 1
        own = tuple(categories.get(number, "") for number in range(count))
        columns.setdefault(own, []).append([name, *(_number(values.get(number, "")) for number in range(count))])
    for categories_of_all, several in columns.items():
        yield from map(list, zip(["", *categories_of_all], *several, strict=True))


def _points(series: Any, *names: str) -> dict[int, str]:
    """The points of the first of these parts of a series that it has, by number; of levels the innermost."""
    part = next((found for name in names if (found := series.find(f"{_CHART}{name}")) is not None), None)
    if part is None:
        return {}
    level = part.find(f".//{_CHART}lvl")
    points = (part if level is None else level).iter(f"{_CHART}pt")
    told = ((point.get("idx", ""), point.findtext(f"{_CHART}v") or "") for point in points)
    return {int(index): value for index, value in told if index.isdecimal() and int(index) < _MOST_POINTS}


def _number(value: str) -> str:
    """A value as it was meant, without what binary fractions leave behind; as it stands where it is no number."""
    try:
        return f"{float(value):.15g}"
    except ValueError:
        return value
