"""What people have added to a PDF: filled into forms, typed upon pages, commented. pdfium's text of a page lacks it."""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from app.reading.normalise import normalise_line
from app.reading.pdf_lines import Line, PageLines
from app.reading.pdf_scans import add_below
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

_MOST_ANNOTATIONS = 5_000
"""Of one page; a form has hundreds."""
_MOST_BYTES = 200_000
"""Of one value."""
_INVISIBLE = 1 << 1 | 1 << 5
"""Flags of what is hidden, or not shown on a screen."""
_PASSWORD = 1 << 13
"""Flag of a field that shows dots for what is written in it."""
_ABOVE = 16.0
"""Points over a field in which its label may stand."""
_BEHIND = 200.0
"""Points behind a box to tick in which its label may stand."""
_BLANK_TO_FILL = lazy_regex(r"[\s.…_:]+\Z")
_LETTER = lazy_regex(r"[^\W\d_]")
_BETWEEN = lazy_regex(r"[\W_]+")
_TICKED = "[x]"
_BELOW = -1
"""In place of a line's position: below all lines of the page."""
_WRITTEN = {3: "{1}", **dict.fromkeys((1, 9, 10, 11, 12, 14), "Comment{0}: {1}")}
"""How annotations are told, by pdfium's numbers: text upon the page, and notes, on marked words or beside them."""


class Filled(NamedTuple):
    """A field of a form, text that was typed upon the page, or a comment."""

    label: str
    """What names it on the page; empty where nothing does."""
    value: str
    """Empty where nothing was filled in."""
    line: str
    """Its name, or what its author calls it, and the value."""
    box: FieldBox
    named_in: FieldBox
    """Where on the page its label stands; its own place where it has none."""


