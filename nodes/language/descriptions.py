"""Of a question about something that it only describes, what it asks of that: "where ... buried"."""

from __future__ import annotations

import re

from nodes.language.terms import analyse

_CUT = re.compile(
    r"(?<=\s)(?:of|by|behind|who|whom|whose|that|which|where|(?:in|on|for|from|to|with) wh(?:ich|om|ose))\s|['’]s?\s",
    re.IGNORECASE,
)
"""Where a description begins, or whose it is."""
_ASKS = re.compile(
    r"\W*(?:(?:in|on|at|near|from|for|to|under|by|until|since|with|of) )?"
    r"(?:who|whom|whose|what|which|where|when|how(?: (?:many|much|long|old|often))?|why)\b",
    re.IGNORECASE,
)
_IS_IT = re.compile(r"\W*(?:what|who|which) (?:is|was|are|were) (?:the|an?) ", re.IGNORECASE)
"""What stands behind it is asked for itself: "What was the nickname of"."""
_LATE = re.compile(
    r"\b(?:do|does|did|is|was|are|were|has|have|had) (?:the|an?)\s|\b(?:do|does|did|was|is) (?-i:[^\W\d_a-z])",
    re.IGNORECASE,
)
"""Auxiliaries, which leave the verb to the end."""
_LAST = re.compile(r"(?<=\s)[a-z][a-z-]*(?: (?:in|on|at|to|from|for|with|as)(?: \d{4})?)?\W*$")
_DESCRIBED = re.compile(r"\b(?:the|an?)\s+(?:[\w’'-]+\s+){1,3}$|(?:[^\W\d_a-z][\w’'-]*\s*)+$")
"""What is described, right before its description, or whose it is."""


def asked_of_end(question: str) -> frozenset[str]:
    """The terms of what is asked of the thing that a question describes, as far as they stand apart from that.

    "In what year did the father of X die?" asks for a year and a death, whoever is described between them.
    """
    opening = _ASKS.match(question)
    if opening is None:
        return frozenset()
    begins = opening.end()
    cut = _CUT.search(question, begins)
    if cut is None:
        return frozenset()
    head = question[begins : cut.start()]
    if not _IS_IT.match(question):
        head = _DESCRIBED.sub("", f"{head.rstrip()} " if cut[0][0] not in "'’" else head)
    terms = set(analyse(head))
    is_late = _LATE.search(question, 0, cut.start() + 1) and not _IS_IT.match(question)
    last = _LAST.search(question, cut.end()) if is_late else None
    return frozenset(terms.union(analyse(last[0]) if last else ()))


def count_descriptions(question: str) -> int:
    """How many descriptions hang on one another in a question: two in "the father of the director of X"."""
    opening = _ASKS.match(question)
    if opening is None:
        return 0
    found = [*_CUT.finditer(question, opening.end())]
    return max(0, len(found) - bool(_IS_IT.match(question)))
