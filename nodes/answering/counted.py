"""What is counted where it is asked how many there are, and whether a text tells their number."""

from __future__ import annotations

import re

from nodes.language.periods import MONTHS
from nodes.language.terms import fold, stem

_ASKED = re.compile(
    r"\bhow many (?P<counted>(?:[\w’'-]+ ){0,3}?[\w’'-]+?)(?= (?:do|does|did|is|are|was|were|has|have|had|can|will|"
    r"would|must|should|may|in|of|at|on|per|by|for|to|there)\b|\s*\?|$)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")
_NUMBER = re.compile(r"\d[\d,.]*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FARTHEST = 5
"""Words from a number to what it counts: "35,000 full- and part-time employees"."""


def counted_term(question: str) -> str:
    """The term of what is counted, "employees" of "How many employees does it have?"; empty where nothing is."""
    found = _ASKED.search(question)
    return stem(fold(found["counted"].split()[-1])) if found else ""


def tells_count(text: str, term: str) -> bool:
    """Whether a number that is no year and no day stands before what is counted."""
    tokens = [fold(token) for token in _TOKEN.findall(text)]
    places = [place for place, token in enumerate(tokens) if stem(token) == term]
    if not places:
        return False
    numbers = [
        place
        for place, token in enumerate(tokens)
        if _NUMBER.fullmatch(token) and not _YEAR.fullmatch(token) and (not place or tokens[place - 1] not in MONTHS)
    ]
    return any(0 < place - number <= _FARTHEST for place in places for number in numbers)