class FieldBox(NamedTuple):
    """A place on a page, in points from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


class _Field(NamedTuple):
    box: FieldBox
    value: str
    told: str
    """What its author calls it, for those who cannot see the page; mostly empty."""
    is_box: bool
    """It is ticked, and not written in."""


def open_forms(document: PdfDocument) -> None:
    """Makes the forms of a document readable, and drawn with its pages. To be called before a page is loaded."""
    import pypdfium2

    # It warns of forms in XML; such a file has the fields in the older way as well, or nothing to read.
    logging.getLogger("pypdfium2").setLevel(logging.ERROR)
    try:
        document.init_forms()
    except pypdfium2.PdfiumError:
        # A damaged form costs its values, not the text.
        return


def filled_in(document: PdfDocument, page: PdfPage, textpage: PdfTextPage) -> list[Filled]:
    """The fields of a page, from top to bottom and from left to right, then texts typed upon it and comments."""
    from pypdfium2 import raw as pdfium

    fields: list[_Field] = []
    typed: list[Filled] = []
    for index in range(min(_MOST_ANNOTATIONS, pdfium.FPDFPage_GetAnnotCount(page))):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        if not pdfium.FPDFAnnot_GetFlags(annotation) & _INVISIBLE:
            if kind == pdfium.FPDF_ANNOT_WIDGET and document.formenv:
                fields += _field(document.formenv, annotation)
            elif kind in _WRITTEN and (value := _text(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents")):
                author = _text(pdfium.FPDFAnnot_GetStringValue, annotation, b"T")
                told = _WRITTEN[kind].format(f" by {author}" if author else "", value)
                typed.append(Filled("", value, told, _box(annotation), _box(annotation)))
        pdfium.FPDFPage_CloseAnnot(annotation)
    fields.sort(key=lambda field: (-field.box.top, field.box.left))
    return [*(_filled(field, fields, textpage) for field in fields), *typed]


def put_in(page: PageLines, filled: Sequence[Filled]) -> None:
    """Puts what was filled in below the line that names it, on lines of its own: `Last name: Krause`.

    A line that holds nothing but names of fields gives way to these. What no line names, or a row of a table, comes
    last on the page: it would part the lines of a sentence.
    """
    places: dict[int, list[Filled]] = {}
    for each in filled:
        places.setdefault(_place(page, each), []).append(each)
    last = [each.line for each in places.pop(_BELOW, []) if each.value]
    changes = [(position, _told(page.lines[position], here)) for position, here in sorted(places.items())]
    # From the end, so that what comes before keeps its place.
    for position, told in reversed(changes):
        _put(page, position, told)
    add_below(page, "".join(f"{line}\n" for line in last))


def _told(line: Line, filled: Sequence[Filled]) -> list[str]:
    """The lines in place of one that names fields."""
    rest = _squeezed(line.text)
    for each in filled:
        rest = rest.replace(_squeezed(each.label), "", 1)
    is_kept = bool(rest) or not any(each.value for each in filled)
    return [line.text] * is_kept + [each.line for each in filled if each.value or not is_kept]


def _put(page: PageLines, position: int, told: Sequence[str]) -> None:
    line = page.lines[position]
    start, lines = line.start, list[Line]()
    for text in told:
        is_bold = line.bold and text == line.text
        lines.append(replace(line, start=start, end=start + len(text), text=text, bold=is_bold))
        start += len(text) + 1
    grown = lines[-1].end - line.end
    page.text = f"{page.text[: line.start]}{chr(10).join(told)}{page.text[line.end :]}"
    behind = [replace(each, start=each.start + grown, end=each.end + grown) for each in page.lines[position + 1 :]]
    page.lines = [*page.lines[:position], *lines, *behind]
    page.rows = {row + (len(lines) - 1) * (row > position) for row in page.rows}
    for table in page.tables:
        if table["start"] >= line.end:
            table["start"] += grown
            table["header_end"] += grown
            table["end"] += grown


def _place(page: PageLines, filled: Filled) -> int:
    """The position of the line below which it stands."""
    label = _squeezed(filled.label)
    if not label:
        return _BELOW
    found = (
        position
        for position, line in enumerate(page.lines)
        if line.size > 0 and filled.named_in.bottom <= line.y <= filled.named_in.top and label in _squeezed(line.text)
    )
    position = next(found, _BELOW)
    return _BELOW if position in page.rows else position


def _squeezed(text: str) -> str:
    return _BETWEEN.sub("", text).casefold()


def _field(form: Any, annotation: Any) -> Iterator[_Field]:
    from pypdfium2 import raw as pdfium

    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
    box, told = _box(annotation), _text(pdfium.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    if kind in {pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON}:
        yield _Field(box, _TICKED if pdfium.FPDFAnnot_IsChecked(form, annotation) else "", told, is_box=True)
    elif kind in {pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX}:
        is_secret = (
            kind == pdfium.FPDF_FORMFIELD_TEXTFIELD and pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD
        )
        value = "" if is_secret else _text(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
        yield _Field(box, value, told, is_box=False)


def _box(annotation: Any) -> FieldBox:
    from pypdfium2 import raw as pdfium

    found = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(annotation, found)
    return FieldBox(found.left, found.bottom, found.right, found.top)


def _text(read: Any, *arguments: Any) -> str:
    """What a function of pdfium writes into a buffer, which it is asked the length of first."""
    from pypdfium2 import raw as pdfium

    length = min(int(read(*arguments, None, 0)), _MOST_BYTES)
    buffer = ctypes.create_string_buffer(length)
    read(*arguments, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    return normalise_line(buffer.raw.decode("utf-16-le", "replace"))


def _filled(field: _Field, fields: Sequence[_Field], textpage: PdfTextPage) -> Filled:
    label, place = _label(field, fields, textpage)
    name = field.told if _LETTER.search(field.told) else label
    parts = [f"{name}:" if name and (field.value or not field.is_box) else name, field.value]
    return Filled(label, field.value, " ".join(filter(None, parts)), field.box, place)


def _label(field: _Field, fields: Sequence[_Field], textpage: PdfTextPage) -> tuple[str, FieldBox]:
    """What names a field on the page, before it or above it, and behind a box to tick; and where that stands."""
    left, bottom, right, top = field.box
    row = [other.box for other in fields if other.box.bottom < top and bottom < other.box.top]
    begin = max((other.right for other in row if other.right <= left), default=0.0)
    end = min((other.left for other in row if other.left >= right), default=right + _BEHIND)
    before, behind = FieldBox(begin, bottom, left, top), FieldBox(right, bottom, min(end, right + _BEHIND), top)
    above = FieldBox(left, top, right, top + _ABOVE)
    for place in (behind, before) if field.is_box else (before, above):
        label = _BLANK_TO_FILL.sub("", normalise_line(textpage.get_text_bounded(*place)))
        if _LETTER.search(label):
            return label, place
    return "", field.box
