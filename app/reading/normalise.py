"""The one normalisation of page text, with the way back to the characters it came from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from app.reading.hyphenation import BREAK, Hyphenation, hyphenation_of
from nodes.domain.regexes import lazy_regex

_BREAKS = "\x0b\x0c\x85\u2028\u2029"
_BLANKS = "\t\u00a0\u1680\u2000-\u200a\u202f\u205f"
_REPLACED = lazy_regex(
    r"(?P<surrogates>[\ud800-\udbff][\udc00-\udfff])"
    r"|(?P<lone>[\ud800-\udfff])"
    rf"|(?P<newline>\r\n?|[{_BREAKS}])"
    rf"|(?P<blank>[{_BLANKS}])"
    r"|(?P<escape>\x1b\[[0-?]{0,99}[ -/]{0,9}[@-~]|\x1b\][^\x00-\x1f]{0,999}(?:\x07|\x1b\\))"
    r"|(?P<hyphen>\u00ad[ \t]*(?:\r\n?|\n)[ \t]*|\ufffe[ \t]*(?:\r\n?|\n)?[ \t]*)"
    r"|(?P<dropped>[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u2060\ufeff\uffff])"
)
_SPECIAL = lazy_regex(
    r"[\x00-\x09\x0b-\x1f\x7f-\xa0\u00ad\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\ufeff\ufffe\uffff\ud800-\udfff]"
)
"""What one of the alternatives above may begin with."""
_TRAILING = lazy_regex(r"(?<! ) ++(?=\n|\Z)")


def normalise_page_text(raw: str, hyphenation: Hyphenation | None = None) -> tuple[str, list[int]]:
    """Text as a page keeps it, and where each of its code points came from.

    NFC; `\\n` line ends; tabs and the other blanks of a line as plain blanks; no control or zero-width characters; what
    a terminal was told, as its colours, gone as a whole; lone surrogates as U+FFFD; words broken by a soft hyphen at a
    line's end joined; blanks at line ends gone; one `\\n` at the end unless empty. A hyphen that may be a break
    (U+FFFE; pdfium's way to mark it) is a hyphen again or joins its word.

    Args:
        raw: Text as a parser gave it.
        hyphenation: How the document breaks words; else the text itself tells.

    Returns:
        The text, and for each of its code points the index into `raw`, never decreasing, of the same length.
    """
    text, origins = _replace(raw, hyphenation)
    if not unicodedata.is_normalized("NFC", text):
        text, origins = _compose(text, origins)
    return _strip_line_ends(text, origins, len(raw))


def normalise_text(raw: str, hyphenation: Hyphenation | None = None) -> str:
    """The text of `normalise_page_text` without the way back: a fraction of the memory for a long text."""
    replaced = "".join(piece for _, piece in _pieces(raw, hyphenation))
    lines = unicodedata.normalize("NFC", replaced).split("\n")
    stripped = "\n".join([line.rstrip(" ") for line in lines]).rstrip("\n")
    return stripped + "\n" if stripped else ""


def normalise_line(raw: str) -> str:
    """A text as one line: normalised, runs of blanks and line breaks as one blank, nothing around it."""
    # Most cells of a table are plain.
    plain = raw if raw.isascii() and raw.isprintable() else normalise_text(raw)
    return " ".join(plain.split())


def _replace(raw: str, hyphenation: Hyphenation | None) -> tuple[str, list[int]]:
    pieces: list[str] = []
    origins: list[int] = []
    for start, piece in _pieces(raw, hyphenation):
        pieces.append(piece)
        origins.extend(range(start, start + len(piece)))
    return "".join(pieces), origins


def _pieces(raw: str, hyphenation: Hyphenation | None) -> Iterator[tuple[int, str]]:
    """Runs of text, with the line's end behind them, and single characters for what is replaced; each with its place.

    The characters of a run stand in `raw` from that place on, one for one.
    """
    hyphens = (hyphenation or hyphenation_of([raw])).hyphens(raw) if BREAK in raw else {}
    position = 0
    # Searching for one of a set of characters is many times faster than for the alternatives that begin with them.
    while special := _SPECIAL.search(raw, position):
        start = special.start()
        if raw.startswith("\r\n", start):
            yield position, raw[position:start] + "\n"
            position = start + 2
            continue
        if start > position:
            yield position, raw[position:start]
        found = _REPLACED.match(raw, start)
        if found is None:
            yield start, raw[start]
            position = start + 1
            continue
        yield start, _replacement(found, hyphens)
        position = found.end()
    yield position, raw[position:]


def _replacement(found: re.Match[str], hyphens: dict[int, str]) -> str:
    kind, matched = found.lastgroup, found.group()
    if kind == "surrogates":
        return matched.encode("utf-16", "surrogatepass").decode("utf-16")
    if kind == "lone":
        return "\ufffd"
    if kind == "newline":
        return "\n"
    if kind == "blank":
        return " "
    if kind == "hyphen" and matched[0] == BREAK:
        return hyphens[found.start()]
    return ""


def _compose(text: str, origins: list[int]) -> tuple[str, list[int]]:
    pieces: list[str] = []
    composed: list[int] = []
    for start, end in _clusters(text):
        piece = unicodedata.normalize("NFC", text[start:end])
        pieces.append(piece)
        if piece == text[start:end]:
            composed.extend(origins[start:end])
        else:
            composed.extend([origins[start]] * len(piece))
    return "".join(pieces), composed


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Half-open ranges that can be composed one by one: none of them changes its neighbour."""
    start = 0
    for i in range(1, len(text)):
        character = text[i]
        if unicodedata.combining(character):
            continue
        if character >= "\u0300" and not _separate(text[start:i], character):
            continue
        yield start, i
        start = i
    if text:
        yield start, len(text)


def _separate(cluster: str, character: str) -> bool:
    apart = unicodedata.normalize("NFC", cluster) + unicodedata.normalize("NFC", character)
    return unicodedata.normalize("NFC", cluster + character) == apart


def _strip_line_ends(text: str, origins: list[int], raw_length: int) -> tuple[str, list[int]]:
    if " \n" in text or text.endswith(" "):
        pieces: list[str] = []
        kept: list[int] = []
        position = 0
        for found in _TRAILING.finditer(text):
            pieces.append(text[position : found.start()])
            kept.extend(origins[position : found.start()])
            position = found.end()
        text, origins = "".join([*pieces, text[position:]]), kept + origins[position:]
    stripped = text.rstrip("\n")
    if not stripped:
        return "", []
    kept = origins[: len(stripped)]
    kept.append(min(kept[-1] + 1, raw_length - 1))
    return stripped + "\n", kept
