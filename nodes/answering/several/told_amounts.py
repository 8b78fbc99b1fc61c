"""What a sentence or a row tells as amounts that come in an order: years of a guarantee, a price, a day."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Set
from datetime import date
from typing import NamedTuple

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.amounts import Amount, amounts_in, place_in_order
from nodes.language.numbers import numbers_in, without_blanks
from nodes.language.periods import MONTH_TERMS, find_dates
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import stem

_ONE = lazy_regex(r"\bone\b", re.IGNORECASE)
"""Mostly no number; of "one year" and "18 months" it is."""
_BETWEEN = lazy_regex(r"(?<=\s)(?:full|whole) (?=\w)")
"""What may stand between a number and its unit, and says nothing of either."""
_BARE = lazy_regex(r"[\d.,]{1,20}")
_NUMBERED = lazy_regex(r"\A\W*(?:\d+(?:\.\d+){1,3}[.)]?|\d+[.)])\s(?=[^\W\d])")
"""The number of a clause: "8.3 The Landlord", "2. Price"."""
_YEAR = lazy_regex(r"(?:19|20)\d\d(?![\d.,]*\d)")
_IN_BRACKETS = lazy_regex(r"\(([^()\d]{1,12})\)")
_COMES_TO = lazy_regex(r"\b(?:to|at|was|were|reached|totall?ed)\s\Z|:\s\Z")
"""What is counted comes to a number: "visits fell to 10,512"."""
_NEXT_WORD = lazy_regex(r"[\s-]?([^\W\d_]+)")
_SPOKEN = {"night": "time", "pound": "GBP"}
"""Kinds of amounts by words that elsewhere may mean something else."""


class _Told(NamedTuple):
    kind: str
    """What can be held against one another: `time`, `date`, a currency or another unit, the stem of what is counted."""
    value: float
    start: int
    """Where it stands."""


def told_amounts(piece: Evidence, rest: Set[str], *, of_dates: bool) -> Mapping[str, float]:
    """What a piece tells of each kind: of several amounts the one that is nearest to a word that is asked for.

    Of a row the first of each kind, and what stands last of it, without a unit, under "". A bare number has the unit
    of its column or its table, or that its label ends with, "Overtime hours".
    """
    if piece.is_row and piece.values:
        return _of_row(piece, rest)
    text = _plain(_NUMBERED.sub("", piece.text))
    found = _dates(text) if of_dates else _read(text, rest)
    said = [word.start() for word in re.finditer(r"\w+", text) if stem(word.group().lower()) in rest] or [0]
    nearest: dict[str, float] = {}
    for told in sorted(found, key=lambda told: min(abs(told.start - place) for place in said)):
        nearest.setdefault(told.kind, told.value)
    return nearest


def _of_row(piece: Evidence, rest: Set[str]) -> dict[str, float]:
    told: dict[str, float] = {}
    headings = piece.header if len(piece.header) == len(piece.values) else ("",) * len(piece.values)
    for value, heading in zip(piece.values, headings, strict=True):
        text = _plain(value).strip()
        if _BARE.fullmatch(text):
            text = f"{text} {_unit_of(heading) or piece.scale or ''.join(piece.label.split()[-1:])}"
        for each in _read(text, rest):
            told.setdefault(each.kind, each.value)
    numbers = [number for value in piece.values for number in numbers_in(value)]
    return {**told, "": float(numbers[-1])} if numbers else told


def _unit_of(heading: str) -> str:
    """The unit that a heading is, or has in brackets: "£", "EUR", "Price (EUR)"."""
    found = _IN_BRACKETS.search(heading)
    unit = found[1] if found else heading
    return unit if any(place_in_order(amount)[0] for amount in amounts_in(f"1 {unit}")) else ""


def _plain(text: str) -> str:
    return _BETWEEN.sub("", _ONE.sub("1", without_blanks(text)))


def _dates(text: str) -> list[_Told]:
    days = find_dates(text)
    return [_Told("date", float(date.fromisoformat(day).toordinal()), place) for place, day in enumerate(days)]


def _read(text: str, rest: Set[str]) -> list[_Told]:
    amounts = [amount for amount in amounts_in(text) if not _is_in_a_name(amount, text)]
    # A date or a version is read in parts.
    parts = Counter(amount.start for amount in amounts)
    read = [(amount, _kind(amount, text, rest)) for amount in amounts if parts[amount.start] == 1]
    return [_Told(kind, place_in_order(amount)[1], amount.start) for amount, kind in read if kind is not None]


def _is_in_a_name(amount: Amount, text: str) -> bool:
    """Whether a number goes on with what stands before it, and is no amount: "R-1", "A4"."""
    before = text[amount.start - 1] if amount.start else " "
    return before.isalnum() or before in "_.,−-"


def _kind(amount: Amount, text: str, rest: Set[str]) -> str | None:
    """The kind of an amount, by its unit or by the word behind it; empty for what is counted as asked.

    "Visits fell to 10,512 because" counts the same as "12,440 visits". A day, a year, and a number that nothing says
    more of, are of no kind.
    """
    if unit := place_in_order(amount)[0]:
        return unit
    behind = _NEXT_WORD.match(text, amount.end)
    word = behind[1].lower() if behind else ""
    kind = stem(word)
    if _YEAR.match(text, amount.start) or kind in MONTH_TERMS:
        return None
    if not word or kind in rest or (word in STOP_WORDS and _COMES_TO.search(text, 0, amount.start)):
        return ""
    return None if word in STOP_WORDS else _SPOKEN.get(kind, kind)
