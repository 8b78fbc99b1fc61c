"""Words that are spelt, or stemmed, as another is: who asks what was founded does not ask what was found.

Nor is "Production" a product.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.terms import stem

_PASTS = ("found", "wound", "bound")
"""Past forms of find, wind and bind, and what a stemmer makes of "founded", "wounded" and the like."""
_OTHER = {past: re.compile(rf"\b(?:co-?)?{past}(?:ed|ers?|ing|ings)\b", re.IGNORECASE) for past in _PASTS}
_PRODUCT, _PRODUCTION = re.compile(r"\bproducts?\b", re.IGNORECASE), re.compile(r"\bproductions?\b", re.IGNORECASE)


def without_homographs(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces, without a term that they say as another verb than the question does.

    Args:
        pieces: All evidence.
        question: As it stands alone.
    """
    asked = [past for past, other in _OTHER.items() if other.search(question)]
    kept = _without_production(pieces) if _PRODUCT.search(question) and not _PRODUCTION.search(question) else [*pieces]
    for past in asked:
        term = stem(past)
        kept = [
            replace(piece, terms=piece.terms - {term})
            if term in piece.terms and not _OTHER[past].search(piece.text)
            else piece
            for piece in kept
        ]
    return kept


def _without_production(pieces: Sequence[Evidence]) -> list[Evidence]:
    """The pieces, without the term of products where they speak of production alone: both have one stem."""
    term = stem("product")
    return [
        replace(piece, terms=piece.terms - {term})
        if _PRODUCTION.search(piece.text) and not _PRODUCT.search(" ".join((piece.text, piece.corner, *piece.header)))
        else piece
        for piece in pieces
    ]
