"""Colours: what is asked for by the colour of something is told by a word for one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_ASKS = lazy_regex(
    r"\b(?:what|which) colou?rs?\b(?! (?:code|scheme|space|depth|management|profile)s?\b)", re.IGNORECASE
)
_TERMS = frozenset(analyse("colour color"))
_COLOUR = lazy_regex(
    r"\b(?:(?:off|dark|light|pale|deep|chalk|sky|sea|snow|jet)?"
    r"(?:black|white|gr[ea]y|red|green|blue|yellow|orange|brown|pink|purple|violet|lilac|turquoise|beige|cream|ivory|"
    r"gold|silver|bronze|copper|navy|teal|cyan|magenta|crimson|scarlet|burgundy|maroon|ochre|olive|khaki|amber|coral|"
    r"salmon|rose|sand|anthracite|charcoal|ebony|mahogany|tan|transparent|colourless|colorless)(?:ish|en)?|"
    r"RAL(?= ?\d)|colou?r(?:s|ed)?)\b|#[0-9a-f]{6}\b",
    re.IGNORECASE,
)
"""What is said of colours is not weighed further."""


def with_colours(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces; where a colour is asked for, one with a word for one need not say that it is a colour.

    Args:
        pieces: All evidence.
        question: As it stands alone.
    """
    if not _ASKS.search(question):
        return [*pieces]
    return [replace(piece, terms=piece.terms | _TERMS) if _COLOUR.search(piece.text) else piece for piece in pieces]


def lacks_colour(pieces: Sequence[Evidence], question: str) -> bool:
    """Whether a colour is asked for, and nothing that is quoted has a word for one.

    Args:
        pieces: What is quoted.
        question: As it stands alone.
    """
    if not _ASKS.search(question):
        return False
    return not any(_COLOUR.search(" ".join((piece.text, piece.group, *piece.header))) for piece in pieces)
