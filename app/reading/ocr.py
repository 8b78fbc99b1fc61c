"""Text of scanned pages through Tesseract, where the extra `sheaf[ocr]` and the program are installed."""

from __future__ import annotations

import importlib.util
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

HINT = (
    "Install OCR: pip install 'sheaf[ocr]', and the program Tesseract (Debian, Ubuntu: apt-get install tesseract-ocr)."
)
_DOTS_PER_INCH = 200
"""Of the picture that Tesseract is given."""
_POINTS_PER_INCH = 72
"""Of a PDF's measures."""
_MOST_PIXELS = 40_000_000
"""Of such a picture: larger pages, as of plans, are drawn more coarsely."""


def is_available() -> bool:
    """Whether both pytesseract and the program are there."""
    if shutil.which("tesseract") is None:
        return False
    return importlib.util.find_spec("pytesseract") is not None


def page_text(page: PdfPage, timeout_seconds: float) -> str:
    """What Tesseract reads on a page drawn at 200 dots an inch, in all languages that it has; not normalised.

    Raises:
        RuntimeError: It failed, or took longer than `timeout_seconds`.
    """
    import pytesseract

    width, height = page.get_size()
    scale = _DOTS_PER_INCH / _POINTS_PER_INCH
    if width * height * scale * scale > _MOST_PIXELS:
        scale = (_MOST_PIXELS / (width * height)) ** 0.5
    image = page.render(scale=scale, grayscale=True).to_pil()
    languages = sorted(name for name in pytesseract.get_languages() if name not in {"osd", "snum"})
    return str(pytesseract.image_to_string(image, lang="+".join(languages) or None, timeout=timeout_seconds))
