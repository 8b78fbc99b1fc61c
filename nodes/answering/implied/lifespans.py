"""Spans of life: "Ada Berg (1 May 1910 – 3 June 1982) was a painter" tells when she was born and when she died."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.language.asked_kinds import AnswerKind
from nodes.language.kinship import LIFE_TERMS

_NAME = r"(?:[^\n(.!?]|(?<=\b\w)\.|(?<=\b[A-Z][a-z])\.|(?<=\b[A-Z][a-z][a-z])\.){2,100}"
"""Points stand behind initials and short words only: "J. R. Berg", "Otto Berg Jr."."""
_SPAN = re.compile(
    rf"{_NAME}\([^()]{{0,90}}?\b\d{{3,4}}\??[^()\d]{{0,30}}[-–—]\s?[^()]{{0,60}}?\b\d{{3,4}}\b[^()]{{0,60}}\)"
)
"""A name and in parentheses two years with a dash between them, days and places beside them or not."""
_UNTOLD: frozenset[AnswerKind] = frozenset({"place", "manner", "reason"})


def with_lifespans(pieces: Sequence[Evidence], weights: Mapping[str, float], kind: AnswerKind) -> list[Evidence]:
    """The pieces; those that open with a name and a span of life hold what the question calls a birth or a death.

    It tells when somebody was born, and neither where nor how or why somebody died.

    Args:
        pieces: All evidence.
        weights: Weight of each question term.
        kind: What kind of answer is asked for.
    """
    asked = LIFE_TERMS & weights.keys()
    if not asked or kind in _UNTOLD:
        return [*pieces]
    return [
        replace(piece, terms=piece.terms | asked) if not piece.is_row and _SPAN.match(piece.text) else piece
        for piece in pieces
    ]
