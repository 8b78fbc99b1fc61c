"""What a sentence or a row tells as amounts that come in an order: years of a guarantee, a price, a day."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Set
from datetime import date
from typing import NamedTuple

from nodes.answering.evidence.evidence import Evidence
from nodes.language.amounts import Amount, amounts_in, place_in_order
from nodes.language.numbers import numbers_in, without_blanks
from nodes.language.periods import find_dates
from nodes.language.terms import stem

_ONE = re.compile(r"\bone\b", re.IGNORECASE)
"""Mostly no number; of "one year" and "18 months" it is."""
_BETWEEN = re.compile(r"(?<=\s)(?:full|whole) (?=\w)")
"""What may stand between a number and its unit, and says nothing of either."""
_BARE = re.compile(r"[\d.,]{1,20}")
_NEXT_WORD = re.compile(r"[\s-]?([^\W\d_]+)")
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
    that its label ends with, "Overtime hours".
    """
    if piece.is_row and piece.values:
        return _of_row(piece)
    text = _BETWEEN.sub("", _ONE.sub("1", without_blanks(piece.text)))
    found = _dates(text) if of_dates else _read(text)
    said = [word.start() for word in re.finditer(r"\w+", text) if stem(word.group().lower()) in rest] or [0]
    nearest: dict[str, float] = {}
    for told in sorted(found, key=lambda told: min(abs(told.start - place) for place in said)):
        nearest.setdefault(told.kind, told.value)
    return nearest


def _of_row(piece: Evidence) -> dict[str, float]:
    numbers = [number for value in piece.values for number in numbers_in(value)]
    if not numbers:
        return {}
    told: dict[str, float] = {}
    for value in piece.values:
        text = without_blanks(value)
        bare = _BARE.fullmatch(text.strip())
        for each in _read(f"{text.strip()} {piece.label.split()[-1]}" if bare and piece.label.split() else text):
            told.setdefault(each.kind, each.value)
    return {**told, "": float(numbers[-1])}


def _dates(text: str) -> list[_Told]:
    days = find_dates(text)
    return [_Told("date", float(date.fromisoformat(day).toordinal()), place) for place, day in enumerate(days)]


def _read(text: str) -> list[_Told]:
    amounts = [amount for amount in amounts_in(text) if not _is_in_a_name(amount, text)]
    # A date or a version is read in parts.
    parts = Counter(amount.start for amount in amounts)
    return [_Told(*_kind(amount, text), amount.start) for amount in amounts if parts[amount.start] == 1]


def _is_in_a_name(amount: Amount, text: str) -> bool:
    """Whether a number goes on with what stands before it, and is no amount: "R-1", "A4"."""
    before = text[amount.start - 1] if amount.start else " "
    return before.isalnum() or before in "_.,−-"


def _kind(amount: Amount, text: str) -> tuple[str, float]:
    """The kind of an amount, by its unit or by the word behind it, and its value."""
    kind, value = place_in_order(amount)
    if kind:
        return kind, value
    behind = _NEXT_WORD.match(text, amount.end)
    word = stem(behind[1].lower()) if behind else ""
    return _SPOKEN.get(word, word), value
