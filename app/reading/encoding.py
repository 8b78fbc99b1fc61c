"""Bytes as text, whatever their encoding."""

from __future__ import annotations

import codecs

from app.reading.latin import WESTERN, other_latin
from nodes.domain.regexes import lazy_regex

HEAD_BYTES = 65_536
"""Of a file, by which it is told what it is, and in which encoding."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = bytes(code for code in range(1, 32) if code not in b"\t\n\v\f\r\x1b") + b"\x7f"
"""What texts hardly hold, whatever their encoding; NUL is counted apart."""
_PLAIN = bytes(code for code in range(128) if code not in _CONTROLS)
_ASCII = bytes(range(128))
_LEAST_FOREIGN = 0.1
"""Share of bytes that plain text has not, from which on zeros may be those of UTF-16."""
_MOST_DAMAGED = 0.1
"""Share of the bytes over ASCII that may be no UTF-8 in a text that is."""
_FOREIGN_RUN = lazy_regex("[À-ÿ]{3}")
_CYRILLIC = ("cp1251", "koi8_u", "cp866", "iso8859_5")
_CYRILLIC_LETTER = lazy_regex("[А-яЁёЄєІіЇїҐґ]")
_SMALL_CYRILLIC = lazy_regex("[а-яёєіїґ]")
_COMMON_CYRILLIC = lazy_regex("[оеаинтсрвл]")
"""Two thirds of the letters of a Russian text; of one that is read wrongly about a third."""
_FEWEST_LETTERS = 12
"""By which Cyrillic is told: fewer may be anything."""
_STRANGE = lazy_regex("[\uff61-\uff9f\ue000-\uf8ff]")
"""Half-width katakana and characters of nobody: what single bytes of another script look like in Shift-JIS."""
_MOST_STRANGE = 0.1
"""Share of a text's characters."""
_WESTERN = lazy_regex("[A-Za-zÀ-ÖØ-öø-ÿŒœŠšŽžŸ]")


def looks_like_text(head: bytes) -> bool:
    """Whether the first bytes of a file are text in some encoding: no more than a few control characters."""
    if sniff_encoding(head) in {"utf-16", "utf-32", "utf-16-le", "utf-16-be"}:
        return True
    size = max(1, len(head))
    controls = size - len(head.translate(None, _CONTROLS))
    return controls <= size * 0.03 and head.count(0) <= size * 0.3


def sniff_encoding(head: bytes) -> str | None:
    """The encoding where a byte order mark, the zero bytes of UTF-16 or valid UTF-8 tell; else None."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if (encoding_by_zeros := _utf16_without_mark(head)) is not None:
        return encoding_by_zeros
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return None
    return "utf-8"


def decode(data: bytes) -> str:
    """Text of any encoding: marks first, then UTF-8, then what charset-normalizer finds, then Windows-1252.

    Bytes that do not fit become U+FFFD; nothing raises.
    """
    encoding = sniff_encoding(data[:HEAD_BYTES])
    if encoding is None or encoding == "utf-8":
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            encoding = "utf-8" if _is_damaged_utf8(data) else _guess(data)
    return data.decode(encoding, errors="replace")


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether nearly all that is not ASCII is whole characters of UTF-8, which no other encoding makes by chance.

    Logs, exports that were joined and files that were cut have a byte or two that fit nowhere.
    """
    whole = data.decode("utf-8", errors="ignore").encode()
    return len(data) - len(whole) <= _MOST_DAMAGED * len(whole.translate(None, _ASCII))


def _utf16_without_mark(head: bytes) -> str | None:
    """Latin text in UTF-16 has a zero in every other byte, and hardly any in between; other text in its blanks."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    pairs = len(head) // 2
    if pairs < 2:
        return None
    if odd > pairs * 0.4 and even <= pairs * 0.05:
        return "utf-16-le"
    if even > pairs * 0.4 and odd <= pairs * 0.05:
        return "utf-16-be"
    # Plain text may have zeros, too.
    if not even + odd or len(head.translate(None, _PLAIN)) < _LEAST_FOREIGN * len(head):
        return None
    blanks = {encoding: _blanks(head, encoding) for encoding in ("utf-16-le", "utf-16-be")}
    best = max(blanks, key=blanks.__getitem__)
    return best if blanks[best] else None


def _blanks(data: bytes, encoding: str) -> int:
    """How many blanks and line breaks a text in an encoding has; none where it holds what no text does."""
    try:
        # The sample may end within a character.
        text = codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError:
        return 0
    is_written = all(character.isprintable() or character.isspace() for character in text)
    return sum(map(text.count, " \n")) if is_written else 0


def _guess(data: bytes) -> str:
    """Windows-1252 (Latin-1 with quotes) where its letters stand among Latin letters, else what statistics say.

    In which encoding of another language Latin letters are, its alphabet tells before. Statistics are wrong about a few
    lines of Cyrillic, which is looked for by its commonest letters before; and of what they propose, nothing is taken
    that makes a text of strange characters where there is something else.
    """
    from charset_normalizer import from_bytes

    sample = data[:HEAD_BYTES].replace(b"\0", b"")
    western = sample.decode("cp1252", errors="replace")
    high = [i for i, character in enumerate(western) if character >= "\x80"]
    if len(high) <= len(western) * 0.3:
        if (other := other_latin(sample)) is not None:
            return other
        if "\ufffd" not in western and _coherent(western, high):
            return WESTERN
    if (cyrillic := _cyrillic(sample)) is not None:
        return cyrillic
    found = [match.encoding for match in from_bytes(sample)]
    return next((encoding for encoding in found if not _is_strange(sample, encoding)), (found or ["cp1252"])[0])


def _cyrillic(data: bytes) -> str | None:
    """The encoding in which nearly all that is not ASCII is a small Cyrillic letter, and the common ones are common."""
    shares: dict[str, float] = {}
    for encoding in _CYRILLIC:
        high = data.translate(None, _ASCII).decode(encoding, errors="replace")
        letters = len(_CYRILLIC_LETTER.findall(high))
        if letters >= max(_FEWEST_LETTERS, 0.9 * len(high)) and len(_SMALL_CYRILLIC.findall(high)) >= 0.7 * letters:
            shares[encoding] = len(_COMMON_CYRILLIC.findall(high)) / letters
    best = max(shares, key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] >= 0.5 else None


def _is_strange(data: bytes, encoding: str) -> bool:
    text = data.decode(encoding, errors="replace")
    return len(_STRANGE.findall(text)) > _MOST_STRANGE * len(text)


def _coherent(text: str, high: list[int]) -> bool:
    """Characters over ASCII are punctuation, or letters among plain ones; three in a row are another script."""
    signs = "€‚„…†‡‰‹‘’“”•–—›¡£¥§©«®°±²³´µ¶·¹º»¼½¾¿×÷ \xa0"
    wrong = 0
    for i in high:
        if text[i] in signs:
            continue
        wrong += not _WESTERN.match(text[i]) or _FOREIGN_RUN.match(text, i) is not None
    return wrong <= len(high) * 0.1
