"""Files of the size that people drop in, made up: no two alike, and nothing in them answers a question."""

from __future__ import annotations

import random
from collections.abc import Callable
from ctypes import c_ushort
from pathlib import Path

PAGES = 60
"""Of a made-up file."""
_LINES = 44
"""Of a page."""
_SYLLABLES = (
    "ba",
    "dor",
    "fen",
    "gil",
    "hak",
    "jor",
    "ki",
    "lum",
    "mar",
    "nev",
    "ost",
    "pra",
    "rik",
    "sul",
    "tev",
    "vin",
)

_SEED = 0
"""Of what `write_files` makes: other files than those of `write_pdfs`."""


def write_files(folder: Path, number: int) -> list[Path]:
    """Writes PDF, DOCX, Markdown, HTML and XLSX files in turn, of about 60 pages of text each; gives their paths."""
    writers: tuple[tuple[str, Callable[[Path, list[list[str]]], None]], ...] = (
        ("pdf", _write_pdf),
        ("docx", _write_docx),
        ("md", _write_markdown),
        ("html", _write_html),
        ("xlsx", _write_xlsx),
    )
    return [_write(folder, _SEED, each, *writers[each % len(writers)]) for each in range(number)]


def write_pdfs(folder: Path, number: int, seed: int = 1) -> list[Path]:
    """Writes PDF files of 60 pages each; gives their paths."""
    return [_write(folder, seed, each, "pdf", _write_pdf) for each in range(number)]


def _write(folder: Path, seed: int, number: int, ending: str, write: Callable[[Path, list[list[str]]], None]) -> Path:
    path = folder / f"made-{seed}-{number:02d}.{ending}"
    write(path, _pages(random.Random(f"{seed}/{number}")))
    return path


def _pages(chance: random.Random) -> list[list[str]]:
    """Pages of lines of made-up words, the first of each page its heading."""
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(3000)]
    # As in a language: few words are most of the text.
    weights = [1 / rank for rank in range(1, len(words) + 1)]

    def line() -> str:
        return " ".join(chance.choices(words, weights, k=12)).capitalize() + "."

    return [[f"{page + 1} {line()[:40].rstrip('. ')}", *(line() for _ in range(_LINES))] for page in range(PAGES)]


def _write_pdf(path: Path, pages: list[list[str]]) -> None:
    import pypdfium2 as pdfium
    from pypdfium2 import raw

    document = pdfium.PdfDocument.new()
    font = raw.FPDFText_LoadStandardFont(document, b"Helvetica")
    for lines in pages:
        page = document.new_page(595, 842)
        for row, line in enumerate(lines):
            written = raw.FPDFPageObj_CreateTextObj(document, font, 14 if row == 0 else 9)
            data = line.encode("utf-16-le") + b"\0\0"
            raw.FPDFText_SetText(written, (c_ushort * (len(data) // 2)).from_buffer_copy(data))
            raw.FPDFPageObj_Transform(written, 1, 0, 0, 1, 50, 790 - 16 * row)
            raw.FPDFPage_InsertObject(page, written)
        page.gen_content()
        page.close()
    raw.FPDFFont_Close(font)
    document.save(path)
    document.close()


def _write_docx(path: Path, pages: list[list[str]]) -> None:
    from docx import Document

    document = Document()
    for heading, *lines in pages:
        document.add_heading(heading, level=1)
        document.add_paragraph(" ".join(lines))
    document.save(str(path))


def _write_markdown(path: Path, pages: list[list[str]]) -> None:
    path.write_text("\n\n".join(f"# {heading}\n\n{' '.join(lines)}" for heading, *lines in pages), encoding="utf-8")


def _write_html(path: Path, pages: list[list[str]]) -> None:
    body = "".join(f"<h1>{heading}</h1><p>{' '.join(lines)}</p>" for heading, *lines in pages)
    path.write_text(f"<!doctype html><title>{path.stem}</title><body>{body}</body>", encoding="utf-8")


def _write_xlsx(path: Path, pages: list[list[str]]) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    for number, (heading, *lines) in enumerate(pages):
        for line in lines[: _LINES // 2]:
            sheet.append([heading, number, line])
    book.save(path)
