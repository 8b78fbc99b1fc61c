"""Who signed: contracts say that in a line of names at their end, for whom and seldom with that word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence import Evidence
from nodes.language.terms import analyse

_ASKS = re.compile(r"\bwho(?:se)?\b[^.?!]{0,24}?\b(sign(?:ed|s)?|signator(?:y|ies)|signatures?)\b", re.IGNORECASE)
_NAME = r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]* ){1,3}[A-ZÀ-ÖØ-Þ][\w'’-]+"
_TELLS = re.compile(
    r"\W*(?:/s/|(?i:signed(?: by)?\b:?|p\.? ?p\.)|"
    r"(?i:for(?: and on behalf of)?|on behalf of)\s(?:the\s)?[^.:;\n]{2,60}:)\s*"
    rf"(?:(?:Mr|Mrs|Ms|Dr)\.? )?{_NAME}"
)


def with_signatures(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; where it is asked who signed, lines of signatures hold the word that asks for them."""
    asked = frozenset(term for found in _ASKS.findall(question) for term in analyse(found))
    if not asked:
        return [*pieces]
    return [
        replace(piece, terms=piece.terms | asked, is_heading=False) if _TELLS.match(piece.text) else piece
        for piece in pieces
    ]
