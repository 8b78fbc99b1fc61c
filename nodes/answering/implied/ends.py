"""When something ends: a contract is terminated to a day, runs until one, or is valid for so long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_ASKS = re.compile(
    r"\b(?:when|until|how long|wann|wie lange)\b[^.?!]{0,80}?"
    r"\b(ends?|ended|expires?|expired|expiry|endet|enden|endete|ausläuft|abläuft)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:runs?|valid|lasts?|continues?|(?:remains? )?in force) (?:until|till|to)\b"
    r"|\b(?:expires?|terminat(?:e|es|ed)|ends?|cancel(?:s|led)?)\b[^;\n]{0,100}?\b(?:on|of|from|until|by)\b"
    r"|\b(?:läuft|laufen|gilt|gelten|gültig|befristet)\b[^;\n]{0,60}?\bbis\b"
    r"|\b(?:ge)?kündig(?:e|en|t|ten)\b[^;\n]{0,120}?\b(?:zum|per)\b",
    re.IGNORECASE,
)


def with_ends(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; where it is asked when something ends, those that tell it by a day hold the word that asks."""
    asked = frozenset(term for found in _ASKS.findall(question) for term in analyse(found))
    return [
        replace(piece, terms=piece.terms | asked)
        if asked and _TELLS.search(piece.text) and find_dates(piece.text)
        else piece
        for piece in pieces
    ]
