"""Who signed: contracts say that in a line of names at their end, for whom and seldom with that word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence import Evidence
from nodes.language.terms import analyse

_ASKS = re.compile(r"\bwho(?:se)?\b[^.?!]{0,24}?\b(sign(?:ed|s)?|signator(?:y|ies)|signatures?)\b", re.IGNORECASE)
_ASKS_WHEN = re.compile(
    r"\b(?:when|(?:on )?(?:what|which) (?:date|day))\b[^.?!]{0,60}?\b(sign(?:ed)?|conclud(?:e|ed)|dated|sent)\b",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\W*(?:dated|date[ds]?:|sent:|datum:|gesendet:|le \d|[A-ZÀ-ÖØ-Þ][\w-]+, (?:den |le |the )?\d)", re.IGNORECASE
)
"""How a contract says the day on which it was signed, and a mail when it was sent."""
_NAME = r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]* ){1,3}[A-ZÀ-ÖØ-Þ][\w'’-]+"
_TELLS = re.compile(
    r"\W*(?:/s/|(?i:signed(?: by)?\b:?|p\.? ?p\.)|"
    r"(?i:for(?: and on behalf of)?|on behalf of)\s(?:the\s)?[^.:;\n]{2,60}:)\s*"
    rf"(?:(?:Mr|Mrs|Ms|Dr)\.? )?{_NAME}"
)


def with_signatures(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; where it is asked who signed, or when, the lines that say so hold the word that asks for it."""
    for asks, tells in ((_ASKS, _TELLS), (_ASKS_WHEN, _DATED)):
        if asked := frozenset(term for found in asks.findall(question) for term in analyse(found)):
            pieces = [
                replace(piece, terms=piece.terms | asked, is_heading=False) if tells.match(piece.text) else piece
                for piece in pieces
            ]
    return [*pieces]
