"""Fonts, sizes and places of single characters, as pdfium tells them of a page."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from app.reading.pdf_lines import Line
from app.reading.pdf_pieces import Word
from nodes.domain.regexes import lazy_regex

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

_BOLD_NAME = lazy_regex(r"bold|black|heavy|semib|demi", re.IGNORECASE)
_ITALIC_NAME = lazy_regex(r"italic|oblique", re.IGNORECASE)
_SUBSET_TAG = lazy_regex(r"^[A-Z]{6}\+")
_BOLD_WEIGHT = 600
"""Of a font without a name, from which on it counts as bold: 400 is regular, 700 bold."""
_LONGEST_NAME = 128
"""Bytes of a font's name; of a longer one nothing is told."""
_WORD = lazy_regex(r"\S+")
_SLANT = 0.2
"""Rise of a line over its run, and the other way round: less is a page that was laid askew on a scanner."""


class _Face(NamedTuple):
    name: str
    """Without the tag of its subset."""
    bold: bool
    italic: bool


class Fonts:
    """Looks up the font of single characters. Every call into pdfium costs, so there are few of them."""

    def __init__(self, textpage: PdfTextPage) -> None:
        from pypdfium2 import raw as pdfium

        self._pdfium: Any = pdfium
        self._handle = textpage.raw
        self._name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._flags = ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._x = ctypes.c_double()
        self._y = ctypes.c_double()
        self._left = ctypes.c_double()
        self._right = ctypes.c_double()

    def line(self, start: int, text: str, first: int, last: int) -> Line:
        """The line `text` at `start`, whose first and last characters pdfium knows by these indices."""
        pdfium = self._pdfium
        size = float(pdfium.FPDFText_GetFontSize(self._handle, first))
        is_slanted = False
        if pdfium.FPDFText_GetMatrix(self._handle, first, self._matrix):
            size *= (self._matrix.c**2 + self._matrix.d**2) ** 0.5
            along, across = abs(self._matrix.a), abs(self._matrix.b)
            is_slanted = min(along, across) > _SLANT * max(along, across)
        pdfium.FPDFText_GetCharOrigin(self._handle, first, self._x, self._y)
        face, last_face = self._face(first), self._face(last)
        return Line(
            start,
            start + len(text),
            text,
            size=round(size * 2) / 2,
            bold=face.bold and last_face.bold,
            italic=face.italic,
            face=face.name if face.name == last_face.name else "",
            y=float(self._y.value),
            is_slanted=is_slanted,
        )

    def words(self, line: Line, characters: Sequence[int], origins: Sequence[int]) -> list[Word]:
        """The words of a line, and where they stand.

        Args:
            line: with offsets in the text of its page.
            characters: pdfium's indices of the page's raw characters.
            origins: of each character of the page's text the offset among the raw ones.
        """
        box_of, origin_of = self._pdfium.FPDFText_GetCharBox, self._pdfium.FPDFText_GetCharOrigin
        handle, left, right, x, y = self._handle, self._left, self._right, self._x, self._y
        found: list[Word] = []
        for each in _WORD.finditer(line.text):
            begin, end = each.span()
            first, last = characters[origins[line.start + begin]], characters[origins[line.start + end - 1]]
            is_placed = box_of(handle, first, left, right, x, y)
            word_left = left.value if is_placed else 0.0
            if last != first:
                is_placed = box_of(handle, last, left, right, x, y)
            word_right = right.value if is_placed else 0.0
            origin_of(handle, first, x, y)
            found.append(Word(each.group(), word_left, word_right, y.value))
        return found

    def _face(self, index: int) -> _Face:
        length = int(self._pdfium.FPDFText_GetFontInfo(self._handle, index, self._name, _LONGEST_NAME, self._flags))
        if 1 < length <= _LONGEST_NAME:
            # The weight that pdfium estimates from stems misjudges light and italic faces; the name knows.
            return _face_of(self._name.value)
        weight = int(self._pdfium.FPDFText_GetFontWeight(self._handle, index))
        return _Face("", bold=weight >= _BOLD_WEIGHT, italic=False)


@lru_cache(maxsize=1024)
def _face_of(raw_name: bytes) -> _Face:
    name = raw_name.decode("utf-8", "replace")
    return _Face(_SUBSET_TAG.sub("", name), bold=bool(_BOLD_NAME.search(name)), italic=bool(_ITALIC_NAME.search(name)))
