"""Lines that are but a number by which somebody or something is filed: they tell it to who asks for it alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex

_IS_IDENTIFIER = lazy_regex(
    r"\W*(?:[^\W\d_]+ ){0,2}[^\W\d_]+[ -]?(?:no|nos|nr|number|id|nummer|numéro)\b\.?:? ?#?[A-Z]{0,4}[-/ ]?\d[\w/-]*\W*|"
    r"\W*[^\W\d_]*(?:nummer|nr)\.?:? ?\d[\w/-]*\W*",
    re.IGNORECASE,
)
_IS_TELEPHONE = lazy_regex(
    r"\W{0,4}(?:tel(?:e(?:phone|fon))?|phone|fax|mobile|mobil)\b\.?:? ?\+?\d[\d ()/-]{4,24}", re.IGNORECASE
)
_CALLS = lazy_regex(
    r"\b(?:tel|tele(?:phone|fon)\w*|(?:tele)?phone\w*|fax|mobile?|call\w*|ring|reach\w*|contact\w*|anrufen|erreich\w*|"
    r"kontakt\w*|rufe?)\b",
    re.IGNORECASE,
)
_ASKS_FOR_IT = lazy_regex(
    r"\b(?:no|nos|nr|numbers?|ids?|identifiers?|codes?|references?|nummern?|\w+nummer|numéros?|números?)\b|\d{3}",
    re.IGNORECASE,
)


def without_identifiers(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The pieces without lines like "Customer no. 20817", unless the question asks for a number, or says one.

    Nor with those of a letterhead that are but a telephone number, unless it is asked how to call or reach somebody.

    Args:
        pieces: All evidence.
        question: As it stands alone.
    """
    if _ASKS_FOR_IT.search(question):
        return [*pieces]
    bare = [_IS_IDENTIFIER] if _CALLS.search(question) else [_IS_IDENTIFIER, _IS_TELEPHONE]
    return [piece for piece in pieces if piece.is_row or not any(each.fullmatch(piece.text.strip()) for each in bare)]
