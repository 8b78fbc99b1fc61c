"""Files made on the spot, by the libraries that make such files for others."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from app.reading.limits import ReadingLimits
from app.reading.reader import SandboxedReader
from nodes.domain.documents import Page
from tests.app.reading_limits import reading_limits

WORD = re.compile(r"\w+")
PdfLine = tuple[float, str, float, str]
"""Height in points, font, size, text."""


@pytest.fixture
def limits() -> ReadingLimits:
    return reading_limits(workers=1, timeout_seconds=60)


@pytest.fixture
async def reader(limits: ReadingLimits) -> AsyncIterator[SandboxedReader]:
    reader = SandboxedReader(limits)
    yield reader
    reader.close()


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    def make(
        pages: list[list[PdfLine]],
        *,
        bookmarks: dict[int, list[tuple[str, int]]] | None = None,
        user_password: str | None = None,
        title: str = "",
        author: str = "",
        name: str = "made.pdf",
    ) -> Path:
        path = tmp_path / name
        encryption = None if user_password is None else StandardEncryption(user_password, ownerPassword="owner")
        drawing = canvas.Canvas(str(path), encrypt=encryption)
        drawing.setTitle(title)
        drawing.setAuthor(author)
        for number, lines in enumerate(pages):
            drawing.bookmarkPage(f"page{number}")
            for text, level in (bookmarks or {}).get(number, []):
                drawing.addOutlineEntry(text, f"page{number}", level)
            for height, font, size, text in lines:
                drawing.setFont(font, size)
                drawing.drawString(72, height, text)
            drawing.showPage()
        drawing.save()
        return path

    return make


@pytest.fixture
def check_pages() -> Callable[[list[Page]], None]:
    """Holds what nodes/domain/documents.py promises of a page."""

    def check(pages: list[Page]) -> None:
        assert [page["number"] for page in pages] == list(range(1, len(pages) + 1))
        for page in pages:
            text = page["text"]
            assert text == "" or text.endswith("\n")
            reached = 0
            for heading in page["headings"]:
                assert reached <= heading["start"] <= heading["end"] <= len(text)
                assert heading["level"] >= 1
                if heading["end"] > heading["start"]:
                    shown = WORD.findall(text[heading["start"] : heading["end"]].casefold())
                    assert set(WORD.findall(heading["title"].casefold())) <= set(shown)
                    reached = heading["end"]
            reached = 0
            for table in page["tables"]:
                assert reached <= table["start"] <= table["header_end"] <= table["end"] <= len(text)
                assert table["start"] < table["end"]
                reached = table["end"]
            for span in page["furniture"]:
                assert span["page"] == page["number"]
                assert 0 <= span["start"] < span["end"] <= len(text)

    return check


def tables(page: Page) -> list[tuple[str, str]]:
    """The header and the rows of each."""
    text = page["text"]
    return [
        (text[each["start"] : each["header_end"]], text[each["header_end"] : each["end"]]) for each in page["tables"]
    ]
