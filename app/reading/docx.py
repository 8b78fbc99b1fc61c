"""DOCX: paragraphs and tables in the order of the body, headings by style or outline level, notes where they belong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.reading.docx_numbers import BULLET, FALLBACK, W, numbers_of, value_of
from app.reading.header_rows import by_its_looks
from app.reading.layout import PageBuilder
from app.reading.normalise import normalise_line
from app.reading.ooxml import core_properties, without_dangling_links
from app.reading.split_cells import closed_up
from app.reading.tables import Grid, Merged, unfolded
from nodes.documents.titles import usable_title
from nodes.domain.documents import FileProperties, Page
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from docx.document import Document

_FORMULA_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_RAISED = "\u2060"
"""Marks raised text; normalisation drops it."""
_RAISED_DIGIT = lazy_regex(rf"(?<=\d){_RAISED}(?=\d)")
_HEADING_NAME = lazy_regex(r"heading\s*([1-9])", re.IGNORECASE)
_TITLE_NAME = "title"
_BODY_LEVEL = 9
"""The outline level, counted from 0, that Word gives to text that is no heading."""
_SKIPPED = {f"{W}moveFrom", f"{W}del", f"{W}pPr", f"{W}rPr", f"{W}instrText", FALLBACK}
_WRAPPERS = {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}moveTo", f"{W}customXml", f"{W}smartTag"}
_PAGE_BREAK = "\f"
_SAME_PAGE = {"continuous", "nextColumn"}
"""Where a section begins that begins no page."""
_MOST_COLUMNS = 63
"""Word makes no more."""
_NOTES = ("footnote", "endnote", "comment")
_NOTE_OF = {f"{W}{kind}Reference": kind for kind in _NOTES}


def read_docx(path: Path) -> tuple[list[Page], FileProperties]:
    """The document's pages, where it tells its page breaks, else one page; and its core properties.

    Where these have no title that says something, it is what is in the style for titles.
    """
    import docx

    try:
        document = docx.Document(str(path))
    except KeyError:
        document = docx.Document(without_dangling_links(path))
    styles = _Styles(document)
    body = document.element.body
    reader = _BodyReader(styles, _Notes(document), numbers_of(document, styles.numbering), _page_ends(body))
    reader.read(body)
    properties = core_properties(path)
    if reader.title and not usable_title(properties.get("title", "")):
        properties["title"] = reader.title
    return reader.pages(), properties


class _Styles:
    """Heading levels and numbering of paragraph styles, inherited ones included."""

    def __init__(self, document: Document) -> None:
        elements = {str(element.get(f"{W}styleId")): element for element in document.styles.element.iter(f"{W}style")}
        self._levels = {name: self._level(name, elements) for name in elements}
        self._titles = {name for name in elements if self._is_title(name, elements)}
        self._numbering = {name: self._inherited(name, elements) for name in elements}

    def level(self, style_id: str) -> int | None:
        """Level of a heading style, from 1; None for other styles."""
        if style_id in self._levels:
            return self._levels[style_id]
        found = _HEADING_NAME.fullmatch(style_id)
        return int(found.group(1)) if found else None

    def is_title(self, style_id: str) -> bool:
        """Whether it is the style for the title of a document, or one based on it."""
        return style_id in self._titles

    def numbering(self, style_id: str) -> list[Any]:
        """What the style says of numbers, and those that it is based on say, the nearest first."""
        return self._numbering.get(style_id, [])

    def _inherited(self, style_id: str, elements: dict[str, Any]) -> list[Any]:
        seen: list[str] = []
        while style_id in elements and style_id not in seen:
            seen.append(style_id)
            style_id = value_of(elements[style_id].find(f"{W}basedOn")) or ""
        told = (elements[each].find(f"{W}pPr/{W}numPr") for each in seen)
        return [each for each in told if each is not None]

    def _is_title(self, style_id: str, elements: dict[str, Any]) -> bool:
        element = elements[style_id]
        based_on = elements.get(value_of(element.find(f"{W}basedOn")) or "")
        return any(
            (value_of(each.find(f"{W}name")) or "").lower() == _TITLE_NAME
            for each in (element, based_on)
            if each is not None
        )

    def _level(self, style_id: str, elements: dict[str, Any]) -> int | None:
        seen: set[str] = set()
        while style_id in elements and style_id not in seen:
            seen.add(style_id)
            element = elements[style_id]
            name = value_of(element.find(f"{W}name")) or ""
            if name.lower() == _TITLE_NAME:
                return 1
            if found := _HEADING_NAME.fullmatch(name):
                return int(found.group(1))
            if (outline := _outline_level(element.find(f"{W}pPr"))) is not None:
                return outline or None
            style_id = value_of(element.find(f"{W}basedOn")) or ""
        return None


class _Notes:
    """Footnotes and endnotes, numbered as they are referred to, and comments, named by who wrote them."""

    def __init__(self, document: Document) -> None:
        related = {
            part.reltype.rpartition("/")[2]: part for part in document.part.rels.values() if not part.is_external
        }
        self._texts = {kind: _note_texts(related[f"{kind}s"]) for kind in _NOTES if f"{kind}s" in related}
        self._counts = dict.fromkeys(_NOTES, 0)

    def below(self, element: Any) -> Iterator[str]:
        """The notes that a paragraph or table refers to, those of deleted text left out."""
        for kind, identifier in _references(element):
            self._counts[kind] += 1
            if text := self._texts.get(kind, {}).get(identifier):
                yield text if kind == "comment" else f"{kind.capitalize()} {self._counts[kind]}: {text}"


def _page_ends(body: Any) -> set[Any]:
    """The paragraphs that end a section whose next begins on a page of its own, as it does unless it says otherwise."""
    sections = body.xpath("./w:p/w:pPr/w:sectPr | ./w:sectPr")
    kinds = [value_of(section.find(f"{W}type")) for section in sections]
    return {
        section.getparent().getparent()
        for section, following in zip(sections, kinds[1:], strict=False)
        if following not in _SAME_PAGE
    }


def _note_texts(related: Any) -> dict[str, str]:
    from docx.oxml.parser import parse_xml

    notes = parse_xml(related.target_part.blob)
    return {
        str(note.get(f"{W}id")): f"{_by_whom(note)}{text}"
        for note in notes
        if (text := normalise_line(_paragraphs(note)))
    }


def _by_whom(note: Any) -> str:
    """Whose comment it is; empty for another note."""
    author = normalise_line(note.get(f"{W}author") or "")
    return f"Comment by {author}: " if author else "Comment: " if note.tag == f"{W}comment" else ""


def _references(element: Any) -> Iterator[tuple[str, str]]:
    for child in element:
        kind = _NOTE_OF.get(child.tag)
        if kind is not None:
            yield kind, str(child.get(f"{W}id"))
        elif child.tag not in _SKIPPED:
            yield from _references(child)


class _BodyReader:
    """Walks the body and fills one page after the other."""

    def __init__(self, styles: _Styles, notes: _Notes, numbers: Mapping[Any, str], page_ends: Set[Any]) -> None:
        self._styles = styles
        self._notes = notes
        self._numbers = numbers
        self._page_ends = page_ends
        self._pages: list[Page] = []
        self._page = PageBuilder()
        self._titles: list[str] = []
        self._is_in_title = True

    @property
    def title(self) -> str:
        """The first paragraphs in the style for titles; empty where there are none."""
        return " ".join(self._titles)

    def read(self, parent: Any) -> None:
        """Adds the paragraphs and tables below an element."""
        for element in parent:
            if element.tag == f"{W}p":
                self._paragraph(element)
            elif element.tag == f"{W}tbl":
                self._table(element)
            elif element.tag in _WRAPPERS:
                self.read(element)
                continue
            for note in self._notes.below(element):
                self._page.add_text(note)
            if element in self._page_ends:
                self._break_page()

    def pages(self) -> list[Page]:
        """All pages, the open one included."""
        self._break_page()
        return self._pages or [self._page.build(1)]

    def _break_page(self) -> None:
        # Word notes a break that it was told and the same break as it drew it; an empty page is never meant.
        if not self._page.is_empty:
            self._pages.append(self._page.build(len(self._pages) + 1))
            self._page = PageBuilder()

    def _paragraph(self, element: Any) -> None:
        settings = element.find(f"{W}pPr")
        style_id = (value_of(settings.find(f"{W}pStyle")) if settings is not None else None) or ""
        level = _outline_level(settings)
        if level is None:
            level = self._styles.level(style_id)
        mark = self._numbers.get(element, "")
        if settings is not None and settings.find(f"{W}pageBreakBefore") is not None:
            self._break_page()
        text = _text(element)
        self._note_title(normalise_line(text.replace(_PAGE_BREAK, " ")), is_title=self._styles.is_title(style_id))
        for number, piece in enumerate(text.split(_PAGE_BREAK)):
            if number:
                self._break_page()
            marked, mark = (f"{mark} {piece}", "") if mark and piece.strip() else (piece, mark)
            if level:
                self._page.add_heading(marked.removeprefix(f"{BULLET} "), level)
            else:
                self._page.add_text(marked)

    def _note_title(self, text: str, *, is_title: bool) -> None:
        if is_title and text and self._is_in_title:
            self._titles.append(text)
        elif text and self._titles:
            self._is_in_title = False

    def _table(self, element: Any) -> None:
        present = element.xpath("./w:tr | ./w:sdt/w:sdtContent/w:tr")
        rows = [row for row in present if row.find(f"{W}trPr/{W}del") is None]
        grid = _grid(rows, self._numbers)
        if all(sum(map(bool, cells)) <= 1 for cells in grid.rows):
            for cells in grid.rows:
                self._page.add_text("".join(cells).replace(_PAGE_BREAK, " "))
            return
        plain = [[cell.replace(_PAGE_BREAK, " ") for cell in cells] for cells in grid.rows]
        closed = closed_up(Grid(plain, grid.merged))
        breaks = [any(_PAGE_BREAK in cell for cell in grid.rows[number]) for number in closed.rows]
        repeated = _repeated_rows([rows[number] for number in closed.rows])
        lines, table, header_rows = ([], closed.grid, repeated) if repeated else by_its_looks(closed.grid)
        titles, told = unfolded(table, max(1, header_rows))
        for title in [*lines, *titles]:
            self._page.add_text(title)
        part, header_rows = told[:1], 1
        for cells, breaks_page in zip(told[1:], breaks[1 - len(told) :], strict=False):
            if breaks_page:
                self._page.add_table(part, header_rows)
                self._break_page()
                part, header_rows = [], 0
            part.append(cells)
        self._page.add_table(part, header_rows)


def _repeated_rows(rows: Sequence[Any]) -> int:
    """How many at the top are said to be repeated on each page: the header. 0 where none are, or all."""
    is_header = [_is_on(row.find(f"{W}trPr/{W}tblHeader")) for row in rows]
    return is_header.index(False) if False in is_header else 0


def _is_on(setting: Any) -> bool:
    return setting is not None and value_of(setting) not in {"0", "false", "off"}


def _grid(rows: Sequence[Any], numbers: Mapping[Any, str]) -> Grid:
    """The cells of a table where they stand: those that go on with the one above are empty."""
    texts: list[list[str]] = []
    merged: dict[tuple[int, int], Merged] = {}
    above: dict[int, Merged] = {}
    for number, row in enumerate(rows):
        cells = [""] * _count(row.find(f"{W}trPr/{W}gridBefore"), 0)
        here: dict[int, Merged] = {}
        for cell in row.xpath("./w:tc | ./w:sdt/w:sdtContent/w:tc"):
            column, width = len(cells), _count(cell.find(f"{W}tcPr/{W}gridSpan"), 1)
            text = _cell_text(cell, numbers)
            goes_on = cell.find(f"{W}tcPr/{W}vMerge") is not None and not _begins(cell) and column in above
            begun = above[column] if goes_on else Merged(number, column, 0, width)
            here[column] = begun._replace(rows=begun.rows + 1)
            merged[begun.row, column] = here[column]
            cells += [text, *[""] * (width - 1)]
        above = here
        texts.append(cells)
    return Grid(texts, [each for each in merged.values() if each.rows > 1 or each.columns > 1])


def _count(setting: Any, least: int) -> int:
    value = value_of(setting) or ""
    return min(max(least, int(value[:5])), _MOST_COLUMNS) if value.isdecimal() else least


def _begins(cell: Any) -> bool:
    return value_of(cell.find(f"{W}tcPr/{W}vMerge")) == "restart"


def _cell_text(cell: Any, numbers: Mapping[Any, str]) -> str:
    if cell.find(f"{W}tcPr/{W}vMerge") is not None and not _begins(cell):
        return ""
    return _paragraphs(cell, numbers)


def _paragraphs(element: Any, numbers: Mapping[Any, str] | None = None) -> str:
    """Its paragraphs as one text, with their numbers; bullets would part nothing in it."""
    marks = {} if numbers is None else numbers
    parts = ((marks.get(each, "").removeprefix(BULLET), _text(each)) for each in _outer_paragraphs(element))
    return " ".join(f"{mark} {text}" if mark else text for mark, text in parts)


def _outer_paragraphs(element: Any) -> Iterator[Any]:
    """Without those of text boxes, which are in the text of the paragraphs that hold them."""
    for child in element:
        if child.tag == f"{W}p":
            yield child
        elif child.tag not in _SKIPPED:
            yield from _outer_paragraphs(child)


def _text(paragraph: Any) -> str:
    # 10 with a raised 6 is not 106.
    return _RAISED_DIGIT.sub("^", "".join(_pieces(paragraph)))


def _pieces(element: Any) -> Iterator[str]:
    for child in element:
        tag = child.tag
        if tag in {f"{W}t", _FORMULA_TEXT}:
            yield child.text or ""
        elif tag in {f"{W}tab", f"{W}ptab"}:
            yield "\t"
        elif tag in {f"{W}br", f"{W}cr"}:
            yield _PAGE_BREAK if child.get(f"{W}type") == "page" else "\n"
        elif tag == f"{W}lastRenderedPageBreak":
            yield _PAGE_BREAK
        elif tag == f"{W}noBreakHyphen":
            yield "-"
        elif isinstance(tag, str) and tag not in _SKIPPED:
            # A text box holds paragraphs of its own.
            if tag == f"{W}p":
                yield "\n"
            if value_of(child.find(f"{W}rPr/{W}vertAlign")) == "superscript":
                yield _RAISED
            if not _is_on(child.find(f"{W}rPr/{W}vanish")):
                yield from _pieces(child)
            if tag == f"{W}txbxContent":
                yield "\n"


def _outline_level(settings: Any) -> int | None:
    """Level from 1, 0 for body text said outright, None where nothing is said."""
    value = value_of(settings.find(f"{W}outlineLvl")) if settings is not None else None
    if value is None or not value.isdigit():
        return None
    return int(value) + 1 if int(value) < _BODY_LEVEL else 0
