"""What a worker process does with a page that has no looks of its own: set its text, and paint the marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from app.pages.boxes import Box
from app.pages.marks import Mark
from app.pages.painting import MarkedBox, paint, png_bytes

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont
    from PIL.ImageFont import ImageFont as BitmapFont

_WIDTH = 620
_MARGIN = 40
_SIZE = 12
_LINE = 18
"""All in points: one pixel each at scale 1."""
_MOST_LINES = 120
"""Of a picture."""
_FONTS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial.ttf",
    "segoeui.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "msyh.ttc",
    "PingFang.ttc",
    "Arial Unicode.ttf",
)
"""Looked for among the fonts of the system, in this order; Pillow's own, which has little but Latin, comes last."""


class _Line(NamedTuple):
    """A line as it is set: `text[start:end]`."""

    start: int
    end: int


def draw_text_page(text: str, marks: Sequence[Mark], scale: float) -> bytes:
    """The text as an image (PNG), wrapped, its marks painted; at most 120 lines, from the first or those marked on.

    A character that no font of the system has is drawn as an empty box: the text itself is what can be relied on.

    Args:
        text: what is shown.
        marks: offsets in it.
        scale: pixels for each point.
    """
    from PIL import Image, ImageDraw

    fonts = _fonts(round(_SIZE * scale))
    setter = _Setter(fonts)
    lines = _window(list(setter.wrapped(text, (_WIDTH - 2 * _MARGIN) * scale)), marks)
    height = round((2 * _MARGIN + _LINE * max(1, len(lines))) * scale)
    width = round(_WIDTH * scale)
    image = Image.new("RGB", (width, height), "white")
    pen = ImageDraw.Draw(image)
    boxes: list[MarkedBox] = []
    for number, line in enumerate(lines):
        top = (_MARGIN + number * _LINE) * scale
        x = _MARGIN * scale
        for font, piece in setter.pieces(text[line.start : line.end]):
            pen.text((x, top + _LINE * scale * 0.8), piece, fill="black", font=font, anchor="ls")
            x += font.getlength(piece)
        for mark in marks:
            start, end = max(mark.start, line.start), min(mark.end, line.end)
            if text[start:end].strip():
                left = _MARGIN * scale + setter.width(text[line.start : start])
                right = left + setter.width(text[start:end])
                box = Box(left / width, (top + 2 * scale) / height, right / width, (top + (_LINE - 2) * scale) / height)
                boxes.append(MarkedBox(box, mark.strong))
    return png_bytes(paint(image, boxes))


class _Setter:
    """Measures text, each character in the first font that has it."""

    def __init__(self, fonts: Sequence[FreeTypeFont | BitmapFont]) -> None:
        self._fonts = fonts
        self._missing = [bytes(font.getmask("\uffff")) for font in fonts]
        self._chosen: dict[str, int] = {}
        self._widths: dict[str, float] = {}

    def pieces(self, text: str) -> Iterator[tuple[FreeTypeFont | BitmapFont, str]]:
        """Runs of the text that one font draws."""
        for chosen, characters in groupby(text, key=self._font):
            yield self._fonts[chosen], "".join(characters)

    def width(self, text: str) -> float:
        """In pixels."""
        return sum(font.getlength(piece) for font, piece in self.pieces(text))

    def wrapped(self, text: str, width: float) -> Iterator[_Line]:
        """Lines no wider than `width`, broken at blanks where there are any."""
        offset = 0
        for line in text.split("\n"):
            start = position = offset
            blank = -1
            used = 0.0
            while position < offset + len(line):
                if text[position] == " ":
                    blank = position
                used += self._advance(text[position])
                if used > width and position > start:
                    end = blank if blank > start else position
                    yield _Line(start, end)
                    start = position = end + 1 if blank > start else end
                    blank, used = -1, 0.0
                    continue
                position += 1
            yield _Line(start, offset + len(line))
            offset += len(line) + 1

    def _advance(self, character: str) -> float:
        if character not in self._widths:
            self._widths[character] = self._fonts[self._font(character)].getlength(character)
        return self._widths[character]

    def _font(self, character: str) -> int:
        if character not in self._chosen:
            has = (
                number
                for number, font in enumerate(self._fonts)
                if character.isspace() or bytes(font.getmask(character)) != self._missing[number]
            )
            self._chosen[character] = next(has, 0)
        return self._chosen[character]


def _window(lines: list[_Line], marks: Sequence[Mark]) -> list[_Line]:
    """As many lines as are drawn, with those that are marked among them."""
    if len(lines) <= _MOST_LINES:
        return lines
    shown = [mark for mark in marks if mark.strong] or list(marks)
    at = next((number for number, line in enumerate(lines) if shown and line.end > shown[0].start), 0)
    first = min(max(0, at - _MOST_LINES // 4), len(lines) - _MOST_LINES)
    return lines[first : first + _MOST_LINES]


@lru_cache(maxsize=8)
def _fonts(size: int) -> tuple[FreeTypeFont | BitmapFont, ...]:
    from PIL import ImageFont

    found: list[FreeTypeFont | BitmapFont] = []
    for name in _FONTS:
        try:
            found.append(ImageFont.truetype(name, size))
        except OSError:
            continue
    return (*found, ImageFont.load_default(size))
