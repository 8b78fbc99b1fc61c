"""Words that are spelt, or stemmed, as another verb is: who asks what was founded does not ask what was found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.terms import stem

_PASTS = ("found", "wound", "bound")
"""Past forms of find, wind and bind, and what a stemmer makes of "founded", "wounded" and the like."""
_OTHER = {past: re.compile(rf"\b(?:co-?)?{past}(?:ed|ers?|ing|ings)\b", re.IGNORECASE) for past in _PASTS}


def without_homographs(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces, without a term that they say as another verb than the question does.

    Args:
        pieces: All evidence.
        question: As it stands alone.
    """
    asked = [past for past, other in _OTHER.items() if other.search(question)]
    kept = [*pieces]
    for past in asked:
        term = stem(past)
        kept = [
            replace(piece, terms=piece.terms - {term})
            if term in piece.terms and not _OTHER[past].search(piece.text)
            else piece
            for piece in kept
        ]
    return kept
