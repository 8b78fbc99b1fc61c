"""Quantities: texts give "46 dB" or "£9 an hour", and seldom the word by which a question asks for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from nodes.answering.evidence.evidence import Evidence
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import PAYMENTS, PROCEEDS
from nodes.language.asked_terms import MEASURED
from nodes.language.money import CURRENCIES, MONEY_WORDS
from nodes.language.months import MONTH_NAMES
from nodes.language.terms import analyse

_NUMBER = r"(?<![\d.,])[.,]*+\d[\d.,]*+\s?"
_MONEY = (
    rf"[$€£¥]\s?\d|\b(?:{CURRENCIES})\s?\d"
    rf"|{_NUMBER}(?:[$€£¥]|(?:{CURRENCIES}|{MONEY_WORDS})\b)"
)
_SMALL_NUMBER = r"(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?\s?"
"""Before a unit that is a word as well: "in 1998 in Kiel" and "the 1998 stone" tell no length and no weight."""
_LENGTH = (
    rf"{_NUMBER}(?:[kcm]?m|(?:kilo|centi|milli)?met(?:er|re)s?|ft|feet|foot|inch(?:es)?|miles?|yards?)\b(?![²³/])"
    rf"|{_SMALL_NUMBER}in\b(?!\s(?:[A-Z\d]|(?:the|an?|all|total|each|every|this|that|our|its|their|one|which)\b))"
)
_NO_WAY = r"(?!\s(?:away|apart|off|from)\b)"
"""Behind a length that is of a thing, and not the way to another."""
_WEIGHT = (
    rf"{_NUMBER}(?:[kmµ]?g|t|(?:kilo|milli|micro)?gram(?:me)?s?|kilos?|tonnes?|tons?|lbs?|pounds|oz|ounces?)\b"
    rf"|{_SMALL_NUMBER}stone\b"
)
_VOLUME = rf"{_NUMBER}(?:[mcd]?[lL]|(?:milli|centi|deci)?lit(?:er|re)s?|gallons?|pints?|m³|cubic \w+|[kMGT]B)(?!\w)"
_QUANTITIES = (
    (r"expensive|cost(?:s|ed)?(?! of (?:revenues?|sales|goods))|prices?|priced|fees?|charges?|charged|tariff", _MONEY),
    (r"rates?", rf"{_MONEY}|\d\s?(?:%|per ?cent\b)"),
    (r"percent(?:age)?|share", r"\d\s?(?:%|per ?cent\b)"),
    (r"power|wattage", rf"{_NUMBER}(?:[kMG]?W|hp|watts?|(?:kilo|mega)watts?)\b"),
    (r"energy|electricity", rf"{_NUMBER}(?:[kMG]?Wh|[kM]?J|kcal)\b"),
    (r"voltage|volts", rf"{_NUMBER}(?:k?V|volts?)\b"),
    (r"weight|weighs?|weighed|mass|heavy", _WEIGHT),
    (r"temperatures?|hot|cold|warm", r"\d\s?°|\d\s?[CF]\b|\d\s?(?:degrees|Grad)\b"),
    (r"length|distance|range", _LENGTH),
    (r"height|width|depth|diameter|tall|wide|deep", rf"(?!{_NUMBER}(?:km|kilomet\w+|miles?)\b)(?:{_LENGTH}){_NO_WAY}"),
    (r"areas?|size|floor ?space", rf"{_NUMBER}(?:[kc]?m²|sq\.? ?(?:m|ft|km)|square \w+|ha|hectares?|acres?)(?!\w)"),
    (r"volume|capacity", _VOLUME),
    (r"speed", rf"{_NUMBER}(?:km/h|mph|knots?|m/s|rpm|[kMG]?bit/s|[kMG]bps)(?!\w)"),
    (r"noise|loud|volume", rf"{_NUMBER}dB"),
    (r"number", r"\b(?:No|Nr|no|nr)\.? ?[A-Z]{0,3}-?\d|№|#\d|\b[A-Z]{1,4}[-/ ]?\d{3,}"),
)
"""Words that ask for a quantity, and how texts tell it."""
_ASKS_QUANTITY = lazy_regex(
    r"\bhow (?P<how>expensive|heavy|hot|cold|warm|tall|deep|loud)\b(?! into\b)|"
    r"\bwhat(?: is| was|['’]s) (?:the|its|his|her|their|your|our) (?:[\w-]+ ){0,2}?"
    r"(?P<what>price|weight|temperature|height|voltage|speed)(?= (?:of|for|at|in)\b|\W*$)|"
    r"\bhow (?:high|large|big|much) (?:is|are|was|were) (?:the|its|his|her|their|your|our) (?:[\w-]+ ){0,3}?"
    r"(?P<paid>fee|charge|price|tariff)s?(?= (?:of|for|at|in)\b|\W*$)",
    re.IGNORECASE,
)
"""Words that mean one quantity and no other: a size may be a number of people, and a rate anything."""
_FREE = lazy_regex(r"\b(?:free|no (?:fee|charge)|kostenlos|kostenfrei|gratuite?|gratis)\b", re.IGNORECASE)
_ASKS_PAID = lazy_regex(
    r"\b(?:what|how much) (?:did|does|do|will|would|has|have|had|must|should) (?:[\w'’-]+ ){1,6}?"
    r"(?:pay|paid|spend|spent|charged?)(?: for\b|(?: (?-i:[A-Z][\w'’-]*))*(?: (?:each|every|per|an?) [a-z]+)?\W*$)|"
    rf"\b(?:{PROCEEDS}|{PAYMENTS})",
    re.IGNORECASE,
)
"""By a verb that is of money alone, or by what somebody is given for something."""
_PAID_OTHERWISE = lazy_regex(
    rf"{_MONEY}|{_FREE.pattern}|%|"
    r"\b(?:per ?cent|no|nothing|rents?|sums?|fees?|half|third|quarter|hundreds?|thousands?|millions?|included?)\b",
    re.IGNORECASE,
)
_NO_AMOUNT = lazy_regex(
    rf"\b\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?(?:{MONTH_NAMES})\b(?: \d{{4}})?|\b(?:{MONTH_NAMES}) \d[\d, ]*|"
    r"\b(?:19|20)\d\d\b(?![.,]\d)|\b\d{1,2}[:.]\d\d\b(?: ?[ap]m\b)?|\b\d{1,2} ?[ap]m\b|"
    r"\b\d[\d.,]*+ (?:[a-z-]+ )?[a-z-]+(?:s|people|children|men|women|persons)\b"
)
"""Days, years and times, and how many there are of something: "85 listeners"."""
_UNITS = tuple(
    lazy_regex(rf"\d(?:[\d.,]*\d)?[\s-]?(?:(?:working|business|calendar) )?(?:{names})(?!\w)")
    for names in (
        "s|secs?|seconds?|Sek(?:unden?)?",
        "min|mins|minutes?|Minuten?",
        "h|hrs?|hours?|Std|Stunden?",
        "d|days?|Tagen?|Tage?",
        "wks?|weeks?|Wochen?",
        "yrs?|years?|Jahren?|Jahre?",
        "N[ ·*]?m|[Nn]ewton[- ]?met(?:er|re)s?",
        "m?bar|[kMh]?Pa|psi|(?:kilo|mega|hecto)?pascals?",
        "[kMG]?Hz|(?:kilo|mega|giga)?hertz",
        "m?A|(?:milli)?amp(?:ere)?s?",
        "kcal|calories|kilocalories|[kM]?J|(?:kilo|mega)?joules?",
        "[kMG]?Wh|(?:kilo|mega|giga)?watt[- ]hours?",
        "[kMGT]B|(?:kilo|mega|giga|tera)bytes?",
    )
)
"""Other units by which a question may want its answer, each with its abbreviations."""
_COUNTED = lazy_regex(
    r"\bhow many ((?:newton|square|cubic|(?:kilo|mega|giga)?watt)[ -](?:k?m|ft|hours?|\w*met(?:er|re)s?|feet|miles?)\b|"
    r"[^\s?.,;]+)",
    re.IGNORECASE,
)
_NO_UNITS = frozenset(["in", "a", "t", "s", "d", "stone", "stones"])
"""Abbreviations that nobody asks by, and words: "How many in the team?"."""
_IN_PARENTHESES = lazy_regex(r"\(([^()]+)\)")
_NOTHING = lazy_regex(r"(?!)")
_PATTERNS = tuple(
    (lazy_regex(rf"\b(?:{asks})\b", re.IGNORECASE), lazy_regex(rf"(?:{tells})")) for asks, tells in _QUANTITIES
)


class Unit(NamedTuple):
    """A unit that a question names: "How many MWh"."""

    word: str
    tells: re.Pattern[str]
    """Amounts in it, or in one that measures the same."""


def asked_unit(question: str) -> Unit | None:
    """The unit in which a question wants its answer, None where it counts things or names none."""
    found = _COUNTED.search(question)
    if found is None or found[1].lower() in _NO_UNITS:
        return None
    amount = f"1 {found[1]}"
    tells = next((tells for tells in (*_UNITS, *(tells for _, tells in _PATTERNS)) if tells.fullmatch(amount)), None)
    return Unit(found[1], tells) if tells else None


def tells_unit(piece: Evidence, unit: Unit) -> bool:
    """Whether a piece holds an amount in a unit; of a row, whether its label, a heading or its scale names it.

    What stands in parentheses there may be another unit of the same: "(MWh)" for kWh.
    """
    if unit.tells.search(piece.text):
        return True
    named = " ".join((piece.label, *piece.header, piece.scale))
    alike = any(unit.tells.search(f"1 {name}") for name in _IN_PARENTHESES.findall(named))
    return alike or re.search(rf"(?<!\w){re.escape(unit.word)}(?!\w)", named) is not None


def with_quantities(pieces: Sequence[Evidence], question: str) -> list[Evidence]:
    """The sentences, holding the word by which a question asks for a quantity where they tell one by its unit.

    A row of a table is told by its label, or the name of a column: "Weight" answers how heavy something is.
    """
    asked = [
        (frozenset(analyse(" ".join(MEASURED.get(word.lower(), word) for word in found))), asks, tells)
        for asks, tells in _PATTERNS
        if (found := asks.findall(question))
    ]
    # Where a row is just that, "Weight: 71 kg", other kilograms are of something else.
    labels = {frozenset(analyse(piece.label)) for piece in pieces if piece.is_row} if asked else set()
    asked = [(terms, asks, _NOTHING if terms in labels else tells) for terms, asks, tells in asked]
    found = [_telling(piece, asked) for piece in pieces] if asked else [*pieces]
    unit = asked_unit(question)
    return [_in_unit(piece, unit) for piece in found] if unit else found


_PHONE = lazy_regex(r"(?<![\d.,])(?:\+\d{1,3}[ /-]?|\(?0)\d[\d /()-]{5,}\d(?![\d.,])")


def lacks_quantity(pieces: Sequence[Evidence], question: str) -> bool:
    """Whether a question asks how heavy, how hot or how expensive something is, and no piece tells that of anything.

    What somebody paid is told by an amount, and not by how many there were of something.

    Args:
        pieces: `with_quantities`.
        question: As it stands alone.
    """
    asked = _ASKS_QUANTITY.search(question)
    if asked is None:
        return _ASKS_PAID.search(question) is not None and not any(map(_may_tell_amount, pieces))
    word = (asked["how"] or asked["what"] or asked["paid"]).lower()
    terms = frozenset(analyse(MEASURED.get(word, word)))
    if asked["paid"] and any(_FREE.search(piece.text) for piece in pieces):
        return False
    return not any(terms <= piece.terms | piece.about for piece in pieces)


def _may_tell_amount(piece: Evidence) -> bool:
    """Whether a piece may say how much was paid: in a currency, or by a number that counts nothing."""
    if piece.is_row:
        values = " | ".join(piece.values)
        return not _PHONE.search(values) or any(map(str.isdigit, _PHONE.sub("", values)))
    if _PAID_OTHERWISE.search(piece.text):
        return True
    return any(map(str.isdigit, _NO_AMOUNT.sub(" ", piece.text)))


def _in_unit(piece: Evidence, unit: Unit) -> Evidence:
    """A piece that tells something in a unit holds its name, whichever of its names the text writes."""
    return replace(piece, terms=piece.terms.union(analyse(unit.word))) if tells_unit(piece, unit) else piece


def _telling(piece: Evidence, asked: Sequence[tuple[frozenset[str], re.Pattern[str], re.Pattern[str]]]) -> Evidence:
    names = " ".join((piece.label, *piece.header))
    told = [
        terms
        for terms, asks, tells in asked
        if not terms <= piece.terms and (asks.search(names) if piece.is_row else tells.search(piece.text))
    ]
    return replace(piece, terms=piece.terms.union(*told)) if told else piece
