"""Whether "May" is the month: everywhere else it is a verb, and says nothing of what a text is about."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.months import OTHERS_THAN_MAY
from nodes.language.years import YEAR

TERM = "may"

_MONTH = rf"(?:{OTHERS_THAN_MAY})\.?"
_YEAR = rf"{YEAR}(?!\d)"
_DAY = r"(?:[0-2]?\d|3[01])"
_JOINED = r"(?:\s?[,/–-]\s?|\s(?:and|or|to|through|until|till|than(?: in)?|vs\.?)\s)"
_BEHIND = rf"(?:{_MONTH}{_JOINED}|\b{_DAY}(?:st|nd|rd|th)(?:\sof)?\s|\b(?:mid|early|late)[\s-])"
_BEFORE = (
    rf"(?:,?\s(?:of\s)?{_YEAR}|[-/]{_YEAR}|\s?['’]\d\d\b|\s{_DAY}(?:st|nd|rd|th)\b"
    rf"|{_JOINED}(?:in\s)?{_MONTH}(?![^\W_]))"
)
_SUBJECT = r"(?:that|which|who|what|you|we|it|they|i|he|she|or|and|not)"
"""Before a verb that a heading writes with a capital: "Costs that May Arise"."""
_OPENING = r"(?:In|The|This|Last|Next|Since|Until|During|By|From|For|Compare|Was|Were|Is|Are|Did)"
_MENTION = lazy_regex(
    rf"\b(?:{_BEHIND})(?P<after>may)(?![^\W_])"
    rf"|\b(?P<before>may)(?={_BEFORE})"
    r"|\b(?:in|since|during|until|till)\s(?P<ends>may)(?=\s*(?:[?.,;:!)]|$|than\b))"
    rf"|\b(?!{_SUBJECT}\b)(?-i:(?:[a-z]+|{_OPENING})\s(?P<capital>May))(?![^\W_]|-)"
    rf"|\b{_DAY}(?:\.?\s|[.-])(?P<day>(?-i:May))(?![^\W_])"
    r"|\b(?P<alone>(?-i:May))(?!\s+[^\W\d_]|[^\W_])",
    re.IGNORECASE,
)
"""By what stands beside it: a year, a day, another month; with a capital inside a sentence, or before no other word."""

_WORD = lazy_regex(r"(?<![^\W_])may(?![^\W_])", re.IGNORECASE)
_REACH = 24
"""Characters around the word in which the day, the year or the other month stands."""


def month_places(text: str) -> list[int]:
    """Where in a text "May" is the month."""
    # Few texts have the three letters, and searching for them costs next to nothing.
    if "may" not in text and "May" not in text and "MAY" not in text:
        return []
    found: list[int] = []
    for word in _WORD.finditer(text):
        # Only what stands near it tells; the whole pattern over the whole text takes twice as long as its analysis.
        near = _MENTION.finditer(text, max(0, word.start() - _REACH), word.end() + _REACH)
        places = (match.start(match.lastgroup or 0) for match in near)
        found += (place for place in places if place == word.start())
    return found
