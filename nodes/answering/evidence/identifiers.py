"""Lines that are but a number by which somebody or something is filed: they tell it to who asks for it alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence

_IS_IDENTIFIER = re.compile(
    r"\W*(?:[^\W\d_]+ ){0,2}[^\W\d_]+[ -]?(?:no|nos|nr|number|id|nummer|numéro)\b\.?:? ?#?[A-Z]{0,4}[-/ ]?\d[\w/-]*\W*|"
    r"\W*[^\W\d_]*(?:nummer|nr)\.?:? ?\d[\w/-]*\W*",
    re.IGNORECASE,
)
_ASKS_FOR_IT = re.compile(
    r"\b(?:no|nos|nr|numbers?|ids?|identifiers?|codes?|references?|nummern?|\w+nummer|numéros?|números?)\b|\d{3}",
    re.IGNORECASE,
)


def without_identifiers(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces without lines like "Customer no. 20817", unless the question asks for a number, or says one.

    Args:
        pieces: All evidence.
        question: As it stands alone.
    """
    if _ASKS_FOR_IT.search(question):
        return [*pieces]
    return [piece for piece in pieces if piece.is_row or not _IS_IDENTIFIER.fullmatch(piece.text)]
