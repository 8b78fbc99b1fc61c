"""Sentences that say something by themselves: what a summary is made of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import LEANS_BACK, Evidence
from nodes.documents.summaries import is_prose
from nodes.domain.regexes import lazy_regex

_SHORTEST = 40
"""Characters of a sentence that says something by itself."""
_ELSEWHERE = lazy_regex(r"\b(?:tables?|figures?|fig\.|sections?|page|appendix|annex) \d", re.IGNORECASE)
"""What speaks of another place says little by itself."""
_OF_ITSELF = lazy_regex(
    r"\W*(?:present|attendees|participants|apologies|authors?|written by|issued by|place|venue|date|time|chair|minutes|"
    r"from|to|cc|subject|contact|status|version|edition)\b[^.:]{0,24}: ?\S|\W*(?:written|issued|prepared) by\b",
    re.IGNORECASE,
)
"""What a document says of itself, and not of its matter."""
_FORM = lazy_regex(r"[☐☒☑□]|_{4,}|\bcheck mark\b")
"""What a form has to be filled in with."""


def telling_prose(pieces: Sequence[Evidence]) -> list[Evidence]:
    """Those that are whole sentences and say something by themselves; those that do not where there are no others."""
    said = [piece for piece in pieces if not (piece.is_row or piece.is_list or piece.is_fragment or piece.is_heading)]
    prose = [piece for piece in said if is_prose(" ".join(piece.text.split()))]
    return list(filter(_says_something, prose)) or prose


def _says_something(piece: Evidence) -> bool:
    if len(piece.text) < _SHORTEST or LEANS_BACK.match(piece.text):
        return False
    return not any(pattern.search(piece.text) for pattern in (_ELSEWHERE, _FORM)) and not _OF_ITSELF.match(piece.text)
