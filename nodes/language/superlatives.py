"""Superlatives: whether a question asks for the most or the least of something, the first, the oldest, the dearest."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.terms import analyse

_MOST = lazy_regex(
    r"\b(?:highest|largest|biggest|greatest|longest|tallest|heaviest|deepest|widest|fastest|hottest|warmest|"
    r"loudest|thickest|dearest|priciest|maximum|"
    r"best(?= (?:turnout|attendance|attended|sales|result|score|harvest)s?\b)|"
    r"(?<!at )most(?! (?:of|recent|likely|importantly)\b)|(?<!for the )(?<=the )most(?= of\b)|"
    r"höchsten?|größten?|meisten|teuersten?|längsten?)\b",
    re.IGNORECASE,
)
_LEAST = lazy_regex(
    r"\b(?:lowest|smallest|least(?<!at least)|fewest|shortest|lightest|shallowest|narrowest|slowest|coldest|quietest|"
    r"thinnest|minimum|cheapest|quickest|"
    r"niedrigsten?|kleinsten?|wenigsten|billigsten?|günstigsten?|kürzesten?)\b",
    re.IGNORECASE,
)
_FIRST = lazy_regex(r"\b(?:first|earliest|zuerst|frühesten?)\b", re.IGNORECASE)
_LAST = lazy_regex(
    r"\b(?:last(?! (?:year|quarter|month|week|night)\b)|latest|most recent(?:ly)?|zuletzt|spätesten?)\b", re.IGNORECASE
)
_OLDEST = lazy_regex(r"\b(?:oldest|ältesten?)\b", re.IGNORECASE)
_NEWEST = lazy_regex(r"\b(?:newest|youngest|jüngsten?|neuesten?)\b", re.IGNORECASE)
_EXPENSIVE = lazy_regex(r"\b(?:expensive|teuer)\b", re.IGNORECASE)
_PRICE = lazy_regex(
    r"\b(?:expensive|cheap(?:est|er)|dearer|teuer\w*|billigst\w*|günstigst\w*)\b|\b(?:prices?|cost|costs)\b",
    re.IGNORECASE,
)
_MORE = lazy_regex(
    r"\b(?:more|higher|larger|bigger|greater|longer|later|taller|heavier|dearer|deeper|wider|older|faster|hotter|warmer|"
    r"louder)\b",
    re.IGNORECASE,
)
_LESS = lazy_regex(
    r"\b(?:less|fewer|lower|smaller|shorter|earlier|sooner|lighter|cheaper|narrower|quicker|younger|colder|cooler|quieter)\b",
    re.IGNORECASE,
)
_EARLIER_OR_LATER = lazy_regex(r"\b(?:earlier|later|sooner)\b", re.IGNORECASE)
_QUICKEST = lazy_regex(r"\b(?:fast|quick|soon)(?:er|est)\b", re.IGNORECASE)
_LENGTH = lazy_regex(r"\b(?:longest|shortest)\b", re.IGNORECASE)
_ASKS_ONE = lazy_regex(
    r"\b(?:which|who|whose|whom|where|when|welche[rsmn]?|wer|wo|wann)\b|\bthe (?:most|least|[a-z]+est|first|last)\b",
    re.IGNORECASE,
)
"""What most studies say, and how long they last, asks for the most and the last of nothing."""
_WHICH_IS_MORE = lazy_regex(r"\b(?:which|who|whose)\b(?!.*\bthan\b)", re.IGNORECASE)
"""Of all that there are: not what is more than something."""
_SINGLE = lazy_regex(r"(?<=st )single\b", re.IGNORECASE)
"""Behind a superlative it asks for nothing: "the largest single item"."""
_WORDS = (_MOST, _LEAST, _EXPENSIVE, _FIRST, _LAST, _OLDEST, _NEWEST, _SINGLE)


def asks_extreme(question: str) -> int:
    """1 where a question asks for the most of something, -1 for the least, 0 where for neither, or both."""
    return bool(_MOST.search(question)) - bool(_LEAST.search(question))


def extreme_word(question: str) -> str:
    """The word by which a question asks for the most or the least, as it is typed; empty where it has none."""
    found = _MOST.search(question) or _LEAST.search(question)
    return found.group() if found else ""


def asks_first_or_last(question: str) -> int:
    """1 where a question asks for what was last of all, -1 for what was first, 0 where for neither, or both."""
    return bool(_LAST.search(question)) - bool(_FIRST.search(question))


def asks_oldest(question: str) -> int:
    """1 where a question asks for the oldest, -1 for the newest or youngest, 0 where for neither, or both."""
    return bool(_OLDEST.search(question)) - bool(_NEWEST.search(question))


def asks_more_or_less(question: str) -> int:
    """1 where a question asks which of some things is more, -1 for less, 0 where for neither, or both."""
    return bool(_MORE.search(question)) - bool(_LESS.search(question))


def asks_order(question: str) -> int:
    """1 where one of some things is asked for that is the most or the last, -1 for the least or the first, else 0.

    Which of some things is more, is asked of all that there are: "Which offer is cheaper?".
    """
    if not _ASKS_ONE.search(question):
        return 0
    return (
        asks_extreme(question)
        or asks_first_or_last(question)
        or (asks_more_or_less(question) if _WHICH_IS_MORE.search(question) else 0)
    )


def order_terms(question: str) -> frozenset[str]:
    """The terms that ask for an order, which what is put in order need not say."""
    compared = compared_terms(question) if _WHICH_IS_MORE.search(question) else frozenset[str]()
    return extreme_terms(question) | compared


def asks_of_time(question: str) -> bool:
    """Whether what is first or last of some things is asked for, or which of two is earlier: dates tell it."""
    return bool(asks_first_or_last(question)) or _EARLIER_OR_LATER.search(question) is not None


def asks_length(question: str) -> bool:
    """Whether what is the longest or the shortest is asked for, which no count of things tells."""
    return _LENGTH.search(question) is not None


def asks_quickest(question: str) -> bool:
    """Whether what takes the least time is asked for."""
    return _QUICKEST.search(question) is not None


def asks_price(question: str) -> bool:
    """Whether what costs the most or the least is asked for."""
    return _PRICE.search(question) is not None


def compared_terms(question: str) -> frozenset[str]:
    """The terms by which a question asks which of some things is more, or less."""
    return frozenset(analyse(" ".join(found.group() for each in (_MORE, _LESS) for found in each.finditer(question))))


def extreme_terms(question: str) -> frozenset[str]:
    """The terms by which it asks so: a table that is put in order has none of them."""
    words = [found.group() for each in _WORDS for found in each.finditer(question)]
    return frozenset(analyse(" ".join(words)))
