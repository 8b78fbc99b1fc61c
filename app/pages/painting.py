"""Marks on an image, as a marker pen makes them: the print below stays black."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from app.pages.boxes import Box

if TYPE_CHECKING:
    from PIL.Image import Image

_STRONG = (255, 214, 64)
_LIGHT = (255, 244, 196)
_UNDERLINE = (150, 90, 0)
"""Dark enough to show where a printer or an eye sees no colours."""
_MARGIN = 0.08
"""Of a line's height, added above and below."""


class MarkedBox(NamedTuple):
    """A piece of a marked line."""

    box: Box
    """In parts of the page's width and height, 0..1, from its upper left corner."""
    strong: bool


def paint(image: Image, boxes: Sequence[MarkedBox]) -> Image:
    """The image with the boxes marked: quoted words stronger, and underlined where there are others beside them."""
    from PIL import Image as Images
    from PIL import ImageChops, ImageDraw

    underlined = not all(each.strong for each in boxes)
    layer = Images.new("RGB", image.size, (255, 255, 255))
    pen = ImageDraw.Draw(layer)
    # Light ones first: where boxes touch, the quoted words win.
    for marked in sorted(boxes, key=lambda each: each.strong):
        left, top, right, bottom = _pixels(marked.box, image.size)
        margin = max(1.0, (bottom - top) * _MARGIN)
        pen.rectangle(
            (left - margin, top - margin, right + margin, bottom + margin), fill=_STRONG if marked.strong else _LIGHT
        )
        if marked.strong and underlined:
            thickness = max(1, round(min(image.size) / 600))
            pen.rectangle((left, bottom + margin - thickness, right, bottom + margin), fill=_UNDERLINE)
    return ImageChops.multiply(image.convert("RGB"), layer)


def png_bytes(image: Image) -> bytes:
    """The image as PNG."""
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=4)
    return target.getvalue()


def _pixels(box: Box, size: tuple[int, int]) -> Box:
    width, height = size
    return Box(box.left * width, box.top * height, box.right * width, box.bottom * height)
