"""Fencing: what users and documents wrote, made so that a prompt can hold it as data.

A prompt puts such text between tags, numbers its sources, and agrees on one mark with the model. Text that imitates any
of the three could pass for the prompt itself, so its imitations are made harmless. Everything else stays as it is.
"""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

NO_EVIDENCE_MARK = "NO_EVIDENCE"
"""What the model begins with where the sources do not answer."""
TAGS = ("sources", "question", "passage", "passages")
"""What stands around such text in prompts."""

_TAG = lazy_regex(rf"<(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
_MARK = lazy_regex(r"(NO)_+(EVIDENCE)", re.IGNORECASE)
_REFERENCE = lazy_regex(r"\[(\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*)\]")


def fence(text: str) -> str:
    """Text that can neither open nor close the tags of a prompt, nor give the mark of an empty answer."""
    return _MARK.sub(r"\1 \2", _TAG.sub("‹", text))


def without_references(text: str) -> str:
    """A document's text with its own `[3]` as `(3)`: only what numbers the sources looks as if it did."""
    return _REFERENCE.sub(r"(\1)", text)
