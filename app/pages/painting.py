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
"""Of a line's height, added on every side."""


class MarkedBox(NamedTuple):
    """A piece of a marked line."""

    box: Box
    """In parts of the page's width and height, 0..1, from its upper left corner."""
    strong: bool


def paint(image: Image, boxes: Sequence[MarkedBox]) -> Image:
    """The image with the boxes marked: quoted words stronger, and underlined where there are others beside them."""
    from PIL import Image as Images
    from PIL import ImageChops, ImageDraw

    layer = Images.new("RGB", image.size, (255, 255, 255))
    pen = ImageDraw.Draw(layer)
    # Light ones first: where boxes touch, the quoted words win. Lines last, or the next line's mark would cover them.
    placed = [
        (_pixels(marked.box, image.size), marked.strong) for marked in sorted(boxes, key=lambda each: each.strong)
    ]
    for box, strong in placed:
        pen.rectangle(box, fill=_STRONG if strong else _LIGHT)
    if not all(strong for _, strong in placed):
        thickness = max(1, round(min(image.size) / 600))
        for box, strong in placed:
            if strong:
                pen.rectangle((box.left, box.bottom - thickness, box.right, box.bottom), fill=_UNDERLINE)
    return ImageChops.multiply(image.convert("RGB"), layer)


def png_bytes(image: Image) -> bytes:
    """The image as PNG."""
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=4)
    return target.getvalue()


def _pixels(box: Box, size: tuple[int, int]) -> Box:
    """The box in pixels, a little wider than the letters."""
    width, height = size
    margin = max(1.0, (box.bottom - box.top) * height * _MARGIN)
    return Box(
        box.left * width - margin, box.top * height - margin, box.right * width + margin, box.bottom * height + margin
    )
