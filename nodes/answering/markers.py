"""Brackets of a source in an answer: as they stand there, and yet none of the `[n]` that cite."""

from __future__ import annotations

import re

GUARD = "\u2060"
"""WORD JOINER. It has no width, and a bracket with it before its number is no marker to whoever looks for markers."""
_REFERENCE = re.compile(r"\[(?=\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\])")


def guarded(text: str) -> str:
    """A document's text with its own `[3]` so that it looks the same and cites nothing."""
    return _REFERENCE.sub(f"[{GUARD}", text)


def unguarded(text: str) -> str:
    """What `guarded` was given."""
    return text.replace(f"[{GUARD}", "[")
