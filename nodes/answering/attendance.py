"""Who was there: minutes say it in a line of their own, and in other words than people ask."""

from __future__ import annotations

import re

from nodes.language.terms import analyse

_ASKS = re.compile(
    r"\b(?:attend(?:ed|ees?|ing|ance)?|(?:was|were|been) (?:present|there)|(?:took|take|taken|taking) part|"
    r"participa(?:nts?|ted?|ting))\b",
    re.IGNORECASE,
)
_WHO = re.compile(r"\b(?:who|list|name|names|attendees|participants|people)\b", re.IGNORECASE)
_SAYS = re.compile(
    r"\W*(?:present|attend(?:ees?|ing|ance)|participants?|in attendance|attended by|anwesende?|teilnehm(?:er|ende)\w*|"
    r"présents?|asistentes|presenti)\b[^.:\n]{0,24}:",
    re.IGNORECASE,
)


def asks_attendance(question: str) -> bool:
    """Whether it is asked who was at a meeting."""
    return _WHO.search(question) is not None and _ASKS.search(question) is not None


def tells_attendance(text: str) -> bool:
    """Whether a line names those who were there ("Present: …")."""
    return _SAYS.match(text) is not None


def without_asking(question: str) -> list[str]:
    """The terms of such a question that say of which meeting it is."""
    return analyse(_ASKS.sub(" ", question))
