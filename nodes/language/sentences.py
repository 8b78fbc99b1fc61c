"""Sentences: where they begin and end, by rule, in any text with line breaks, lists and tables."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+[」』”）]*|\n[ \t]*(?:\n\s*)+|\n(?=[ \t]*(?:[-*•–▪·]|\d{1,3}[.)])[ \t])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Mt|Inc|Corp|Ltd|Co|Cos|No|Nos|Fig|Figs|Eq|Sec|Ref|Refs|vs|etc|approx|est|al|cf|"
    r"e\.g|i\.e|ca|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Gen|Col|Lt|Sgt|Rev|Hon|Vol|pp?|ed|eds|U\.S|U\.K|Ph\.D)"
    r"|\b[A-Z]|\b[A-Z](?:\.[A-Z])+)\.$"
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Half-open ranges of the sentences of a text, white space at the ends left out, in order.

    A blank line or the start of a list item ends a sentence as well. Abbreviations and initials do not.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for end in _END.finditer(text):
        mark = end.group()
        if mark.startswith(".") and _continues(text, start, end.end()):
            continue
        _append(spans, text, start, end.end())
        start = end.end()
    _append(spans, text, start, len(text))
    return spans


def _continues(text: str, start: int, end: int) -> bool:
    following = text[end : end + 80].lstrip()
    if following and following[0].islower():
        return True
    return bool(following) and _ABBREVIATION.search(text, start, end) is not None


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        first = start + len(piece) - len(piece.lstrip())
        spans.append((first, first + len(stripped)))
