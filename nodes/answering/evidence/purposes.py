"""What a document says that it is for, and answers nothing: "This policy says who may use the cards"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex

_TELLS_WHAT_FOR = lazy_regex(
    r"\W*(?:\d{1,2}(?:\.\d{1,2})?\.? )?(?:this|the present) (?:[\w-]{1,20} )?"
    r"(?:policy|procedure|document|guide(?:line)?|manual|handbook|leaflet|sheet|note|report|paper|chapter|section|page|"
    r"circular|instruction|protocol) (?:only )?"
    r"(?:says|tells|describes|explains|sets out|lays down|governs|regulates|shows|summari[sz]es|is about) "
    r"(?:you )?(?:in detail )?(?:what|who|how|when|which|where|why|the (?:rules|way|steps))\b",
    re.IGNORECASE,
)
_ASKS_WHAT_FOR = lazy_regex(
    r"\b(?:about|purpose|scope|cover(?:s|ed)?|appl(?:y|ies)|regulate[sd]?|govern(?:s|ed)?|describe[sd]?|explain(?:s|ed)?|"
    r"set out|for whom)\b",
    re.IGNORECASE,
)


def without_purposes(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces without what a document says that it tells, unless it is asked what it is about or for."""
    if _ASKS_WHAT_FOR.search(question):
        return [*pieces]
    return [piece for piece in pieces if piece.is_row or not _TELLS_WHAT_FOR.match(piece.text)]
