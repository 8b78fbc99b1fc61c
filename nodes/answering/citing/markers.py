"""Markers: the `[n]` of an answer that cite, and brackets of a source in it that look alike and cite nothing."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

GUARD = "\u2060"
"""WORD JOINER. It has no width, and a bracket with it before its number is no marker to whoever looks for markers."""
_NUMBERS = r"\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*"
MARKER = lazy_regex(rf"\[({_NUMBERS})\]")
"""`[3]`, `[1, 2]`, `[1-3]`; its group is what `numbers_of` reads."""
_REFERENCE = lazy_regex(rf"\[(?={_NUMBERS}\])")
_SIGN = lazy_regex(r"\[(?=\d)|\*(?=\*)|`")
"""Makes a marker, bold text or code of what follows it."""
_GUARDED = lazy_regex(rf"(?<=[\[*`]){GUARD}")
_WIDEST_RANGE = 20
"""Numbers of a range that cites: `[2-5]` does, `[1990-2020]` is of the text."""


def numbers_of(marked: str) -> list[int]:
    """The numbers of a marker, each once: of `3`, `1, 2` and `1-3`."""
    found: list[int] = []
    for part in re.split(r"(?:(?<!\s)\s+)?[,;]\s*", marked):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        is_range = len(ends) == 2 and 0 <= ends[1] - ends[0] <= _WIDEST_RANGE
        found.extend(range(ends[0], ends[1] + 1) if is_range else ends)
    return list(dict.fromkeys(found))


def guarded(text: str) -> str:
    """A document's text with its own `[3]` so that it looks the same and cites nothing."""
    return _REFERENCE.sub(f"[{GUARD}", text)


def inert(text: str) -> str:
    """Words of a question so that they look the same, cite nothing, and are neither bold nor code on the page."""
    return _SIGN.sub(rf"\g<0>{GUARD}", text)


def unguarded(text: str) -> str:
    """What `guarded` or `inert` was given."""
    return _GUARDED.sub("", text)
