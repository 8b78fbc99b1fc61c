"""Years: what is one by its digits alone, for patterns of any room, and whether one is asked for."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex

YEAR = r"(?:1[6-9]|20)\d\d"
"""From 1600 to 2099, where nothing else is to be expected: a cell, what heads a column, what stands behind "from"."""
_LEADING = ("in", "of", "by", "to", "and", "from", "since", "until", "till", "before", "after", "between", "year")
_IS_LED_TO = "|".join(rf"(?<=\b{word} \d{{4}})" for word in _LEADING)
# The digits come first, so that a search skips from one to the next.
IN_TEXT = rf"(?:(?:19|20)\d\d|1[6-8]\d\d(?!\.\d)(?:{_IS_LED_TO}|(?! ?[a-z%°])))"
"""The same in running text, where "1764 sacks" are none, but "of 1764" is."""
_IN_TEXT = lazy_regex(IN_TEXT)
_OLD = ("16", "17", "18")
_WHICH = lazy_regex(
    r"\b(?:which|what) (?:\w+ )?years?\b|\b(?:welche[msr]|quelle|qué) (?:\w+ )?(?:Jahr|année|año)\b", re.IGNORECASE
)

_WHICH_PERIOD = lazy_regex(r"\b(?:which|what) (?:\w+ )?(?P<period>year|month|quarter)\b", re.IGNORECASE)


def asks_which_year(question: str) -> bool:
    """Whether it is asked in which year something was so."""
    return _WHICH.search(question) is not None


def asked_period(question: str) -> str:
    """The kind of period of which it is asked which one is meant: "year", "month" or "quarter"; else empty."""
    found = _WHICH_PERIOD.search(question)
    return found["period"].lower() if found else ""


def stands_as_year(text: str, start: int) -> bool:
    """Whether the four digits at `text[start:]` are a year by what leads to them, where they may well be none."""
    return text[start : start + 2] not in _OLD or _IN_TEXT.match(text, start) is not None
