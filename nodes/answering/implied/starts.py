"""When something starts: it is so "from 1 October 2025", or "as of" a day."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import names_in_words, said_in, terms_of_name
from nodes.domain.chat import Source
from nodes.domain.regexes import lazy_regex
from nodes.language.periods import MONTHS
from nodes.language.terms import analyse

_ASKS = lazy_regex(
    r"\b(?:when|(?:on|from) (?:what|which) (?:day|date)|wann)\b[^.?!]{0,80}?"
    r"\b(starts?|started|begins?|began|commences?|beginnt|beginnen|begann|startet|anfangen|fängt)\b",
    re.IGNORECASE,
)
_MONTH = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
_PUT_OFF = r"(?:postponed|deferred|moved|brought forward) to"
_FROM = rf"(?:from|as (?:of|from)|effective|ab|à partir du|{_PUT_OFF})(?: on| the| dem)?"
_TELLS = lazy_regex(
    rf"(?<!\bapart )(?<!\bdates )(?<!\bdated )\b{_FROM}:? "
    rf"(?:\d{{4}}-\d\d-\d\d|(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?(?:{_MONTH})\b"
    rf"|(?:{_MONTH})\.? \d{{1,4}}\b|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b)",
    re.IGNORECASE,
)


def with_starts(
    pieces: Sequence[Evidence], sources: Sequence[Source], question: str, terms: Set[str]
) -> list[Evidence]:
    """The pieces; where it is asked when something starts, sentences that say from which day hold the word that asks.

    They are those of the sources that say the most of the rest of the question, if they say any of it.

    Args:
        pieces: All evidence.
        sources: What they are of.
        question: As it stands alone.
        terms: Of the question.
    """
    asked = frozenset(term for word in _ASKS.findall(question) for term in analyse(word))
    telling = [piece for piece in pieces if asked and not piece.is_row and _TELLS.search(piece.text)]
    rest = terms - asked
    said = {
        position: len(rest & (said_in(source) | terms_of_name(names_in_words(source))))
        for position in {piece.position for piece in telling}
        for source in [sources[position]]
    }
    most = max(said.values(), default=0)
    if rest and not most:
        return [*pieces]
    places = {(piece.position, piece.start, piece.end) for piece in telling if said[piece.position] == most}
    return [
        replace(piece, terms=piece.terms | asked) if (piece.position, piece.start, piece.end) in places else piece
        for piece in pieces
    ]
