"""Questions about several documents at once, each of which has an answer of its own."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

_ANY = r"(?:in|of|for|under|by|from|at|with|per)"
_DOCUMENTS = (
    "agreements|contracts|leases|ndas|policies|documents|files|papers|studies|trials|reports|statements|quotes|offers|"
    "invoices|bills|orders|letters|mails|e-mails|minutes|meetings|recipes|manuals|applications|candidates|interviews"
)
_OF_EACH = lazy_regex(
    rf"\b{_ANY} (?:each(?: of)?|every|both(?: of)?|all|the (?:two|three|four))"
    r"(?: the| these| those| our| my)? (?:[\w-]+ ){0,2}?"
    rf"(?:{_DOCUMENTS}|agreement|contract|lease|nda|policy|document|file|paper|study|trial|report|statement|quote|offer|"
    r"quarters?|half-years?|years?|months?)\b"
    rf"|(?:\b{_ANY}|^\W*(?:\w+ ){{1,3}}?(?:is|are|was|were|does|do|did|has|have)) each (?:of the )?"
    r"(?!(?:time|second|minute|hour|day|night|week)\b)[a-z-]+"
    r"|\bby (?:quarter|half[- ]year|year|month|document)\b"
    r"|\b(?:over|across) the (?:quarters|half-years|years|months)\b",
    re.IGNORECASE,
)
_OF_ALL = lazy_regex(
    rf"\b{_ANY} (?:the|these|those|our|my) (?:[\w-]+ ){{0,2}}?(?:{_DOCUMENTS})\b",
    re.IGNORECASE,
)
_DEVELOPS = lazy_regex(
    r"\bhow (?:did|has|have|does|do) [^?]{3,80}? "
    r"(?:chang|develop|evolv|gr[eo]w|fall|fell|ris|increas|decreas|vari|vary)\w*\b",
    re.IGNORECASE,
)
_ALL_TIMES = lazy_regex(
    r"\b(?:over|across|through|throughout) (?:time\b|the (?:quarters|half-years|years|months|weeks)\b)"
    r"|\b(?:from )?(?P<time>quarter|half-year|year|month|week) (?:by|after|to|on|over) (?P=time)\b"
    r"|\b(?:in|for) (?:each|every) (?:quarter|half-year|year|month|week)\b(?=\W*$)",
    re.IGNORECASE,
)
_WHICH = lazy_regex(r"\W*(?:(?:in|on|at|by|for|from|under|with) )?which\b", re.IGNORECASE)


def asks_which(question: str) -> bool:
    """Whether a question begins by asking which of several things it is: "Which offers", "In which quarter"."""
    return _WHICH.match(question) is not None


def asks_of_each(question: str) -> str:
    """The words by which each of several documents or times is asked for, "in each of the contracts"; else empty."""
    found = _OF_EACH.search(question)
    return found.group() if found else ""


def asks_of_several(question: str) -> str:
    """The same, or the words by which several documents are asked about, "in the contracts"; else empty."""
    found = _OF_ALL.search(question)
    return asks_of_each(question) or (found.group() if found else "")


def asks_development(question: str) -> bool:
    """Whether it is asked how a value went on: each document tells it for its time."""
    return _DEVELOPS.search(question) is not None


def all_times(question: str) -> str:
    """The words by which all the times there are are asked for, "over the years", "month by month"; else empty."""
    found = _ALL_TIMES.search(question)
    return found.group() if found else ""


def asks_over_time(question: str) -> bool:
    """Whether it is asked what a thing was at several times: how it went on, or what it was in each year."""
    return asks_development(question) or bool(all_times(question))
