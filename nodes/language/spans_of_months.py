"""The months that a text speaks of, whatever their year: named, as a range, by a quarter or in a date."""

from __future__ import annotations

import re

from nodes.domain.regexes import lazy_regex
from nodes.language.months import OTHERS_THAN_MAY
from nodes.language.periods import MONTHS, find_dates, months_named
from nodes.language.terms import fold

_MONTH = rf"(?:{OTHERS_THAN_MAY}|may)\b"
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_QUARTER = rf"(?:q[1-4]|(?:{'|'.join(_ORDINALS)}|[1-4](?:st|nd|rd|th)) (?:[^\W\d_]+ )?quarter|quarter [1-4])\b"
_TIME = lazy_regex(rf"\b{_QUARTER}", re.IGNORECASE)
_RANGE = lazy_regex(
    rf"\b(?P<between>between )?(?P<first>{_MONTH}|{_QUARTER})\.?(?: \d{{4}})?"
    rf"(?: ?[-–] ?| (?:to|until|till|through|bis|à) |(?(between) and |(?!)))(?P<last>{_MONTH}|{_QUARTER})",
    re.IGNORECASE,
)
_FROM_ONE_ON = lazy_regex(
    rf"\b(?:since|after|before|until|till?|by|over|through|as of|from) (?:[^\W\d_]+ ){{0,3}}?(?:{_MONTH}|{_QUARTER})",
    re.IGNORECASE,
)
_OF_YEAR, _OF_QUARTER = 12, 3


def months_spanned(text: str) -> frozenset[int]:
    """The months from 1 to 12: those of "Q2" are 4, 5 and 6, and so are those of "April to June"."""
    found = {MONTHS[fold(name)] for name in months_named(text)}
    found.update(int(day[5:7]) for day in find_dates(text))
    for quarter in _TIME.findall(text):
        found.update(_months_of(quarter))
    for each in _RANGE.finditer(text):
        first, last = _months_of(each["first"])[0], _months_of(each["last"])[-1]
        found.update((first - 1 + step) % _OF_YEAR + 1 for step in range((last - first) % _OF_YEAR + 1))
    return frozenset(found)


def is_open_ended(text: str) -> bool:
    """Whether a text speaks of what went on since a month, or until one: "after May", and no "from May to July"."""
    return _FROM_ONE_ON.search(_RANGE.sub(" ", text)) is not None


def _months_of(name: str) -> range:
    """The months of one that is named as `_RANGE` reads it, or of a quarter."""
    if (month := MONTHS.get(fold(name))) is not None:
        return range(month, month + 1)
    digits = re.search(r"\d", name)
    quarter = int(digits[0]) if digits else _ORDINALS[name.split(maxsplit=1)[0].lower()]
    return range(_OF_QUARTER * (quarter - 1) + 1, _OF_QUARTER * quarter + 1)
