"""Letters that a PDF has no names for. The glyph names are TeX's; the text is made up."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pypdfium2
import pytest

from app.pages.alignment import raw_places
from app.reading.pdf import page_characters, read_pdf
from app.reading.pdf_glyphs import mend_glyphs
from tests.app.reading_limits import reading_limits

SPELLED = [
    "The difference between the first and the second office is sufficient",
    "to reflect what was defined in the survey of the year before it, in",
    "which the effect of a fluctuating tide on the shore was quantified by",
    "the keepers of the light, who wrote down what they saw of the bor-",
    "ders every day for ten years and more, until the borders were known.",
]
T1 = {"ffi": "\x1e", "ffl": "\x1f", "ff": "\x1b", "fi": "\x1c", "fl": "\x1d"}
OT1 = {"ffi": "\x0e", "ffl": "\x0f", "ff": "\x0b", "fi": "\x0c", "fl": "\r"}


def drawn(text: str, ligatures: dict[str, str]) -> str:
    for letters, code in ligatures.items():
        text = text.replace(letters, code)
    return text


def bitmap_pdf(path: Path, lines: list[str]) -> Path:
    """A page in a bitmap font as TeX makes them: each glyph is called "a" and the number of its code."""
    codes = sorted({ord(letter) for line in lines for letter in line})
    glyph = "500 0 0 0 500 700 d1 0 0 400 600 re f"
    shown = "".join(f"<{line.encode('latin-1').hex()}> Tj T*\n" for line in lines)
    content = f"BT /F1 10 Tf 14 TL 72 700 Td\n{shown}ET"
    names = " ".join(f"{code} /a{code}" for code in codes)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0]"
        f" /CharProcs << {' '.join(f'/a{code} 6 0 R' for code in codes)} >> /Resources << >>"
        f" /Encoding << /Type /Encoding /Differences [{names}] >>"
        f" /FirstChar 0 /LastChar 255 /Widths [{' '.join(['500'] * 256)}] >>",
        f"<< /Length {len(glyph)} >>\nstream\n{glyph}\nendstream",
    ]
    written = b"%PDF-1.4\n"
    places = []
    for number, each in enumerate(objects, start=1):
        places.append(len(written))
        written += f"{number} 0 obj\n{each}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(written)}\n%%EOF\n"
    path.write_bytes(written + end.encode("latin-1"))
    return path


def mended(raw: str) -> str:
    text, indices = mend_glyphs(raw, range(len(raw)))
    assert len(text) == len(indices)
    assert list(indices) == sorted(indices) or any(map(unicodedata.combining, text))
    return unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("ligatures", [T1, OT1])
def test_ligatures_that_are_but_codes_are_spelled_out(ligatures: dict[str, str]) -> None:
    for word in ("difference", "first", "office", "reflect", "sufficient", "waffle", "cliff", "flow", "fit"):
        assert mended(f"a {drawn(word, ligatures)} of") == f"a {word} of"


@pytest.mark.parametrize("formula", ["M\x0c", "(\x0f)", "\x10a\x11", "W\r\n", "x \x0c y", "\x0fi", "\rW"])
def test_signs_of_formulas_are_no_ligatures(formula: str) -> None:
    assert mended(formula) == formula


def test_a_dash_between_numbers_stays_one() -> None:
    assert mended("for 2\x153 months") == "for 2–3 months"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Universit¨at", "Universität"),
        ("Fran¸cois and Sim´on", "François and Simón"),
        ("Garc´ıa", "García"),
        ("\u00a8 and ´ alone, a¨ 2", "\u00a8 and ´ alone, a¨ 2"),
    ],
)
def test_an_accent_before_its_letter_goes_onto_it(raw: str, expected: str) -> None:
    assert mended(raw) == expected


def test_ornaments_that_stand_alone_stay_what_they_are() -> None:
    chart = "\r\n".join(f"{glyph} ornament" for glyph in "❡❢❣❤❥❦❧✐✉✈✇" * 12)
    assert mended(chart) == chart
    assert mended("Five of ♠ and two of ♥") == "Five of ♠ and two of ♥"


def test_a_bitmap_font_is_read_by_the_codes_of_its_letters(tmp_path: Path) -> None:
    path = bitmap_pdf(tmp_path / "bitmap.pdf", [drawn(line, T1) for line in SPELLED])
    page = read_pdf(path, path.name, reading_limits())[0][0]
    text = " ".join(page["text"].split())
    assert text == " ".join(SPELLED).replace("bor- ders", "borders")
    with pypdfium2.PdfDocument(path) as document:
        textpage = document[0].get_textpage()
        raw, characters = page_characters(textpage)
        start = page["text"].index("office")
        places = raw_places(page["text"], raw, start, start + len("office"))
        left, bottom, _, top = textpage.get_charbox(characters[places[0]])
    assert left > 72
    assert 690 < bottom < top < 715
