"""When something ends: a contract is terminated to a day, runs until one, or is valid for so long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import find_dates
from nodes.language.terms import analyse

_ASKS = lazy_regex(
    r"\b(?:when|until|how long|wann|wie lange)\b[^.?!]{0,80}?"
    r"\b(ends?|ended|expires?|expired|expiry|runs? out|ran out|lapses?|endet|enden|endete|ausläuft|abläuft)\b",
    re.IGNORECASE,
)
_ASKS_OF_CONTRACT = lazy_regex(
    r"\b(?:until|till|to) when\b[^.?!]{0,80}?\b(run|last|continue|go on|valid|in force)\b"
    r"|\bhow long\b[^.?!]{0,60}?\b(?:agreement|contract|lease|licen[cs]e|subscription|membership|mandate|policy)\b"
    r"[^.?!]{0,30}?\b(run|last|continue|go on|valid|in force)\b",
    re.IGNORECASE,
)
_TELLS_TERM = lazy_regex(
    r"\bextended (?:until|till|to|by)\b[^;\n]{0,40}?\d"
    r"|\b(?:agreement|contract|lease|licen[cs]e|subscription|membership|mandate|policy|term)\b[^.;\n]{0,80}?"
    r"\b(?:term of|period of|is|continues? for|runs? for|lasts?)\s(?:\w+\s){0,2}(?:months?|years?)\b",
    re.IGNORECASE,
)
"""Of a contract: to which day it was extended, or for how long it runs."""
_OF_CONTRACT = lazy_regex(
    r"\b(?:agreement|contract|lease|licen[cs]e|subscription|membership|mandate|policy|tenancy)\b", re.IGNORECASE
)
_OF_WARRANTY = lazy_regex(r"\b(?:warranty|guarantee[ds]?)\b", re.IGNORECASE)
_TELLS_WARRANTY = lazy_regex(
    r"\b(?:guarantee[ds]?|warrant(?:y|ed|s))\b[^.;:?!\n]{0,80}?\b(?:for|of|is|lasts?|runs?)\s(?:\w+\s){0,2}"
    r"(?:months?|years?)\b",
    re.IGNORECASE,
)
"""For how long something has a warranty: it ends as long after the day of which that counts."""
_TELLS_START = lazy_regex(
    r"\b(?:starts?|started|begins?|began|commences?|commenced|takes? effect|comes? into force|in force|valid|effective|"
    r"from)\b",
    re.IGNORECASE,
)
_BETWEEN = 2
"""Characters between two sentences of one paragraph."""
_TELLS = lazy_regex(
    r"\b(?:runs?|valid|lasts?|continues?|(?:remains? )?in force) (?:until|till|to)\b"
    r"|\b(?:expires?|terminat(?:e|es|ed)|ends?|cancel(?:s|led)?)\b[^;\n]{0,100}?\b(?:on|of|from|until|by)\b"
    r"|\b(?:läuft|laufen|gilt|gelten|gültig|befristet)\b[^;\n]{0,60}?\bbis\b"
    r"|\b(?:ge)?kündig(?:e|en|t|ten)\b[^;\n]{0,120}?\b(?:zum|per)\b",
    re.IGNORECASE,
)


def asks_end(question: str) -> bool:
    """Whether it is asked when something ends."""
    return _ASKS.search(question) is not None


def with_ends(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; where it is asked when something ends, those that tell it by a day hold the word that asks.

    Where it is asked until when something runs, so do those that tell how long a contract does; where a contract ends,
    for how long from which day it runs, also where that day stands in the sentence before; and where it is a warranty,
    how long that is.
    """
    asked = _words(_ASKS.findall(question))
    of_contract = _words(_ASKS_OF_CONTRACT.findall(question))
    if not (asked or of_contract):
        return [*pieces]
    of_warranty = asked if _OF_WARRANTY.search(question) else frozenset[str]()
    from_a_day = asked if _OF_CONTRACT.search(question) else frozenset[str]()
    told = [_with_end(piece, asked | of_contract, of_contract, from_a_day, of_warranty) for piece in pieces]
    if not from_a_day:
        return told
    return [
        replace(piece, terms=piece.terms | from_a_day) if before and runs_from(before, piece) else piece
        for before, piece in zip([None, *pieces], told, strict=False)
    ]


def runs_from(before: Evidence, piece: Evidence) -> bool:
    """Whether a sentence says for how long a contract runs, and the one right before it from which day."""
    is_behind = before.position == piece.position and 0 <= piece.start - before.end <= _BETWEEN
    is_term = is_behind and not (before.is_row or piece.is_row) and _TELLS_TERM.search(piece.text) is not None
    tells_start = is_term and _TELLS_START.search(before.text) is not None and bool(find_dates(before.text))
    return tells_start and not find_dates(piece.text)


def _with_end(
    piece: Evidence,
    asked: frozenset[str],
    of_contract: frozenset[str],
    from_a_day: frozenset[str],
    of_warranty: frozenset[str],
) -> Evidence:
    if _TELLS.search(piece.text) and find_dates(piece.text):
        return replace(piece, terms=piece.terms | asked)
    if of_contract and _TELLS_TERM.search(piece.text):
        return replace(piece, terms=piece.terms | of_contract)
    if from_a_day and _TELLS_TERM.search(piece.text) and find_dates(piece.text):
        # A contract calls it its term, and not by its name.
        return replace(piece, terms=piece.terms | from_a_day)
    if of_warranty and _TELLS_WARRANTY.search(piece.text):
        return replace(piece, terms=piece.terms | of_warranty)
    return piece


def _words(found: Sequence[Sequence[str] | str]) -> frozenset[str]:
    """The terms of what was found, in whichever group."""
    return frozenset(term for each in found for term in analyse(each if isinstance(each, str) else " ".join(each)))
