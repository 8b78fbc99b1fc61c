"""Forms of a PDF: what was filled in, and typed upon the page. Neither is in the text that pdfium gives of a page."""

from __future__ import annotations

import ctypes
import logging
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from app.reading.normalise import normalise_line

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage  # type: ignore[import-untyped]  # it ships no types

_MOST_ANNOTATIONS = 5_000
"""Of one page; a form has hundreds."""
_MOST_BYTES = 200_000
"""Of one value."""
_INVISIBLE = 1 << 1 | 1 << 5
"""Flags of what is hidden, or not shown on a screen."""
_PASSWORD = 1 << 13
_ABOVE = 16.0
"""Points over a field in which its label may stand."""
_BEHIND = 200.0
"""Points behind a box to tick in which its label may stand."""
_BLANK_TO_FILL = re.compile(r"[\s.…_:]+\Z")
_LETTER = re.compile(r"[^\W\d_]")


class _Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float


class _Field(NamedTuple):
    box: _Box
    value: str
    """Empty where nothing was filled in."""
    told: str
    """What its author calls it, for those who cannot see the page; mostly empty."""
    is_ticked: bool | None
    """None for what is no box to tick."""


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


def filled_in(document: PdfDocument, page: PdfPage, textpage: PdfTextPage) -> str:
    """One line for each field of a page with something in it: its label, a colon and the value; from top to bottom.

    What is ticked is `[x]` and its label. Text that somebody typed upon the page follows as it is.
    """
    from pypdfium2 import raw as pdfium

    fields: list[_Field] = []
    typed: list[str] = []
    for index in range(min(_MOST_ANNOTATIONS, pdfium.FPDFPage_GetAnnotCount(page))):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        if not pdfium.FPDFAnnot_GetFlags(annotation) & _INVISIBLE:
            if kind == pdfium.FPDF_ANNOT_WIDGET and document.formenv:
                fields += _field(document.formenv, annotation)
            elif kind == pdfium.FPDF_ANNOT_FREETEXT:
                typed.append(_text(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents"))
        pdfium.FPDFPage_CloseAnnot(annotation)
    fields.sort(key=lambda field: (-field.box.top, field.box.left))
    lines = [line for field in fields if (line := _line(field, fields, textpage))]
    return "".join(f"{line}\n" for line in (*lines, *filter(None, typed)))


def _field(form: Any, annotation: Any) -> Iterator[_Field]:
    from pypdfium2 import raw as pdfium

    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
    rectangle = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(annotation, rectangle)
    box = _Box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
    told = _text(pdfium.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    if kind in {pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON}:
        yield _Field(box, "", told, bool(pdfium.FPDFAnnot_IsChecked(form, annotation)))
    elif kind in {pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX}:
        is_secret = (
            kind == pdfium.FPDF_FORMFIELD_TEXTFIELD and pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD
        )
        value = "" if is_secret else _text(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
        yield _Field(box, value, told, None)


def _text(read: Any, *arguments: Any) -> str:
    """What a function of pdfium writes into a buffer, which it is asked the length of first."""
    from pypdfium2 import raw as pdfium

    length = min(int(read(*arguments, None, 0)), _MOST_BYTES)
    buffer = ctypes.create_string_buffer(length)
    read(*arguments, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    return normalise_line(buffer.raw.decode("utf-16-le", "replace"))


def _line(field: _Field, fields: Sequence[_Field], textpage: PdfTextPage) -> str:
    if field.is_ticked is None:
        label = _label(field, fields, textpage) if field.value else ""
        return f"{label}: {field.value}" if label else field.value
    return f"[x] {_label(field, fields, textpage)}".strip() if field.is_ticked else ""


def _label(field: _Field, fields: Sequence[_Field], textpage: PdfTextPage) -> str:
    """What names a field: its author, else the page, before it or above it, and behind a box to tick."""
    if _LETTER.search(field.told):
        return field.told
    left, bottom, right, top = field.box
    row = [other.box for other in fields if other.box.bottom < top and bottom < other.box.top]
    begin = max((other.right for other in row if other.right <= left), default=0.0)
    end = min((other.left for other in row if other.left >= right), default=right + _BEHIND)
    before, behind = _Box(begin, bottom, left, top), _Box(right, bottom, min(end, right + _BEHIND), top)
    above = _Box(left, top, right, top + _ABOVE)
    places = (before, above) if field.is_ticked is None else (behind, before)
    found = (_BLANK_TO_FILL.sub("", normalise_line(textpage.get_text_bounded(*place))) for place in places)
    return next((label for label in found if _LETTER.search(label)), "")
