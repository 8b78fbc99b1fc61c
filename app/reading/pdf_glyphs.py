"""Letters of a PDF that pdfium cannot name: ligatures and accents of TeX's fonts, and fonts without names at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from app.reading.hyphenation import BREAK
from nodes.domain.regexes import lazy_regex

_DINGBATS = (
    "✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ "
    "◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦"
)
"""What the glyphs a1 to a126 are in a font of ornaments. Bitmap fonts of TeX call the letter of code 101 "a101"."""
_LETTERS = {ord(glyph): chr(code) for code, glyph in enumerate(_DINGBATS, start=1) if glyph != " "}
_ORNAMENT = lazy_regex(f"[{_DINGBATS.replace(' ', '')}]")
_SYMBOL = lazy_regex("[\u2460-\u27bf]")
"""Ornaments and what stands among them: one range is found faster."""
_LETTER = lazy_regex(r"[^\W\d_]")
_RUN = lazy_regex(rf"(?:{_ORNAMENT.pattern}|[^\W\d_])+")
_LEAST_ORNAMENTS = 100
"""On a page that is spelled in them."""
_LEAST_RUN = 3.0
"""Of letters together, on average: ornaments in a chart of them stand alone."""

_LIGATURES = {"\x0b": "ff", "\x0c": "fi", "\r": "fl", "\x0e": "ffi", "\x0f": "ffl"} | dict(
    zip("\x1b\x1c\x1d\x1e\x1f", ("ff", "fi", "fl", "ffi", "ffl"), strict=True)
)
"""By their codes in TeX's two encodings of text."""
_ACCENTS = {"¨": "\u0308", "´": "\u0301", "ˇ": "\u030c", "˚": "\u030a", "¸": "\u0327", "˝": "\u030b"}
"""What is drawn before the letter that it stands on, as a character of its own."""
_DOTLESS = {"ı": "i", "ȷ": "j"}
_MENDED = lazy_regex(
    # Elsewhere these are signs of formulas: no word begins with "ff", and none ends in "fl".
    r"(?P<ligature>(?<=[^\W\d_])[\x0b\x1b]|(?<=[^\W\d_])(?:[\x0c\x0e\x0f\x1c-\x1f]|\r(?!\n))(?=[a-z])"
    r"|(?:[\x0c\x1c\x1d]|\r(?!\n))(?=[a-z]{2}|t\b))"
    r"|(?P<dash>(?<=\w)\x15(?=\w))"
    r"|(?P<accent>[¨´ˇ˚¸˝][^\W\d_])"
)
_SPECIAL = lazy_regex(r"[\x0b\x0c\x0e\x0f\x15\x1b-\x1f¨´ˇ˚¸˝]")


def mend_glyphs(raw: str, indices: Sequence[int]) -> tuple[str, Sequence[int]]:
    """The text of a page with its ligatures spelled out, its accents on their letters, and letters for ornaments.

    Args:
        raw: as pdfium gives it.
        indices: of its characters, one for each code point.

    Returns:
        The text, and the index of the character that each of its code points was drawn by.
    """
    if _is_spelled_in_ornaments(raw):
        raw, indices = _without_line_hyphens(raw.translate(_LETTERS), indices)
    if _SPECIAL.search(raw) is None and raw.count("\r") == raw.count("\r\n"):
        return raw, indices
    pieces: list[str] = []
    kept: list[int] = []
    position = 0
    for found in _MENDED.finditer(raw):
        start, end = found.span()
        replacement, places = _replacement(found)
        pieces += (raw[position:start], replacement)
        kept.extend(indices[position:start])
        kept.extend(indices[start + place] for place in places)
        position = end
    return "".join([*pieces, raw[position:]]), [*kept, *indices[position:]]


def _replacement(found: re.Match[str]) -> tuple[str, list[int]]:
    """What is read instead, and which of the characters found each of it comes from."""
    matched = found.group()
    if found.lastgroup == "ligature":
        return _LIGATURES[matched], [0] * len(_LIGATURES[matched])
    if found.lastgroup == "dash":
        return "\N{EN DASH}", [0]
    letter = _DOTLESS.get(matched[1], matched[1])
    if len(unicodedata.normalize("NFC", letter + _ACCENTS[matched[0]])) > 1:
        return matched, [0, 1]
    return letter + _ACCENTS[matched[0]], [1, 0]


def _is_spelled_in_ornaments(raw: str) -> bool:
    """Whether most letters of a page are ornaments, and stand together as those of words do."""
    if raw.isascii() or _SYMBOL.search(raw) is None:
        return False
    count = len(_ORNAMENT.findall(raw))
    if count < _LEAST_ORNAMENTS or count < len(_LETTER.findall(raw)):
        return False
    runs = [len(run) for run in _RUN.findall(raw)]
    return sum(runs) >= _LEAST_RUN * len(runs)


def _without_line_hyphens(raw: str, indices: Sequence[int]) -> tuple[str, list[int]]:
    """Hyphens at line ends as pdfium marks those that it knows, with the rest of the word behind them."""
    pieces: list[str] = []
    kept: list[int] = []
    position = 0
    for found in re.finditer(r"(?<=[^\W\d_])-\r\n(?=[^\W\d_])", raw):
        pieces += (raw[position : found.start()], BREAK)
        kept.extend(indices[position : found.start() + 1])
        position = found.end()
    return "".join([*pieces, raw[position:]]), [*kept, *indices[position:]]
