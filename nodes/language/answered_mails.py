"""How a mail shows the one that it answers: behind marks, below "On 4 May 2025 at 18:02, Ada Berg wrote:"."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

MARKS = r"(?:>[ \t]?)++"
"""What stands before each line of a mail that is answered, once for each answer since; a pattern."""
_INTRODUCES = lazy_regex(r"\S[^\n]{5,200}\b(?:wrote|schrieb|a écrit|escribió|ha scritto)\b[^\n]{0,80}:", re.IGNORECASE)
_PARTS = lazy_regex(
    r"^(?:>[ \t]?)*+-{2,} ?(?:original (?:message|mail)|ursprüngliche nachricht|message d['’]origine|mensaje original)"
    r" ?-{2,}[ \t]*$|\b(?:wrote|schrieb|a écrit|escribió|ha scritto)\b[^\n]{0,80}:[ \t]*\n\s*>",
    re.IGNORECASE | re.MULTILINE,
)
"""A line above a mail that is answered, or the end of one."""
_WRITER = lazy_regex(
    r"^(?!>)[^\n]{5,80}?[,\d] {1,2}(?P<who>[^\n,<:\d]{3,80}?)(?: <[^\n<>]{1,80}>)? wrote:$", re.MULTILINE
)
_MARKED = lazy_regex(r"^>", re.MULTILINE)


def introduces_mail(line: str) -> bool:
    """Whether a line says who wrote what stands below it, and when."""
    return _INTRODUCES.fullmatch(line) is not None


def parts_mails(text: str) -> bool:
    """Whether a text has a line below which a mail stands that is answered above it."""
    return _PARTS.search(text) is not None


def last_writer_before(text: str, end: int) -> str:
    """Who wrote the mail that goes on at a place, by the line above it; empty where none is, or marks tell it."""
    writers = [] if _MARKED.search(text) else [found["who"] for found in _WRITER.finditer(text, 0, end)]
    return writers[-1] if writers else ""
